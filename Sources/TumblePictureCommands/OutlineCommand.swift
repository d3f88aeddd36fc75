import ArgumentParser
import TumbleDrawing
import TumbleFiles
import TumbleHeadlessCommands
import TumbleScenes

package struct OutlineCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "outline", abstract: "Make a body's shapes of a picture's or a text's outline.",
    discussion: """
      SOURCE is a PNG file, of which the opaque part is taken, or else a text. The entry of a body is \
      printed, or with --into written into a scene's file. A scene that has a picture's outline is warned of \
      when the picture has changed. Holes are filled.
      """)

  @Argument(help: "A path that ends in .png, or a text.")
  var source: String

  @Option(help: "How tall it is to be, in points; left out: a point a pixel, a text 40.")
  var height: Double?

  @Option(help: "How far the outline may be from the true one, in points.")
  var tolerance = 0.75

  @Option(help: "How opaque a pixel must be, above 0 and at most 1.")
  var threshold = 0.5

  @Option(help: ArgumentHelp("The typeface of a text.", valueName: "name"))
  var font = Self.standardFont

  @Flag(help: "Split the outlines into convex pieces.")
  var convex = false

  @Option(
    help: ArgumentHelp("The scene's file to write into; the old one is kept as FILE~.", valueName: "file"))
  var into: String?

  @Option(help: ArgumentHelp("The body that gets the shapes, there or new.", valueName: "id"))
  var body = "outline"

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  package init() {}

  package func validate() throws {
    if let height, !(height >= 0.01 && height <= 1e6) {
      throw ValidationError("--height is a number of points, 0.01 to 1000000, not \(height).")
    }
    if !(tolerance >= 0 && tolerance <= 1e6) {
      throw ValidationError("--tolerance is a number of points, 0 or more, not \(tolerance).")
    }
    if !(threshold > 0 && threshold <= 1) {
      throw ValidationError("--threshold is above 0 and at most 1, not \(threshold).")
    }
  }

  package func run() throws {
    let isPicture = source.lowercased().hasSuffix(".png")
    let outline = try isPicture ? pictureOutline() : textOutline()
    guard !outline.polygons.isEmpty else {
      throw SceneError.unreadable(
        path: isPicture ? source : "'\(source)'", reason: "there is no outline in it")
    }
    let output = try OutputFile(path: "-")
    if let into {
      try ReplacedFile.write(SceneFile(reading: into).text(writing: outline, body: body), to: into)
      if !isQuiet { try output.write("\(into)\n") }
    } else {
      try output.write(outline.entry(id: body) + "\n")
    }
    try output.finish()
  }

  package static let standardFont = "DejaVu Sans"

  private func pictureOutline() throws -> ShapeOutline {
    try Self.outline(
      ofPicture: source, height: height, tolerance: tolerance, threshold: threshold, isConvex: convex)
  }

  /// Returns the outline of the opaque part of a PNG file.
  package static func outline(
    ofPicture source: String, height: Double?, tolerance: Double, threshold: Double = 0.5,
    isConvex: Bool = false
  ) throws -> ShapeOutline {
    let data = try UntrustedFile.throwing({ SceneError.unreadable(path: source, reason: $0) }) {
      try UntrustedFile.read(source, limit: 1 << 27)
    }
    let picture = try PNG.decode(data, path: source)
    let alpha = AlphaBitmap(
      width: picture.width, height: picture.height, alpha: picture.pixels.map { UInt8($0 >> 24) })
    return ShapeOutline(
      alpha.outlines(threshold: threshold),
      of: .picture(name: FilePath.name(of: source), digest: ShapeOutline.digest(data)), height: height,
      tolerance: tolerance, isConvex: isConvex)
  }

  private func textOutline() -> ShapeOutline {
    // Larger than it is wanted, so that the curves are flat enough.
    let outlines = Font(family: font, size: 400).outlines(of: source)
    return ShapeOutline(
      outlines, of: .text(source), height: height ?? 40, tolerance: tolerance, isConvex: convex)
  }
}

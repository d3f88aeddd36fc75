import ArgumentParser
import TumbleAnimation
import TumbleDrawing
import TumbleFiles
import TumbleGeometry
import TumbleHeadlessCommands

struct CurveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Draw timing curves into a PNG or SVG file, or print one as numbers; needs no display.",
    discussion: """
      Such as quadratic-in-out, bounce-out, ease-in, "cubic-bezier(1, 0, 0.75, 1)", "steps(4, end)", \
      "linear(0, 0.25 75%, 1)" or "spring(response: 0.5, damping: 0.7)". `all` stands for every easing.
      """)

  @Argument(help: ArgumentHelp("The curves, one panel each.", valueName: "spec"))
  var texts: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, .png or .svg; - is PNG on standard output. Left out: t, value and slope as numbers.",
      valueName: "file"), completion: .file(extensions: ["png", "svg"]))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: "Of numbers: how many values of t, evenly from 0 to 1, both included; at least 2.")
  var samples = CurveTable.defaultSamples

  @Option(parsing: .unconditional, help: "The side of a panel in pixels.")
  var size = 300

  func validate() throws {
    guard (60...2000).contains(size) else {
      throw ValidationError("--size is a number of pixels from 60 to 2000, not \(size).")
    }
    guard !texts.isEmpty else { throw ValidationError("Missing a curve, such as ease-in.") }
    do {
      guard let output else {
        try CurveTable.check(samples: samples)
        guard try panels().count == 1 else {
          throw ValidationError("Numbers are of one curve; several are drawn into the file that -o names.")
        }
        return
      }
      _ = try PictureFormat(of: output, known: [.png, .svg])
      let sheet = try CurveSheet(panels(), side: size)
      guard sheet.fits else { throw ValidationError("That is too large a picture: use a smaller --size.") }
    } catch let error as CurveTextError {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    guard let output else { return try CurveTable(panels()[0].curve, samples: samples).print() }
    let file = try OutputFile(path: output)
    let sheet = CurveSheet(try panels(), side: size)
    switch try PictureFormat(of: output, known: [.png, .svg]) {
    case .svg: try file.write(try sheet.svg())
    default: try file.write(try PNG.encode(sheet.bitmap()))
    }
    try file.finish()
  }

  private func panels() throws -> [(name: String, curve: TimingFunction)] {
    try texts.flatMap { text -> [(name: String, curve: TimingFunction)] in
      if text == "all" { return Easing.all.map { ($0.name, .easing($0)) } }
      return [(text, try TimingFunction(parsing: text))]
    }
  }
}

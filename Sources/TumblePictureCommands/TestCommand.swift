import ArgumentParser
import Foundation
import TumbleDrawing
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// Tests scenes, their pictures too.
package struct TestCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "test", abstract: TestOptions.abstract,
    discussion: TestOptions.discussion
      + """
       Where a picture differs, what was drawn and a picture of the difference are written to the folder \
      --pictures.
      """
  )

  @OptionGroup var options: TestOptions

  package var isQuiet: Bool { options.isQuiet }

  @Option(
    help: ArgumentHelp("Where pictures of differences are written.", valueName: "dir"), completion: .directory
  )
  var pictures = "test-pictures"

  package init() {}

  package func run() throws {
    let folder = DifferenceFolder(path: pictures)
    // SDL draws on one thread at a time.
    let drawing = NSLock()
    try TestRun(options) { test in
      { world, picture, index in
        // One that cannot be compared is no reason to lose the rest of the report.
        drawing.withLock {
          do {
            return try ExpectedPicture(picture, of: test, index).compare(world, folder)
          } catch {
            return .failed("it cannot be compared: \(Program.explain(error) ?? "\(error)")")
          }
        }
      }
    }.run()
  }
}

/// A picture that a scene expects, and the view that it is compared with.
struct ExpectedPicture {
  private let expected: Scene.Expectation.Picture
  private let path: String
  /// The folder of the expected pictures; no path may lead out of it.
  private let folder: String
  /// The name of the files of a difference.
  private let name: String

  /// - Parameters:
  ///   - test: Whose file the picture's path begins at.
  ///   - index: Of the expectation.
  init(_ expected: Scene.Expectation.Picture, of test: SceneTest, _ index: Int) {
    self.expected = expected
    folder = FilePath.folder(of: test.file)
    path = folder + "/" + expected.file
    name = test.fileName + "-" + (test.scene?.expectations[index].id ?? "\(index + 1)")
  }

  /// Draws the world as `tumble snapshot` does, as large as the expected picture.
  ///
  /// - Throws: `OutputError` where the difference cannot be written, `StageError`.
  func compare(_ world: World, _ differences: DifferenceFolder) throws -> ExpectationChecker.PictureVerdict {
    let wanted: Bitmap
    do {
      wanted = try PNG.read(path, within: folder)
    } catch let error as DrawingError {
      let seen = try draw(world, Window.comfortableSize(for: world.description.view.size))
      let file = try differences.write(seen, name + "-seen.png")
      return .failed("\(error); what was drawn is in \(file)")
    }
    let seen = try draw(world, PixelSize(wanted.width, wanted.height))
    let difference = PictureDifference(seen, wanted, threshold: expected.threshold)
    guard difference.part > expected.tolerance else { return .met }
    let file = try differences.write(difference.picture, name + "-difference.png")
    let drawn = try differences.write(seen, name + "-seen.png")
    return .failed(
      """
      \(difference.percentage) of the pixels differ, the most by \(difference.greatest) of 255; see \(file) \
      and \(drawn)
      """
    )
  }

  private func draw(_ world: World, _ size: PixelSize) throws -> Bitmap {
    let renderer = try OffscreenRenderer(
      size: size, textures: TextureCache(warn: { Program.tell("warning: \($0)") }),
      theme: Theme(of: world.scene, .light))
    return try renderer.picture(
      of: Frame(world.snapshot), description: world.description, status: Status(world))
  }
}

/// The difference of two pictures of one size.
struct PictureDifference {
  /// The part of the pixels that differ by more than the threshold, 0 to 1.
  let part: Double
  /// The largest difference of a color component, 0 to 255.
  let greatest: Int
  /// The first picture, pale, with the pixels that differ in red: the more, the darker.
  let picture: Bitmap

  /// - Parameter threshold: A pixel differs where one of its components does by more than this.
  init(_ a: Bitmap, _ b: Bitmap, threshold: Int) {
    precondition(a.width == b.width && a.height == b.height, "pictures of two sizes")
    var picture = a
    var (count, greatest) = (0, 0)
    picture.withMutablePixels { pixels in
      for index in pixels.indices {
        let (first, second) = (a.pixels[index], b.pixels[index])
        let difference = Self.difference(first, second)
        greatest = max(greatest, difference)
        if difference > threshold {
          count += 1
          pixels[index] = Self.red(difference)
        } else {
          pixels[index] = Self.pale(first)
        }
      }
    }
    part = a.pixels.isEmpty ? 0 : Double(count) / Double(a.pixels.count)
    self.greatest = greatest
    self.picture = picture
  }

  /// The percentage, such as `1.25 %`.
  var percentage: String { String(format: "%.2f %%", part * 100) }

  private static func component(_ pixel: UInt32, _ shift: UInt32) -> Int { Int(pixel >> shift & 0xFF) }

  private static func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].reduce(0) { max($0, abs(component(a, $1) - component(b, $1))) }
  }

  private static func pale(_ pixel: UInt32) -> UInt32 {
    func paled(_ shift: UInt32) -> UInt32 { UInt32(191 + component(pixel, shift) / 4) << shift }
    return 0xFF00_0000 | paled(16) | paled(8) | paled(0)
  }

  private static func red(_ difference: Int) -> UInt32 { 0xFF00_0000 | UInt32(255 - difference / 2) << 16 }
}

/// The folder that pictures of differences are written to; it is made with the first of them.
struct DifferenceFolder: Sendable {
  let path: String

  /// - Returns: The path of the file.
  func write(_ picture: Bitmap, _ name: String) throws -> String {
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let file = path + (path.hasSuffix("/") ? "" : "/") + name
    try OutputFile.write(PNG.encode(picture), to: file)
    return file
  }
}

import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleHeadlessCommands
import TumbleLooks
import TumbleRendering
import TumbleScenes
import TumbleSimulation

/// A picture that a scene expects, and the view that it is compared with.
struct ExpectedPicture {
  private let expected: Scene.Expectation.Picture
  private let path: String
  /// It may not lead out of this one.
  private let folder: String
  /// What the files of a difference are called.
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
      "\(difference.percentage) of the pixels differ, the most by \(difference.greatest) of 255; see \(file) and \(drawn)"
    )
  }

  private func draw(_ world: World, _ size: PixelSize) throws -> Bitmap {
    let renderer = try OffscreenRenderer(
      size: size, textures: TextureCache(warn: { Program.tell("warning: \($0)") }),
      theme: Theme(of: world.scene.view, .light))
    return try renderer.picture(
      of: Frame(world.snapshot), description: world.description, status: Status(world))
  }
}

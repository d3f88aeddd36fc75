import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleScenes
import TumbleSimulation

/// Draws a small picture of a scene as it is a moment after its start.
package struct ThumbnailMaker: Sendable {
  /// In pixels; too low for a line of status.
  package static let size = PixelSize(160, 100)
  /// Part of what pictures are kept under: a picture that is drawn otherwise gets another number.
  private static let version = "thumbnail 1"
  /// Steps of all bodies together: a scene of very many is shown nearer to its start.
  private static let maxSteps = 60_000

  private let library: SceneLibrary

  package init(_ library: SceneLibrary) { self.library = library }

  /// What the picture of a file is kept under.
  package static func digest(of entry: SceneListing.Entry) -> ContentDigest? {
    guard var digest = entry.digest else { return nil }
    digest.add(version.utf8)
    return digest
  }

  /// nil for a file that is no valid scene.
  package func picture(of path: String) -> Bitmap? {
    guard let scene = try? library.scene(path), let world = try? World(scene) else { return nil }
    let steps = min(scene.world.rate / 2, Self.maxSteps / max(scene.bodies.count, 1))
    if let session = try? Session(world, lastStep: steps) { try? session.run() }
    let renderer = try? OffscreenRenderer(
      size: Self.size, textures: TextureCache(warn: { _ in }), theme: Theme(of: scene.view))
    return try? renderer?.picture(
      of: Frame(world.snapshot), description: world.description,
      status: Status(title: scene.title, step: world.steps, rate: world.rate))
  }
}

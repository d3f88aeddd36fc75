import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleScenes
import TumbleSimulation

/// Pictures of one moment of a scene as a window shows it: light and dark, in one and in two pixels a point
/// of the desktop, by SDL's software renderer in memory and by the display's.
struct ScenePictures {
  let scene: String
  /// The moment, of the scene's time.
  let milliseconds: Int
  /// The folder of the pictures: `SCENE-light-software-1x.png` and so on, `display` in place of `software`.
  let folder: String
  /// The size of a picture in the desktop's points.
  let points: PixelSize

  private enum Place: String, CaseIterable { case software, display }

  /// Tells which renderer the display has.
  func draw() throws {
    let scene = try SceneLibrary().scene(scene)
    let world = try World(scene)
    let session = try Session(world, lastStep: milliseconds * world.rate / 1000)
    try session.run()
    // SDL ends with its last session.
    let video = try SDLSession(.screen)
    for place in Place.allCases {
      for scale in [1, 2] {
        let target = try self.target(place, scale, video)
        if place == .display, scale == 1 { say("display: \(target.name)") }
        for appearance in [InterfaceTheme.Appearance.light, .dark] {
          let picture = try self.picture(
            of: world, on: target, scale, Theme(of: scene, appearance))
          let theme = appearance == .light ? "light" : "dark"
          try PNG.write(
            picture, to: "\(folder)/\(world.description.name)-\(theme)-\(place.rawValue)-\(scale)x.png")
        }
      }
    }
  }

  private func target(_ place: Place, _ scale: Int, _ video: SDLSession) throws -> RenderTarget {
    let size = PixelSize(points.width * scale, points.height * scale)
    guard place == .display else { return try RenderTarget(size) }
    let target = try RenderTarget(
      Window(session: video, title: scene, size: size), scale: Double(scale))
    guard target.size == size else {
      throw Failure("the window is \(target.size.width) × \(target.size.height) pixels large")
    }
    return target
  }

  /// The stage and the line of status, as a window has them.
  private func picture(of world: World, on target: RenderTarget, _ scale: Int, _ theme: Theme) throws
    -> Bitmap
  {
    let layout = Layout(target.size, density: Double(scale))
    let description = world.description
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { say($0) }), theme: theme)
    let viewport = Viewport(view: description.view, in: layout.stage, density: layout.density)
    try renderer.draw(Frame(world.snapshot), in: viewport)
    try Overlay(target, theme: theme).draw(Status(world), in: layout)
    return try target.bitmap()
  }
}

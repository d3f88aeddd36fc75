import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// Draws the pictures of a film.
struct FilmCamera {
  /// Of a picture, in pixels.
  let size: PixelSize
  private let renderer: OffscreenRenderer
  private var graph: FilmGraph?

  /// A graph takes this part of a picture's height.
  private static let graphPart = 0.28

  init(_ world: World, size: PixelSize, graph: FilmGraph?, theme: StageTheme, textures: TextureCache) throws {
    self.size = size
    self.graph = graph
    renderer = try OffscreenRenderer(
      size: PixelSize(size.width, size.height - Self.graphHeight(graph, size)), textures: textures,
      theme: Theme(of: world.scene.view, theme.appearance))
  }

  private static func graphHeight(_ graph: FilmGraph?, _ size: PixelSize) -> Int {
    graph == nil ? 0 : max(Int(Double(size.height) * graphPart), 64)
  }

  /// To be called after each step.
  mutating func note(_ world: World) { graph?.add(world) }

  /// The most particles that a picture so far left out.
  private(set) var omittedParticles = 0

  /// - Parameter part: How far beyond the state before the latest one; nil: the latest one.
  mutating func picture(of world: World, part: Double?) throws -> Bitmap {
    var status = Status(world)
    if part != nil { status.step = world.steps - 1 }
    let stage = try renderer.picture(
      of: part.map(world.frame) ?? Frame(world.snapshot), description: world.description, status: status)
    omittedParticles = max(omittedParticles, renderer.omittedParticles)
    guard let graph else { return stage }
    var picture = Bitmap(width: size.width, height: size.height)
    let height = Self.graphHeight(graph, size)
    let below = graph.picture(PixelSize(size.width, height))
    let width = Double(size.width)
    let top = Double(size.height - height)
    picture.draw { canvas in
      canvas.draw(stage, in: Rect(size: Size(width, top)))
      canvas.draw(below, in: Rect(origin: Vector(0, top), size: Size(width, Double(height))))
    }
    return picture
  }
}

import CTumbleSDL2
import TumbleGraph
import TumbleInput
import TumbleLooks
import TumbleRendering

/// The graph over the stage, or below it: its layers as textures that are used again, uploaded only when they
/// were drawn again.
final class GraphPanel {
  /// One of several is shown at a time.
  var graphs: [ScrollingGraph] {
    didSet {
      let old = oldValue.indices.contains(current) ? oldValue[current] : nil
      let title = old?.settings.title
      if !graphs.indices.contains(current) || graphs[current].settings.title != title {
        let same = graphs.firstIndex { $0 === old } ?? graphs.firstIndex { $0.settings.title == title }
        current = same ?? (graphs.indices.contains(current) ? current : 0)
      }
      discardTextures()
    }
  }
  private var current = 0
  var isShown = false
  var placement = GraphPlacement()
  /// The part that the mouse has taken hold of.
  private(set) var grip: GraphPlacement.Grip?
  private let target: RenderTarget

  /// The texture that a layer was uploaded to.
  private struct Upload {
    let texture: Texture
    var generation: Int
  }
  /// The uploads by the layers' ids.
  private var uploads: [Int: Upload] = [:]
  /// Uploads so far, to see that only what changed is sent.
  private(set) var uploadCount = 0

  init(_ target: RenderTarget, _ graphs: [ScrollingGraph]) { (self.target, self.graphs) = (target, graphs) }

  /// Forgets every texture: after the graphics card has lost them.
  func discardTextures() { uploads.removeAll(keepingCapacity: true) }
}

extension GraphPanel {
  /// The graph that can be seen; nil while none is.
  var shownGraph: ScrollingGraph? { isShown && graphs.indices.contains(current) ? graphs[current] : nil }

  func showLast() {
    guard !graphs.isEmpty else { return }
    (current, isShown) = (graphs.count - 1, true)
    discardTextures()
  }

  func take(_ action: GraphAction, in layout: Layout) {
    guard !graphs.isEmpty else { return }
    if action == .toggle {
      isShown.toggle()
      return
    }
    guard isShown else { return }
    let graph = graphs[current]
    switch action {
    case .toggle, .export: break
    case .dock: placement.isDocked.toggle()
    case .next:
      graph.hover = nil
      current = (current + 1) % graphs.count
      discardTextures()
    case .press(let place): grip = graph.click(at: place) ? nil : grip(at: place, in: layout)
    case .drag(let distance): drag(distance, graph, layout)
    case .release: grip = nil
    case .pull(let points): graph.scrollBack(by: points)
    case .hover(let place): graph.hover = place
    case .zoom(let steps, let place): graph.zoom(by: steps, around: place ?? graph.hover?.x)
    case .toggleFreeze: if graph.isFollowing { graph.freeze() } else { graph.follow() }
    case .toggleChannel(let channel):
      guard graph.channels.indices.contains(channel) else { return }
      graph.setOn(!graph.channels[channel].isOn, channel: channel)
    }
  }

  /// Returns the part at a position, in the desktop's points from the graph's upper left corner; nil if it is
  /// hidden.
  func grip(at place: Vector, in layout: Layout) -> GraphPlacement.Grip? {
    guard let graph = shownGraph, let area = layout.graph else { return nil }
    let size = Size(area.width / layout.density, area.height / layout.density)
    return placement.grip(at: place, size: size, titleHeight: size.height - graph.plotHeight)
  }

  private func drag(_ distance: Vector, _ graph: ScrollingGraph, _ layout: Layout) {
    guard let grip, let area = layout.graph else { return }
    if grip == .plot { return graph.scrollBack(by: distance.x) }
    func points(_ rect: Rect) -> Rect { Rect(min: rect.min / layout.density, max: rect.max / layout.density) }
    placement.drag(grip, by: distance, graph: points(area), stage: points(layout.stage))
  }

  func draw(in layout: Layout, slide: Double, isComplete: Bool) throws(StageError) {
    guard isShown, let place = layout.graph, graphs.indices.contains(current) else { return }
    let graph = graphs[current]
    graph.layout(
      width: place.width / layout.density, height: place.height / layout.density, scale: layout.density)
    if isComplete { graph.waitUntilIdle(slide: slide) }
    target.setClip(place.pixels)
    // Let go of the layers before the next frame: a bitmap that is held is copied before it is drawn on.
    let layers = graph.frame(slide: slide)
    for layer in layers { try draw(layer, at: place.min) }
    target.setClip(nil)
  }

  private func draw(_ layer: GraphLayer, at corner: Vector) throws(StageError) {
    let size = PixelSize(layer.bitmap.width, layer.bitmap.height)
    guard size.width > 0, size.height > 0 else { return }
    if uploads[layer.id]?.texture.size != size {
      uploads[layer.id] = Upload(texture: try Texture(target, size: size, isSmooth: false), generation: -1)
    }
    guard let upload = uploads[layer.id] else { return }
    if upload.generation != layer.generation {
      target.counts.offscreenPasses += 1
      upload.texture.upload(layer.bitmap)
      uploads[layer.id]?.generation = layer.generation
      uploadCount += 1
    }
    let place = SDL_Rect(
      x: Int32(corner.x) + Int32(layer.x), y: Int32(corner.y) + Int32(layer.y), w: Int32(size.width),
      h: Int32(size.height))
    target.copy(upload.texture, to: place)
  }
}

extension GraphPlacement.Grip {
  /// The mouse's shape over it.
  package var cursor: Cursor {
    switch self {
    case .plot: .arrow
    case .title: .move
    case .top: .upDown
    case .left, .right: .leftRight
    case .topLeft, .topRight: .move
    }
  }
}

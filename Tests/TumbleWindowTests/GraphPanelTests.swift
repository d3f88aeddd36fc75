import CTumbleSDL2
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleGraph
@testable import TumbleLooks
@testable import TumbleRendering
@testable import TumbleWindow

extension StageTests {
  private func graph(_ names: String...) -> ScrollingGraph {
    var settings = GraphSettings()
    settings.straightAlpha = true
    settings.limits = -1...1
    settings.rate = 120
    return ScrollingGraph(channels: names.map { GraphChannel(name: $0) }, settings: settings)
  }

  /// A panel that is shown, in a picture of 400 × 400 pixels.
  private func panel(_ graphs: ScrollingGraph...) throws -> (
    panel: GraphPanel, target: RenderTarget, layout: Layout
  ) {
    let target = try RenderTarget(PixelSize(400, 400))
    let panel = GraphPanel(target, graphs)
    let layout = Layout(target.size, graph: GraphPlacement())
    panel.take(.toggle, in: layout)
    return (panel, target, layout)
  }

  @Test("The graph lies over the stage's lower edge, docked it takes room from it, where there is room")
  func graphLayout() throws {
    var placement = GraphPlacement()
    #expect(placement.isDocked)
    placement.isDocked = false
    let over = Layout(PixelSize(600, 826), graph: placement)
    #expect(over.graph == Rect(min: Vector(0, 580), max: Vector(600, 800)))
    #expect(over.stage.height == 800)
    let docked = GraphPlacement()
    let below = Layout(PixelSize(600, 826), graph: docked)
    #expect(below.graph == over.graph && below.stage.height == 580)
    #expect(Layout(PixelSize(600, 826)).graph == nil)
    #expect(Layout(PixelSize(600, 100), graph: docked).graph == nil)
    #expect(Layout(PixelSize(1200, 1652), density: 2, graph: docked).graph?.height == 440)
    let room = Rect(min: Vector(0, 28), max: Vector(600, 760))
    let between = Layout(PixelSize(600, 826), graph: docked, room: room)
    #expect(between.graph?.max.y == 760 && between.stage.min.y == 28 && between.strip.min.y == 800)
  }

  @Test("Layers lie in the panel alone, and are uploaded only when they were drawn anew")
  func graphUploads() throws {
    let graph = graph("a")
    let (panel, target, layout) = try panel(graph)
    func draw() throws {
      SDL_SetRenderDrawColor(target.pointer, 255, 255, 255, 255)
      SDL_RenderClear(target.pointer)
      try panel.draw(in: layout, slide: 1, isComplete: true)
    }
    for i in 0..<500 { graph.append([i.isMultiple(of: 40) ? 1 : -0.5]) }
    try draw()
    let picture = try target.bitmap()
    let place = try #require(layout.graph)
    #expect(picture[200, Int(place.min.y) - 1] == 0xFFFF_FFFF)
    #expect(picture[200, Int(place.max.y)] == 0xFFFF_FFFF)
    #expect(
      picture[1, Int(place.min.y) + 40] != 0xFFFF_FFFF && picture[398, Int(place.max.y) - 2] != 0xFFFF_FFFF)
    let uploads = panel.uploadCount
    try draw()
    #expect(panel.uploadCount == uploads)
    // A sample touches two tiles and a label or two, however many there are.
    graph.append([0])
    try draw()
    #expect(panel.uploadCount > uploads && panel.uploadCount <= uploads + 5)
    panel.discardTextures()
    try draw()
    #expect(panel.uploadCount > uploads + 10)
  }

  @Test("Keys and the mouse switch channels, scroll, freeze, follow and go to the next graph")
  func graphActions() throws {
    let (first, second) = (graph("a", "b"), graph("c"))
    let (panel, _, layout) = try panel(first, second)
    #expect(panel.shownGraph === first)
    for _ in 0..<2000 { first.append([0, 0]) }
    try panel.draw(in: layout, slide: 1, isComplete: true)
    panel.take(.toggleChannel(1), in: layout)
    panel.take(.toggleChannel(7), in: layout)
    #expect(first.channels.map(\.isOn) == [true, false])
    panel.take(.pull(100), in: layout)
    #expect(!first.isFollowing)
    panel.take(.toggleFreeze, in: layout)
    #expect(first.isFollowing)
    panel.take(.toggleFreeze, in: layout)
    #expect(!first.isFollowing)
    panel.take(.zoom(1, around: nil), in: layout)
    #expect(first.settings.pointsPerSample == 2)
    panel.take(.hover(Vector(10, 50)), in: layout)
    #expect(first.hover == Vector(10, 50))
    panel.take(.next, in: layout)
    #expect(first.hover == nil)
    panel.take(.toggleChannel(0), in: layout)
    #expect(second.channels.map(\.isOn) == [false])
    panel.take(.next, in: layout)
    panel.take(.toggleChannel(0), in: layout)
    #expect(first.channels.map(\.isOn) == [false, false])
    panel.take(.toggle, in: layout)
    #expect(panel.shownGraph == nil)
    panel.take(.toggleChannel(0), in: layout)
    #expect(first.channels.map(\.isOn) == [false, false])
  }

  @Test("A panel without a graph, or of a size without room, draws nothing and takes everything")
  func noGraph() throws {
    let target = try RenderTarget(PixelSize(200, 50))
    let layout = Layout(target.size, graph: GraphPlacement())
    for graphs in [[], [graph("a")]] {
      let panel = GraphPanel(target, graphs)
      for action in [GraphAction.toggle, .next, .press(.zero), .pull(3), .hover(nil), .zoom(1, around: 0)] {
        panel.take(action, in: layout)
      }
      try panel.draw(in: layout, slide: 0, isComplete: true)
    }
  }
}

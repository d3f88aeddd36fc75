import CTumbleSDL2
import TumbleAnimation
import TumbleFrames
import TumbleGraph
import TumbleInput
import TumbleLooks
import TumbleRendering

// A frame: the world, the graph, the panels, and then all of it on the screen.
extension Stage {
  /// The facts that `draw` needs of the world beside its frame.
  package struct FactsWanted {
    /// Is true if the points where bodies touch are needed.
    package var touches: Bool
    /// Is true if the facts of all bodies are needed.
    package var bodies: Bool
    /// The body under the mouse, whose facts are needed.
    package var hovered: BodyID?
  }

  package var factsWanted: FactsWanted { marks.factsWanted }

  /// The number of large particles that the latest frame had no room for.
  package var omittedParticles: Int { renderer.omittedParticles }

  /// Draws a frame; nothing is seen before `present`.
  ///
  /// - Parameters:
  ///   - facts: What `factsWanted` asked for.
  package func draw(_ frame: Frame, status: Status, facts: LayerFacts = LayerFacts()) throws(StageError) {
    control.track(frame)
    hasNews = false
    let layout = layout
    let viewport = viewport(in: layout)
    target.logsDraws = marks.showsLayers && marks.layers.contains(.blending)
    try renderer.draw(frame, in: viewport)
    if target.logsDraws { target.showDrawLog() }
    // What is dragged says of itself what is to be said.
    let pointer =
      isTaken
      ? nil
      : input.pointer.flatMap { pixel in
        input.isHolding || viewport.area.contains(pixel) && layout.graph?.contains(pixel) != true
          ? viewport.point(pixel) : nil
      }
    try marks.draw(
      frame,
      FrameMarks.Surroundings(
        description: description, facts: facts, viewport: viewport, pointer: pointer,
        isTilted: input.isTilted))
    leaving?.draw(on: target, in: layout.stage)
    try overlay.draw(status, in: layout)
    cursors.show(currentCursor(layout))
  }

  private func currentCursor(_ layout: Layout) -> Cursor {
    if !input.isDragging, let cursor = panels?.cursor { return cursor }
    if let grip = graphs.grip { return grip == .plot ? .arrow : grip.cursor }
    if let pixel = input.pointer, let graph = layout.graph, graph.contains(pixel), !input.isDragging {
      return graphs.grip(at: (pixel - graph.min) / layout.density, in: layout)?.cursor ?? .arrow
    }
    return cursor ?? marks.feedback.cursor(description, isPanning: input.isPanning)
  }

  /// Draws the graph, if it is shown: on its own, so that its cost can be measured.
  ///
  /// - Parameters:
  ///   - slide: How far the moment lies beyond the newest sample, 0..<1.
  ///   - isComplete: Waits for what is drawn in the background, so that pictures repeat.
  package func drawGraph(slide: Double, isComplete: Bool) throws(StageError) {
    try graphs.draw(in: layout, slide: slide, isComplete: isComplete)
  }

  /// Draws the panels, over all else.
  package func drawPanels() throws(StageError) { try panels?.draw(on: target) }

  /// The graph that is seen; nil while it is hidden.
  package var shownGraph: ScrollingGraph? { graphs.shownGraph }
  package var graphPlacement: GraphPlacement {
    get { graphs.placement }
    set { graphs.placement = newValue }
  }

  /// Returns the colors that a body is drawn in if the scene gives it none; nil for a body that is not there.
  package func drawnColors(of body: BodyID, in frame: Frame) -> DrawnColors? {
    frame.current[body].flatMap { renderer.drawnColors(of: body, own: $0.appearance.color) }
  }

  /// Returns the counts of what was drawn since the last call, and the window's size, in pixels.
  package func takeCounts() -> (DrawCounts, window: PixelSize) { (target.takeCounts(), target.size) }

  /// Returns the picture that has been drawn and not presented yet.
  package func picture() throws(StageError) -> Bitmap { try target.bitmap() }

  /// Shows what was drawn.
  package func present() { target.present() }

  /// Waits for the pictures that the latest frame wanted, but not for longer than one notices: before a
  /// scene is first seen.
  package func awaitPictures() { textures.wait(atMost: 0.25) }

  package var pictureStatistics: PictureStatistics { textures.statistics }
}

/// The picture of the scene that was shown before, which leaves the stage while the next one is there
/// already.
final class LeavingScene {
  private let texture: Texture
  private let transition: Transition
  /// The area of the stage, in pixels.
  private let area: Rect
  private var age = 0.0
  /// A frame that took longer, as the first one of a scene does, counts for no more than this many seconds.
  private static let longestFrame = 1.0 / 30

  /// Keeps what has been drawn of an area, which has not been presented yet.
  init(_ target: RenderTarget, area: Rect, transition: Transition) throws(StageError) {
    let drawn = try target.bitmap()
    texture = try Texture(target, size: target.size)
    texture.upload(drawn)
    self.area = area
    self.transition = transition
  }

  /// Is true if nothing of it is to be seen any more.
  var isOver: Bool { transition.progress(at: age) == nil }

  func advance(by seconds: Double) { age += min(max(seconds, 0), Self.longestFrame) }

  /// Draws what is left over the next scene; nothing on a stage that has become another.
  func draw(on target: RenderTarget, in stage: Rect) {
    guard stage == area, let progress = transition.progress(at: age) else { return }
    for quad in transition.quads(at: progress) where quad.isOld {
      // What lies below is opaque, and complete: a plain fade dissolves one into the other.
      let opacity = transition.kind == .fade ? 1 - progress : quad.opacity
      SDL_SetTextureAlphaMod(texture.pointer, UInt8((min(max(opacity, 0), 1) * 255).rounded()))
      target.copy(texture, from: pixels(quad.source), to: pixels(quad.destination))
    }
  }

  /// A part of the unit square, y up, on the stage, y down.
  private func pixels(_ part: Rect) -> SDL_Rect {
    Rect(
      min: Vector(area.min.x + area.width * part.min.x, area.max.y - area.height * part.max.y),
      max: Vector(area.min.x + area.width * part.max.x, area.max.y - area.height * part.min.y)
    ).pixels
  }
}

extension Stage {
  /// Draws the last frame of a scene that is about to be replaced, to let it leave by `sceneTransition`.
  package func keepScene(_ frame: Frame) {
    leaving = nil
    guard let transition = sceneTransition, transition.duration > 0, !isHidden else { return }
    do throws(StageError) {
      let layout = layout
      try renderer.draw(frame, in: viewport(in: layout))
      leaving = try LeavingScene(target, area: layout.stage, transition: transition)
    } catch {
      // Without its picture the next scene is there at once.
      leaving = nil
    }
  }

  /// Lets the time of a frame pass for what leaves.
  package func advanceTransition(by seconds: Double) {
    leaving?.advance(by: seconds)
    if leaving?.isOver == true { leaving = nil }
  }
}

import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleGraph

/// A window with a scene in it: what a person does comes out as actions, frames go in to be drawn.
package final class Stage {
  /// What is shown.
  package var description: WorldDescription { renderer.description }

  /// What was asked for since the last look; see `readInput`.
  package private(set) var actions: [Action] = []

  private let window: Window
  private let target: RenderTarget
  private let renderer: Renderer
  private let textures: TextureCache
  private let overlay: Overlay
  private let graphs: GraphPanel
  private var input: InputMap

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - gravity: The scene's own, which Home returns to.
  ///   - graphs: What the graph below the stage shows, one at a time.
  ///   - showsGraph: Whether it is shown from the beginning.
  ///   - warn: Gets a sentence for a texture that cannot be read.
  package init(
    _ display: SDLSession.Display, description: WorldDescription, gravity: Vector,
    graphs: [ScrollingGraph] = [],
    showsGraph: Bool = false, theme: Theme = Theme(),
    warn: @escaping (String) -> Void
  ) throws(StageError) {
    let session = try SDLSession(display)
    window = try Window(
      session: session, title: Self.title(description),
      size: Window.comfortableSize(
        for: description.view.size, extraHeight: Layout.stripHeight + (showsGraph ? Layout.graphHeight : 0),
        on: session))
    target = try RenderTarget(window)
    textures = TextureCache(warn: warn)
    renderer = Renderer(target, description: description, textures: textures, theme: theme)
    overlay = Overlay(target, theme: theme)
    self.graphs = GraphPanel(target, graphs)
    self.graphs.isShown = showsGraph
    input = InputMap(gravity: gravity)
    actions.reserveCapacity(64)
  }

  private static func title(_ description: WorldDescription) -> String {
    (description.title.isEmpty ? description.name : description.title) + " – Tumble"
  }
}

extension Stage {
  /// SDL's name of what draws, such as `opengl`.
  package var rendererName: String { target.name }
  /// Frames per second of the display; 60 if it does not say.
  package var refreshRate: Int { window.refreshRate }
  /// Whether nothing of the window can be seen, so that there is no need to draw it.
  package var isHidden: Bool { window.isHidden }

  /// Puts what was done since the last look into `actions`, in order; of moves that follow each other the last.
  ///
  /// - Parameter wait: How long to wait for something to be done, in milliseconds.
  package func readInput(waitingAtMost wait: Int = 0) {
    actions.removeAll(keepingCapacity: true)
    let layout = layout
    let viewport = viewport(in: layout)
    var event = SDL_Event()
    var hasEvent = wait > 0 ? SDL_WaitEventTimeout(&event, Int32(wait)) : SDL_PollEvent(&event)
    while hasEvent != 0 {
      if let action = input.action(
        for: event, in: viewport, pixelsPerPoint: layout.density, graph: layout.graph)
      {
        take(action)
      }
      hasEvent = SDL_PollEvent(&event)
    }
    window.captureMouse(input.isHolding)
  }

  private func take(_ action: Action) {
    if case .command(.move) = action, case .command(.move) = actions.last { actions.removeLast() }
    switch action {
    case .graph(let action): graphs.take(action)
    case .toggleFullScreen: window.toggleFullScreen()
    case .redraw: window.keepMinimum()
    case .texturesLost:
      renderer.discardTextures()
      overlay.discardTextures()
      graphs.discardTextures()
    default: break
    }
    actions.append(action)
  }

  /// Forgets the hold and the tilt, as a restarted world does, and reads texture files again: one may have changed.
  package func restart() {
    input.restart()
    textures.forget()
    renderer.discardTextures()
  }

  /// Shows another scene in the same window, which keeps its size and whether the graph is shown.
  package func restart(
    _ description: WorldDescription, gravity: Vector, graphs: [ScrollingGraph], theme: Theme
  ) {
    input = InputMap(gravity: gravity)
    restart()
    renderer.description = description
    renderer.theme = theme
    self.graphs.graphs = graphs
    window.setTitle(Self.title(description))
  }

  /// Draws a frame; nothing is seen before `present`.
  ///
  /// - Parameter panel: What lies over it.
  package func draw(_ frame: Frame, status: Status, panel: Panel? = nil) throws(StageError) {
    let layout = layout
    try renderer.draw(frame, in: viewport(in: layout))
    try overlay.draw(status, panel: panel, in: layout)
  }

  /// Draws the graph below the stage, if it is shown: on its own, so that its cost can be measured.
  ///
  /// - Parameters:
  ///   - slide: How far the moment lies beyond the newest sample, 0..<1.
  ///   - isComplete: Waits for what is drawn in the background, so that pictures repeat.
  package func drawGraph(slide: Double, isComplete: Bool) throws(StageError) {
    try graphs.draw(in: layout, slide: slide, isComplete: isComplete)
  }

  /// The graph below the stage; nil while it is hidden.
  package var shownGraph: ScrollingGraph? { graphs.shownGraph }

  /// Shows what was drawn.
  package func present() { target.present() }

  private var layout: Layout {
    Layout(target.size, density: target.pixelsPerPoint, showsGraph: graphs.isShown)
  }

  private func viewport(in layout: Layout) -> Viewport {
    Viewport(view: description.view, in: layout.stage, density: layout.density)
  }
}

import CTumbleSDL2
import TumbleAnimation
import TumbleFrames
import TumbleGraph
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleRendering

/// A window with a scene in it: what a person does comes out as actions, frames go in to be drawn.
package final class Stage {
  /// The description of the world that is shown.
  package var description: WorldDescription {
    get { renderer.description }
    set { renderer.description = newValue }
  }

  /// Actions since the last call; see `readInput`.
  package internal(set) var actions: [Action] = []
  /// Is true if a button of the mouse was pressed, wherever it was, in the last look at the input.
  package internal(set) var wasPressed = false

  /// Gets mouse events over the stage first (a tool, a handle) and returns whether it took them. After a
  /// press that it took it gets the moves and the release wherever they are; its result is ignored while the
  /// mouse joint or the camera is dragged.
  package var pointerTaker: ((PointerEvent) -> Bool)?
  /// The function that is called while the mouse is over panels, and not over the stage.
  package var pointerLeft: (() -> Void)?
  /// Is true while time goes on: the scene has its buttons of the mouse then.
  package var isRunning = true
  /// The function that is asked about what is typed while the taker has the button; it answers whether it
  /// took it.
  package var typingTaker: ((TypedKey) -> Bool)?
  /// Is true if the taker took the button that is down.
  var isTaken = false
  /// The mouse's shape where something else than the stage has a say in it.
  package var cursor: Cursor?

  /// Is true if what is seen has changed although nothing was asked for: the mouse lies over something else,
  /// or panels have not settled yet.
  package var wantsFrame: Bool {
    hasNews || leaving != nil || renderer.isWaiting || panels?.needsFrame == true || textures.isBusy
  }
  /// Is true if there is news of the mouse or of panels since the latest frame.
  var hasNews = false

  /// The transition by which a scene leaves that another one replaces: `fade` or `reveal`; nil: at once.
  package var sceneTransition: Transition?
  var leaving: LeavingScene?

  let window: Window
  let target: RenderTarget
  let renderer: Renderer
  let graphs: GraphPanel
  /// The marks that are drawn over the bodies.
  package let marks: FrameMarks
  /// The panels; nil if there are none: without a display.
  let panels: PanelHost?
  let textures: TextureCache
  let overlay: Overlay
  let cursors: Cursors
  let pads: Pads?
  package internal(set) var input: InputMap
  var control: CameraControl
  /// The scene's title or name, which the window bears.
  private var heading: String { didSet { showTitle() } }
  /// Is true if something of the scene is in no file: a star before the window's title says so.
  package var isEdited = false {
    didSet { if isEdited != oldValue { showTitle() } }
  }

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - gravity: The scene's own, which Home returns to.
  ///   - graphs: What the graph shows, one at a time.
  ///   - scale: Pixels for each of the desktop's points; nil: as the desktop says.
  ///   - size: In the desktop's points; nil: what is comfortable for the scene.
  ///   - hasPanels: Left out: where there is a display.
  ///   - decoding: How pictures are read; left out: in the background where there is a display.
  ///   - pictureFolder: Where pictures that Tumble draws itself are kept; nil: nowhere.
  ///   - warn: Gets a sentence for a texture that cannot be read.
  package init(
    _ display: SDLSession.Display, description: WorldDescription, gravity: Vector,
    graphs: [ScrollingGraph] = [], showsGraph: Bool = false, theme: Theme = Theme(),
    keys: KeyTable = .standard, scale: Double? = nil, size: PixelSize? = nil, hasPanels: Bool? = nil,
    decoding: TextureCache.Decoding? = nil, pictureFolder: String? = nil, warn: @escaping (String) -> Void
  ) throws(StageError) {
    let session = try SDLSession(display)
    let scale = scale ?? session.scale
    let hasPanels = hasPanels ?? (display == .screen)
    let panelHeight = hasPanels ? Int(InterfaceLayout.menuHeight + InterfaceLayout.timelineHeight) : 0
    let panelWidth = hasPanels ? Int(InterfaceLayout.toolsWidth) : 0
    let chosen = size.map { PixelSize(Int(Double($0.width) * scale), Int(Double($0.height) * scale)) }
    window = try Window(
      session: session, title: Self.title(description.heading),
      size: chosen.map { display == .screen ? Window.fitting($0, on: session) : $0 }
        ?? Window.comfortableSize(
          for: description.view.size, extra: PixelSize(panelWidth, Layout.stripHeight + panelHeight),
          scale: scale, on: session))
    target = try RenderTarget(window, scale: scale)
    window.setMinimum(scale: target.ownScale)
    textures = TextureCache(
      decoding ?? (display == .screen ? .inBackground : .atOnce), folder: pictureFolder, warn: warn)
    renderer = Renderer(target, description: description, textures: textures, theme: theme)
    renderer.drawsInBackground = display == .screen
    overlay = Overlay(target, theme: theme)
    marks = FrameMarks(MarkPainter(target, theme: theme), gravity: gravity)
    heading = description.heading
    self.graphs = GraphPanel(target, graphs)
    self.graphs.isShown = showsGraph
    cursors = Cursors(session)
    panels = try hasPanels ? PanelHost(Interface()) : nil
    pads = display == .screen ? Pads() : nil
    input = InputMap(gravity: gravity, keys: keys)
    control = CameraControl(description.view)
    actions.reserveCapacity(64)
  }

  private static func title(_ heading: String, isEdited: Bool = false) -> String {
    (isEdited ? "*" : "") + heading + " – Tumble"
  }
}

extension Stage {
  /// Is true if there are panels.
  package var hasPanels: Bool { panels != nil }

  /// The part of the line of status that found too little room; nil if all was shown.
  package var cutNotice: String? { overlay.cutNotice }
  /// The actions in the panels up to the last look; see `updatePanels`.
  package var panelActions: [PanelAction] { panels?.actions ?? [] }

  /// Shows panels, and puts what was done in them into `panelActions`.
  ///
  /// - Parameters:
  ///   - seconds: Since the last look.
  ///   - takesInput: False where the state follows from what was just done: what was done after that is taken
  ///     in by the next look, when the panels have that state.
  package func updatePanels(_ state: InterfaceState, seconds: Double, takesInput: Bool = true) {
    panels?.update(state, in: surface, seconds: seconds, takesInput: takesInput)
  }

  /// Sets a picture that panels show by its id; nil takes it away.
  package func setPicture(_ picture: Bitmap?, for id: PictureID) { panels?.setPicture(picture, for: id) }

  package func setClipboard(_ text: String) { SDL_SetClipboardText(text) }

  /// Offers other graphs; the last of them is shown where that is wanted.
  package func setGraphs(_ new: [ScrollingGraph], showsLast: Bool) {
    graphs.graphs = new
    if showsLast { graphs.showLast() }
  }

  /// Forgets the hold and the tilt, as a restarted world does, and reads texture files again where they are
  /// not watched: one may have changed.
  package func restart() {
    leaving = nil
    input.restart()
    marks.restart()
    guard !textures.isWatching else { return }
    textures.forget()
    renderer.discardTextures()
  }

  /// Shows another scene in the same window, which keeps its size and whether the graph is shown.
  ///
  /// - Parameter isOther: False where it is the same one, changed: then the camera stays as well.
  package func restart(
    _ description: WorldDescription, gravity: Vector, graphs: [ScrollingGraph], theme: Theme, isOther: Bool
  ) {
    let isSameView = description.view == renderer.description.view
    input.restart(gravity: gravity)
    marks.gravity = gravity
    let kept = leaving
    restart()
    leaving = kept
    if !isSameView || isOther { control = CameraControl(description.view) }
    renderer.description = description
    renderer.discardTextures()
    self.theme = theme
    self.graphs.graphs = graphs
    heading = description.heading
  }

  /// The theme of the stage and of the line of status.
  package var theme: Theme {
    get { renderer.theme }
    set {
      renderer.theme = newValue
      overlay.theme = newValue
    }
  }

  /// Gives the scene another name, which the window bears where the scene has no title.
  package func setName(_ name: String) {
    var named = description
    named.name = name
    heading = named.heading
  }

  private func showTitle() { window.setTitle(Self.title(heading, isEdited: isEdited)) }

  /// Shows a picture where the desktop lists windows.
  package func setIcon(_ picture: Bitmap) { window.setIcon(picture) }

  /// The window's title, as the desktop has it.
  package var title: String { window.title }

  /// Shows what was shown in an earlier run.
  package func restoreCamera(center: Vector, zoom: Double) { control.restore(center: center, zoom: zoom) }

  /// Takes other keys from now on.
  package func setKeys(_ keys: KeyTable) { input.keys = keys }

  /// Sets the keys that the running scene has for itself from now on; what is held of it is released.
  package func setSceneKeys(_ bindings: [SceneInput]) { input.scene = SceneKeys(bindings) }

  /// Returns the commands of the scene's keys that are held, for a world that has been told other values.
  ///
  /// - Parameter value: What it has been reported an input, by its id.
  package func sceneCommands(_ value: (String) -> Double) -> [Command] { input.scene.tell(value) }

  /// The keys that the running scene wants for itself.
  package var sceneGestures: Set<Gesture> { input.scene.gestures }
}

// What of the window and of the world is seen, and where.
extension Stage {
  /// SDL's name of what draws, such as `opengl`.
  package var rendererName: String { target.name }
  /// Frames per second of the display; 60 if it does not say.
  package var refreshRate: Int { window.refreshRate }
  /// Is true if nothing of the window can be seen, so that there is no need to draw it.
  package var isHidden: Bool { window.isHidden }
  /// The size in the desktop's points; nil while it fills the screen, or is maximized.
  package var windowSize: PixelSize? {
    guard !window.isFullScreen, !window.isMaximized else { return nil }
    let (size, scale) = (window.size, target.pixelsPerPoint / target.pixelsPerUnit)
    return PixelSize(Int(Double(size.width) / scale), Int(Double(size.height) / scale))
  }
  package var isMaximized: Bool { window.isMaximized }
  package func maximize() { window.maximize() }
  /// Is true while gravity leans.
  package var isTilted: Bool { input.isTilted }
  /// The part of the world that is shown.
  package var camera: Camera { control.camera }
  /// The body that the camera goes along with.
  package var followed: BodyID? { control.followed }

  package var layout: Layout {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let graph = graphs.isShown ? graphs.placement : nil
    guard let panels else { return Layout(size, density: density, graph: graph) }
    let room = panels.stagePixels(in: surface)
    return Layout(
      size, density: density, graph: graph,
      room: Rect(
        min: Vector(room.min.x.rounded(), room.min.y.rounded()),
        max: Vector(room.max.x.rounded(), room.max.y.rounded())))
  }

  /// The area where panels may be: the window without its line of status.
  var surface: InterfaceSurface {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let strip = Layout(size, density: density).strip
    return InterfaceSurface(
      size, scale: density, area: Rect(min: .zero, max: Vector(Double(size.width), strip.min.y)))
  }

  /// The part of the stage that the column of panels leaves free, in pixels.
  package var clearStage: Rect {
    let room = layout.stage
    guard let side = panels?.sidePixels(in: surface), side.width > 0, side.min.x > room.min.x else {
      return room
    }
    return Rect(min: room.min, max: Vector(min(room.max.x, side.min.x), room.max.y))
  }

  /// Moves the view, if it must, so that a part of the world is seen beside the column of panels; of what is
  /// too wide its left edge.
  package func reveal(_ part: Rect) {
    let (layout, viewport, room) = (layout, viewport, clearStage)
    guard viewport.scale > 0, part.isFinite, room.width > 0 else { return }
    let margin = 24 * layout.density
    let (left, right) = (viewport.pixel(part.min).x - margin, viewport.pixel(part.max).x + margin)
    guard right > room.max.x, left < layout.stage.max.x else { return }
    let way = min(right - room.max.x, max(left - room.min.x, 0))
    guard way > 0 else { return }
    control.pan(by: Vector(-way, 0), in: viewport)
    hasNews = true
  }

  /// Has the camera go along with a body from now on; nil: with none.
  package func follow(_ body: BodyID?) { control.follow(body) }

  /// The conversion from the world to the window now.
  package var viewport: Viewport { viewport(in: layout) }

  func viewport(in layout: Layout) -> Viewport {
    control.camera.viewport(in: layout.stage, density: layout.density)
  }
}

extension Stage {
  /// Gives the window another size, in the desktop's points, as far as it allows that.
  package func resize(to size: PixelSize) {
    SDL_SetWindowSize(window.pointer, Int32(size.width), Int32(size.height))
  }
}

extension WorldDescription {
  /// The scene's title; its name where it has none.
  fileprivate var heading: String { title.isEmpty ? name : title }
}

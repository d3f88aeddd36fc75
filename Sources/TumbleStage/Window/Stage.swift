import CTumbleSDL2
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleGraph

/// A window with a scene in it: what a person does comes out as actions, frames go in to be drawn.
package final class Stage {
  /// What is shown.
  package var description: WorldDescription {
    get { renderer.description }
    set { renderer.description = newValue }
  }

  /// What was asked for since the last look; see `readInput`.
  package private(set) var actions: [Action] = []

  /// Asked first about what the mouse does over the stage: a tool, a handle. It answers whether it took the event. One that
  /// took a press gets its moves and its release wherever they are; while the hand or the camera pulls it is only told.
  package var pointerTaker: ((PointerEvent) -> Bool)?
  /// Whether the taker took the button that is down.
  private var isTaken = false
  /// Whether a panel has the button that is down.
  private var panelsHoldButton = false
  /// Adds marks of its own to those of a frame.
  package var extraMarks: ((inout Marks, Viewport) -> Void)?
  /// The mouse's shape where something else than the stage has a say in it.
  package var cursor: Cursor?
  /// The panels that are shown.
  package private(set) var panels = InterfaceState()
  /// What was done in them at the last look; see `updatePanels`.
  package private(set) var panelActions: [InterfaceAction] = []

  /// Whether what is seen has changed although nothing was asked for: the mouse lies over something else, or panels have
  /// not settled yet.
  package var wantsFrame: Bool { hasNews || interface?.needsFrame == true }
  /// Of the mouse and of panels, since the latest frame.
  private var hasNews = false

  /// What is drawn over the bodies while `showsLayers`.
  package var layers = Layers.usual
  package var showsLayers = false

  let window: Window
  let target: RenderTarget
  let renderer: Renderer
  let graphs: GraphPanel
  private let textures: TextureCache
  private let overlay: Overlay
  private let painter: MarkPainter
  private let cursors: Cursors
  /// nil where there are no panels: without a display.
  private let interface: Interface?
  private var panelInputs: [InterfaceInput] = []
  private let pads: Pads?
  package private(set) var input: InputMap
  private var control: CameraControl
  private var feedback = Feedback()
  private var trails = Trails()
  private var marks = Marks()
  /// The scene's own gravity.
  private var upright: Vector

  /// Opens the window.
  ///
  /// - Parameters:
  ///   - gravity: The scene's own, which Home returns to.
  ///   - graphs: What the graph shows, one at a time.
  ///   - showsGraph: Whether it is shown from the beginning.
  ///   - keys: What keys and the mouse mean.
  ///   - scale: Pixels for each of the desktop's points; nil: as the desktop says.
  ///   - size: In the desktop's points; nil: what is comfortable for the scene.
  ///   - hasPanels: Left out: where there is a display.
  ///   - warn: Gets a sentence for a texture that cannot be read.
  package init(
    _ display: SDLSession.Display, description: WorldDescription, gravity: Vector,
    graphs: [ScrollingGraph] = [],
    showsGraph: Bool = false, theme: Theme = Theme(), keys: KeyTable = .standard, scale: Double? = nil,
    size: PixelSize? = nil, hasPanels: Bool? = nil,
    warn: @escaping (String) -> Void
  ) throws(StageError) {
    let session = try SDLSession(display)
    let scale = scale ?? session.scale
    let hasPanels = hasPanels ?? (display == .screen)
    let panelHeight = hasPanels ? Int(InterfaceLayout.menuHeight + InterfaceLayout.timelineHeight) : 0
    let panelWidth = hasPanels ? Int(InterfaceLayout.toolsWidth) : 0
    let chosen = size.map { PixelSize(Int(Double($0.width) * scale), Int(Double($0.height) * scale)) }
    window = try Window(
      session: session, title: Self.title(description),
      size: chosen
        ?? Window.comfortableSize(
          for: description.view.size, extra: PixelSize(panelWidth, Layout.stripHeight + panelHeight),
          scale: scale, on: session))
    target = try RenderTarget(window, scale: scale)
    window.setMinimum(scale: target.ownScale)
    textures = TextureCache(warn: warn)
    renderer = Renderer(target, description: description, textures: textures, theme: theme)
    overlay = Overlay(target, theme: theme)
    painter = MarkPainter(target, theme: theme)
    self.graphs = GraphPanel(target, graphs)
    self.graphs.isShown = showsGraph
    cursors = Cursors(session)
    interface = try hasPanels ? Interface() : nil
    pads = display == .screen ? Pads() : nil
    input = InputMap(gravity: gravity, keys: keys)
    control = CameraControl(description.view)
    upright = gravity
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
  /// In the desktop's points; nil while it fills the screen.
  package var windowSize: PixelSize? {
    guard !window.isFullScreen else { return nil }
    let (size, scale) = (window.size, target.pixelsPerPoint / target.pixelsPerUnit)
    return PixelSize(Int(Double(size.width) / scale), Int(Double(size.height) / scale))
  }
  /// What of the world is shown.
  package var camera: Camera { control.camera }
  /// The body that the camera goes along with.
  package var followed: BodyID? { control.followed }

  package var layout: Layout {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let graph = graphs.isShown ? graphs.placement : nil
    guard interface != nil else { return Layout(size, density: density, graph: graph) }
    let room = Interface.layout(panels, in: surface).stagePixels
    return Layout(
      size, density: density, graph: graph,
      room: Rect(
        min: Vector(room.min.x.rounded(), room.min.y.rounded()),
        max: Vector(room.max.x.rounded(), room.max.y.rounded())))
  }

  /// Where panels may be: the window without its line of status.
  private var surface: InterfaceSurface {
    let (size, density) = (target.size, target.pixelsPerPoint)
    let strip = Layout(size, density: density).strip
    return InterfaceSurface(
      size, scale: density, area: Rect(min: .zero, max: Vector(Double(size.width), strip.min.y)))
  }

  /// How the world is shown now.
  package var viewport: Viewport { viewport(in: layout) }

  private func viewport(in layout: Layout) -> Viewport {
    control.camera.viewport(in: layout.stage, density: layout.density)
  }
}

// MARK: Input

extension Stage {
  /// Puts what was done since the last look into `actions`, in order; of moves that follow each other the last.
  ///
  /// - Parameters:
  ///   - frame: What is shown: what lies under the mouse in it.
  ///   - wait: How long to wait for something to be done, in milliseconds.
  package func readInput(_ frame: Frame, waitingAtMost wait: Int = 0) {
    actions.removeAll(keepingCapacity: true)
    var event = SDL_Event()
    var hasEvent = wait > 0 ? SDL_WaitEventTimeout(&event, Int32(wait)) : SDL_PollEvent(&event)
    while hasEvent != 0 {
      read(event, frame)
      hasEvent = SDL_PollEvent(&event)
    }
    window.captureMouse(input.isDragging || isTaken)
  }

  private func read(_ event: SDL_Event, _ frame: Frame) {
    pads?.take(event)
    hasNews = hasNews || SDL_EventType(event.type) == SDL_MOUSEMOTION
    if SDL_EventType(event.type) == SDL_DROPFILE, let name = event.drop.file {
      actions.append(.openFile(String(cString: name)))
      SDL_free(name)
      return
    }
    if isForPanels(event) { return }
    let layout = layout
    let viewport = viewport(in: layout)
    let surroundings = InputMap.Surroundings(
      viewport: viewport, stage: layout.stage, graph: layout.graph,
      pixelsPerUnit: target.pixelsPerUnit, density: layout.density)
    let pointer = PointerEvent(event, in: viewport, pixelsPerUnit: target.pixelsPerUnit)
    if let pointer, isTaken || layout.graph?.contains(pointer.pixel) != true, offer(pointer) { return }
    guard let action = input.action(for: event, in: surroundings) else { return }
    take(action, frame, layout, viewport)
    if let last = actions.last, action.replaces(last) { actions.removeLast() }
    actions.append(action)
  }

  /// Whether the taker has the event.
  private func offer(_ pointer: PointerEvent) -> Bool {
    let isHandPulling = input.isDragging && !isTaken
    guard let pointerTaker else { return false }
    let takes = pointerTaker(pointer)
    if takes { hasNews = true }
    guard !isHandPulling else { return false }
    switch pointer.kind {
    case .press: isTaken = isTaken || takes
    case .release(.left): isTaken = false
    case .move, .release: break
    }
    return takes
  }

  /// Lets the panels have an event; false where it is the stage's as well.
  private func isForPanels(_ event: SDL_Event) -> Bool {
    guard let interface else { return false }
    let kind = SDL_EventType(event.type)
    let isKey = kind == SDL_KEYDOWN || kind == SDL_KEYUP
    if isKey { panelInputs.append(InterfaceInput.modifiers(of: event.key)) }
    if let input = InterfaceInput(event, pixelsPerPoint: target.pixelsPerUnit) {
      panelInputs.append(input)
      // While time stands still no frame would come to show what it does.
      hasNews = true
    }
    if kind == SDL_KEYDOWN, event.key.keysym.sym == Int32(SDLK_ESCAPE.rawValue), interface.closeMenus() {
      return true
    }
    if isKey { return interface.wantsKeyboard && !quits(event.key) }
    guard isMouseForPanels(event, interface) else { return false }
    if case .graph(let action) = input.leave() { graphs.take(action, in: layout) }
    return true
  }

  /// Whether a key with Control quits: whatever is typed into, or waits for an answer, the window can be closed.
  private func quits(_ event: SDL_KeyboardEvent) -> Bool {
    let modifiers = Modifiers(sdl: UInt32(event.keysym.mod))
    return modifiers.contains(.control)
      && input.keys.entry(forKey: Key(code: event.keysym.sym), with: modifiers)?.name == .quit
  }

  /// What was begun in a panel or on the stage goes on there.
  private func isMouseForPanels(_ event: SDL_Event, _ interface: Interface) -> Bool {
    let place: (x: Int32, y: Int32)
    switch SDL_EventType(event.type) {
    case SDL_MOUSEMOTION: place = (event.motion.x, event.motion.y)
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP: place = (event.button.x, event.button.y)
    case SDL_MOUSEWHEEL: return !input.isDragging && !isTaken && interface.wantsMouse
    default: return false
    }
    guard !input.isDragging, !isTaken else { return false }
    let pixel = Vector(Double(place.x), Double(place.y)) * target.pixelsPerUnit
    let isOver = panelsHoldButton || interface.covers(pixel)
    if SDL_EventType(event.type) == SDL_MOUSEBUTTONDOWN { panelsHoldButton = isOver }
    if SDL_EventType(event.type) == SDL_MOUSEBUTTONUP { panelsHoldButton = false }
    return isOver
  }

  /// Shows panels, and puts what was done in them into `panelActions`.
  ///
  /// - Parameter seconds: Since the last look.
  package func updatePanels(_ state: InterfaceState, seconds: Double) {
    panels = state
    guard let interface else { return }
    panelActions = interface.frame(state, input: panelInputs, in: surface, seconds: seconds)
    panelInputs.removeAll(keepingCapacity: true)
  }

  /// What the line of status had too little room to tell; nil where it told all.
  package var cutNotice: String? { overlay.cutNotice }

  /// Whether there are panels.
  package var hasPanels: Bool { interface != nil }

  /// A picture that panels show by its id; nil takes it away.
  package func setPicture(_ picture: Bitmap?, for id: PictureID) { interface?.setPicture(picture, for: id) }

  package func setClipboard(_ text: String) { SDL_SetClipboardText(text) }

  /// Does of an action what is the stage's to do: for the menu and for buttons.
  ///
  /// - Returns: What a key would have asked for, for who does the rest of it.
  package func perform(_ name: ActionName, _ frame: Frame) -> Action {
    let (action, layout) = (input.action(for: name), layout)
    take(action, frame, layout, viewport(in: layout))
    return action
  }

  private func take(_ action: Action, _ frame: Frame, _ layout: Layout, _ viewport: Viewport) {
    switch action {
    case .command(.grab(let point)): feedback.grab(at: point, in: frame, description)
    case .command(.release): feedback.release()
    case .graph(let action): graphs.take(action, in: layout)
    case .camera(let action):
      control.take(action, frame, description, in: viewport, stage: layout.stage)
    case .named(.fullScreen): window.toggleFullScreen()
    case .named(.layers): showsLayers.toggle()
    case .redraw: window.keepMinimum()
    case .texturesLost:
      renderer.discardTextures()
      overlay.discardTextures()
      graphs.discardTextures()
      painter.discardTextures()
      interface?.discardTextures()
    default: break
    }
  }

  /// Whether the arrows move what is selected, and do not lean gravity.
  package var nudges: Bool {
    get { input.nudges }
    set { input.nudges = newValue }
  }

  /// Other graphs to choose from; the last of them is shown where that is wanted.
  package func setGraphs(_ new: [ScrollingGraph], showsLast: Bool) {
    graphs.graphs = new
    if showsLast { graphs.showLast() }
  }

  /// Forgets the hold and the tilt, as a restarted world does, and reads texture files again: one may have changed.
  package func restart() {
    input.restart()
    feedback = Feedback()
    trails.removeAll()
    textures.forget()
    renderer.discardTextures()
  }

  /// Shows another scene in the same window, which keeps its size and whether the graph is shown.
  package func restart(
    _ description: WorldDescription, gravity: Vector, graphs: [ScrollingGraph], theme: Theme
  ) {
    let isSameView = description.view == renderer.description.view
    input.restart(gravity: gravity)
    upright = gravity
    restart()
    if !isSameView || description.name != renderer.description.name {
      control = CameraControl(description.view)
    }
    renderer.description = description
    renderer.theme = theme
    self.graphs.graphs = graphs
    window.setTitle(Self.title(description))
  }

  /// Shows what was shown in an earlier run.
  package func restoreCamera(center: Vector, zoom: Double) { control.restore(center: center, zoom: zoom) }

  /// Other keys from now on.
  package func setKeys(_ keys: KeyTable) { input.keys = keys }
}

// MARK: Drawing

extension Stage {
  /// What `draw` wants to know of the world beside its frame.
  package struct FactsWanted {
    /// Where bodies touch.
    package var touches: Bool
    /// Of all bodies.
    package var bodies: Bool
    /// Of the one under the mouse.
    package var hovered: BodyID?
  }

  package var factsWanted: FactsWanted {
    let shown = showsLayers ? layers : []
    return FactsWanted(
      touches: shown.contains(.contacts), bodies: !shown.isDisjoint(with: [.contacts, .centers, .awake]),
      hovered: feedback.hovered)
  }

  /// Draws a frame; nothing is seen before `present`.
  ///
  /// - Parameters:
  ///   - facts: What `factsWanted` asked for.
  package func draw(_ frame: Frame, status: Status, facts: LayerFacts = LayerFacts()) throws(StageError) {
    control.track(frame)
    hasNews = false
    let layout = layout
    let viewport = viewport(in: layout)
    try renderer.draw(frame, in: viewport)
    try drawMarks(frame, facts, layout, viewport)
    try overlay.draw(status, in: layout)
    cursors.show(currentCursor(layout))
  }

  private func drawMarks(_ frame: Frame, _ facts: LayerFacts, _ layout: Layout, _ viewport: Viewport)
    throws(StageError)
  {
    marks.removeAll()
    guard viewport.scale > 0 else { return }
    let unit = viewport.density / viewport.scale
    trails.add(frame.current, description)
    if showsLayers {
      LayerDrawing(
        layers: layers, frame: frame, description: description, facts: facts, unit: unit,
        colors: LayerColors()
      ).draw(trails, into: &marks)
    }
    let pointer = input.pointer.flatMap { pixel in
      input.isHolding || viewport.area.contains(pixel) && layout.graph?.contains(pixel) != true
        ? viewport.point(pixel) : nil
    }
    feedback.point(at: pointer, in: frame, description, reach: BodyPicker.reach)
    feedback.draw(frame, description, facts: facts.hovered, unit: unit, into: &marks)
    // A scene may lean gravity itself, as a part of its play.
    if input.isTilted {
      let corner = Vector(viewport.area.max.x, viewport.area.min.y) + Vector(-44, 44) * viewport.density
      Feedback.drawTilt(
        frame.current.gravity, upright: upright, at: viewport.point(corner), unit: unit, into: &marks)
    }
    extraMarks?(&marks, viewport)
    try painter.draw(marks, in: viewport)
  }

  private func currentCursor(_ layout: Layout) -> Cursor {
    if let interface, interface.wantsMouse, !input.isDragging { return Cursor(interface.pointer) }
    if let grip = graphs.grip { return grip == .plot ? .arrow : grip.cursor }
    if let pixel = input.pointer, let graph = layout.graph, graph.contains(pixel), !input.isDragging {
      return graphs.grip(at: (pixel - graph.min) / layout.density, in: layout)?.cursor ?? .arrow
    }
    return cursor ?? feedback.cursor(description, isPanning: input.isPanning)
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
  package func drawPanels() throws(StageError) { try interface?.draw(on: target) }

  /// The graph that is seen; nil while it is hidden.
  package var shownGraph: ScrollingGraph? { graphs.shownGraph }
  /// Where it is.
  package var graphPlacement: GraphPlacement {
    get { graphs.placement }
    set { graphs.placement = newValue }
  }

  /// Shows what was drawn.
  package func present() { target.present() }
}

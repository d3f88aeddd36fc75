import TumbleEditor
import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleSimulation
import TumbleWindow

/// Editing: the tools, what is selected and its inspector, and the world's own settings.
final class EditorPart: TellingPart {
  private let stage: Stage
  private let session: Session
  private let notices: Notices
  let editing = SceneEditing()
  /// The drawing of the latest frame.
  private var drawing = EditorDrawing()
  private var showsTools = true
  private var showsInspector = false
  private var showsWorld = false
  /// The channels that rows have put into the graph.
  private(set) var plotted: [String] = []
  /// The scene to restart with when a row is released: its rate has changed.
  private var restart: Scene?
  /// The menu at the mouse, and the point of the world that it is about.
  private var contextMenu: OpenMenu?
  private var menusOpened = 0
  /// Is true if the view is to be moved so that what is selected is not behind the panels.
  private var isToReveal = false
  var events: [WindowEvent] = []

  private struct OpenMenu {
    let items: [MenuItem]
    let point: Vector
    var body: BodyID?
    /// The way that it is about, and the point of that.
    var way: (body: String, point: WayEdit.Part?)?
    /// Is true where nothing was under the pointer.
    var isOfPaper = false
    var isOfPictures = false
  }

  /// The tools' keys, for their tooltips.
  private let shortcuts: [Tool: String]
  private let undoKeys: String
  private let keys: KeyTable

  init(_ stage: Stage, _ session: Session, _ notices: Notices, keys: KeyTable) {
    shortcuts = Dictionary(
      WindowAction.allCases.compactMap { name in name.tool.map { ($0, keys.shortcut(of: name)) } },
      uniquingKeysWith: { first, _ in first })
    undoKeys = keys.shortcut(of: .undo)
    (self.keys, self.stage, self.session, self.notices) = (keys, stage, session, notices)
    stage.pointerTaker = { [unowned self] in take($0) }
    stage.pointerLeft = { [unowned self] in editing.leaveStage() }
    stage.typingTaker = { [unowned self] in
      // The property, not the parameter: the stage that holds this closure would hold itself.
      let isTaken = editing.type($0, self.session, pointsPerUnit: pointsPerUnit(self.stage.viewport))
      if isTaken { events.append(.changed) }
      return isTaken
    }
    editing.drawnColors = { [unowned self] in
      self.stage.drawnColors(of: $0, in: self.session.frame)
    }
    stage.marks.extra = { [unowned self] in draw(on: &$0, in: $1) }
  }
}

// MARK: - On the stage

extension EditorPart {
  private func pointsPerUnit(_ viewport: Viewport) -> Double {
    viewport.scale > 0 ? viewport.density / viewport.scale : 1
  }

  /// Returns the part of the world that is seen beside the panels.
  private func room(_ viewport: Viewport) -> Rect? {
    let (clear, area) = (stage.clearStage, viewport.area)
    let low = Vector(max(clear.min.x, area.min.x), max(clear.min.y, area.min.y))
    let high = Vector(min(clear.max.x, area.max.x), min(clear.max.y, area.max.y))
    guard viewport.scale > 0, low.x < high.x, low.y < high.y else { return nil }
    let (a, b) = (viewport.point(low), viewport.point(high))
    return Rect(min: Vector(a.x, b.y), max: Vector(b.x, a.y))
  }

  /// Opens the menu of a right click, with what can be done to the object, or the way of one, at a point.
  ///
  /// - Parameter obstacle: The reason why an action can do nothing now; nil if it can.
  func openMenu(at point: Vector, obstacle: (WindowAction) -> String?) {
    if let (body, part) = editing.way(at: point, session, pointsPerUnit: pointsPerUnit(stage.viewport)) {
      let menu = ContextMenu(target: nil, name: body, keys: keys)
      let items = menu.items(ofWayWith: part?.point, obstacle: obstacle)
      return open(OpenMenu(items: items, point: point, way: (body, part)))
    }
    guard session.viewStep == nil else { return notices.tell(Self.isPast) }
    editing.stageIsMeant()
    let found = editing.point(at: point, session, pointsPerUnit: pointsPerUnit(stage.viewport))
    var menu = ContextMenu(target: found?.target, name: found.map { $0.view.name(of: $0.target) } ?? "")
    var body: BodyID?
    if case .body(let id)? = found?.target, let view = found?.view {
      body = id
      (menu.isPinnable, menu.isPinned) = (view.isPinnable(id), view.hasPin(id))
      (menu.isFollowed, menu.isTraced) = (stage.followed == id, view.isTraced(id))
    }
    if case .joint(let id)? = found?.target {
      menu.joint = session.world.description[id]?.kind.properties ?? []
    }
    menu.isPlotted = { [plotted] in plotted.contains($0) }
    menu.keys = keys
    open(OpenMenu(items: menu.items, point: point, body: body, isOfPaper: found == nil))
  }

  private func open(_ menu: OpenMenu) {
    menusOpened += 1
    contextMenu = menu
    events.append(.changed)
  }

  /// Opens a menu of pictures that can be used.
  private func openPictures(at point: Vector) {
    let scene = session.world.scene
    var items: [MenuItem] = []
    for name in scene.pictureNames where items.count < 100 && scene.refusal(ofPicture: name) == nil {
      items.append(MenuItem(ContextMenu.Item.picture(name).id, name))
    }
    guard !items.isEmpty else { return }
    open(OpenMenu(items: items, point: point, isOfPictures: true))
  }

  /// Chooses an item of a menu; false for one that is the key table's.
  private func choose(_ id: MenuItem.ID) -> Bool {
    guard let item = ContextMenu.Item(id), let contextMenu else { return false }
    switch item {
    case .inspect: (showsInspector, isToReveal) = (true, true)
    case .follow:
      guard let body = contextMenu.body else { break }
      stage.follow(stage.followed == body ? nil : body)
    case .pin, .trace:
      editing.toggle(
        item == .pin ? .pin : .tracer, at: contextMenu.point, session,
        pointsPerUnit: pointsPerUnit(stage.viewport))
      if let news = editing.editor.notice ?? editing.takeNews() { notices.tell(news) }
    case .addPoint:
      if let way = contextMenu.way { editing.wayEditor(.add(body: way.body, at: contextMenu.point)) }
    case .toggleCorner: if let part = contextMenu.way?.point { editing.wayEditor(.toggleCorner(part)) }
    case .picture(let name):
      editing.enterText(name, session, pointsPerUnit: pointsPerUnit(stage.viewport))
      if let notice = editing.editor.notice { notices.tell(notice) }
    case .animate(let name):
      let selected = editing.selectedObjects(session).first
      let isEmitter = selected?.kind == .emitter && !contextMenu.isOfPaper
      guard let property = AnimatableProperty(name: name, ofEmitter: isEmitter),
        let object = contextMenu.isOfPaper ? SceneObject(property.owner, id: nil) : selected
      else { break }
      events.append(.animate(object, property))
    case .when:
      guard let name = editing.selectedObjects(session).first?.id else { break }
      events.append(.when(event: "hit", about: name))
    case .plot(let channel): plot([channel], !plotted.contains(channel))
    }
    return true
  }

  private func take(_ event: PointerEvent) -> Bool {
    let (before, tool) = (editing.editor.selection, editing.editor.tool)
    let isTaken = editing.take(event, session, pointsPerUnit: pointsPerUnit(stage.viewport))
    if isTaken || before != editing.editor.selection { events.append(.changed) }
    // A tool that is put away has said what it made.
    let isHint = tool == editing.editor.tool && !showsInspector
    if isHint, before.isEmpty, !editing.editor.selection.isEmpty {
      notices.tell("selected: I shows what it is like, Del removes it")
    }
    if let news = editing.takeNews() { notices.tell(news) }
    if case .release = event.kind, editing.editor.asksForPicture { openPictures(at: event.point) }
    return isTaken
  }

  private func draw(on marks: inout Marks, in viewport: Viewport) {
    let unit = pointsPerUnit(viewport)
    editing.room = room(viewport)
    if isToReveal, let bounds = editing.selectionBounds(session, pointsPerUnit: unit) { stage.reveal(bounds) }
    isToReveal = false
    editing.update(session, pointsPerUnit: unit)
    stage.marks.namesBodies = editing.editor.tool == .select
    stage.nudges = session.isPaused && !editing.editor.selection.bodies.isEmpty
    let hasSay = session.isPaused || editing.editor.tool != .select || editing.editor.isDragging
    let ghosts = editing.ghosts()
    let moved = editing.movedBodies()
    guard hasSay || !editing.editor.selection.isEmpty || !ghosts.isEmpty || !moved.isEmpty else {
      stage.cursor = nil
      return
    }
    let view = editing.view(of: session, pointsPerUnit: unit)
    editing.editor.draw(in: view, on: &drawing)
    for ghost in ghosts { ghost.draw(on: &drawing) }
    if !moved.isEmpty {
      for body in session.frame.current.bodies
      where moved.contains(session.world.description[body.id]?.name ?? "") {
        if let pose = view.pose(body.id) { drawing.mark(.fastening, at: pose.position, .guide) }
      }
    }
    drawing.add(to: &marks, .on(stage.theme.paperTop), pointsPerUnit: unit)
    stage.cursor = hasSay ? drawing.cursor.shape : nil
  }
}

// MARK: - Keys and panels

extension EditorPart {
  func perform(_ name: WindowAction) -> Bool {
    if let command = Self.command(name) {
      give(command)
      return true
    }
    switch name {
    case .snap:
      editing.snapsToGrid.toggle()
      notices.tell(editing.snapsToGrid ? "snapping to the grid" : "snapping is off")
    case .tools: showsTools.toggle()
    case .inspector:
      showsInspector.toggle()
      isToReveal = showsInspector
    case .world: showsWorld.toggle()
    default:
      guard let tool = name.tool else { return false }
      choose(tool)
    }
    return true
  }

  private static func command(_ name: WindowAction) -> EditorCommand? {
    switch name {
    case .cut: .cut
    case .copy: .copy
    case .paste: .paste
    case .duplicate: .duplicate
    case .selectAll: .selectAll
    case .delete: .delete
    case .group: .group
    case .ungroup: .ungroup
    case .tiltLeft: .nudge(Vector(-1, 0), isFine: false)
    case .tiltRight: .nudge(Vector(1, 0), isFine: false)
    case .tiltUp: .nudge(Vector(0, 1), isFine: false)
    case .tiltDown: .nudge(Vector(0, -1), isFine: false)
    default: nil
    }
  }

  func obstacle(to name: WindowAction) -> String? {
    let command = Self.command(name)
    guard command != nil || name.tool != nil else { return nil }
    guard session.viewStep == nil else { return Self.isPast }
    if command == .paste, !editing.hasCopied { return "nothing has been copied" }
    return command.flatMap(editing.editor.obstacle)
  }

  private static let isPast = "the past can be looked at, and not changed"

  private func choose(_ tool: Tool) {
    editing.choose(tool, session)
    notices.tell(tool.help)
    events.append(.changed)
  }

  private func give(_ command: EditorCommand) {
    editing.stageIsMeant()
    editing.perform(command, session, pointsPerUnit: pointsPerUnit(stage.viewport))
    if let notice = editing.editor.notice { notices.tell(notice) }
  }

  func perform(_ action: PanelAction) throws -> Bool {
    switch action {
    case .chooseTool(let tool): choose(tool)
    case .beginEdit(Inspector.speedRow), .endEdit(Inspector.speedRow): break
    case .edit(Inspector.speedRow, let value): setSpeed(value)
    case .beginEdit(let row) where isOwn(row): editing.beginEdit(row, session)
    case .edit(let row, let value) where isOwn(row): edit(row, value)
    case .endEdit(let row) where isOwn(row):
      editing.endEdit(row, session)
      try restartWorld()
    case .plot(let row, let isOn): plot(editing.channels(of: row), isOn)
    case .makeControl(let row, let isOn) where isOwn(row): editing.setControl(row, isOn, session)
    case .chooseMenuItem(let id): return choose(id)
    case .close(.contextMenu): contextMenu = nil
    case .close(.tools): showsTools = false
    case .close(.inspector): showsInspector = false
    case .close(.world): showsWorld = false
    default: return false
    }
    return true
  }

  private func isOwn(_ row: String) -> Bool {
    ["body.", "joint.", "emitter.", "field.", "fluid.", "animation.", "world.", "view.", "camera."].contains {
      row.hasPrefix($0)
    }
  }

  /// Sets the speed of time, which is not of the world: nothing of it is undone or saved.
  private func setSpeed(_ value: PropertyValue) {
    switch value {
    case .number(let speed): session.speed = speed
    case .typed(let text, _):
      guard let speed = Double(text.filter { $0 != "×" && $0 != "x" && $0 != " " }) else { return }
      session.speed = speed
    default: break
    }
  }

  /// Edits a row. The rate is no property of a world that runs, whose time is its steps by the rate: that
  /// starts the scene again.
  private func edit(_ row: String, _ value: PropertyValue) {
    guard row == "world.rate" else { return editing.edit(row, value, session) }
    var scene = session.startScene
    restart = editing.apply(row, value, to: &scene) ? scene : nil
  }

  private func restartWorld() throws {
    guard let scene = restart else { return }
    restart = nil
    let lost = session.log.filter { $0.step > 0 && $0.command.isEdit }.count
    let rate = scene.world.rate
    if let kept = try session.restart(scene, content: SceneWriter().text(scene), undoneAs: "rate \(rate)") {
      Program.tell("kept the recording so far as \(kept)")
    }
    let rest = lost > 0 ? " without the \(lost) edits after the start" : ""
    notices.tell("restarted with \(rate) steps per second\(rest); \(undoKeys) undoes it")
  }

  private func plot(_ channels: [String], _ isOn: Bool) {
    plotted.removeAll(where: channels.contains)
    if isOn { plotted += channels }
    events.append(.plot(plotted))
  }

  /// Gives up a drag, a selection or a tool; false where there is nothing to give up.
  func giveUp() -> Bool { editing.dismiss(session) }

  /// Gives up a drag; false where there is none.
  func giveUpDrag() -> Bool { editing.editor.isDragging && giveUp() }

  func worldChanged(isOther: Bool) {
    if isOther { plotted = [] }
    contextMenu = nil
    editing.takeOver(isOther ? nil : stage.description, session.world.description)
    editing.update(session, pointsPerUnit: pointsPerUnit(stage.viewport))
  }

  func restore(_ settings: Settings) { showsTools = settings.toggles["tools"] ?? true }

  func keep(in settings: inout Settings) { settings.toggles["tools"] = showsTools }

  func show(in state: inout InterfaceState, at now: Duration) {
    state.snapsToGrid = editing.snapsToGrid
    // A picture's name may have been typed, or its place given up.
    if contextMenu?.isOfPictures == true, !editing.editor.asksForPicture { contextMenu = nil }
    state.contextMenu = contextMenu.map { ContextMenuState(menusOpened, $0.items) }
    if showsTools {
      state.tools = ToolPaletteState(
        chosen: editing.editor.tool, isEnabled: session.viewStep == nil, shortcuts: shortcuts)
    }
    if showsInspector { state.inspector = editing.inspectorState(session, plotted: Set(plotted)) }
    editing.theme = stage.theme
    if showsWorld { state.world = editing.worldState(session, plotted: Set(plotted)) }
  }
}

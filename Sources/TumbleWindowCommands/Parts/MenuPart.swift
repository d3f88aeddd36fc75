import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleSimulation
import TumbleWindow

/// The menu, made from the table of keys.
final class MenuPart: WindowPart {
  private var isShown = true
  private var chosenAppearance = ChosenAppearance()
  private var menus: [Menu] = []
  private let stage: Stage
  private let session: Session
  private let desktop: DesktopAppearance?

  /// - Parameter desktop: Whose colors are followed; nil: light ones.
  init(_ keys: KeyTable, stage: Stage, session: Session, desktop: DesktopAppearance?) {
    (self.desktop, self.stage, self.session) = (desktop, stage, session)
    setKeys(keys)
  }

  /// Shows other keys from now on.
  func setKeys(_ keys: KeyTable) {
    menus = KeyTable.Group.allCases.map { group in
      Menu(
        group.rawValue,
        keys.entries.filter { $0.group == group && $0.isInMenu && !Self.leftOut.contains($0.name) }.map {
          MenuItem($0.name, $0.title, keys, help: Self.help($0))
        })
    }
  }

  /// Actions that have several similar keys and would only make the menu long.
  private static let leftOut: Set<WindowAction> = Set(
    [.tiltLeft, .tiltRight, .tiltUp, .tiltDown, .panLeft, .panRight, .panUp, .panDown, .close, .menu]
      + WindowAction.allCases.filter { $0.channel != nil })

  /// The help of an entry; none where it only repeats the title.
  private static func help(_ entry: KeyTable.Entry) -> String {
    let text = entry.description.capitalizingFirst
    return text == entry.title ? "" : text
  }

  func obstacle(to name: WindowAction) -> String? {
    switch name {
    case .upright
    where !stage.isTilted && session.world.snapshot.gravity == session.world.scene.world.gravity:
      "gravity is the scene's own"
    case .wholeView where stage.camera.isHome && stage.followed == nil: "this is the scene's own view"
    default: nil
    }
  }

  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .menu: isShown.toggle()
    case .darkMode: chosenAppearance.toggle(desktop: desktop?.current)
    default: return false
    }
    return true
  }

  func restore(_ settings: Settings) {
    isShown = settings.toggles["menu"] ?? true
    chosenAppearance.restore(settings)
  }

  func keep(in settings: inout Settings) {
    settings.toggles["menu"] = isShown
    chosenAppearance.keep(in: &settings)
  }

  func show(in state: inout InterfaceState, at now: Duration) { state.appearance = appearance }

  /// Adds the menus to a state that has all the panels.
  ///
  /// - Parameters:
  ///   - recent: The paths of scenes that can be opened again, the latest first.
  ///   - obstacle: Why an action cannot be done now; nil if it can.
  func addMenus(to state: inout InterfaceState, recent: [String], obstacle: (WindowAction) -> String?) {
    guard isShown else { return }
    state.menus = menus
    let opening = state.menus[0].items.firstIndex { $0.id == WindowAction.open.rawValue }
    if !recent.isEmpty, let opening {
      let items = recent.map { MenuItem(MenuItem.recent + $0, SceneLibrary.name(ofFileAt: $0), help: $0) }
      state.menus[0].items.insert(MenuItem("", "Open recent", items: items), at: opening + 1)
    }
    for menu in state.menus.indices {
      for item in state.menus[menu].items.indices {
        guard let name = WindowAction(rawValue: state.menus[menu].items[item].id) else { continue }
        state.menus[menu].items[item].isChecked = isOn(name, state)
        guard let obstacle = obstacle(name) else { continue }
        state.menus[menu].items[item].isEnabled = false
        state.menus[menu].items[item].help = obstacle.capitalizingFirst
      }
    }
  }

  var appearance: InterfaceTheme.Appearance { chosenAppearance.shown(desktop: desktop?.current) }

  private func isOn(_ name: WindowAction, _ state: InterfaceState) -> Bool {
    switch name {
    case .pause: session.isPaused
    case .timeLine: state.timeline != nil
    case .layers: stage.marks.showsLayers
    case .chooseLayers: state.layers != nil
    case .profile: state.profile != nil
    case .snap: state.snapsToGrid
    case .tools: state.tools != nil
    case .inspector: state.inspector != nil
    case .animate: state.animator != nil
    case .triggers: state.triggers != nil
    case .world: state.world != nil
    case .controls: state.controls != nil
    case .graph: stage.shownGraph != nil
    case .graphAxes: state.graph != nil
    case .dockGraph: stage.graphPlacement.isDocked
    case .darkMode: appearance == .dark
    case .follow: stage.followed != nil
    default: false
    }
  }
}

extension MenuItem {
  /// Creates the item of an action, with the keys that a table has for it.
  init(_ name: WindowAction, _ title: String, _ keys: KeyTable, isEnabled: Bool = true, help: String = "") {
    self.init(
      name.rawValue, title, shortcut: keys.shortcut(of: name), isEnabled: isEnabled, help: help)
  }
}

extension String {
  /// The text with a capital as its first letter.
  var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }
}

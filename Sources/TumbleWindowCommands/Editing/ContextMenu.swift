import TumbleEditor
import TumbleInput
import TumblePanels
import TumbleScenes

/// The menu that a click with the right button offers: for what is there, in the order in which people look
/// for it.
struct ContextMenu {
  /// The object under the pointer; nil for the background.
  let target: Selection.Target?
  let name: String
  var isPinnable = false
  var isPinned = false
  var isFollowed = false
  var isTraced = false
  /// The properties of the joint that can be animated.
  var joint: [AnimatableProperty] = []
  /// The test of a channel: true if it is in the graph already.
  var isPlotted: (String) -> Bool = { _ in false }
  /// The table that has the keys of actions.
  var keys = KeyTable.standard

  /// An item that no action of the key table does.
  enum Item: Hashable {
    case pin
    case follow
    case trace
    case inspect
    case plot(String)
    /// A property of animations, by its name.
    case animate(String)
    /// A trigger of a hit.
    case when
    /// Adds a point to a way, and makes a corner of one smooth or the other way round.
    case addPoint, toggleCorner
    case picture(String)

    var id: MenuItem.ID {
      switch self {
      case .pin: "context-pin"
      case .follow: "context-follow"
      case .trace: "context-trace"
      case .inspect: "context-inspect"
      case .plot(let channel): Self.plotPrefix + channel
      case .when: "context-when"
      case .addPoint: "context-add-point"
      case .toggleCorner: "context-corner"
      case .animate(let property): Self.animatePrefix + property
      case .picture(let name): Self.picturePrefix + name
      }
    }

    private static let plotPrefix = "context-plot:"
    private static let animatePrefix = "context-animate:"
    private static let picturePrefix = "context-picture:"
    private static let single = [pin, follow, trace, inspect, when, addPoint, toggleCorner]

    init?(_ id: MenuItem.ID) {
      if id.hasPrefix(Self.plotPrefix) {
        self = .plot(String(id.dropFirst(Self.plotPrefix.count)))
      } else if id.hasPrefix(Self.animatePrefix) {
        self = .animate(String(id.dropFirst(Self.animatePrefix.count)))
      } else if id.hasPrefix(Self.picturePrefix) {
        self = .picture(String(id.dropFirst(Self.picturePrefix.count)))
      } else if let known = Self.single.first(where: { $0.id == id }) {
        self = known
      } else {
        return nil
      }
    }
  }
}

extension ContextMenu {
  var items: [MenuItem] {
    switch target {
    case nil:
      return [
        action(.paste, "Paste"), action(.selectAll, "Select all"), .separator, action(.frameAll, "Show all"),
        action(.wholeView, "Scene's view"), .separator, action(.world, "World"),
        animates(AnimatableProperty.all(of: .world) + AnimatableProperty.all(of: .camera)),
      ]
    case .body:
      let pin = own(
        .pin, "Pin", isPinned ? "Takes the pin out" : "Pins it to the background where you clicked")
      return [title, .separator, own(.inspect, "Inspect", "Shows and sets what it is like")]
        + (isPinnable ? [checked(pin, isPinned)] : [])
        + [
          checked(own(.follow, "Follow", "The view goes along with it"), isFollowed),
          checked(own(.trace, "Trace", "It leaves all of its way as a line"), isTraced),
          plots(["x", "y", "angle", "speed", "spin", "load"]), animates(AnimatableProperty.all(of: .body)),
          own(.when, "When this is hit…", "Says what follows from a hit, to be changed in the panel"),
          .separator,
        ] + copies + [action(.delete, "Delete")]
    case .joint:
      return [
        title, .separator, own(.inspect, "Inspect", "Shows and sets what it is like"),
        plots(["length", "force", "impulse"]),
      ] + (joint.isEmpty ? [] : [animates(joint)]) + [.separator, action(.delete, "Delete")]
    case .placed(let thing):
      return [
        title, .separator, own(.inspect, "Inspect", "Shows and sets what it is like"),
        plots(Channel.Number.all(of: thing.kind).map(\.name)),
        animates(AnimatableProperty.all(of: thing.kind)), .separator,
      ] + (thing.kind == .emitter ? copies : []) + [action(.delete, "Delete")]
    }
  }

  /// The items for the way of a body, or for a point of it.
  ///
  /// - Parameter obstacle: The reason why an action can do nothing now; nil if it can.
  func items(ofWayWith point: Int?, obstacle: (WindowAction) -> String?) -> [MenuItem] {
    var corner = own(.toggleCorner, "Corner or smooth", "Gives it handles, or takes them away")
    corner.isEnabled = obstacle(.closePath) == nil
    if !corner.isEnabled { corner.help = "Keys have no handles, and the points of a path do" }
    let ofPoint =
      point == nil
      ? [own(.addPoint, "Add a point", "Adds a point to pull, where you clicked")]
      : [corner, action(.delete, "Delete")]
    let whole = [WindowAction.closePath, .turnAlong, .pathToKeys, .keysToPath].map { name in
      let (entry, reason) = (keys[name], obstacle(name))
      return MenuItem(
        name, entry.title, keys, isEnabled: reason == nil,
        help: (reason ?? entry.description).capitalizingFirst)
    }
    let heading = point.map { "point \($0 + 1) of the way of \(name)" } ?? "the way of \(name)"
    return [MenuItem("context-title", heading, isEnabled: false), .separator] + ofPoint + [.separator] + whole
  }

  private var title: MenuItem { MenuItem("context-title", name, isEnabled: false) }

  private var copies: [MenuItem] {
    [action(.duplicate, "Duplicate"), action(.copy, "Copy"), action(.cut, "Cut")]
  }

  private func action(_ name: WindowAction, _ title: String) -> MenuItem {
    MenuItem(name, title, keys)
  }

  private func own(_ item: Item, _ title: String, _ help: String) -> MenuItem {
    MenuItem(item.id, title, help: help)
  }

  private func checked(_ item: MenuItem, _ isChecked: Bool) -> MenuItem {
    var item = item
    item.isChecked = isChecked
    return item
  }

  private func animates(_ properties: [AnimatableProperty]) -> MenuItem {
    MenuItem(
      "context-animate", "Animate…", help: "Moves a property: a card has its curve and its times",
      items: properties.map { property in
        MenuItem(
          Item.animate(property.name).id,
          property.owner == .camera ? "camera \(property.name)" : property.name)
      })
  }

  private func plots(_ words: [String]) -> MenuItem {
    MenuItem(
      "context-plot", "Plot",
      items: words.map { word in
        let channel = "\(name).\(word)"
        return MenuItem(Item.plot(channel).id, word, isChecked: isPlotted(channel))
      })
  }
}

import TumbleAnimation
import TumbleInput
import TumblePanels
import TumbleScenes

// The menus of the right button in the animator: those of rows, and those of selected keys.
extension AnimatorPart {
  /// The subject of a menu: the animation of a row, by its id, or the selected keys.
  enum MenuSubject: Hashable {
    case row(String)
    case keys
  }

  private static let startWhen = "animation-start-when"
  private static let atEnd = "animation-at-end"
  private static let change = "animation-change"
  private static let autoplay = "animation-autoplay"
  private static let remove = "animation-remove"
  private static let smooth = "animation-smooth"
  private static let flatten = "animation-flatten"
  private static let fit = "animation-fit"
  private static let curvePrefix = "animation-curve:"

  /// The items of the menu that is open; nil if none is, or if what it is about is gone.
  var menuItems: [MenuItem]? {
    switch menu.subject {
    case .row(let id)?: scene.row(id).map { items(of: $0, id) }
    case .keys? where hasSelectedKeys: keyItems
    default: nil
    }
  }

  private func items(of row: AnimationRow, _ id: String) -> [MenuItem] {
    let content = row.animation.definition.content
    let hasCard = if case .basic = content { row.member == nil } else { false }
    let isPath = if case .path = content { true } else { false }
    let plays = row.animation.autoplay
    return [
      MenuItem("animation-title", id, isEnabled: false), .separator,
      MenuItem(
        Self.change, "Change…", isEnabled: hasCard,
        help: hasCard
          ? "Its values, its times and its curve on a card"
          : isPath
            ? "It has a path: pull its points on the stage, and the ends of its bar"
            : "It has keys: drag them in its row, or bend them in its curves"),
      MenuItem(
        Self.autoplay, "Plays by itself", isChecked: plays,
        help: plays
          ? "Switches it off: it waits until an event starts it" : "Lets it begin with the scene again"),
      MenuItem(Self.startWhen, "Start when…", help: "Starts it at an event, to be chosen in the panel"),
      MenuItem(Self.atEnd, "At its end…", help: "Says what follows once it has played"), .separator,
      MenuItem(Self.remove, "Remove", help: "Takes it away with all of its keys"),
    ]
  }

  private var keyItems: [MenuItem] {
    let count = selected.count
    let curves = CurveGallery.names.map { name in
      MenuItem(Self.curvePrefix + name, name, isChecked: name == shownCurve)
    }
    return [
      MenuItem("animation-title", count == 1 ? "1 key" : "\(count) keys", isEnabled: false), .separator,
      MenuItem("animation-curve", "Curve", items: curves),
      MenuItem(Self.smooth, "Smooth", help: "The curve goes through them without a corner"),
      MenuItem(Self.flatten, "Flat", help: "The curve is level at them"), .separator,
      MenuItem(.copy, "Copy", shortcuts), MenuItem(.cut, "Cut", shortcuts),
      MenuItem(.paste, "Paste", shortcuts, isEnabled: !copied.isEmpty),
      MenuItem(.duplicate, "Duplicate", shortcuts), .separator,
      MenuItem(Self.fit, "Fit", help: "Shows their seconds"), MenuItem(.delete, "Delete", shortcuts),
    ]
  }

  /// Does what an item of the open menu says; false where that is no item of it.
  func choose(_ item: MenuItem.ID) -> Bool {
    let isTaken =
      switch menu.subject {
      case .row(let id)?: choose(item, ofRow: id)
      case .keys?: chooseForKeys(item)
      case nil: false
      }
    if isTaken { menu.subject = nil }
    return isTaken
  }

  private func choose(_ item: MenuItem.ID, ofRow id: String) -> Bool {
    guard let row = scene.row(id) else { return false }
    switch item {
    case Self.change: openCard(of: id)
    case Self.autoplay:
      let plays = row.animation.autoplay
      give([.setAutoplay(of: row.root, to: !plays)], "switch \(plays ? "off" : "on") \(row.root)")
      if let falling = scene.fallingUntilStarted(row.root) { notices.tell(falling) }
    case Self.startWhen:
      let target = row.animation.target
      let isOfBody = target?.property.owner == .body
      events.append(
        .when(event: isOfBody ? "hit" : "time", about: target?.object ?? id, starting: row.root))
    case Self.remove: remove(id)
    case Self.atEnd: events.append(.when(event: "finished", about: row.root))
    default: return false
    }
    return true
  }

  private func chooseForKeys(_ item: MenuItem.ID) -> Bool {
    switch item {
    case Self.smooth: perform(.smooth)
    case Self.flatten: perform(.flatten)
    case Self.fit: perform(.showSelected)
    default:
      guard item.hasPrefix(Self.curvePrefix) else { return false }
      perform(.setCurve(String(item.dropFirst(Self.curvePrefix.count))))
    }
    return true
  }
}

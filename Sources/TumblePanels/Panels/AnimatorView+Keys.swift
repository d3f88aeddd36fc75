import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleInput

// Keys that are dragged, and selected by a box.
extension AnimatorView {
  /// Builds the keys of a row, which are pulled, and selected by a box that begins beside them.
  ///
  /// - Parameter origin: The place of the first row.
  func keys(
    _ row: AnimatorState.Row, _ animation: String, in track: Rect, _ origin: Double, _ times: TimeScale,
    _ ui: PanelBuilder
  ) {
    guard let keys = row.keys else { return }
    let isScaling = ui.pull?.path == Self.scalePath
    let pull = ui.pull.flatMap { $0.path == Self.keysPath || isScaling ? $0 : nil }
    let shown = times.range
    for (index, time) in keys.enumerated() {
      let isSelected = row.selected.contains(index)
      var moved = time
      if isSelected, let value = pull?.value, value.isFinite {
        moved = isScaling ? state.time + (time - state.time) * value : time + value
      }
      guard shown.contains(moved) else { continue }
      diamond(Vector(times.x(moved), track.center.y), isSelected ? ui.theme.accent : ui.theme.panel, ui)
    }
    guard track.contains(ui.mouse) || pull?.part == Int(ui.digest(of: animation)) else { return }
    // One item for all keys of the row, so that a row of thousands costs no more than one of a few.
    let item = ui.item(5, in: track)
    let near = key(of: row, at: ui.mouse.x, times)
    let isOverKey = near != nil && pull == nil && item.contains(.hovered)
    ui.help(
      "Drag to another time, with Shift in whole steps; Ctrl stretches the selected keys about the playhead",
      id: 0x51_0007, isHovered: isOverKey)
    if item.contains(.pressed) {
      guard let near else {
        if item.contains(.doubleClicked) {
          act(.addKey(animation: animation, at: snapped(times.time(ui.mouse.x))), ui)
        } else if ui.beginsBox || !times.isOver(row, ui.mouse.x) {
          ui.beginBox(over: origin)
        }
        return
      }
      let isAdding = tumble_ui_is_shift_down()
      if isAdding || !row.selected.contains(near) {
        act(.select([AnimatorKey(animation, near)], isAdding: isAdding), ui)
      }
      // With Control they are stretched about the playhead, where that is elsewhere.
      let scales = tumble_ui_is_control_down() && snapped(keys[near] - state.time) != 0
      ui.pull = PanelBuilder.Pull(
        path: scales ? Self.scalePath : Self.keysPath, part: Int(ui.digest(of: animation)),
        start: keys[near], mouse: ui.mouse.x, value: scales ? 1 : 0)
    }
    guard let pull, pull.part == Int(ui.digest(of: animation)) else { return }
    guard item.contains(.held) else {
      ui.pull = nil
      if isScaling {
        if pull.value != 1 { act(.scaleKeys(by: pull.value, about: state.time), ui) }
      } else if pull.value != 0 {
        act(.moveKeys(by: pull.value), ui)
      }
      return
    }
    ui.pull?.isSeen = true
    let (end, name) = pulledTime(pull, times, ui)
    ui.pull?.value =
      isScaling
      ? max((end - state.time) / (pull.start - state.time), 0)
      : end - (name == nil ? snapped(pull.start) : pull.start)
  }

  /// Returns where a pulled key goes: to a contact, what a trigger did, another key, the playhead or a mark
  /// of the ruler within six points, by its name, else to the nearest step. Shift keeps to steps, and so does
  /// a click.
  private func pulledTime(_ pull: PanelBuilder.Pull, _ times: TimeScale, _ ui: PanelBuilder) -> (
    time: Double, name: String?
  ) {
    let way = ui.mouse.x - pull.mouse
    let wanted = pull.start + times.length(way)
    guard abs(way) > 3, !tumble_ui_is_shift_down() else { return (snapped(wanted), nil) }
    var (found, reach) = ((time: snapped(wanted), name: String?.none), times.length(6))
    func offer(_ time: Double, _ name: @autoclosure () -> String) {
      guard abs(time - wanted) < reach else { return }
      (found, reach) = ((time, name()), abs(time - wanted))
    }
    for contact in state.contacts { offer(contact, "contact") }
    for mark in state.marks { offer(mark.time, mark.name) }
    for row in state.rows {
      for (index, time) in (row.keys ?? []).enumerated() where !row.selected.contains(index) {
        offer(time, "key")
      }
    }
    // What is scaled about the playhead would fall together there.
    if pull.path == Self.keysPath { offer(state.time, "playhead") }
    let own = ownTimes(times)
    let mark = ((own.time(times.x(wanted)) / own.tick).rounded() * own.tick * 1e9).rounded() / 1e9
    offer((times.time(own.x(mark)) * 1e9).rounded() / 1e9, "\(mark) s")
    return found
  }

  /// The line at what a pulled key has snapped to, with its name.
  func snapLine(in rect: Rect, _ times: TimeScale, _ ui: PanelBuilder) {
    guard let pull = ui.pull, [Self.keysPath, Self.scalePath].contains(pull.path),
      case (let time, let name?) = pulledTime(pull, times, ui)
    else { return }
    let x = times.x(time)
    ui.upright(x, in: rect, ui.theme.warning)
    ui.text(
      name, in: Rect(min: Vector(x + 5, rect.max.y - 20), max: Vector(x + 80, rect.max.y)), .small,
      ui.theme.warning)
  }

  private func diamond(_ center: Vector, _ color: Color, _ ui: PanelBuilder) {
    for (size, color) in [(6.5, ui.theme.text), (5, color)] {
      let (left, right) = (center - Vector(size, 0), center + Vector(size, 0))
      let (top, bottom) = (center - Vector(0, size), center + Vector(0, size))
      ui.triangle(left, top, right, color)
      ui.triangle(right, bottom, left, color)
    }
  }

  /// Draws the box that selects the keys in it, once it is let go.
  func box(_ origin: Double, _ times: TimeScale, _ ui: PanelBuilder) {
    guard let area = ui.box(over: origin) else { return }
    var found: [AnimatorKey] = []
    for (index, row) in state.rows.enumerated() {
      let middle = origin + (Double(index) + 0.5) * Self.rowHeight
      guard let animation = row.animation, let keys = row.keys, (area.min.y...area.max.y).contains(middle)
      else { continue }
      found += keys.indices.filter { (area.min.x...area.max.x).contains(times.x(keys[$0])) }
        .map { AnimatorKey(animation, $0) }
    }
    act(.select(found, isAdding: tumble_ui_is_shift_down()), ui)
  }
}

extension PanelBuilder {
  /// Is true if a press on a bar is to begin a box that selects keys.
  var beginsBox: Bool { tumble_ui_is_alt_down() || tumble_ui_is_shift_down() }

  /// Begins a box at the mouse.
  ///
  /// - Parameter origin: The height at which lies what it is drawn over, which may be scrolled meanwhile.
  func beginBox(over origin: Double = 0) {
    pull = Pull(path: AnimatorView.boxPath, start: mouse.x, mouse: mouse.y - origin, value: .nan)
  }

  /// Draws the box that has been begun, if one has; returns it once it is let go.
  func box(over origin: Double = 0) -> Rect? {
    guard let pull, pull.path == AnimatorView.boxPath else { return nil }
    let area = Rect(
      min: Vector(min(pull.start, mouse.x), min(pull.mouse + origin, mouse.y)),
      max: Vector(max(pull.start, mouse.x), max(pull.mouse + origin, mouse.y)))
    frame(area, theme.accent)
    fill(area, theme.accent.withAlpha(0.12))
    guard !isBusy else {
      self.pull?.isSeen = true
      return nil
    }
    self.pull = nil
    return area
  }
}

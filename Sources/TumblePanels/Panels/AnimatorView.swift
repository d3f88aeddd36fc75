import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleInput

/// The rows of a scene's animations above the time line: bars from begin to end, and keys that are moved.
struct AnimatorView {
  let state: AnimatorState
  let place: Rect

  static let keysPath = "animator.keys"
  static let scalePath = "animator.scale"
  static let barPath = "animator.bar"
  static let boxPath = "animator.box"
  static let rowHeight = 22.0
  private static let labelWidth = 172.0

  func build(in ui: PanelBuilder) {
    ui.window("animator", filling: place, padding: .zero, rounding: 0) {
      ui.fill(Rect(min: place.min, max: Vector(place.max.x, place.min.y + 1)), ui.theme.border)
      tools(in: place.top(30), ui)
      let ruler = place.without(left: labelWidth).lowered(30).top(20)
      self.ruler(in: ruler, times(in: ruler), ui)
      corner(in: place.left(labelWidth).lowered(30).top(20), ui)
      let body = Rect(min: Vector(place.min.x, ruler.max.y), max: place.max)
      if hasCurves {
        AnimatorCurvesView(graphs: state.graphs, state: state, times: times(in: ruler))
          .build(in: body, labels: labelWidth, ui)
      } else {
        rows(in: body, times(in: ruler), ui)
      }
      turnWheel(in: place.without(left: labelWidth), ruler, times(in: ruler), ui)
    }
  }

  /// The wheel goes along in time with Shift, or turned to the side; over the ruler, over curves and with
  /// Control it shows more or fewer seconds.
  private func turnWheel(in tracks: Rect, _ ruler: Rect, _ times: TimeScale, _ ui: PanelBuilder) {
    let turned = tumble_ui_wheel()
    guard turned.x != 0 || turned.y != 0, tracks.contains(ui.mouse), ui.pull == nil else { return }
    // In the curves both turn the wheel of their values.
    if hasCurves, tumble_ui_is_shift_down(), tumble_ui_is_control_down() { return }
    let span = state.range.upperBound - state.range.lowerBound
    if turned.x != 0 || tumble_ui_is_shift_down() {
      act(.pan(by: -Double(turned.x != 0 ? turned.x : turned.y) * span * 0.1), ui)
    } else if tumble_ui_is_control_down() || hasCurves || ruler.contains(ui.mouse) {
      act(.zoom(pow(0.8, Double(turned.y)), about: max(times.time(ui.mouse.x), 0)), ui)
    }
  }

  var hasCurves: Bool { !state.graphs.isEmpty }

  private var labelWidth: Double { min(Self.labelWidth, place.width * 0.36) }

  func act(_ action: AnimatorAction, _ ui: PanelBuilder) { ui.actions.append(.animator(action)) }

  private func times(in ruler: Rect) -> TimeScale {
    TimeScale(range: state.range, track: ruler.inset(by: 10, 0))
  }

  // MARK: Rows

  private func rows(in rect: Rect, _ times: TimeScale, _ ui: PanelBuilder) {
    guard !state.rows.isEmpty else {
      guard state.offer == nil, state.making == nil else { return }
      tumble_ui_set_cursor_place(ui.pixels(rect.min + Vector(16, 10)))
      return ui.paragraph(
        "Nothing is animated yet: choose Animate in the menu of a right click, or a diamond in the "
          + "inspector, or draw a way with the tool Path",
        .body, ui.theme.dim, width: rect.width - 32)
    }
    tumble_ui_set_cursor_place(ui.pixels(rect.min))
    ui.scrollArea(40, size: Size(rect.width, rect.height)) {
      let seen = ui.windowRect
      let origin = ui.place
      ui.space(0)
      // Rows that are out of sight take their room and nothing else.
      let first = max(Int((seen.min.y - origin.y) / Self.rowHeight), 0)
      let last = min(Int(((seen.max.y - origin.y) / Self.rowHeight).rounded(.up)), state.rows.count)
      if first > 0 { ui.space(Double(first) * Self.rowHeight) }
      for index in first..<max(first, last) {
        let line = Rect(
          origin: Vector(seen.min.x, origin.y + Double(index) * Self.rowHeight),
          size: Size(seen.width, Self.rowHeight))
        ui.identified(by: index) { row(state.rows[index], index, in: line, seen, times, ui) }
      }
      let rest = state.rows.count - max(first, last)
      tumble_ui_set_cursor_place(
        ui.pixels(Vector(origin.x, origin.y + Double(state.rows.count - rest) * Self.rowHeight)))
      if rest > 0 { ui.space(Double(rest) * Self.rowHeight) }
      // Below all others: a press where nothing else is begins a box.
      if ui.item(2, in: seen.inset(by: 0, 1)).contains(.pressed) { ui.beginBox(over: origin.y) }
      box(origin.y, times, ui)
      let tracks = seen.without(left: labelWidth)
      if state.range.contains(state.time) {
        ui.upright(times.x(state.time), width: 1.5, in: tracks, ui.theme.accent)
      }
      snapLine(in: tracks, times, ui)
      openMenu(in: seen, origin.y, times, ui)
    }
  }

  /// Opens the menu of the key, or else of the row, that the right button is pressed on.
  ///
  /// - Parameter origin: The place of the first row.
  private func openMenu(in seen: Rect, _ origin: Double, _ times: TimeScale, _ ui: PanelBuilder) {
    guard tumble_ui_is_right_pressed(), seen.contains(ui.mouse), ui.pull == nil else { return }
    let index = Int((ui.mouse.y - origin) / Self.rowHeight)
    guard state.rows.indices.contains(index), let animation = state.rows[index].animation else { return }
    let isOfKeys = ui.mouse.x > seen.min.x + labelWidth
    let key = isOfKeys ? key(of: state.rows[index], at: ui.mouse.x, times) : nil
    act(key.map { .openKeyMenu(AnimatorKey(animation, $0)) } ?? .openMenu(animation: animation), ui)
  }

  /// Returns the index of the key of a row that is nearest to a place, within seven points; nil if none is.
  func key(of row: AnimatorState.Row, at x: Double, _ times: TimeScale) -> Int? {
    guard let keys = row.keys else { return nil }
    let next = keys.partitioningIndex { times.x($0) >= x }
    let near = (max(next - 1, 0)..<min(next + 1, keys.count))
      .min { abs(times.x(keys[$0]) - x) < abs(times.x(keys[$1]) - x) }
    return near.flatMap { abs(times.x(keys[$0]) - x) <= 7 ? $0 : nil }
  }

  private func row(
    _ row: AnimatorState.Row, _ index: Int, in line: Rect, _ seen: Rect, _ times: TimeScale,
    _ ui: PanelBuilder
  ) {
    let label = line.left(labelWidth)
    // The buttons beside the name are not below it, where they would get no press.
    let name = label.without(right: row.animation == nil && row.layer == nil ? 10 : 48)
    let item = ui.item(1, in: name)
    if row.isLit { ui.fill(line, ui.theme.selection.withAlpha(0.45)) }
    if row.isFlashing { ui.fill(line, ui.theme.success.withAlpha(0.4)) }
    if item.contains(.hovered) { ui.fill(label, ui.theme.hovered) }
    let indent = 10 + Double(row.depth) * 12
    if let color = row.color {
      ui.fill(Rect(center: Vector(label.min.x + 5, label.center.y), size: Size(3, 14)), color, rounding: 1.5)
    }
    let text = row.animation == nil ? ui.theme.text : ui.theme.dim
    if let isFolded = row.isFolded {
      let fold = Rect(center: Vector(label.min.x + indent + 4, label.center.y), size: Size(16, 18))
      if fold.contains(ui.mouse) { ui.fill(fold, ui.theme.field, rounding: 3) }
      arrow(fold.center, isFolded: isFolded, ui)
    }
    let room = name.without(left: indent + (row.isFolded == nil ? 0 : 13))
    ui.text(row.label, in: room, row.animation == nil ? .strong : .body, text)
    ui.help(row.note, id: 0x40_0000 | UInt32(index), isHovered: item.contains(.hovered))
    if item.contains(.clicked) {
      // The arrow lies over the name.
      let isArrow = row.isFolded != nil && ui.mouse.x < label.min.x + indent + 13
      act(isArrow ? .fold(row: index) : .choose(row: index), ui)
    }
    if let layer = row.layer, state.layers.indices.contains(layer) {
      AnimatorLayerView(layer: state.layers[layer], state: state, times: times)
        .build(name: label, in: line.without(left: labelWidth), ui)
    }
    guard let animation = row.animation else { return }
    let menu = Rect(center: Vector(label.max.x - 36, label.center.y), size: Size(18, 18))
    if ui.iconButton(3, .chevron, in: menu, help: "What can be done with it, and when it starts") {
      act(.openMenu(animation: animation), ui)
    }
    let hold = Rect(center: Vector(label.max.x - 16, label.center.y), size: Size(20, 18))
    if ui.iconButton(
      2, .pin, in: hold, color: row.fillsAfter ? ui.theme.accent : ui.theme.dim.withAlpha(0.5),
      help: row.fillsAfter
        ? "Holds its last value after the end; click to let go there"
        : "Lets go at the end, with the curve's speed; click to hold the last value")
    {
      act(.hold(animation: animation, !row.fillsAfter), ui)
    }
    let track = line.without(left: labelWidth)
    let (top, bottom) = (max(track.min.y, seen.min.y), min(track.max.y, seen.max.y))
    ui.clipped(to: Rect(min: Vector(track.min.x, top), max: Vector(track.max.x, bottom))) {
      bar(row, animation, in: track, times, ui)
      keys(row, animation, in: track, line.min.y - Double(index) * Self.rowHeight, times, ui)
    }
  }

  /// The bar from begin to end, its repeats paler and its fills as lines.
  private func bar(
    _ row: AnimatorState.Row, _ animation: String, in track: Rect, _ times: TimeScale, _ ui: PanelBuilder
  ) {
    let own = Int(ui.digest(of: animation) >> 2) * 4
    var (begin, end) = (row.begin, row.end)
    if let pull = ui.pull, pull.path == Self.barPath, pull.part == own + barPart(pull) {
      (begin, end) = pulled(row, pull)
    }
    let color = row.color ?? ui.theme.accent
    let middle = track.center.y
    let (left, right) = (times.x(begin), max(times.x(end), times.x(begin) + 3))
    let lastEnd = row.lastEnd.isFinite ? times.x(row.lastEnd + end - row.end) : track.max.x
    if lastEnd > right {
      ui.fill(
        Rect(min: Vector(right, middle - 5), max: Vector(lastEnd, middle + 5)),
        color.withAlpha(row.isWaiting ? 0.06 : 0.22), rounding: 3)
    }
    for play in row.plays where row.isWaiting || play != row.begin {
      let played = row.lastEnd.isFinite ? play + row.lastEnd - row.begin : max(state.present, play)
      let (from, to) = (times.x(play), times.x(played))
      ui.fill(
        Rect(min: Vector(from, middle - 2), max: Vector(max(to, from + 3), middle + 2)), color, rounding: 2)
    }
    if row.fillsBefore { hatch(from: track.min.x, to: left, middle, color.withAlpha(0.4), ui) }
    // The words of one that waits lie on its repeats.
    let behind = nameEnd(of: row, behind: row.isWaiting ? right : max(lastEnd, right), in: track, ui)
    if row.fillsAfter { hatch(from: behind, to: track.max.x, middle, color.withAlpha(0.4), ui) }
    let rect = Rect(min: Vector(left, middle - 6), max: Vector(right, middle + 6))
    ui.fill(rect, color.withAlpha(row.isWaiting ? 0.08 : 0.55), rounding: 4)
    ui.frame(rect, row.isWaiting ? color.withAlpha(0.5) : color, rounding: 4)
    // Its ends are pulled, and the rest is dragged; keys lie over it.
    let edge = min(6, rect.width / 3)
    let parts = [
      Rect(min: Vector(rect.min.x - 3, rect.min.y), max: Vector(rect.min.x + edge, rect.max.y)),
      Rect(min: Vector(rect.max.x - edge, rect.min.y), max: Vector(rect.max.x + 3, rect.max.y)),
      rect,
    ]
    // A key that lies there is pressed, and not the bar below it; with Alt or Shift a box is begun.
    let isBelow = track.contains(ui.mouse) && key(of: row, at: ui.mouse.x, times) != nil || ui.beginsBox
    if isBelow, ui.pull == nil { return }
    for (part, area) in parts.enumerated() {
      let item = ui.item(UInt32(10 + part), in: area)
      if item.contains(.pressed), ui.pull == nil {
        ui.pull = PanelBuilder.Pull(path: Self.barPath, part: own + part, mouse: ui.mouse.x)
      }
      guard let pull = ui.pull, pull.path == Self.barPath, pull.part == own + part else { continue }
      guard item.contains(.held) else {
        ui.pull = nil
        let (begin, end) = pulled(row, pull)
        if pull.value != 0 { act(.place(animation: animation, begin: begin, end: end), ui) }
        continue
      }
      ui.pull?.isSeen = true
      ui.pull?.value = snapped(times.length(ui.mouse.x - pull.mouse))
    }
  }

  /// Says behind a bar what is after it, where there is room: what the pin beside the row's name switches, or
  /// that it does not begin by itself.
  ///
  /// - Returns: The end of the words.
  private func nameEnd(
    of row: AnimatorState.Row, behind end: Double, in track: Rect, _ ui: PanelBuilder
  ) -> Double {
    let name = row.isWaiting ? "waits" : row.fillsAfter ? "holds" : "lets go"
    let left = max(end, track.min.x) + 9
    // A key at the end lies before the words, and one of a bar that goes on would lie in them.
    guard row.lastEnd.isFinite || row.isWaiting, left + 44 < track.max.x, end >= track.min.x - 1 else {
      return end
    }
    ui.text(
      name, in: Rect(min: Vector(left, track.min.y), max: Vector(left + 44, track.max.y)), .small,
      ui.theme.dim)
    return left + 40
  }

  /// Slanted lines where a value is held.
  private func hatch(
    from left: Double, to right: Double, _ middle: Double, _ color: Color, _ ui: PanelBuilder
  ) {
    for x in stride(from: left + 3, to: right - 3, by: 7) {
      ui.segment(Vector(x, middle + 3), Vector(x + 4, middle - 3), color, thickness: 1)
    }
  }

  /// The arrow of a row that can be folded: to the side while it is, else down.
  private func arrow(_ center: Vector, isFolded: Bool, _ ui: PanelBuilder) {
    let (a, b) = isFolded ? (Vector(3, 0), Vector(-2, 3.5)) : (Vector(0, 3), Vector(3.5, -2))
    let c = isFolded ? Vector(-2, -3.5) : Vector(-3.5, -2)
    ui.triangle(center + a, center + b, center + c, ui.theme.dim)
  }

  private func barPart(_ pull: PanelBuilder.Pull) -> Int { pull.part & 3 }

  /// Begin and end of a bar as it is pulled.
  private func pulled(_ row: AnimatorState.Row, _ pull: PanelBuilder.Pull) -> (Double, Double) {
    let step = 1 / Double(max(state.rate, 1))
    switch barPart(pull) {
    case 0: return (min(row.begin + pull.value, row.end - step), row.end)
    case 1: return (row.begin, max(row.end + pull.value, row.begin + step))
    default: return (row.begin + pull.value, row.end + pull.value)
    }
  }

  /// A length of time in whole steps.
  func snapped(_ seconds: Double) -> Double {
    (seconds * Double(state.rate)).rounded() / Double(max(state.rate, 1))
  }
}

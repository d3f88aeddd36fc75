import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleLooks

/// The values of an animation over time, with keys and handles that are dragged.
struct AnimatorCurvesView {
  let curves: AnimatorCurves
  let state: AnimatorState
  let times: TimeScale

  static let keyPath = "animator.curve.key"
  static let handlePath = "animator.curve.handle"

  private static let colors = [
    Color(hex: "#d1495b"), Color(hex: "#2e86ab"), Color(hex: "#3c9d5b"), Color(hex: "#8d6cab"),
  ]
  .compactMap { $0 }

  /// - Parameter labels: The width of the column of names, in points.
  func build(in rect: Rect, labels: Double, _ ui: PanelBuilder) {
    legend(in: rect.left(labels), ui)
    let area = rect.without(left: labels).inset(by: 0, 8)
    let values = ValueScale(bounds: curves.bounds, track: area)
    grid(in: area, values, ui)
    ui.clipped(to: rect.without(left: labels)) {
      for (number, line) in curves.lines.enumerated() {
        let color = Self.colors[number % Self.colors.count]
        for (a, b) in zip(line.points, line.points.dropFirst()) {
          ui.segment(place(a, values), place(b, values), color, thickness: 1.6)
        }
        handles(of: line, number, color, values, ui)
        keys(of: line, number, color, values, ui)
      }
      if state.range.contains(state.time) {
        let x = times.x(state.time)
        ui.fill(Rect(min: Vector(x - 0.75, rect.min.y), max: Vector(x + 0.75, rect.max.y)), ui.theme.accent)
      }
    }
    drop(values, ui)
  }

  private func place(_ point: Vector, _ values: ValueScale) -> Vector {
    Vector(times.x(point.x), values.y(point.y))
  }

  private func legend(in rect: Rect, _ ui: PanelBuilder) {
    ui.text(curves.title, in: rect.top(24).inset(by: 10, 0), .strong)
    for (number, line) in curves.lines.enumerated() {
      let row = rect.lowered(26 + Double(number) * 20).top(20).inset(by: 10, 0)
      ui.fill(
        Rect(center: Vector(row.min.x + 6, row.center.y), size: Size(12, 3)),
        Self.colors[number % Self.colors.count])
      ui.line.clear()
      ui.line.append(line.name)
      ui.line.append(line.name.isEmpty ? "" : " ")
      ui.line.append(curves.unit)
      ui.lineText(in: row.without(left: 20), .small, ui.theme.text)
    }
  }

  private func grid(in area: Rect, _ values: ValueScale, _ ui: PanelBuilder) {
    let step = values.tick
    var tick = (values.bounds.lowerBound / step).rounded(.up) * step
    // Huge values lie further apart than the lines.
    while tick <= values.bounds.upperBound, tick + step > tick {
      let y = values.y(tick)
      ui.fill(Rect(min: Vector(area.min.x, y), max: Vector(area.max.x, y + 1 / ui.scale)), ui.theme.border)
      ui.line.clear()
      ui.line.append((tick * 1e4).rounded() / 1e4)
      ui.lineText(
        in: Rect(min: Vector(area.min.x + 3, y - 15), max: Vector(area.min.x + 80, y)), .small, ui.theme.dim)
      tick += step
    }
  }

  private func identity(_ number: Int, _ index: Int, _ handle: Int) -> Int {
    (index * 8 + number) * 4 + handle
  }

  private func handles(
    of line: AnimatorCurves.Line, _ number: Int, _ color: Color, _ values: ValueScale, _ ui: PanelBuilder
  ) {
    for (index, handles) in line.handles.enumerated() {
      guard let handles, index > 0, isNear(index, line) else { continue }
      for part in 0...1 {
        let (point, key) = (part == 0 ? handles.first : handles.second, line.keys[index - 1 + part])
        let shown = place(point, values)
        ui.segment(place(key, values), shown, color.withAlpha(0.6), thickness: 1)
        ui.circle(shown, radius: 4, color)
        let item = ui.item(
          0x200_0000 | UInt32(identity(number, index, part + 1)), in: Rect(center: shown, size: Size(14, 14)))
        guard item.contains(.pressed) else { continue }
        ui.pull = PanelBuilder.Pull(
          path: Self.handlePath, part: identity(number, index, part + 1), start: 0, mouse: 0, value: 0,
          hasBegun: false)
      }
    }
  }

  /// Handles are shown of selected keys and of their neighbours, or of all where none is selected.
  private func isNear(_ index: Int, _ line: AnimatorCurves.Line) -> Bool {
    let selected = state.rows.first { $0.animation == curves.animation }?.selected ?? []
    return selected.isEmpty ? line.keys.count <= 12 : selected.contains(index) || selected.contains(index - 1)
  }

  private func keys(
    of line: AnimatorCurves.Line, _ number: Int, _ color: Color, _ values: ValueScale, _ ui: PanelBuilder
  ) {
    let selected = state.rows.first { $0.animation == curves.animation }?.selected ?? []
    for (index, key) in line.keys.enumerated() where times.range.contains(key.x) {
      let shown = isPulled(number, index, ui) ? ui.mouse : place(key, values)
      ui.disc(shown, radius: 5, ui.theme.panel)
      ui.disc(shown, radius: selected.contains(index) ? 4.5 : 3.5, color)
      let item = ui.item(
        0x100_0000 | UInt32(identity(number, index, 0)), in: Rect(center: shown, size: Size(14, 14)))
      guard item.contains(.pressed) else { continue }
      ui.actions.append(
        .animator(.select([AnimatorKey(curves.animation, index)], isAdding: tumble_ui_is_shift_down())))
      ui.pull = PanelBuilder.Pull(
        path: Self.keyPath, part: identity(number, index, 0), start: ui.mouse.x, mouse: ui.mouse.y, value: 0,
        hasBegun: false)
    }
  }

  private func isPulled(_ number: Int, _ index: Int, _ ui: PanelBuilder) -> Bool {
    ui.pull.map { $0.path == Self.keyPath && $0.part == identity(number, index, 0) } ?? false
  }

  /// Ends a pull of a key or of a handle where the mouse is let go.
  private func drop(_ values: ValueScale, _ ui: PanelBuilder) {
    guard let pull = ui.pull, pull.path == Self.keyPath || pull.path == Self.handlePath else { return }
    let (number, index, handle) = (pull.part >> 2 & 7, pull.part >> 5, pull.part & 3)
    guard curves.lines.indices.contains(number), curves.lines[number].keys.indices.contains(index) else {
      ui.pull = nil
      return
    }
    let line = curves.lines[number]
    let point = Vector(times.time(ui.mouse.x), values.value(ui.mouse.y))
    guard tumble_ui_wants(ui.context) & UInt32(TUMBLE_UI_IS_BUSY) == 0 else {
      ui.pull?.isSeen = true
      if handle > 0 { ui.circle(ui.mouse, radius: 5, ui.theme.accent) }
      return
    }
    ui.pull = nil
    if handle == 0 {
      guard abs(ui.mouse.x - pull.start) + abs(ui.mouse.y - pull.mouse) > 2 else { return }
      let rate = Double(max(state.rate, 1))
      ui.actions.append(
        .animator(
          .setKey(
            AnimatorKey(curves.animation, index), number: number, at: (point.x * rate).rounded() / rate,
            to: point.y)))
    } else if let handles = line.handles[index] {
      ui.actions.append(
        .animator(
          .bend(
            AnimatorKey(curves.animation, index),
            share(handle == 1 ? point : handles.first, line, index, part: 0),
            share(handle == 2 ? point : handles.second, line, index, part: 1))))
    }
  }

  /// A handle as shares of its segment's time and height. A line without height says nothing of that: another
  /// one's share stays.
  private func share(_ point: Vector, _ line: AnimatorCurves.Line, _ index: Int, part: Int) -> Vector {
    let (from, to) = (line.keys[index - 1], line.keys[index])
    let (length, height) = (max(to.x - from.x, 1e-9), to.y - from.y)
    let time = min(max((point.x - from.x) / length, 0), 1)
    guard height == 0 else { return Vector(time, (point.y - from.y) / height) }
    for other in curves.lines {
      let (low, way) = (other.keys[index - 1].y, other.keys[index].y - other.keys[index - 1].y)
      guard way != 0, let handles = other.handles[index] else { continue }
      return Vector(time, ((part == 0 ? handles.first : handles.second).y - low) / way)
    }
    return Vector(time, Double(part))
  }
}

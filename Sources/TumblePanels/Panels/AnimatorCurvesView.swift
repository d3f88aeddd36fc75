import CTumbleImGui
import Foundation
import TumbleAnimation
import TumbleGeometry

/// The values of animations over time, with keys and handles that are dragged.
struct AnimatorCurvesView {
  let graphs: [AnimatorCurves]
  let state: AnimatorState
  let times: TimeScale

  static let keyPath = "animator.curve.key"
  static let handlePath = "animator.curve.handle"

  private static let colors = [
    Color(hex: "#d1495b"), Color(hex: "#2e86ab"), Color(hex: "#3c9d5b"), Color(hex: "#8d6cab"),
    Color(hex: "#c47f17"), Color(hex: "#0f8b8d"), Color(hex: "#7a8b2a"), Color(hex: "#b0569a"),
  ]
  .compactMap { $0 }

  /// A key, or a handle of the segment that leads to it, as what is pulled has it.
  private struct Part {
    var graph: Int
    var line: Int
    var key: Int
    /// 0 for the key, 1 and 2 for the handles.
    var handle: Int

    init(_ graph: Int, _ line: Int, _ key: Int, _ handle: Int = 0) {
      (self.graph, self.line, self.key, self.handle) = (graph, line, key, handle)
    }

    init(_ number: Int) { self.init(number >> 5 & 7, number >> 2 & 7, number >> 8, number & 3) }

    var number: Int { key << 8 | graph << 5 | line << 2 | handle }
  }

  func build(in rect: Rect, labels: Double, _ ui: PanelBuilder) {
    legend(in: rect.left(labels), ui)
    let tracks = rect.without(left: labels)
    let area = tracks.inset(by: 0, 8)
    grid(in: area, scale(of: 0, area), ui)
    let isPulled = ui.pull.map { $0.path == Self.keyPath || $0.path == Self.handlePath } ?? false
    ui.clipped(to: tracks) {
      var number = 0
      // What is pulled is seen as it would be, and measured as it is.
      for (place, graph) in (isPulled && !state.pulled.isEmpty ? state.pulled : graphs).enumerated() {
        let values = scale(of: place, area)
        let selected = selected(in: graph)
        for line in graph.lines {
          draw(line, selected, Self.colors[number % Self.colors.count], values, ui)
          number += 1
        }
      }
      if state.range.contains(state.time) {
        ui.upright(times.x(state.time), width: 1.5, in: rect, ui.theme.accent)
      }
    }
    // One item for all that can be pulled, so that thousands of keys cost no more than a few.
    if ui.item(0x20, in: tracks).contains(.pressed) { press(in: area, ui) }
    if tumble_ui_is_right_pressed(), tracks.contains(ui.mouse), ui.pull == nil { openMenu(in: area, ui) }
    if let box = ui.box() { select(in: box, area, ui) }
    pull(in: area, ui)
    zoomValues(in: tracks, scale(of: 0, area), ui)
  }

  /// The wheel with Control and Shift shows more or fewer values.
  private func zoomValues(in rect: Rect, _ values: ValueScale, _ ui: PanelBuilder) {
    let turned = tumble_ui_wheel()
    let way = Double(turned.y != 0 ? turned.y : turned.x)
    guard way != 0, tumble_ui_is_shift_down(), tumble_ui_is_control_down(), rect.contains(ui.mouse),
      ui.pull == nil
    else { return }
    ui.actions.append(.animator(.zoomValues(pow(0.8, way), about: values.value(ui.mouse.y))))
  }

  private func selected(in graph: AnimatorCurves) -> Set<Int> {
    state.rows.first { $0.animation == graph.animation }?.selected ?? []
  }

  /// The scale of a graph: its own where all have one height, else one for all.
  private func scale(of graph: Int, _ area: Rect) -> ValueScale {
    if let values = state.values, !state.isLevelled { return ValueScale(bounds: values, track: area) }
    let shown = state.isLevelled ? graphs[graph...graph] : graphs[...]
    var (low, high) = (Double.infinity, -Double.infinity)
    for graph in shown {
      (low, high) = (min(low, graph.bounds.lowerBound), max(high, graph.bounds.upperBound))
    }
    return ValueScale(bounds: low...max(high, low), track: area)
  }

  private func place(_ point: Vector, _ values: ValueScale) -> Vector {
    Vector(times.x(point.x), values.y(point.y))
  }

  // MARK: Names and numbers

  /// The names of the lines with their values at the playhead, and the numbers of what is selected.
  private func legend(in rect: Rect, _ ui: PanelBuilder) {
    let fields = state.numbers.map { 24.0 * Double($0.numbers.count + 1) + 6 } ?? 0
    let names = Rect(min: rect.min, max: Vector(rect.max.x, rect.max.y - fields))
    var (y, number) = (names.min.y + 2, 0)
    for graph in graphs {
      guard y + 20 <= names.max.y else { break }
      ui.text(
        graph.title, in: Rect(min: Vector(rect.min.x + 10, y), max: Vector(rect.max.x, y + 20)), .strong)
      y += 20
      for line in graph.lines {
        let color = Self.colors[number % Self.colors.count]
        number += 1
        guard y + 18 <= names.max.y else { continue }
        let row = Rect(min: Vector(rect.min.x + 10, y), max: Vector(rect.max.x - 8, y + 18))
        y += 18
        ui.fill(Rect(center: Vector(row.min.x + 6, row.center.y), size: Size(12, 3)), color)
        ui.text(line.name, in: row.without(left: 18), .small)
        ui.line.clear()
        if let value = line.value(at: state.time) {
          ui.line.append((value * 1e3).rounded() / 1e3)
          ui.line.append(" ")
        }
        ui.line.append(graph.unit)
        ui.lineText(in: row.without(left: 30), .small, ui.theme.dim, .right)
      }
    }
    if let numbers = state.numbers { self.fields(numbers, in: rect.bottom(fields), ui) }
  }

  /// The fields in which the time and the numbers of the selected keys are typed.
  private func fields(_ numbers: AnimatorState.KeyNumbers, in rect: Rect, _ ui: PanelBuilder) {
    for index in -1..<numbers.numbers.count {
      let row = rect.lowered(Double(index + 1) * 24).top(24).inset(by: 8, 1)
      let number = index < 0 ? nil : numbers.numbers[index]
      let value = index < 0 ? numbers.time : number?.value
      let name = index < 0 ? "time" : number.map { $0.name.isEmpty ? "value" : $0.name } ?? ""
      ui.text(name, in: row.left(40), .small, ui.theme.dim)
      let field = PanelBuilder.NumberField(
        path: index < 0 ? Self.timePath : Self.numberPaths[min(index, Self.numberPaths.count - 1)],
        value: value ?? 0, unit: index < 0 ? "s" : numbers.unit, step: index < 0 ? 0.01 : 1,
        isMixed: value == nil)
      ui.numberField(UInt32(0x30 + index + 1), field, in: row.without(left: 42)) { .number($0) }
    }
  }

  private static let timePath = "\(AnimatorState.KeyNumbers.path).time"
  private static let numberPaths = (0..<4).map { "\(AnimatorState.KeyNumbers.path).\($0)" }

  private func grid(in area: Rect, _ values: ValueScale, _ ui: PanelBuilder) {
    values.eachTick { tick in
      let y = values.y(tick)
      ui.fill(Rect(min: Vector(area.min.x, y), max: Vector(area.max.x, y + 1 / ui.scale)), ui.theme.border)
      let place = Rect(min: Vector(area.min.x + 3, y - 15), max: Vector(area.min.x + 80, y))
      ui.number((tick * 1e4).rounded() / 1e4, in: place, .small, ui.theme.dim)
    }
  }

  // MARK: Keys and handles

  /// The most keys in view of which each is drawn; of more it is the selected ones.
  private static let mostKeys = 1000

  private func draw(
    _ line: AnimatorCurves.Line, _ selected: Set<Int>, _ color: Color, _ values: ValueScale,
    _ ui: PanelBuilder
  ) {
    let points = line.points(within: times.range)
    for (a, b) in zip(points, points.dropFirst()) {
      ui.segment(place(a, values), place(b, values), color, thickness: 1.6)
    }
    eachHandle(of: line, selected) { index, number, point in
      let (key, shown) = (line.keys[index - 1 + number], place(point, values))
      ui.segment(place(key.place, values), shown, color.withAlpha(0.6), thickness: 1)
      ui.circle(shown, radius: 4, color)
    }
    let keys = line.keys(within: times.range)
    for index in keys where keys.count <= Self.mostKeys || selected.contains(index) {
      let shown = place(line.keys[index].place, values)
      ui.disc(shown, radius: 5, ui.theme.panel)
      ui.disc(shown, radius: selected.contains(index) ? 4.5 : 3.5, color)
    }
  }

  /// Calls a function with each handle that is shown: the key to which its segment leads, 0 for the first of
  /// the two, and its place.
  private func eachHandle(
    of line: AnimatorCurves.Line, _ selected: Set<Int>, _ body: (Int, Int, Vector) -> Void
  ) {
    for index in line.keys.indices {
      // They are shown of selected keys and of their neighbours, or of all where none is selected.
      let isNear =
        selected.isEmpty
        ? line.keys.count <= 12 : selected.contains(index) || selected.contains(index - 1)
      guard isNear, let (first, second) = line.handles(index) else { continue }
      body(index, 0, first)
      body(index, 1, second)
    }
  }

  /// The key or the handle that is nearest to the mouse, a handle before its key; nil where none is near.
  private func nearest(in area: Rect, _ ui: PanelBuilder) -> Part? {
    var (found, reach) = (Part?.none, 7.0)
    for (place, graph) in graphs.enumerated() {
      let (values, selected) = (scale(of: place, area), selected(in: graph))
      func offer(_ point: Vector, _ part: Part) {
        let way = self.place(point, values) - ui.mouse
        let distance = max(abs(way.x), abs(way.y))
        if distance < reach { (found, reach) = (part, distance) }
      }
      for (index, line) in graph.lines.enumerated() {
        eachHandle(of: line, selected) { offer($2, Part(place, index, $0, $1 + 1)) }
        for key in line.keys(within: times.range) { offer(line.keys[key].place, Part(place, index, key)) }
      }
    }
    return found
  }

  private func press(in area: Rect, _ ui: PanelBuilder) {
    guard let part = nearest(in: area, ui) else { return ui.beginBox() }
    let key = AnimatorKey(graphs[part.graph].animation, part.key)
    let isAdding = tumble_ui_is_shift_down()
    if part.handle == 0, isAdding || !selected(in: graphs[part.graph]).contains(part.key) {
      ui.actions.append(.animator(.select([key], isAdding: isAdding)))
    }
    ui.pull = PanelBuilder.Pull(
      path: part.handle == 0 ? Self.keyPath : Self.handlePath, part: part.number, start: ui.mouse.x,
      mouse: ui.mouse.y, value: .nan)
  }

  /// Opens the menu of the key at the mouse, or of the key whose handle is there; else that of the row, where
  /// one alone is shown.
  private func openMenu(in area: Rect, _ ui: PanelBuilder) {
    if let part = nearest(in: area, ui) {
      ui.actions.append(.animator(.openKeyMenu(AnimatorKey(graphs[part.graph].animation, part.key))))
    } else if graphs.count == 1 {
      ui.actions.append(.animator(.openMenu(animation: graphs[0].animation)))
    }
  }

  private func select(in box: Rect, _ area: Rect, _ ui: PanelBuilder) {
    var found: [AnimatorKey] = []
    for (place, graph) in graphs.enumerated() {
      let values = scale(of: place, area)
      let keys = graph.lines.flatMap { line in
        line.keys.indices.filter { box.contains(self.place(line.keys[$0].place, values)) }
      }
      found += Set(keys).sorted().map { AnimatorKey(graph.animation, $0) }
    }
    ui.actions.append(.animator(.select(found, isAdding: tumble_ui_is_shift_down())))
  }

  /// Shows what a pull of a key or of a handle would make, and makes it where the mouse is let go.
  private func pull(in area: Rect, _ ui: PanelBuilder) {
    guard let pull = ui.pull, pull.path == Self.keyPath || pull.path == Self.handlePath else { return }
    let part = Part(pull.part)
    guard graphs.indices.contains(part.graph), graphs[part.graph].lines.indices.contains(part.line),
      graphs[part.graph].lines[part.line].keys.indices.contains(part.key)
    else {
      ui.pull = nil
      return
    }
    let action = action(of: part, pull, scale(of: part.graph, area), ui)
    guard ui.isBusy else {
      ui.pull = nil
      if let action { ui.actions.append(.animator(action)) }
      return
    }
    ui.pull?.isSeen = true
    let place = ui.mouse.x * 0x1p14 + ui.mouse.y
    guard place != pull.value else { return }
    ui.pull?.value = place
    if let action { ui.actions.append(.animator(.preview(action))) }
  }

  /// The action of a pull that ends at the mouse; nil for a click on a key.
  private func action(
    of part: Part, _ pull: PanelBuilder.Pull, _ values: ValueScale, _ ui: PanelBuilder
  ) -> AnimatorAction? {
    guard abs(ui.mouse.x - pull.start) + abs(ui.mouse.y - pull.mouse) > 2 else { return nil }
    let graph = graphs[part.graph]
    let (line, point) = (graph.lines[part.line], Vector(times.time(ui.mouse.x), values.value(ui.mouse.y)))
    let key = AnimatorKey(graph.animation, part.key)
    if part.handle == 0 { return drag(of: key, in: line, number: part.line, to: point, values, hasSeveral) }
    return line.handles(part.key).map { first, second in
      .bend(
        key, share(part.handle == 1 ? point : first, graph, part, 0),
        share(part.handle == 2 ? point : second, graph, part, 1), part: part.handle - 1,
        mirrors: tumble_ui_is_shift_down() ? true : tumble_ui_is_alt_down() ? false : nil)
    }
  }

  private var hasSeveral: Bool { state.selectedKeys > 1 }

  /// The action of a drag of a key: alone it goes to a point. Several go along, or with Control are drawn
  /// apart in their values about that of the curve at the playhead.
  private func drag(
    of key: AnimatorKey, in line: AnimatorCurves.Line, number: Int, to point: Vector, _ values: ValueScale,
    _ isOneOfSeveral: Bool
  ) -> AnimatorAction {
    let rate = Double(max(state.rate, 1))
    let time = (point.x * rate).rounded() / rate
    let old = line.keys[key.index]
    guard isOneOfSeveral else { return .setKey(key, number: number, at: time, to: point.y) }
    if tumble_ui_is_control_down(), let middle = line.value(at: state.time), middle != old.value {
      return .scaleValues(number: number, by: (point.y - middle) / (old.value - middle), about: middle)
    }
    return .shiftKeys(by: time - old.time, number: number, value: point.y - old.value)
  }

  /// A handle as shares of its segment's time and height. A line without height says nothing of that: another
  /// one's share stays.
  private func share(_ point: Vector, _ graph: AnimatorCurves, _ part: Part, _ number: Int) -> Vector {
    let (line, index) = (graph.lines[part.line], part.key)
    let (from, to) = (line.keys[index - 1], line.keys[index])
    let (length, height) = (max(to.time - from.time, 1e-9), to.value - from.value)
    let time = min(max((point.x - from.time) / length, 0), 1)
    guard height == 0 else { return Vector(time, (point.y - from.value) / height) }
    for other in graph.lines {
      let low = other.keys[index - 1].value
      let way = other.keys[index].value - low
      guard way != 0, let handles = other.handles(index) else { continue }
      return Vector(time, ((number == 0 ? handles.first : handles.second).y - low) / way)
    }
    return Vector(time, Double(number))
  }
}

extension Keyframe<Double> {
  fileprivate var place: Vector { Vector(time, value) }
}

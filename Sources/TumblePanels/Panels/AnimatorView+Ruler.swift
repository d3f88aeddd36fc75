import CTumbleImGui
import TumbleGeometry
import TumbleInput
import TumbleLooks

// The ruler over the rows and the curves, and what stands at its left end.
extension AnimatorView {
  static let playheadPath = "animator.playhead"
  static let stretchPath = "animator.stretch"

  /// The layer whose time the ruler counts; nil: the world's.
  private var layer: AnimatorState.Layer? {
    state.rulerLayer.flatMap { state.layers.indices.contains($0) ? state.layers[$0] : nil }
  }

  /// The ruler's own times; those of the world where the layer stands still or runs back.
  func ownTimes(_ times: TimeScale) -> TimeScale {
    layer.flatMap { times.own($0, present: state.present) } ?? times
  }

  /// The tolerances of keys that are offered, or the times that the ruler can count.
  func corner(in rect: Rect, _ ui: PanelBuilder) {
    if state.offer != nil || state.making != nil {
      let fields = rect.without(left: 48, right: 4)
      ui.text("within", in: rect.without(left: 10), .small, ui.theme.dim)
      let places = PanelBuilder.NumberField(
        path: AnimatorState.Tolerance.placesPath, value: state.tolerance.places, unit: "pt",
        range: 0.001...1000, step: 0.02)
      ui.numberField(70, places, in: fields.left(fields.width / 2 - 2)) { .number($0) }
      let angles = PanelBuilder.NumberField(
        path: AnimatorState.Tolerance.anglesPath, value: state.tolerance.angles, unit: "°",
        range: 0.001...180, step: 0.02)
      ui.numberField(71, angles, in: fields.right(fields.width / 2 - 2)) { .number($0) }
      ui.help(
        "The distance by which places and angles may be off: the larger, the fewer keys", id: 0x51_0003,
        isHovered: fields.contains(ui.mouse))
    } else if !state.layers.isEmpty {
      let chosen = state.rulerLayer.map { $0 + 1 } ?? 0
      if let choice = ui.choice(72, state.clocks, chosen: chosen, in: rect.inset(by: 8, 0)) {
        act(.countTime(ofLayer: choice > 0 ? choice - 1 : nil), ui)
      }
    }
  }

  func ruler(in rect: Rect, _ times: TimeScale, _ ui: PanelBuilder) {
    ui.fill(rect, ui.theme.field)
    ui.clipped(to: rect) {
      stretch(in: rect, times, ui)
      let own = ownTimes(times)
      own.eachTick { tick in
        let x = own.x(tick)
        ui.fill(Rect(min: Vector(x, rect.max.y - 6), max: Vector(x + 1 / ui.scale, rect.max.y)), ui.theme.dim)
        let place = Rect(min: Vector(x + 3, rect.min.y), max: Vector(x + 60, rect.max.y - 2))
        ui.number((tick * 1000).rounded() / 1000, " s", in: place, .small, ui.theme.dim)
      }
      // What was simulated is solid, what the curves alone say is dashed.
      let present = times.x(state.present)
      ui.fill(
        Rect(min: Vector(rect.min.x, rect.max.y - 2), max: Vector(max(present, rect.min.x), rect.max.y)),
        ui.theme.accent)
      for x in stride(from: max(present, rect.min.x) + 4, to: rect.max.x, by: 8) {
        ui.fill(Rect(min: Vector(x, rect.max.y - 2), max: Vector(x + 4, rect.max.y)), ui.theme.dim)
      }
      for mark in state.marks where times.range.contains(mark.time) {
        ui.disc(Vector(times.x(mark.time), rect.min.y + 4), radius: 2.5, ui.theme.success)
      }
    }
    let item = ui.item(30, in: rect)
    if item.contains(.pressed) {
      let marks = tumble_ui_is_shift_down()
      ui.pull = PanelBuilder.Pull(
        path: marks ? Self.stretchPath : Self.playheadPath,
        start: marks ? max(snapped(times.time(ui.mouse.x)), 0) : state.time, mouse: ui.mouse.x, value: .nan)
    }
    if ui.pull?.path == Self.stretchPath {
      pullStretch(item, times, ui)
    } else {
      pullPlayhead(item, times, ui)
      if ui.pull == nil { tip(item, times, ui) }
    }
  }

  private func pullPlayhead(_ item: ItemState, _ times: TimeScale, _ ui: PanelBuilder) {
    if let pull = ui.pull, pull.path == Self.playheadPath {
      if item.contains(.held) {
        ui.pull?.isSeen = true
        let step = (times.time(ui.mouse.x) * Double(state.rate)).rounded()
        let held = min(max(step, 0), 1e9)
        let present = (state.present * Double(state.rate)).rounded()
        if held != pull.value {
          ui.pull?.value = held
          act(.showFuture(step: held > present ? Int(held) : nil), ui)
          if held <= present { ui.actions.append(.timeline(.scrub(step: Int(held)))) }
        }
      } else {
        ui.pull = nil
      }
    }
    // A key is of what the world is at its time: with auto key it is run on to there.
    if item.contains(.released), state.hasAutoKey, times.time(ui.mouse.x) > state.present {
      ui.actions.append(.chooseMenuItem(WindowAction.simulate.rawValue))
    }
  }

  // MARK: The stretch

  private func pullStretch(_ item: ItemState, _ times: TimeScale, _ ui: PanelBuilder) {
    guard !item.contains(.held) else {
      ui.pull?.isSeen = true
      return
    }
    act(.markStretch(pulledStretch(times, ui)), ui)
    ui.pull = nil
  }

  /// The stretch as it is drawn up; nil for a click.
  private func pulledStretch(_ times: TimeScale, _ ui: PanelBuilder) -> ClosedRange<Double>? {
    guard let pull = ui.pull, pull.path == Self.stretchPath, abs(ui.mouse.x - pull.mouse) > 2 else {
      return nil
    }
    let end = max(snapped(times.time(ui.mouse.x)), 0)
    return end == pull.start ? nil : min(pull.start, end)...max(pull.start, end)
  }

  private func stretch(in rect: Rect, _ times: TimeScale, _ ui: PanelBuilder) {
    let isPulled = ui.pull?.path == Self.stretchPath
    guard let stretch = isPulled ? pulledStretch(times, ui) : state.stretch else { return }
    let (left, right) = (times.x(stretch.lowerBound), times.x(stretch.upperBound))
    ui.fill(
      Rect(min: Vector(left, rect.min.y), max: Vector(right, rect.max.y)), ui.theme.accent.withAlpha(0.25))
    for x in [left, right] { ui.upright(x, width: 2, in: rect, ui.theme.accent) }
  }

  /// Tells what a trigger's mark is of, or what the ruler is for.
  private func tip(_ item: ItemState, _ times: TimeScale, _ ui: PanelBuilder) {
    guard item.contains(.hovered) else { return }
    func way(_ mark: AnimatorState.Mark) -> Double { abs(times.x(mark.time) - ui.mouse.x) }
    if let mark = state.marks.min(by: { way($0) < way($1) }), way(mark) <= 4 {
      ui.line.clear()
      ui.line.appendSeconds(mark.time)
      ui.line.append(" · ")
      ui.line.append(mark.name)
      return ui.tip()
    }
    ui.help(
      "Drag to a time; Shift-drag marks the stretch of which Make keys makes keys, and a click with Shift "
        + "takes the mark away", id: 0x51_0004, isHovered: true)
  }
}

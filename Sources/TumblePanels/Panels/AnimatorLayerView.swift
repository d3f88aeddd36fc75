import TumbleGeometry
import TumbleLooks

/// The row of a layer: its clock, to be stopped and begun again, and a ruler of its own time, which is pulled
/// along under the playhead.
struct AnimatorLayerView {
  let layer: AnimatorState.Layer
  let state: AnimatorState
  let times: TimeScale

  private static let fieldWidth = 76.0

  func build(name label: Rect, in track: Rect, _ ui: PanelBuilder) {
    func act(_ action: AnimationLayerAction) { ui.actions.append(.animationLayer(name: layer.name, action)) }
    let rewind = Rect(center: Vector(label.max.x - 36, label.center.y), size: Size(18, 18))
    if ui.iconButton(2, .toStart, in: rewind, help: "Rewind the layer to its start") { act(.rewind) }
    let play = Rect(center: Vector(label.max.x - 16, label.center.y), size: Size(18, 18))
    let isPaused = layer.speed == 0
    if ui.iconButton(
      3, isPaused ? .play : .pause, in: play, help: isPaused ? "Resume the layer" : "Pause the layer")
    {
      act(.pause(!isPaused))
    }
    var ruler = track
    if track.width > 3 * Self.fieldWidth {
      let fields = track.right(2 * Self.fieldWidth + 12).inset(by: 2, 1)
      ruler = track.without(right: fields.width + 4)
      let (speed, offset) = (fields.left(Self.fieldWidth), fields.right(Self.fieldWidth))
      let speedField = PanelBuilder.NumberField(
        path: layer.speedPath, value: layer.speed, unit: "×", range: -16...16, step: 0.05)
      ui.numberField(4, speedField, in: speed) { .number($0) }
      let offsetField = PanelBuilder.NumberField(
        path: layer.offsetPath, value: layer.offset, unit: "s", step: 0.05)
      ui.numberField(5, offsetField, in: offset) { .number($0) }
      let isOverSpeed = speed.contains(ui.mouse)
      ui.help("Speed: own seconds for each second", id: 0x51_0000, isHovered: isOverSpeed)
      let isOverOffset = offset.contains(ui.mouse)
      ui.help("Offset: the own time when it begins", id: 0x51_0001, isHovered: isOverOffset)
    }
    scrub(in: ruler, ui, act)
    ticks(in: ruler, ui)
  }

  private func ticks(in rect: Rect, _ ui: PanelBuilder) {
    ui.clipped(to: rect) {
      ui.fill(rect.inset(by: 0, 3), ui.theme.field.withAlpha(0.6))
      if let scale = times.own(layer, present: state.present) {
        scale.eachTick { tick in
          let x = scale.x(tick)
          ui.fill(
            Rect(min: Vector(x, rect.max.y - 8), max: Vector(x + 1 / ui.scale, rect.max.y - 3)), ui.theme.dim)
          number(tick, at: x, in: rect, ui)
        }
      } else {
        number(layer.time, at: times.x(state.present), in: rect, ui)
      }
    }
  }

  private func number(_ time: Double, at x: Double, in rect: Rect, _ ui: PanelBuilder) {
    let place = Rect(min: Vector(x + 3, rect.min.y), max: Vector(x + 60, rect.max.y - 3))
    ui.number((time * 100).rounded() / 100, " s", in: place, .small, ui.theme.dim)
  }

  private func scrub(in rect: Rect, _ ui: PanelBuilder, _ act: (AnimationLayerAction) -> Void) {
    let item = ui.item(6, in: rect)
    ui.help("The layer's own time: pull it along to scrub", id: 0x51_0002, isHovered: item.contains(.hovered))
    if item.contains(.pressed), ui.pull == nil {
      ui.pull = PanelBuilder.Pull(
        path: layer.timePath, start: layer.time, mouse: ui.mouse.x, value: layer.time)
    }
    guard let pull = ui.pull, pull.path == layer.timePath else { return }
    guard item.contains(.held) else {
      ui.pull = nil
      if pull.hasBegun { ui.actions.append(.endEdit(path: layer.timePath)) }
      return
    }
    ui.pull?.isSeen = true
    // What is pulled to the left comes later.
    let speed = layer.rate == 0 ? 1 : abs(layer.rate)
    let rate = Double(max(state.rate, 1))
    let wanted = ((pull.start - times.length(ui.mouse.x - pull.mouse) * speed) * rate).rounded() / rate
    guard wanted != pull.value, abs(ui.mouse.x - pull.mouse) > 2 || pull.hasBegun else { return }
    if !pull.hasBegun { ui.actions.append(.beginEdit(path: layer.timePath)) }
    ui.pull?.hasBegun = true
    ui.pull?.value = wanted
    act(.scrub(max(wanted, 0)))
  }
}

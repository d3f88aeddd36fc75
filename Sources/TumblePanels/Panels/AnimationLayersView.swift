import TumbleGeometry
import TumbleLooks

/// The clocks of a scene's layers.
struct AnimationLayersView {
  let state: AnimationLayersState

  func build(in ui: PanelBuilder) {
    for (index, row) in state.rows.enumerated() {
      if index > 0 { ui.space(8) }
      ui.identified(by: row.name) { build(row, in: ui) }
    }
  }

  private func build(_ row: AnimationLayersState.Row, in ui: PanelBuilder) {
    func act(_ action: AnimationLayerAction) {
      ui.actions.append(.animationLayer(name: row.name, action))
    }
    let head = ui.row(26)
    let play = head.right(24).middle(height: 24)
    let rewind = head.without(right: 26).right(24).middle(height: 24)
    ui.text(row.name, in: head.without(right: 120))
    ui.line.clear()
    ui.line.append(row.time, decimals: 2)
    ui.line.append(" s")
    ui.lineText(in: head.without(right: 58).right(60), .small, ui.theme.dim, .right)
    if ui.iconButton(1, .toStart, in: rewind, help: "Rewind to the start") { act(.rewind) }
    if ui.iconButton(2, row.isPaused ? .play : .pause, in: play, help: row.isPaused ? "Resume" : "Pause") {
      act(.pause(!row.isPaused))
    }
    let scrub = PanelBuilder.Slider(
      path: row.timePath, value: row.time, range: 0...max(row.duration, row.time, 0.001))
    ui.slider(3, scrub, in: ui.row(20)) { pulling in
      switch pulling {
      case .begins: ui.actions.append(.beginEdit(path: scrub.path))
      case .changes(let time): act(.scrub(time))
      case .ends: ui.actions.append(.endEdit(path: scrub.path))
      }
    }
    let speedRow = ui.row(24)
    ui.text("Speed", in: speedRow.left(60), .small, ui.theme.dim)
    let speed = PanelBuilder.Slider(path: row.speedPath, value: row.speed, range: -4...4)
    ui.slider(4, speed, in: speedRow.without(left: 54, right: 48)) { pulling in
      switch pulling {
      case .begins: ui.actions.append(.beginEdit(path: speed.path))
      case .changes(let value): act(.speed((value * 4).rounded() / 4))
      case .ends: ui.actions.append(.endEdit(path: speed.path))
      }
    }
    ui.line.clear()
    ui.line.append(row.speed)
    ui.line.append(" ×")
    ui.lineText(in: speedRow.right(44), .small, ui.theme.text, .right)
  }
}

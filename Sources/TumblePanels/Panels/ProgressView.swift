import TumbleGeometry
import TumbleLooks

/// Something under way, beside the live world.
struct ProgressView {
  let state: ProgressState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let width = min(340, room.width)
    ui.window(
      "progress", at: Vector(room.center.x, room.min.y + 16), pivot: Vector(0.5, 0), width: width,
      limit: room.size,
      padding: Vector(14, 12)
    ) {
      let head = ui.row(24)
      ui.text(state.title, in: head.without(right: 84), .strong)
      if ui.button(1, "Stop", in: head.right(72), .danger) { ui.actions.append(.stopProgress) }
      ui.space(8)
      let track = ui.row(6)
      ui.fill(track, ui.theme.field, rounding: 3)
      if let fraction = state.fraction {
        let part = min(max(fraction, 0), 1)
        ui.fill(track.left(max(track.width * part, 6)), ui.theme.accent, rounding: 3)
      } else {
        ui.fill(track.inset(by: track.width * 0.35, 0), ui.theme.accent, rounding: 3)
      }
      guard !state.detail.isEmpty || state.fraction != nil else { return }
      ui.space(6)
      let foot = ui.row(16)
      ui.text(state.detail, in: foot.without(right: 48), .small, ui.theme.dim)
      guard let fraction = state.fraction else { return }
      ui.line.clear()
      ui.line.append((min(max(fraction, 0), 1) * 100).rounded(.down), decimals: 0)
      ui.line.append(" %")
      ui.lineText(in: foot, .small, ui.theme.dim, .right)
    }
  }
}

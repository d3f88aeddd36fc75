import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// Where the time of a frame goes.
struct ProfileView {
  let state: ProfileState
  private static let columns: [StaticString] = ["now", "avg", "99 %"]

  func build(in ui: PanelBuilder) {
    let head = ui.row(22)
    let isSlow = state.framesPerSecond * state.budget < 900
    ui.line.clear()
    ui.line.append(state.framesPerSecond, decimals: 0)
    ui.line.append(state.framesPerSecond.rounded() == 1 ? " frame per second" : " frames per second")
    ui.lineText(in: head, .strong, isSlow ? ui.theme.warning : ui.theme.success)
    ui.space(4)
    history(in: ui.row(44), ui)
    ui.space(6)
    let header = ui.row(18)
    ui.text("ms", in: header, .small, ui.theme.dim)
    for (index, title) in Self.columns.enumerated() {
      ui.line.clear()
      ui.line.append(title)
      ui.lineText(in: column(index, of: header), .small, ui.theme.dim, .right)
    }
    for phase in state.phases {
      let row = ui.row(19)
      let color = phase.depth > 0 ? ui.theme.dim : ui.theme.text
      ui.text(phase.name, in: row.without(left: Double(phase.depth) * 12, right: 126), .small, color)
      number(phase.now, in: column(0, of: row), color, ui)
      number(phase.average, in: column(1, of: row), color, ui)
      number(
        phase.percentile99, in: column(2, of: row),
        phase.percentile99 > state.budget ? ui.theme.warning : color, ui)
    }
    if !state.counts.isEmpty {
      ui.space(6)
      ui.text("drawn a frame", in: ui.row(18), .small, ui.theme.dim)
    }
    for count in state.counts {
      let row = ui.row(19)
      ui.text(count.name, in: row.without(right: 126), .small, ui.theme.text)
      for (index, value) in [count.now, count.average, count.percentile99].enumerated() {
        ui.line.clear()
        ui.line.append(value, decimals: count.decimals)
        ui.lineText(in: column(index, of: row), .small, ui.theme.text, .right)
      }
    }
    if let stall = state.stall {
      ui.space(6)
      ui.paragraph(stall, .small, ui.theme.warning)
    }
  }

  private func column(_ index: Int, of row: Rect) -> Rect {
    row.without(right: Double(2 - index) * 42).right(42)
  }

  private func number(_ value: Double, in rect: Rect, _ color: Color, _ ui: PanelBuilder) {
    ui.line.clear()
    ui.line.append(value, decimals: value >= 10 ? 1 : 2)
    ui.lineText(in: rect, .small, color, .right)
  }

  /// Bars as high as frames were long; the line is the budget of a frame.
  private func history(in rect: Rect, _ ui: PanelBuilder) {
    ui.fill(rect, ui.theme.field, rounding: 6)
    let inner = rect.inset(by: 6, 5)
    let longest = max(state.budget * 1.6, 1)
    let width = max(2, 1 / ui.scale)
    let count = min(state.history.count, Int(inner.width / width))
    for (index, length) in state.history.suffix(count).enumerated() {
      let height = inner.height * min(max(Double(length) / longest, 0), 1)
      let x = inner.max.x - Double(count - index) * width
      let isLate = Double(length) > state.budget * 1.05
      ui.fill(
        Rect(min: Vector(x, inner.max.y - height), max: Vector(x + width, inner.max.y)),
        isLate ? ui.theme.warning : ui.theme.accent)
    }
    let y = inner.max.y - inner.height * state.budget / longest
    ui.segment(Vector(inner.min.x, y), Vector(inner.max.x, y), ui.theme.dim.withAlpha(0.7), thickness: 1)
  }
}

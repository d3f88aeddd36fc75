import TumbleGeometry

/// The messages over the stage, which fade: the first hint, a scene's note, toasts, labels.
struct MessagesView {
  let state: InterfaceState
  let layout: InterfaceLayout

  private static let toastNames: [StaticString] = ["toast 0", "toast 1", "toast 2", "toast 3"]
  private static let labelNames: [StaticString] = ["label 0", "label 1", "label 2", "label 3"]

  func build(in ui: PanelBuilder) {
    for (name, label) in zip(Self.labelNames, state.labels) { build(label, name, in: ui) }
    if let note = state.note, note.opacity > 0, isRoomy { build(note, in: ui) }
    var bottom = layout.stage.max.y - 14
    func put(
      _ name: StaticString, _ text: String, _ kind: Toast.Kind?, _ opacity: Double,
      _ flags: PanelBuilder.WindowFlags = .isIdle, reserved: Double = 0, _ body: (Rect) -> Void = { _ in }
    ) {
      guard opacity > 0 else { return }
      ui.faded(opacity) {
        bottom -= pill(name, text, kind, above: bottom, flags, reserved: reserved, ui, body) + 8
      }
    }
    if let hint = state.hint { put("hint", hint.text, nil, hint.opacity) }
    if let warning = state.quitWarning { put("quit", warning.text, .warning, warning.opacity) }
    for (name, toast) in zip(Self.toastNames, state.toasts.suffix(Self.toastNames.count)) {
      let reserved = toast.answer.map { ui.buttonWidth($0) + 4 } ?? 0
      put(name, toast.text, toast.kind, toast.opacity, [], reserved: reserved) { rect in
        if ui.item(1, in: rect.without(right: reserved)).contains(.clicked) {
          ui.actions.append(.dismissToast(toast.id))
        }
        let button = rect.right(reserved).without(right: 4).middle(height: 24)
        if let answer = toast.answer, ui.button(2, answer, in: button, .primary) {
          ui.actions.append(.answerToast(toast.id))
        }
      }
    }
  }

  /// The room beside the column.
  private var besideColumn: Rect {
    let right = layout.side.width > 0 ? layout.side.min.x : layout.stage.max.x
    return Rect(
      min: Vector(layout.stage.min.x + 10, layout.stage.min.y + 10),
      max: Vector(right - 10, layout.stage.max.y - 10))
  }

  /// Is true if there is enough room for sentences. A scene's note is not worth hiding the column for: the
  /// help has it too.
  private var isRoomy: Bool { layout.side.width <= 0 || besideColumn.width >= 180 }

  /// The area of messages: over everything if a small window leaves less than a sentence needs.
  private var room: Rect { isRoomy ? besideColumn : layout.stage.inset(by: 8) }

  /// A line in a frame with round ends; gives its height.
  ///
  /// - Parameter reserved: The width to the right of the text that is left for a button.
  private func pill(
    _ name: StaticString, _ text: String, _ kind: Toast.Kind?, above bottom: Double,
    _ flags: PanelBuilder.WindowFlags, reserved: Double, _ ui: PanelBuilder, _ body: (Rect) -> Void
  ) -> Double {
    let icon = kind.map { $0 == .information ? Icon.information : $0 == .success ? .check : .warning }
    let lead = icon == nil ? 0.0 : 22
    let widest = min(room.width, 460)
    let textWidth = min(ui.width(of: text) + 1, widest - 28 - lead - reserved)
    let height = ui.height(of: text, width: textWidth) + 16
    let width = textWidth + lead + 28 + reserved
    let rect = Rect(
      min: Vector(room.center.x - width / 2, bottom - height), max: Vector(room.center.x + width / 2, bottom))
    ui.window(name, filling: rect, padding: .zero, rounding: min(height / 2, 15), flags) {
      if let icon {
        ui.icon(
          icon, in: Rect(center: Vector(rect.min.x + 20, rect.min.y + 16), size: Size(16, 16)),
          color(of: kind, ui))
      }
      ui.lines(text, at: Vector(rect.min.x + 14 + lead, rect.min.y + 8), width: textWidth)
      body(rect)
    }
    return height
  }

  private func color(of kind: Toast.Kind?, _ ui: PanelBuilder) -> Color {
    switch kind {
    case .success: ui.theme.success
    case .warning: ui.theme.warning
    case .failure: ui.theme.danger
    case .information, nil: ui.theme.accent
    }
  }

  private func build(_ note: NoteState, in ui: PanelBuilder) {
    ui.faded(note.opacity) {
      let width = min(330, room.width)
      // Below what is under way.
      let top = room.min.y + (state.progress == nil ? 0 : 100)
      ui.window(
        "note", at: Vector(room.min.x, top), width: width, limit: Size(width, room.height), .scrolls
      ) {
        if ui.heading(note.title, style: .strong) { ui.actions.append(.dismissNote) }
        ui.space(2)
        ui.paragraph(note.text, .body, ui.theme.dim)
      }
    }
  }

  private func build(_ label: FloatingLabel, _ name: StaticString, in ui: PanelBuilder) {
    let place = label.place / layout.scale
    let size = Size(
      ui.width(of: label.text, .small) + 17, ui.height(of: label.text, width: 10_000, .small) + 8)
    let area = layout.stage.inset(by: 4)
    // Below and to the right of the mouse, or on the other side where there is no room.
    var corner = place + Vector(14, 18)
    if corner.x + size.width > area.max.x { corner.x = place.x - 14 - size.width }
    if corner.y + size.height > area.max.y { corner.y = place.y - 10 - size.height }
    corner = Vector(max(corner.x, area.min.x), max(corner.y, area.min.y))
    ui.window(name, filling: Rect(origin: corner, size: size), padding: Vector(8, 4), rounding: 6, .isIdle) {
      ui.paragraph(label.text, .small, width: 10_000)
    }
  }
}

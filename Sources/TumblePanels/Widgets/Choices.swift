import CTumbleImGui
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  /// Several words side by side, of which one is on, or none where several things differ; gives the one that is clicked.
  func segments(_ id: UInt32, _ titles: [String], chosen: Int?, in rect: Rect) -> Int? {
    fill(rect, theme.field, rounding: 6)
    let width = rect.width / Double(max(titles.count, 1))
    var clicked: Int?
    for (index, title) in titles.enumerated() {
      let left = rect.min.x + Double(index) * width
      let part = Rect(min: Vector(left, rect.min.y), max: Vector(left + width, rect.max.y))
      let state = item(id &+ UInt32(index), in: part)
      if index == chosen {
        fill(part.inset(by: 2), theme.accent, rounding: 5)
      } else if state.contains(.hovered) {
        fill(part.inset(by: 2), theme.hovered, rounding: 5)
      }
      text(title, in: part.inset(by: 4, 0), .small, index == chosen ? theme.onAccent : theme.text, .center)
      if state.contains(.clicked), index != chosen { clicked = index }
    }
    return clicked
  }

  /// One of several from a list that falls down, or none where several things differ; gives the one that is clicked.
  func choice(_ id: UInt32, _ titles: [String], chosen: Int?, in rect: Rect) -> Int? {
    let before = tumble_ui_cursor_place()
    tumble_ui_set_cursor_place(pixels(rect.middle(height: fieldHeight).min))
    let title = chosen.map { titles.indices.contains($0) ? titles[$0] : "" } ?? Self.mixed.description
    let isOpen = title.withBytes { tumble_ui_begin_choice(id, pixels(rect.width), $0.characters, $0.count) }
    var clicked: Int?
    if isOpen {
      for (index, title) in titles.enumerated() {
        let isClicked = title.withBytes {
          tumble_ui_choice(UInt32(index), $0.characters, $0.count, index == chosen)
        }
        if isClicked, index != chosen { clicked = index }
      }
      tumble_ui_end_choice()
    }
    tumble_ui_set_cursor_place(before)
    icon(.chevron, in: rect.right(24), theme.dim)
    return clicked
  }

  /// A patch of a color, or a word where several differ; a click opens a field to pick another from.
  func colorField(_ id: UInt32, path: String, _ color: Color, in rect: Rect, isMixed: Bool, isEnabled: Bool) {
    let isPicked = picked?.path == path
    if isPicked { picked?.isSeen = true }
    let shown = isPicked ? picked?.color ?? color : color
    let state = isEnabled ? item(id, in: rect) : []
    fill(rect, state.contains(.hovered) ? theme.hovered : theme.field, rounding: 6)
    let patch = rect.left(30).inset(by: 4)
    let isMixed = isMixed && !isPicked
    if !isMixed { fill(patch, shown, rounding: 4) }
    frame(patch, theme.border, rounding: 4)
    line.clear()
    if isMixed { line.append(Self.mixed) } else { line.append(shown) }
    lineText(in: rect.without(left: 36, right: 6), .body, isMixed ? theme.dim : theme.text)
    tumble_ui_push_id(id)
    defer { tumble_ui_pop_id() }
    if state.contains(.clicked) { tumble_ui_open_popup() }
    guard tumble_ui_begin_popup() else {
      if isPicked { endPicking() }
      return
    }
    defer { tumble_ui_end_popup() }
    var components = (Float(shown.red), Float(shown.green), Float(shown.blue), Float(shown.alpha))
    let picking = withUnsafeMutablePointer(to: &components) {
      $0.withMemoryRebound(to: Float.self, capacity: 4) { tumble_ui_color_picker(1, pixels(200), $0) }
    }
    let done = ItemState(rawValue: Int(picking))
    if done.contains(.edited) {
      if !isPicked { actions.append(.beginEdit(path: path)) }
      let color = Color(
        red: Double(components.0), green: Double(components.1), blue: Double(components.2),
        alpha: Double(components.3))
      picked = Picked(path: path, color: color)
      actions.append(.edit(path: path, .color(color)))
    } else if isPicked, tumble_ui_wants(context) & UInt32(TUMBLE_UI_IS_BUSY) == 0 {
      endPicking()
    }
  }
}

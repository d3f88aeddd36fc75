import CTumbleImGui
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  enum ButtonKind { case primary, plain, danger }

  /// A button with a word; true when it is clicked.
  func button(_ id: UInt32, _ title: String, in rect: Rect, _ kind: ButtonKind = .plain) -> Bool {
    let state = item(id, in: rect)
    let isHovered = state.contains(.hovered)
    switch kind {
    case .primary: fill(rect, isHovered ? theme.accentHovered : theme.accent, rounding: 6)
    case .plain, .danger:
      fill(rect, isHovered ? theme.hovered : theme.field, rounding: 6)
      frame(rect, theme.border, rounding: 6)
    }
    let color =
      switch kind {
      case .primary: theme.onAccent
      case .plain: theme.text
      case .danger: theme.danger
      }
    text(title, in: rect.inset(by: 6, 0), .body, color, .center)
    return state.contains(.clicked)
  }

  /// How wide a button with a word should be.
  func buttonWidth(_ title: String) -> Double { max(72, width(of: title) + 28) }

  /// Buttons side by side at the right end of a row, the last one the farthest to the right.
  func buttons(_ titles: [(title: String, kind: ButtonKind)], height: Double = 28) -> Int? {
    let row = row(height)
    var right = row.max.x
    var chosen: Int?
    for (index, (title, kind)) in titles.enumerated().reversed() {
      let width = min(buttonWidth(title), row.width / Double(titles.count))
      let rect = Rect(min: Vector(right - width, row.min.y), max: Vector(right, row.max.y))
      if button(UInt32(1000 + index), title, in: rect, kind) { chosen = index }
      right -= width + 8
    }
    return chosen
  }

  /// A button with a drawing; true when it is clicked.
  func iconButton(
    _ id: UInt32, _ icon: Icon, in rect: Rect, isOn: Bool = false, color: Color? = nil,
    help text: @autoclosure () -> String = ""
  ) -> Bool {
    let state = item(id, in: rect)
    let isHovered = state.contains(.hovered)
    if isOn {
      fill(rect, theme.accent, rounding: 6)
    } else if isHovered {
      fill(rect, theme.hovered, rounding: 6)
    }
    self.icon(icon, in: rect, isOn ? theme.onAccent : color ?? (isHovered ? theme.text : theme.dim))
    if isHovered { help(text(), id: id ^ 0x1c0_0000, isHovered: true) }
    return state.contains(.clicked)
  }

  /// The switch of something that is on or off, or of several things that differ (nil); true when it is turned.
  func toggle(_ id: UInt32, isOn: Bool?, in rect: Rect) -> Bool {
    let track = Rect(center: rect.center, size: Size(28, 16))
    let state = item(id, in: rect)
    let color = isOn == true ? theme.accent : state.contains(.hovered) ? theme.hovered : theme.field
    fill(track, color, rounding: 8)
    if isOn != true { frame(track, theme.dim, rounding: 8) }
    let x = isOn.map { $0 ? track.max.x - 8 : track.min.x + 8 } ?? track.center.x
    disc(
      Vector(x, track.center.y), radius: isOn == true ? 5.5 : 4.5, isOn == true ? theme.onAccent : theme.dim)
    return state.contains(.clicked)
  }

  /// A key's cap; gives its width.
  @discardableResult
  func keyCap(_ name: String, at place: Vector, height: Double = 20) -> Double {
    let width = max(height, self.width(of: name, .small) + 12)
    let rect = Rect(origin: place, size: Size(width, height))
    fill(rect, theme.field, rounding: 4)
    frame(rect, theme.border, rounding: 4)
    text(name, in: rect, .small, theme.text, .center)
    return width
  }

  /// A card's heading with a cross; true when that is clicked.
  func heading(_ title: String, subtitle: String = "", style: TextStyle = .title, closes: Bool = true) -> Bool
  {
    let row = row(style == .title ? 26 : 22)
    let cross = Rect(center: Vector(row.max.x - 10, row.center.y), size: Size(22, 22))
    let room = closes ? row.without(right: 28) : row
    text(title, in: room, style)
    if !subtitle.isEmpty {
      text(subtitle, in: room.without(left: width(of: title, style) + 10), .small, theme.dim)
    }
    return closes && iconButton(0xc105e, .close, in: cross, help: "Close")
  }
}

import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  enum ButtonKind { case primary, plain, danger }

  /// A button with a word; true when it is clicked.
  func button(_ id: UInt32, _ title: String, in rect: Rect, _ kind: ButtonKind = .plain) -> Bool {
    let state = item(id, in: rect)
    let (plain, hovered, color) =
      switch kind {
      case .primary: (theme.accent, theme.accentHovered, theme.onAccent)
      case .plain: (theme.field, theme.hovered, theme.text)
      case .danger: (theme.field, theme.hovered, theme.danger)
      }
    fill(rect, state.contains(.hovered) ? hovered : plain, rounding: 6)
    if kind != .primary { frame(rect, theme.border, rounding: 6) }
    text(title, in: rect.inset(by: 6, 0), .body, color, .center)
    return state.contains(.clicked)
  }

  /// Returns the width for a button with a word.
  func buttonWidth(_ title: String) -> Double { max(72, width(of: title) + 28) }

  /// Buttons side by side at the right end of a row, the last one the farthest to the right.
  func buttons(
    _ titles: [(title: String, kind: ButtonKind)], height: Double = 28, disabled: Int? = nil
  ) -> Int? {
    let row = row(height)
    var right = row.max.x
    var chosen: Int?
    for (index, (title, kind)) in titles.enumerated().reversed() {
      let width = min(buttonWidth(title), row.width / Double(titles.count))
      let rect = Rect(min: Vector(right - width, row.min.y), max: Vector(right, row.max.y))
      self.disabled(index == disabled) {
        if button(UInt32(1000 + index), title, in: rect, kind), index != disabled { chosen = index }
      }
      right -= width + 8
    }
    return chosen
  }

  /// The answers of a card; gives the one that is clicked, or that a key stands for: of several pressed keys
  /// the first of the list.
  func answer(_ titles: [(title: String, kind: ButtonKind)], keys: [(TumbleUIKey, answer: Int)]) -> Int? {
    buttons(titles) ?? keys.first { isPressed($0.0) }?.answer
  }

  /// A button with a drawing; true when it is clicked.
  func iconButton(
    _ id: UInt32, _ icon: Icon, in rect: Rect, isOn: Bool = false, color: Color? = nil,
    help text: @autoclosure () -> String = "", key: @autoclosure () -> String? = nil
  ) -> Bool {
    let state = item(id, in: rect)
    let isHovered = state.contains(.hovered)
    if isOn || isHovered { fill(rect, isOn ? theme.accent : theme.hovered, rounding: 6) }
    self.icon(icon, in: rect, isOn ? theme.onAccent : color ?? (isHovered ? theme.text : theme.dim))
    if isHovered { help(text(), key: key() ?? "", id: id ^ 0x1c0_0000, isHovered: true) }
    return state.contains(.clicked)
  }

  /// The switch of something that is on or off, or of several things that differ (nil); true when it is
  /// turned.
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
  ///
  /// - Parameter reserved: The width before the cross that is left free.
  func heading(
    _ title: String, subtitle: String = "", style: TextStyle = .title, closes: Bool = true,
    reserved: Double = 0
  ) -> Bool {
    let row = row(style == .title ? 26 : 22)
    let cross = Rect(center: Vector(row.max.x - 10, row.center.y), size: Size(22, 22))
    let room = row.without(right: (closes ? 28 : 0) + reserved)
    text(title, in: room, style)
    if !subtitle.isEmpty {
      text(subtitle, in: room.without(left: width(of: title, style) + 10), .small, theme.dim)
    }
    return closes && iconButton(0xc105e, .close, in: cross, help: "Close")
  }
}

extension PanelBuilder {
  /// Several words side by side, of which one is on, or none where several things differ; gives the one that
  /// is clicked.
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

  /// One of several from a list that falls down, or none where several things differ; gives the one that is
  /// clicked, or come to by the arrow keys and taken by Enter.
  func choice(_ id: UInt32, _ titles: [String], chosen: Int?, in rect: Rect) -> Int? {
    let before = tumble_ui_cursor_place()
    tumble_ui_set_cursor_place(pixels(rect.middle(height: fieldHeight).min))
    let title = chosen.map { titles.indices.contains($0) ? titles[$0] : "" } ?? Self.mixed.description
    let isOpen = title.withBytes { tumble_ui_begin_choice(id, pixels(rect.width), $0.characters, $0.count) }
    var clicked: Int?
    if isOpen {
      if tumble_ui_window_appears() { listEntry = nil }
      let last = listEntry
      let place = last ?? chosen ?? -1
      if isPressed(TUMBLE_UI_DOWN, repeats: true) { listEntry = min(place + 1, titles.count - 1) }
      if isPressed(TUMBLE_UI_UP, repeats: true) { listEntry = max(place - 1, 0) }
      for (index, title) in titles.enumerated() {
        let isClicked = title.withBytes {
          tumble_ui_choice(UInt32(index), $0.characters, $0.count, index == listEntry ?? chosen)
        }
        if index == listEntry, listEntry != last { tumble_ui_scroll_here() }
        if isClicked, index != chosen { clicked = index }
      }
      if isPressed(TUMBLE_UI_ENTER), let listEntry {
        if listEntry != chosen { clicked = listEntry }
        tumble_ui_close_popup()
      }
      tumble_ui_end_choice()
    }
    tumble_ui_set_cursor_place(before)
    icon(.chevron, in: rect.right(24), theme.dim)
    return clicked
  }

  /// Adds a patch of a color, or a word where several differ; a click opens a field to pick another from.
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
    palette(path, shown)
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
    } else if isPicked, !isBusy {
      endPicking()
    }
  }

  /// Two lines of colors that look well on the paper; a click sets one.
  private func palette(_ path: String, _ shown: Color) {
    for first in stride(from: 0, to: Theme.palette.count, by: 6) {
      let line = row(26)
      for (place, color) in Theme.palette[first...].prefix(6).enumerated() {
        let patch = Rect(origin: line.min + Vector(Double(place) * 34, 0), size: Size(28, 22))
        let state = item(UInt32(10 + first + place), in: patch)
        fill(patch, color, rounding: 5)
        if color.hex == shown.hex || state.contains(.hovered) {
          frame(patch, theme.accent, rounding: 5, thickness: 2)
        }
        if state.contains(.clicked) { edit(path, .color(color)) }
      }
    }
  }
}

extension PanelBuilder {
  /// A bar whose knob is pulled to a value; `begin`, `change` and `end` say what becomes of that.
  struct Slider {
    /// Tells it from others while it is pulled.
    var path: String
    var value: Double
    var range: ClosedRange<Double>
    var isLogarithmic = false
    /// Is true if several values are shown that differ: the knob is a ring, without a bar.
    var isMixed = false
    var isEnabled = true
  }

  /// - Parameters:
  ///   - path: The property that a pull edits; nil for none.
  ///   - change: What a value means for the property; nil for no edit. Is called at each change.
  func slider(
    _ id: UInt32, _ slider: Slider, in rect: Rect, editing path: String?, _ change: (Double) -> PropertyValue?
  ) {
    let state = slider.isEnabled ? item(id, in: rect) : []
    let track = rect.inset(by: 7, 0).middle(height: 4)
    let isPulled = pull?.path == slider.path && pull?.part == 0
    let shown = isPulled ? pull?.value ?? slider.value : slider.value
    let fraction = slider.fraction(of: shown)
    let x = track.min.x + track.width * fraction
    fill(track, theme.border, rounding: 2)
    let color = slider.isEnabled && (isPulled || !slider.isMixed) ? theme.accent : theme.dim
    if isPulled || !slider.isMixed {
      fill(Rect(min: track.min, max: Vector(x, track.max.y)), color, rounding: 2)
    }
    let isHot = state.contains(.hovered) || isPulled
    disc(Vector(x, track.center.y), radius: isHot ? 7.5 : 6.5, color)
    disc(Vector(x, track.center.y), radius: isHot ? 3 : 2.5, theme.panel)

    if state.contains(.pressed) {
      pull = Pull(path: slider.path, start: slider.value, mouse: mouse.x, value: slider.value, hasBegun: true)
      if let path { actions.append(.beginEdit(path: path)) }
    }
    guard var pull, pull.path == slider.path, pull.part == 0 else { return }
    guard state.contains(.held) else {
      self.pull = nil
      if let path { actions.append(.endEdit(path: path)) }
      return
    }
    pull.isSeen = true
    self.pull = pull
    let value = slider.value(at: track.width > 0 ? (mouse.x - track.min.x) / track.width : 0)
    guard value != pull.value else { return }
    pull.value = value
    self.pull = pull
    if let edit = change(value), let path { actions.append(.edit(path: path, edit)) }
  }
}

extension PanelBuilder.Slider {
  func fraction(of value: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    guard high > low, value.isFinite else { return 0 }
    let fraction =
      isLogarithmic && low > 0
      ? log(max(value, low) / low) / log(high / low) : (value - low) / (high - low)
    return min(max(fraction, 0), 1)
  }

  /// The value at a place of the slider, rounded to about a thousandth of the range, so that ends and round
  /// numbers can be hit.
  func value(at fraction: Double) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    let fraction = min(max(fraction, 0), 1)
    if fraction == 0 { return low }
    if fraction == 1 { return high }
    let value = isLogarithmic && low > 0 ? low * pow(high / low, fraction) : low + (high - low) * fraction
    let step = PanelBuilder.step(for: isLogarithmic ? value : max(abs(high - low), 1e-9))
    return min(max((value / step).rounded() * step, low), high)
  }
}

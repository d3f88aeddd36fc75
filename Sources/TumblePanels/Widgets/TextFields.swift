import CTumbleImGui
import Foundation
import TumbleGeometry

extension PanelBuilder {
  /// A line of text that is edited in place.
  ///
  /// - Parameters:
  ///   - content: The text as the state has it.
  ///   - padding: Left of the text, in points.
  /// - Returns: What was done, and the text if it was edited.
  func textField(
    _ id: UInt32, _ content: String, in rect: Rect, hint: StaticString = "", padding: Double = 8,
    takesFocus: Bool = false, selectsAll: Bool = false
  ) -> (state: ItemState, edited: String?) {
    fillTyped(content)
    let before = tumble_ui_cursor_place()
    let middle = rect.middle(height: Double(fieldHeight))
    tumble_ui_set_cursor_place(pixels(middle.min))
    let hint = UnsafeRawPointer(hint.utf8Start).assumingMemoryBound(to: CChar.self)
    let state = ItemState(
      rawValue: Int(
        tumble_ui_text_field(
          id, pixels(rect.width), pixels(padding), hint, typed, Self.typedCapacity, takesFocus, selectsAll)))
    tumble_ui_set_cursor_place(before)
    if state.contains(.held), !state.contains(.pressed) {
      strcpy(held, typed)
      heldAt = rect.min
    } else if state.contains(.released), !state.contains(.edited), heldAt == rect.min,
      !isPressed(TUMBLE_UI_ESCAPE, repeats: true)
    {
      // An item that is built before the field has taken the keyboard from it, and with that what was typed.
      strcpy(typed, held)
    }
    if state.contains(.held) { frame(middle, theme.accent, rounding: 6, thickness: 1.5) }
    return (state, state.contains(.edited) ? String(cString: typed) : nil)
  }

  /// Adds the one field of a card: it has the keyboard as long as the card is open, also after Enter, which a
  /// card may refuse.
  func cardField(_ id: UInt32, _ content: String, in rect: Rect, hint: StaticString, padding: Double = 8)
    -> String?
  {
    let takesFocus = tumble_ui_window_appears() || tumble_ui_is_idle()
    return textField(id, content, in: rect, hint: hint, padding: padding, takesFocus: takesFocus).edited
  }

  /// The height of a field: that of the body's font with Dear ImGui's padding.
  var fieldHeight: Double {
    tumble_ui_push_font(TextStyle.body.rawValue)
    defer { tumble_ui_pop_font() }
    return (Double(tumble_ui_measure("x", 1, 0).y) + 2 * (5 * scale).rounded(.down)) / scale
  }

  /// A field with a magnifying glass.
  func searchField(_ id: UInt32, _ content: String, in rect: Rect, hint: StaticString) -> String? {
    let edited = cardField(id, content, in: rect, hint: hint, padding: 28)
    icon(.search, in: rect.left(28), theme.dim)
    return edited
  }

  private func fillTyped(_ content: String) {
    content.withBytes { bytes in
      let count = min(bytes.count, Self.typedCapacity - 1)
      for index in 0..<count { typed[index] = CChar(bitPattern: bytes[index]) }
      typed[count] = 0
    }
  }
}

extension PanelBuilder {
  /// A number that is pulled sideways, or typed after a click.
  struct NumberField {
    var path: String
    /// Tells it from other controls of the same property.
    var part = 0
    /// The component: 0 for a number and the x of a vector, 1 for its y.
    var component = 0
    var value: Double
    var unit: String
    var range: ClosedRange<Double>?
    /// The change by a pull of one point; nil for a hundredth of the value.
    var step: Double?
    /// The text before the number, such as `x`.
    var prefix: StaticString = ""
    /// Is true if several numbers are shown that differ; `value` is one of them.
    var isMixed = false
    var isEnabled = true
  }

  func numberField(_ id: UInt32, _ field: NumberField, in rect: Rect, edit: (Double) -> PropertyValue) {
    if let typing, typing.path == field.path, typing.part == field.part, field.isEnabled {
      return type(id, field, in: rect)
    }
    let state = field.isEnabled ? item(id, in: rect) : []
    let isPulled = pull.map { $0.path == field.path && $0.part == field.part } ?? false
    fill(rect, state.contains(.hovered) || isPulled ? theme.hovered : theme.field, rounding: 6)
    if state.contains(.hovered) { tumble_ui_show_cursor(TUMBLE_UI_SIDEWAYS) }
    if field.prefix.utf8CodeUnitCount > 0 {
      line.clear()
      line.append(field.prefix)
      lineText(in: rect.left(18), .small, theme.dim, .center)
    }
    let isMixed = field.isMixed && !(isPulled && pull?.hasBegun == true)
    let place = rect.without(left: field.prefix.utf8CodeUnitCount > 0 ? 16 : 6, right: 6)
    let shown = isPulled ? pull?.value ?? field.value : field.value
    line.clear()
    if isMixed {
      line.append(Self.mixed)
    } else {
      line.append(shown)
      if !field.unit.isEmpty {
        if field.unit != "°" && field.unit != "%" { line.append(" ") }
        line.append(field.unit)
        // The number alone says more than a unit that is cut.
        if lineWidth > place.width {
          line.clear()
          line.append(shown)
        }
      }
    }
    lineText(in: place, .body, isMixed ? theme.dim : theme.text, .right)
    pullNumber(field, state, edit: edit)
  }

  private func pullNumber(_ field: NumberField, _ state: ItemState, edit: (Double) -> PropertyValue) {
    if state.contains(.pressed) {
      pull = Pull(path: field.path, part: field.part, start: field.value, mouse: mouse.x, value: field.value)
    }
    guard var pull, pull.path == field.path, pull.part == field.part else { return }
    if state.contains(.held) {
      let way = mouse.x - pull.mouse
      if !pull.hasBegun, abs(way) >= 3 {
        pull.hasBegun = true
        actions.append(.beginEdit(path: field.path))
      }
      if pull.hasBegun {
        let step = (field.step ?? Self.step(for: pull.start)) * (tumble_ui_is_shift_down() ? 0.1 : 1)
        var value = ((pull.start + way * step) / step).rounded() * step
        if let range = field.range { value = min(max(value, range.lowerBound), range.upperBound) }
        if value != pull.value {
          pull.value = value
          actions.append(.edit(path: field.path, edit(value)))
        }
      }
      pull.isSeen = true
      self.pull = pull
      return
    }
    self.pull = nil
    if pull.hasBegun {
      actions.append(.endEdit(path: field.path))
    } else if state.contains(.released) {
      line.clear()
      if !field.isMixed { line.append(field.value, decimals: 6) }
      typing = Typing(path: field.path, part: field.part, start: String(decoding: line.bytes, as: UTF8.self))
    }
  }

  /// The step for a value: about a hundredth of it, as a power of ten.
  static func step(for value: Double) -> Double {
    let size = abs(value)
    guard size.isFinite, size > 0.1 else { return 0.01 }
    return pow(10, (log10(size)).rounded(.down) - 2)
  }

  private func type(_ id: UInt32, _ field: NumberField, in rect: Rect) {
    guard var typing else { return }
    let (state, _) = textField(
      id ^ 0x7e00, typing.start, in: rect, takesFocus: typing.age == 0, selectsAll: true)
    typing.age += 1
    typing.hadKeyboard = typing.hadKeyboard || state.contains(.held)
    typing.isSeen = true
    self.typing = typing
    let isDone = typing.hadKeyboard ? !state.contains(.held) : typing.age > 6
    guard isDone else { return }
    self.typing = nil
    let text = String(cString: typed)
    let isGivenUp = isPressed(TUMBLE_UI_ESCAPE, repeats: true)
    guard state.contains(.released), !isGivenUp, text != typing.start else { return }
    edit(field.path, .typed(text, component: field.component))
  }
}

/// A line put together from texts and numbers without taking memory for it.
final class TextBuffer {
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    memory.initialize(repeating: 0, count: capacity)
  }

  deinit { memory.deallocate() }

  /// The bytes of the text, valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  func clear() { count = 0 }

  /// Appends bytes; those without room are left out.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes where count < capacity {
      memory[count] = byte
      count += 1
    }
  }

  func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func append(_ text: String) { text.withBytes { append($0) } }

  /// Appends a number with at most so many decimals; left out: as many as a person can tell apart.
  func append(_ number: Double, decimals: Int? = nil) {
    guard capacity - count > 32 else { return }
    let decimals = decimals ?? Self.decimals(for: number)
    let place = UnsafeMutableRawPointer(memory + count).assumingMemoryBound(to: CChar.self)
    count += tumble_ui_write_number(place, capacity - count, number, Int32(decimals))
  }

  /// Appends a color as `Color.hex` writes it.
  func append(_ color: Color) {
    func byte(_ component: Double) -> Int { component > 0 ? Int((min(component, 1) * 255).rounded()) : 0 }
    append("#")
    append(hexadecimal: byte(color.red))
    append(hexadecimal: byte(color.green))
    append(hexadecimal: byte(color.blue))
    if color.alpha != 1 { append(hexadecimal: byte(color.alpha)) }
  }

  private func append(hexadecimal byte: Int) {
    guard capacity - count >= 2 else { return }
    for shift in stride(from: 4, through: 0, by: -4) {
      let digit = byte >> shift & 15
      memory[count] = UInt8(digit < 10 ? 48 + digit : 87 + digit)
      count += 1
    }
  }

  /// Returns the number of decimals that a person can tell apart: three or four digits, none beyond the
  /// thousandths of what is below them.
  static func decimals(for number: Double) -> Int {
    switch abs(number) {
    case 1000...: 0
    case 100..<1000: 1
    case 1..<100: 2
    case 0.01..<0.1: 4
    case 0.001..<0.01: 5
    default: 3
    }
  }
}

extension String {
  /// Calls the body with the text's bytes, without taking memory but for texts that are not Swift's own.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

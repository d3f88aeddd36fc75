import CTumbleImGui
import Foundation
import TumbleGeometry
import TumbleLooks

extension PanelBuilder {
  /// A number that is pulled sideways, or typed after a click.
  struct NumberField {
    var path: String
    /// Tells it from other controls of the same property.
    var part = 0
    /// 1 for the y of a vector.
    var component = 0
    var value: Double
    var unit: String
    var range: ClosedRange<Double>?
    /// What a pull of one point changes; nil for a hundredth of the value.
    var step: Double?
    /// Before the number, such as `x`.
    var prefix: StaticString = ""
    /// Whether several numbers are shown that differ; `value` is one of them.
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
    line.clear()
    let isMixed = field.isMixed && !(isPulled && pull?.hasBegun == true)
    if isMixed {
      line.append(Self.mixed)
    } else {
      line.append(isPulled ? pull?.value ?? field.value : field.value)
      if !field.unit.isEmpty {
        if field.unit != "°" && field.unit != "%" { line.append(" ") }
        line.append(field.unit)
      }
    }
    lineText(
      in: rect.without(left: field.prefix.utf8CodeUnitCount > 0 ? 16 : 6, right: 6), .body,
      isMixed ? theme.dim : theme.text, .right)
    pullNumber(field, state, edit: edit)
  }

  private func pullNumber(_ field: NumberField, _ state: ItemState, edit: (Double) -> PropertyValue) {
    if state.contains(.pressed) {
      pull = Pull(
        path: field.path, part: field.part, start: field.value, mouse: mouse.x, value: field.value,
        hasBegun: false)
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
      typing = Typing(
        path: field.path, part: field.part, start: String(decoding: line.bytes, as: UTF8.self))
    }
  }

  /// About a hundredth of a value, as a power of ten.
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
    guard state.contains(.released), !isPressed(TUMBLE_UI_ESCAPE), text != typing.start else { return }
    actions.append(.beginEdit(path: field.path))
    actions.append(.edit(path: field.path, .typed(text, component: field.component)))
    actions.append(.endEdit(path: field.path))
  }
}

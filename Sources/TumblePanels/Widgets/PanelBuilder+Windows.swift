import CTumbleImGui
import TumbleGeometry

extension PanelBuilder {
  struct WindowFlags: OptionSet {
    let rawValue: Int

    static let scrolls = WindowFlags(rawValue: TUMBLE_UI_SCROLLS)
    static let isIdle = WindowFlags(rawValue: TUMBLE_UI_IS_IDLE)
    static let isModal = WindowFlags(rawValue: TUMBLE_UI_IS_MODAL)
    static let isBare = WindowFlags(rawValue: TUMBLE_UI_IS_BARE)
    static let scrollsSideways = WindowFlags(rawValue: TUMBLE_UI_SCROLLS_SIDEWAYS)
  }

  /// A window that fills a rectangle.
  func window(
    _ name: StaticString, filling rect: Rect, padding: Vector = Vector(8, 8), rounding: Double = 10,
    _ flags: WindowFlags = [], _ body: () -> Void
  ) {
    let size = pixels(rect)
    begin(
      name, at: pixels(rect.min), pivot: .zero, size: TumbleUIPoint(x: size.width, y: size.height),
      limit: TumbleUIPoint(x: size.width, y: size.height), padding, rounding, flags, body)
  }

  /// A window as large as what is in it, with its own point `pivot` (0...1 on both axes) at a place.
  ///
  /// - Parameters:
  ///   - width: nil for that of what is in it.
  ///   - limit: The largest size; what is longer scrolls.
  func window(
    _ name: StaticString, at place: Vector, pivot: Vector = .zero, width: Double? = nil, limit: Size,
    padding: Vector = Vector(12, 10), rounding: Double = 10, _ flags: WindowFlags = [], _ body: () -> Void
  ) {
    begin(
      name, at: pixels(place), pivot: pivot, size: TumbleUIPoint(x: width.map(pixels) ?? 0, y: 0),
      limit: TumbleUIPoint(x: pixels(limit.width), y: pixels(limit.height)), padding, rounding, flags, body)
  }

  private func begin(
    _ name: StaticString, at place: TumbleUIPoint, pivot: Vector, size: TumbleUIPoint, limit: TumbleUIPoint,
    _ padding: Vector, _ rounding: Double, _ flags: WindowFlags, _ body: () -> Void
  ) {
    let text = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    tumble_ui_begin_window(
      text, place, TumbleUIPoint(x: Float(pivot.x), y: Float(pivot.y)), size, limit, pixels(padding),
      pixels(rounding), UInt32(flags.rawValue))
    body()
    tumble_ui_end_window()
  }

  /// A part of a window that scrolls by itself. `height` 0: all that is left.
  func scrollArea(_ id: UInt32, size: Size, _ flags: WindowFlags = .scrolls, _ body: () -> Void) {
    tumble_ui_begin_child(
      id, TumbleUIPoint(x: pixels(size.width), y: pixels(size.height)), UInt32(flags.rawValue))
    body()
    tumble_ui_end_child()
  }

  /// The window that is being built.
  var windowRect: Rect {
    let rect = tumble_ui_window()
    return Rect(
      origin: Vector(Double(rect.x), Double(rect.y)) / scale,
      size: Size(Double(rect.width) / scale, Double(rect.height) / scale))
  }

  func faded(_ opacity: Double, _ body: () -> Void) {
    tumble_ui_push_opacity(Float(min(max(opacity, 0), 1)))
    body()
    tumble_ui_pop_opacity()
  }

  /// What cannot be used now.
  func disabled(_ isDisabled: Bool, _ body: () -> Void) {
    if isDisabled { faded(0.4, body) } else { body() }
  }
}

import CTumbleImGui
import TumbleGeometry
import TumbleLooks

/// The tools that panels are built with: windows, rows, items and drawing, all in points from the window's
/// top left corner, y down.
///
/// A panel is a function of its state: it is built again in each frame that is made, and what is done in it
/// becomes actions. Only what is being typed and pulled at the moment is kept here.
final class PanelBuilder {
  let context: OpaquePointer
  var theme = InterfaceTheme(.light)
  var scale = 1.0
  /// The actions in this frame.
  var actions: [PanelAction] = []
  /// The buffer in which lines are put together.
  let line = TextBuffer()
  /// Is true if the font lacks what DejaVu Sans has, so that signs are written in simpler ones.
  var usesPlainSigns = false
  /// Seconds that this frame takes.
  var seconds = 0.0
  /// Seconds of all frames so far, for what plays in a panel.
  private(set) var clock = 0.0
  /// Is true if something plays in this frame.
  var isPlaying = false

  /// The text that is typed into fields in this frame.
  let typed: UnsafeMutablePointer<CChar>
  static let typedCapacity = 16_384
  /// The text of the field that has the keyboard, as it was in the frame before, and the place of the field.
  let held: UnsafeMutablePointer<CChar>
  var heldAt = Vector.zero
  /// The word in place of a value where several things differ.
  static let mixed: StaticString = "mixed"
  /// The number that is being typed, by its property's path.
  var typing: Typing?
  /// The number or the line that is being pulled.
  var pull: Pull?
  /// The entry of the list that is open to which the arrow keys have come; nil before one is pressed.
  var listEntry: Int?
  /// The item that the mouse rests on, and the time until its help is shown.
  var rest: (id: UInt32, seconds: Double)?
  private var restedOn: UInt32?
  /// The sizes of the pictures that panels may show.
  var pictureSizes: [PictureID: PixelSize] = [:]
  /// Is false for what lies below a card that waits for an answer.
  var showsHelp = true
  /// The parts of the column at the right that were shown last, a bit each.
  var shownSections = 0
  /// The row of the picker that was scrolled to last, and the folder that it is in.
  var scrolledTo: (folder: String?, row: Int?)
  /// The menu at the mouse that was opened last.
  var contextMenu: Int?
  /// The color as it was picked last, before the state has it.
  var picked: Picked?

  struct Typing {
    var path: String
    var part: Int
    var start: String
    /// Frames since the click; the keyboard comes some frames after it was asked for.
    var age = 0
    var hadKeyboard = false
    var isSeen = true
  }

  struct Pull {
    var path: String
    /// The index of the control among those of one property.
    var part = 0
    var start = 0.0
    var mouse = 0.0
    var value = 0.0
    /// Is true once `beginEdit` was reported: then `endEdit` will be, whatever becomes of the panel.
    var hasBegun = false
    var isSeen = true
  }

  struct Picked {
    var path: String
    var color: Color
    var isSeen = true
  }

  init(_ context: OpaquePointer) {
    self.context = context
    typed = .allocate(capacity: Self.typedCapacity)
    typed.initialize(repeating: 0, count: Self.typedCapacity)
    held = .allocate(capacity: Self.typedCapacity)
    held.initialize(repeating: 0, count: Self.typedCapacity)
    actions.reserveCapacity(32)
  }

  deinit {
    typed.deallocate()
    held.deallocate()
  }

  /// Is true if frames must go on although nothing changes: something was touched, or a help is due.
  var isWaiting: Bool {
    // A help that has come needs some more frames to find its size.
    typing != nil || pull != nil || isPlaying || (rest.map { $0.seconds < Self.helpDelay + 0.15 } ?? false)
  }
  static let helpDelay = 0.45
}

extension PanelBuilder {
  func begin(seconds: Double) {
    actions.removeAll(keepingCapacity: true)
    self.seconds = seconds
    clock += seconds
    isPlaying = false
    restedOn = nil
    typing?.isSeen = false
    pull?.isSeen = false
    picked?.isSeen = false
  }

  /// Ends what was under way in a panel that is there no longer.
  func end() {
    if restedOn == nil { rest = nil }
    if typing?.isSeen == false { typing = nil }
    if let pull, !pull.isSeen {
      self.pull = nil
      if pull.hasBegun { actions.append(.endEdit(path: pull.path)) }
    }
    if let picked, !picked.isSeen { endPicking() }
  }

  /// Ends the picking of a color, which is one gesture from the first change until the mouse is released.
  func endPicking() {
    if let picked { actions.append(.endEdit(path: picked.path)) }
    picked = nil
  }

  /// Adds a change that is a gesture of its own: one that is typed, clicked or chosen.
  func edit(_ path: String, _ value: PropertyValue) {
    actions.append(.beginEdit(path: path))
    actions.append(.edit(path: path, value))
    actions.append(.endEdit(path: path))
  }

  /// Shows a help for the latest item after the mouse has rested on it, and the key that does the same.
  func help(_ text: String, key: String = "", id: UInt32, isHovered: Bool) {
    guard isHovered, !text.isEmpty, showsHelp else { return }
    restedOn = id
    let seconds = rest?.id == id ? (rest?.seconds ?? 0) + self.seconds : 0
    rest = (id, seconds)
    guard seconds >= Self.helpDelay else { return }
    guard !key.isEmpty else { return text.withBytes { tip($0) } }
    line.clear()
    line.append(text)
    line.append("  (" as StaticString)
    line.append(key)
    line.append(")" as StaticString)
    tip()
  }

  /// Shows what is put together in `line` below the mouse, at once.
  func tip() { tip(line.bytes) }

  private func tip(_ bytes: UnsafeBufferPointer<UInt8>) {
    pushed(.small) { tumble_ui_tooltip(bytes.characters, bytes.count, Float(260 * scale)) }
  }

  // Pixels.

  func pixels(_ points: Double) -> Float { Float((points * scale).rounded()) }
  func pixels(_ vector: Vector) -> TumbleUIPoint { TumbleUIPoint(x: pixels(vector.x), y: pixels(vector.y)) }
  func pixels(_ rect: Rect) -> TumbleUIRect {
    let (low, high) = (pixels(rect.min), pixels(rect.max))
    return TumbleUIRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
  /// The point between whole pixels too, for shapes with round edges.
  func exact(_ vector: Vector) -> TumbleUIPoint {
    TumbleUIPoint(x: Float(vector.x * scale), y: Float(vector.y * scale))
  }
  func points(_ point: TumbleUIPoint) -> Vector { Vector(Double(point.x), Double(point.y)) / scale }

  // Rows.

  /// The place where the next row begins.
  var place: Vector { points(tumble_ui_cursor_place()) }
  var availableWidth: Double { Double(tumble_ui_available_width()) / scale }

  /// Takes a row as wide as the window.
  func row(_ height: Double) -> Rect {
    let rect = Rect(origin: place, size: Size(max(availableWidth, 1), height))
    tumble_ui_take(pixels(rect.width), pixels(rect.max.y) - pixels(rect.min.y))
    return rect
  }

  func space(_ height: Double) { tumble_ui_take(1, pixels(height)) }

  /// Draws a thin line across the window.
  func divider(before: Double = 10, after: Double = 10) {
    space(before)
    let rect = row(1)
    fill(
      Rect(origin: rect.min, size: Size(rect.width, 1 / scale * max(1, scale.rounded(.down)))), theme.border)
    space(after)
  }

  // Items.

  /// Returns what is done with the mouse in a rectangle; nothing is drawn.
  func item(_ id: UInt32, in rect: Rect) -> ItemState {
    let before = tumble_ui_cursor_place()
    tumble_ui_set_cursor_place(pixels(rect.min))
    let size = pixels(rect)
    let state = tumble_ui_item(id, TumbleUIPoint(x: size.width, y: size.height))
    tumble_ui_set_cursor_place(before)
    return ItemState(rawValue: Int(state))
  }

  func identified(by id: Int, _ body: () -> Void) {
    tumble_ui_push_id(UInt32(truncatingIfNeeded: id))
    body()
    tumble_ui_pop_id()
  }

  func identified(by name: String, _ body: () -> Void) {
    name.withBytes { tumble_ui_push_name($0.characters, $0.count) }
    body()
    tumble_ui_pop_id()
  }

  func digest(of name: String) -> UInt32 {
    name.utf8.reduce(0x811c_9dc5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }

  /// The mouse, in points.
  var mouse: Vector { points(tumble_ui_mouse()) }
  /// Is true in the frame in which a key went down: one that is held answers no card that opens meanwhile.
  func isPressed(_ key: TumbleUIKey, repeats: Bool = false) -> Bool { tumble_ui_is_pressed(key, repeats) }
  /// Is true while something is held or typed into.
  var isBusy: Bool { tumble_ui_wants(context) & UInt32(TUMBLE_UI_IS_BUSY) != 0 }
}

/// The state of an item in a frame.
struct ItemState: OptionSet {
  let rawValue: Int

  static let hovered = ItemState(rawValue: TUMBLE_UI_HOVERED)
  static let held = ItemState(rawValue: TUMBLE_UI_HELD)
  static let pressed = ItemState(rawValue: TUMBLE_UI_PRESSED)
  static let released = ItemState(rawValue: TUMBLE_UI_RELEASED)
  static let clicked = ItemState(rawValue: TUMBLE_UI_CLICKED)
  static let edited = ItemState(rawValue: TUMBLE_UI_EDITED)
  static let doubleClicked = ItemState(rawValue: TUMBLE_UI_DOUBLE_CLICKED)
}

extension UnsafeBufferPointer<UInt8> {
  var characters: UnsafePointer<CChar>? {
    baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
  }
}

extension PanelBuilder {
  struct WindowFlags: OptionSet {
    let rawValue: Int

    static let scrolls = WindowFlags(rawValue: TUMBLE_UI_SCROLLS)
    static let isIdle = WindowFlags(rawValue: TUMBLE_UI_IS_IDLE)
    static let isModal = WindowFlags(rawValue: TUMBLE_UI_IS_MODAL)
    static let isBare = WindowFlags(rawValue: TUMBLE_UI_IS_BARE)
    static let scrollsSideways = WindowFlags(rawValue: TUMBLE_UI_SCROLLS_SIDEWAYS)
  }

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

  /// A card in the middle of a room that waits for an answer.
  func card(
    _ name: StaticString, width: Double, in room: Rect, padding: Vector = Vector(20, 16), _ body: () -> Void
  ) {
    window(
      name, at: room.center, pivot: Vector(0.5, 0.5), width: min(width, room.width), limit: room.size,
      padding: padding, [.isModal, .scrolls], body)
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

  /// Builds in a closure what looks as ever but takes no click, drag or key, as it lies behind a card.
  func inert(_ isInert: Bool, _ body: () -> Void) {
    if isInert { tumble_ui_begin_inert() }
    body()
    if isInert { tumble_ui_end_inert() }
  }

  func faded(_ opacity: Double, _ body: () -> Void) {
    tumble_ui_push_opacity(Float(min(max(opacity, 0), 1)))
    body()
    tumble_ui_pop_opacity()
  }

  /// Dims what is built in a closure if it cannot be used now.
  func disabled(_ isDisabled: Bool, _ body: () -> Void) {
    if isDisabled { faded(0.4, body) } else { body() }
  }
}

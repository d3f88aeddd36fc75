import CTumbleImGui
import TumbleDrawing
import TumbleGeometry
import TumbleLooks
import TumbleRendering

/// The panels over the stage: a state goes in with what was done, actions come out, and a picture is kept
/// that is drawn again only where something in it changed. One for each stage.
///
/// It reads no clock and no files but the fonts, so it is the same in a window and without one.
package final class Interface {
  private let context: OpaquePointer
  private let builder: PanelBuilder
  private let canvas: InterfaceCanvas
  private let clipboard = Clipboard()
  private var queue = InputQueue()
  private let fonts: FontFiles
  private var fontScale = 0.0
  private var appearance: InterfaceTheme.Appearance?

  private var shown = InterfaceState()
  private var surface = InterfaceSurface(PixelSize(1, 1))
  /// Frames to be made although nothing changes: Dear ImGui finds the sizes of windows in a second look, and
  /// shows a new one in its second frame.
  private var unsettled = 3
  /// The content of the latest frame as one number.
  private var look: UInt64 = 0
  /// Is true if something was done since the panels were settled, which may need all of these frames.
  private var needsAllFrames = true
  private var mouse = Vector(-1, -1)
  /// Seconds since the last frame that was built: two clicks far apart are not one double click.
  private var skipped = 0.0
  private static let noActions: [PanelAction] = []

  /// Is true if the mouse is over a panel, or was pressed there: then it is not for the stage.
  package private(set) var wantsMouse = false
  /// Is true if keys are for the interface alone: a text is typed, or a card waits for an answer. It closes
  /// such a card by itself on Esc.
  package private(set) var wantsKeyboard = false
  /// Is true if a frame should be made soon although nothing was done: something is still to settle or to
  /// appear.
  package var needsFrame: Bool { unsettled > 0 || !queue.isEmpty || builder.isWaiting }
  /// Is true if input waits for another frame.
  package var isBehind: Bool { !queue.isEmpty }
  /// The number of frames that were built, rather than found the same: what panels cost.
  package private(set) var builtFrames = 0
  /// The number of times that something was drawn again, or a texture was filled.
  package var uploads: Int { canvas.uploads }

  package convenience init() throws(StageError) { try self.init(fonts: .installed) }

  init(fonts: FontFiles) throws(StageError) {
    guard let context = tumble_ui_create() else {
      throw .refused(doing: "open the panels", reason: "Dear ImGui's header is not that of its library")
    }
    self.context = context
    self.fonts = fonts
    builder = PanelBuilder(context)
    canvas = InterfaceCanvas(context)
    clipboard.give(to: context)
  }

  deinit { tumble_ui_destroy(context) }
}

extension Interface {
  /// Takes in what was done and gives what it means.
  ///
  /// - Parameters:
  ///   - input: What was done since the last frame, in order.
  ///   - seconds: Since the last frame.
  ///   - takesInput: Whether what was done is taken in now; otherwise it waits for the next frame.
  package func frame(
    _ state: InterfaceState, input: [InterfaceInput] = [], in surface: InterfaceSurface, seconds: Double,
    takesInput: Bool = true
  ) -> [PanelAction] {
    for event in input { queue.append(event) }
    let isBusy = builder.isBusy
    let isSame = state == shown && surface == self.surface
    if takesInput, isSame, unsettled <= 0, !isBusy, !builder.isWaiting, isOverStage() {
      // Nothing is under the mouse, and nothing was: it only has to know the place.
      queue.feed(context)
    }
    if !isSame || !queue.isEmpty {
      unsettled = 3
      needsAllFrames = !queue.isEmpty
    }
    skipped += seconds
    guard unsettled > 0 || isBusy || builder.isWaiting else { return Self.noActions }
    unsettled -= 1
    // What is held or typed into goes on without a change of the state, but there is nothing new to see.
    shown = state
    self.surface = surface
    prepare(state.appearance, scale: surface.scale)
    if takesInput { queue.feed(context) }
    builtFrames += 1
    builder.begin(seconds: seconds)
    tumble_ui_begin_frame(context, Float(surface.size.width), Float(surface.size.height), Float(skipped))
    skipped = 0
    let layout = InterfaceLayout(surface, state)
    InterfaceView(state: state, layout: layout).build(in: builder)
    tumble_ui_end_frame(context)
    builder.end()
    canvas.hasNewFrame = true
    settle()
    let wants = Int(tumble_ui_wants(context))
    wantsMouse = wants & TUMBLE_UI_WANTS_MOUSE != 0 || state.isModal
    wantsKeyboard = wants & TUMBLE_UI_WANTS_TEXT != 0 || builder.typing != nil || state.isModal
    // The empty one is shared: a list that is given away would have to be made again.
    guard !builder.actions.isEmpty else { return Self.noActions }
    unsettled = 3
    needsAllFrames = true
    return builder.actions
  }

  /// Two frames in a row that look the same are settled, as where a number changed and no panel came.
  private func settle() {
    let look = tumble_ui_look(context)
    // The first of the three is compared with what was there before: a new window is not shown in it.
    if !needsAllFrames, unsettled < 2, look == self.look { unsettled = 0 }
    self.look = look
  }

  /// Returns true if a panel, or what one has open, would get a press at a pixel: asked again for each press,
  /// for the mouse may have moved since the latest frame.
  package func covers(_ pixel: Vector) -> Bool {
    shown.isModal || tumble_ui_takes_press(context, Float(pixel.x), Float(pixel.y))
  }

  /// Is true if a menu or a list is open, which has the keys until it is closed.
  package var hasMenu: Bool { tumble_ui_has_popup(context) }

  /// Closes the menus and lists that are open, as Esc does; false where there is none.
  package func closeMenus() -> Bool {
    guard tumble_ui_close_popups(context) else { return false }
    unsettled = 3
    return true
  }

  /// Returns true if the mouse moved from a position without a panel to another, and did nothing else.
  private func isOverStage() -> Bool {
    guard let place = queue.onlyMove else { return false }
    let was = mouse
    mouse = place
    return !wantsMouse && !tumble_ui_covers(context, Float(place.x), Float(place.y))
      && !tumble_ui_covers(context, Float(was.x), Float(was.y))
  }

  /// Draws the panels over what is on the target; in most frames that is a copy of what was drawn before.
  package func draw(on target: RenderTarget) throws(StageError) {
    guard builtFrames > 0, surface.size.width > 0, surface.size.height > 0 else { return }
    try canvas.draw(on: target, size: surface.size)
  }

  /// The form of the mouse's pointer over a panel.
  package var pointer: Pointer {
    switch tumble_ui_cursor(context) {
    case TUMBLE_UI_TEXT: .text
    case TUMBLE_UI_HAND: .hand
    case TUMBLE_UI_SIDEWAYS: .sideways
    default: .arrow
    }
  }

  package enum Pointer: Hashable, Sendable { case arrow, text, hand, sideways }

  /// Sets a picture that panels show by its id, such as a scene's first moment; nil takes it away.
  package func setPicture(_ picture: Bitmap?, for id: PictureID) {
    canvas.setPicture(picture, for: id)
    builder.pictureSizes[id] = picture.map { PixelSize($0.width, $0.height) }
    unsettled = 3
  }

  /// Forgets every texture: after the graphics card has lost them. Pictures are kept and given to it again.
  package func discardTextures() { canvas.discardTextures() }

  /// Returns the layout for a state: the stage's view is fitted into `stagePixels` of it.
  package static func layout(_ state: InterfaceState, in surface: InterfaceSurface) -> InterfaceLayout {
    InterfaceLayout(surface, state)
  }

  private func prepare(_ appearance: InterfaceTheme.Appearance, scale: Double) {
    guard appearance != self.appearance || scale != fontScale else { return }
    let theme = InterfaceTheme(appearance)
    builder.theme = theme
    builder.scale = scale
    var style = theme.style(scale: scale)
    tumble_ui_set_style(context, &style)
    if scale != fontScale { loadFonts(scale: scale) }
    (self.appearance, fontScale) = (appearance, scale)
    canvas.forgetDrawing()
  }

  private func loadFonts(scale: Double) {
    tumble_ui_clear_fonts(context)
    let areThere = TextStyle.allCases.allSatisfy { style in
      guard let file = style.file(in: fonts) else { return false }
      let isWide = style == .body || style == .monospaced
      return tumble_ui_add_font(context, file, Float((style.size * scale).rounded()), isWide)
    }
    if !areThere {
      tumble_ui_clear_fonts(context)
      // It is made of pixels: only whole multiples of its height look right.
      let size = Float(13 * max(1, scale.rounded()))
      for _ in TextStyle.allCases { _ = tumble_ui_add_font(context, nil, size, false) }
    }
    builder.usesPlainSigns = !areThere
    _ = tumble_ui_build_fonts(context)
  }
}

extension Interface {
  /// Returns true if the panels' usual font has a sign of its own for a character.
  func hasGlyph(_ character: Unicode.Scalar) -> Bool {
    tumble_ui_has_glyph(context, TextStyle.body.rawValue, character.value)
  }

  /// Returns the size of a text in the usual font, in pixels; with a width it is broken into lines that are
  /// no wider.
  func textSize(_ text: String, wrappedAt width: Double = 0) -> Size {
    let size = text.withBytes { tumble_ui_text_size(context, $0.characters, $0.count, Float(width)) }
    return Size(Double(size.x), Double(size.y))
  }

  /// The pixels that each window of the latest frame covers.
  var drawnBounds: [Rect] {
    (0..<tumble_ui_list_count(context)).map { Rect(tumble_ui_list(context, $0).bounds) }
      .filter { $0.width > 0 && $0.height > 0 }
  }
}

package struct InterfaceSurface: Hashable, Sendable {
  /// The size of the whole window, in pixels.
  package var size: PixelSize
  /// Pixels for each point of the interface.
  package var scale: Double
  /// The part that panels may cover, in pixels, y down: the window without its line of status.
  package var area: Rect

  /// - Parameters:
  ///   - scale: Limited to 0.5...4; 1 for what is not a number.
  ///   - area: Left out: the whole window.
  package init(_ size: PixelSize, scale: Double = 1, area: Rect? = nil) {
    self.size = size
    self.scale = scale.isFinite ? min(max(scale, 0.5), 4) : 1
    self.area = area ?? Rect(size: Size(Double(size.width), Double(size.height)))
  }
}

extension InterfaceSurface {
  /// The scale for a display whose user asked for so many dots per inch (`Xft.dpi`), in steps of a quarter:
  /// 96 is 1.
  ///
  /// - Parameter dotsPerInch: 1 comes back for what no display has.
  package static func scale(dotsPerInch: Double) -> Double {
    guard dotsPerInch.isFinite, (24...960).contains(dotsPerInch) else { return 1 }
    return min(max((dotsPerInch / 96 * 4).rounded() / 4, 0.5), 4)
  }

  /// The value of `Xft.dpi` in the X server's resources, as the property RESOURCE_MANAGER or `xrdb -query`
  /// has them; nil where there is none.
  package static func dotsPerInch(inResources text: String) -> Double? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].allSatisfy({ $0 != "!" }) else { continue }
      let name = parts[0].filter { !$0.isWhitespace }
      guard name == "Xft.dpi" || name == "*dpi" || name == "Xft*dpi" else { continue }
      return Double(String(parts[1].filter { !$0.isWhitespace }))
    }
    return nil
  }
}

/// The areas of the interface's parts, in points from the window's top left corner, y down. Everything lies
/// within the surface's area whatever its size, and what is too long for it scrolls.
package struct InterfaceLayout: Hashable, Sendable {
  package static let menuHeight = 28.0
  package static let timelineHeight = 44.0
  /// The width of one column of tools.
  package static let toolsWidth = 40.0
  static let toolPadding = 4.0
  static let scrollbarWidth = 10.0
  private static let margin = 8.0

  /// Pixels for each point.
  package let scale: Double
  /// The area that panels may cover.
  package let area: Rect
  /// The rectangle of the menu; without a height where there is none.
  package let menu: Rect
  package let timeline: Rect
  /// The rows of animations over the time line; without a height where they are not shown.
  package let animator: Rect
  /// The rectangle of the tools; without a width where there are none.
  package let tools: Rect
  /// The area for the stage between the menu, the tools and the time line; other panels lie over it.
  package let stage: Rect
  /// The side of a tool's square: smaller in a small window.
  package let toolSize: Double
  /// The number of tools beside each other.
  package let toolColumns: Int
  /// The column at the right, at its greatest height.
  package let side: Rect
  /// The largest card in the middle.
  package let card: Rect

  package init(
    _ surface: InterfaceSurface, hasMenu: Bool, hasTimeline: Bool, hasAnimator: Bool = false, toolCount: Int,
    hasSide: Bool
  ) {
    scale = surface.scale
    let area = Rect(min: surface.area.min * (1 / scale), max: surface.area.max * (1 / scale))
    self.area = area
    let menuHeight = hasMenu ? min(Self.menuHeight, area.height / 3) : 0
    let timelineHeight = hasTimeline ? min(Self.timelineHeight, area.height / 3) : 0
    menu = Rect(min: area.min, max: Vector(area.max.x, area.min.y + menuHeight))
    timeline = Rect(min: Vector(area.min.x, area.max.y - timelineHeight), max: area.max)
    let animatorHeight = hasAnimator ? min(max(area.height * 0.32, 140), 300, area.height * 0.5) : 0
    animator = Rect(
      min: Vector(area.min.x, timeline.min.y - animatorHeight), max: Vector(area.max.x, timeline.min.y))
    let room = Rect(min: Vector(area.min.x, menu.max.y), max: Vector(area.max.x, animator.min.y))
    // As many columns as all tools need, but no more than leave the stage most of the room: then they scroll.
    let (padding, smallest) = (2 * Self.toolPadding, 22.0)
    let inner = max(room.height - padding, 1)
    let needed = (Double(toolCount) / max((inner / smallest).rounded(.down), 1)).rounded(.up)
    let columns = max(1, Int(min(needed, room.width * 0.23 / smallest)))
    let rows = max(1, (toolCount + columns - 1) / columns)
    toolColumns = columns
    toolSize = min(max((inner / Double(rows)).rounded(.down), smallest), Self.toolsWidth - padding)
    let scrollbar = Double(rows) * toolSize > inner ? Self.scrollbarWidth : 0
    let toolsWidth = toolCount > 0 ? Double(columns) * toolSize + padding + scrollbar : 0
    tools = Rect(min: room.min, max: Vector(min(room.min.x + toolsWidth, room.max.x), room.max.y))
    let stage = Rect(min: Vector(tools.max.x, room.min.y), max: room.max)
    self.stage = stage
    // Of a small window all belongs to the panels that are open.
    let margin = min(Self.margin, stage.width / 40, stage.height / 24)

    let widest = max(stage.width - 2 * margin, 40)
    let sideWidth = hasSide ? min(min(max(area.width * 0.26, 236), 300), widest) : 0
    side = Rect(
      min: Vector(stage.max.x - margin - sideWidth, stage.min.y + margin),
      max: Vector(stage.max.x - margin, stage.max.y - margin))
    // A card may cover the animator, which leaves a low window little.
    card = Rect(
      min: stage.min + Vector(margin, margin),
      max: Vector(stage.max.x, animator.max.y) - Vector(margin, margin))
  }
}

extension InterfaceLayout {
  package init(_ surface: InterfaceSurface, _ state: InterfaceState) {
    self.init(
      surface, hasMenu: !state.menus.isEmpty, hasTimeline: state.timeline != nil,
      hasAnimator: state.animator != nil, toolCount: state.tools?.offered.count ?? 0, hasSide: state.hasColumn
    )
  }

  /// The area for the stage, in pixels: the view is fitted into it.
  package var stagePixels: Rect { Rect(min: stage.min * scale, max: stage.max * scale) }
}

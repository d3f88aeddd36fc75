import TumbleGeometry
import TumbleInput

extension AnimatorView {
  /// The buttons over the ruler.
  func tools(in bar: Rect, _ ui: PanelBuilder) {
    var left = bar.min.x + 8
    func place(_ width: Double) -> Rect {
      defer { left += width + 4 }
      return Rect(min: Vector(left, bar.min.y + 3), max: Vector(left + width, bar.max.y - 3))
    }
    // Those at the right keep their place; what does not fit before them is left out.
    let (hasFit, hasZoom) = (bar.width >= 420, bar.width >= 640)
    let isWide = bar.width >= 860
    let end = bar.max.x - 90 - (hasFit ? 42 : 0) - (hasZoom ? 64 : 0) - (isWide ? 0 : 34)
    func fits(_ width: Double) -> Bool { left + width <= end }
    let hasKeys = state.selectedKeys > 0
    if ui.iconButton(1, .key, in: place(26), help: "Add keys of what is selected at the playhead") {
      act(.addKey(animation: nil, at: nil), ui)
    }
    let dot = place(26)
    if ui.iconButton(
      2, .record, in: dot, color: state.hasAutoKey ? ui.theme.danger : ui.theme.dim,
      help: "Auto key: what is dragged or set becomes a key")
    {
      act(.setAutoKey(!state.hasAutoKey), ui)
    }
    if ui.iconButton(
      3, .curve, in: place(26), isOn: hasCurves, help: "Curves of the chosen row, of the selection, or of all"
    ) {
      act(.showCurves(!hasCurves), ui)
    }
    if ui.iconButton(
      13, .ghosts, in: place(26), isOn: state.ghosts != .none,
      help: "Outlines of what is selected: \(state.ghosts.title). A click: \(state.ghosts.next.title)")
    {
      act(.showGhosts(state.ghosts.next), ui)
    }
    if let offer = state.offer ?? state.making.map({ "making keys: \(Int($0 * 100)) %" }) {
      let take = Rect(min: Vector(bar.max.x - 176, bar.min.y + 3), max: Vector(bar.max.x - 96, bar.max.y - 3))
      let leave = Rect(min: Vector(bar.max.x - 90, bar.min.y + 3), max: Vector(bar.max.x - 10, bar.max.y - 3))
      // Two lines, for it says much; the help has all of it where they are too short.
      let text = Rect(min: Vector(left + 8, bar.min.y + 1), max: Vector(take.min.x - 8, bar.max.y))
      let room = max(text.height - ui.height(of: offer, width: text.width, .small), 0)
      ui.clipped(to: text) {
        ui.lines(offer, at: text.min + Vector(0, room / 2), width: text.width, .small)
      }
      ui.help(offer, id: 0x51_0006, isHovered: room == 0 && text.contains(ui.mouse))
      if state.offer != nil, ui.button(60, "Take", in: take, .primary) { act(.takeKeys(true), ui) }
      if ui.button(61, "Discard", in: leave) { act(.takeKeys(false), ui) }
      return
    }
    left += 6
    if state.time > state.present, fits(124), ui.button(10, "Simulate to here", in: place(124)) {
      ui.actions.append(.chooseMenuItem(WindowAction.simulate.rawValue))
    }
    func tool(_ tool: Tool, _ id: UInt32, _ width: Double, before rest: Double = 0) {
      guard fits(width + rest) else { return }
      ui.disabled(action(of: tool) == nil) {
        let isOn = tool == .oneHeight && state.isLevelled
        let rect = place(width)
        let isClicked = ui.button(id, tool.rawValue, in: rect, isOn ? .primary : .plain)
        if [.makeKeys, .toPhysics].contains(tool), rect.contains(ui.mouse) {
          let help =
            tool == .makeKeys ? helpOfMakeKeys : "Removes what moves the selection, so that physics does"
          ui.help(help, id: 0x51_0005, isHovered: true)
        }
        if isClicked, let action = action(of: tool) { act(action, ui) }
      }
    }
    // Curves, what is to come and the tools of selected keys have other uses for the room.
    if !hasCurves, state.time <= state.present {
      tool(.makeKeys, 8, 84, before: hasKeys ? 192 : 66)
      if state.hasMovers { tool(.toPhysics, 9, 84, before: hasKeys ? 192 : 66) }
    }
    ui.disabled(!hasKeys) {
      if ui.iconButton(4, .copy, in: place(26), help: "Duplicate the selected keys"), hasKeys {
        act(.duplicateKeys, ui)
      }
      if ui.iconButton(5, .close, in: place(26), help: "Delete the selected keys (Del)"), hasKeys {
        act(.deleteKeys, ui)
      }
      if fits(112) {
        let chosen = state.curve.flatMap(CurveGallery.names.firstIndex)
        if let choice = ui.choice(
          6, CurveGallery.names, chosen: chosen, in: place(min(128, end - left))), hasKeys
        {
          act(.setCurve(CurveGallery.names[choice]), ui)
        }
      }
    }
    tool(.smooth, 7, 64)
    tool(.flat, 11, 50)
    if hasCurves { tool(.oneHeight, 12, 86) }
    if !isWide, let choice = ui.choice(14, Tool.names, chosen: -1, in: place(30)),
      let action = action(of: Tool.allCases[choice])
    {
      act(action, ui)
    }
    var right = bar.max.x - 8
    func placeAtRight(_ width: Double) -> Rect {
      defer { right -= width + 4 }
      return Rect(min: Vector(right - width, bar.min.y + 3), max: Vector(right, bar.max.y - 3))
    }
    if ui.iconButton(20, .close, in: placeAtRight(26), help: "Close the animator") {
      ui.actions.append(.close(.animator))
    }
    if ui.button(21, "All", in: placeAtRight(44)) { act(.showAll, ui) }
    if hasFit, ui.button(24, "Fit", in: placeAtRight(38)) { act(.showSelected, ui) }
    guard hasZoom else { return }
    if ui.button(22, "+", in: placeAtRight(28)) { act(.zoom(0.5, about: state.time), ui) }
    if ui.button(23, "−", in: placeAtRight(28)) { act(.zoom(2, about: state.time), ui) }
  }

  private var helpOfMakeKeys: String {
    func short(_ time: Double) -> String {
      let time = (min(max(time, 0), state.present) * 100).rounded() / 100
      return "\(time == time.rounded() ? "\(Int(time))" : "\(time)")\u{a0}s"
    }
    let range = state.stretch ?? state.range
    return "Turns the motion of the selection from \(short(range.lowerBound)) to "
      + "\(short(range.upperBound)) into keys"
      + (state.stretch == nil ? ": the seconds in view. Shift-drag on the ruler marks others" : "")
  }

  /// The tools with words for names, which are in a list too where the bar has no room for all.
  private enum Tool: String, CaseIterable {
    case makeKeys = "Make keys"
    case toPhysics = "To physics"
    case smooth = "Smooth"
    case flat = "Flat"
    case oneHeight = "One height"

    static let names = allCases.map(\.rawValue)
  }

  /// Returns what a tool does; nil where it cannot be used now.
  private func action(of tool: Tool) -> AnimatorAction? {
    switch tool {
    case .makeKeys: state.hasPast ? .makeKeys : nil
    case .toPhysics: state.hasMovers ? .toPhysics : nil
    case .smooth: state.selectedKeys > 0 ? .smooth : nil
    case .flat: state.selectedKeys > 0 ? .flatten : nil
    case .oneHeight: hasCurves ? .level(!state.isLevelled) : nil
    }
  }
}

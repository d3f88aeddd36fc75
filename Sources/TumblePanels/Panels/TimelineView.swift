import Foundation
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// The bar below the stage: the past that is kept, and how fast time goes.
struct TimelineView {
  let state: TimelineState
  let bar: Rect

  private static let path = "timeline"
  private static let speedPath = "timeline.speed"
  private static let markPaths = ["timeline.begin", "timeline.end"]

  func build(in ui: PanelBuilder) {
    ui.window("timeline", filling: bar, padding: .zero, rounding: 0) {
      ui.fill(Rect(min: bar.min, max: Vector(bar.max.x, bar.min.y + 1)), ui.theme.border)
      let isWide = bar.width >= 700
      let center = bar.center.y
      var left = bar.min.x + 8
      func place(_ width: Double) -> Rect {
        defer { left += width + 2 }
        return Rect(center: Vector(left + width / 2, center), size: Size(width, 28))
      }
      if ui.iconButton(
        10, .toStart, in: place(28), help: "Start again", key: state.shortcuts[.restart])
      {
        ui.actions.append(.chooseMenuItem(WindowAction.restart.rawValue))
      }
      if ui.iconButton(
        1, .stepBack, in: place(28), help: "Step back", key: state.shortcuts[.stepBack])
      {
        act(.step(-1), ui)
      }
      if isWide {
        let isBackwards = state.speed < 0
        if ui.iconButton(
          4, .reverse, in: place(28), isOn: isBackwards,
          help: isBackwards ? "Play forwards" : "Play backwards")
        {
          act(.speed(-state.speed), ui)
        }
      }
      let play = place(28)
      if ui.iconButton(
        2, state.isPaused ? .play : .pause, in: play, color: ui.theme.text,
        help: state.isPaused ? "Resume" : "Pause", key: state.shortcuts[.pause])
      {
        act(.togglePause, ui)
      }
      if ui.iconButton(
        3, .stepForth, in: place(28), help: "Step forward", key: state.shortcuts[.stepForth])
      {
        act(.step(1), ui)
      }
      left += 4
      time(of: shownStep(ui), in: place(isWide ? 68 : 60), ui)

      var right = bar.max.x - 10
      func placeAtRight(_ width: Double) -> Rect {
        defer { right -= width + 8 }
        return Rect(center: Vector(right - width / 2, center), size: Size(width, 28))
      }
      if isWide { memory(in: placeAtRight(96), ui) }
      // The line lies where it does whatever is shown: what the mouse points at must not change under it.
      if bar.width < 480 {
        // There is room for one of them.
        let place = placeAtRight(108)
        if state.isInPast { past(in: place, ui) } else { speed(in: place, ui) }
      } else {
        speed(in: placeAtRight(isWide ? 150 : 108), ui)
        let place = placeAtRight(bar.width >= 1100 ? 208 : 60)
        if state.isInPast { past(in: place, ui) }
      }
      scrub(in: Rect(min: Vector(left + 6, bar.min.y + 2), max: Vector(right - 4, bar.max.y - 2)), ui)
    }
  }

  private func act(_ action: TimelineAction, _ ui: PanelBuilder) { ui.actions.append(.timeline(action)) }

  private func shownStep(_ ui: PanelBuilder) -> Int {
    ui.pull.flatMap { $0.path == Self.path && $0.value.isFinite ? Int($0.value) : nil } ?? state.shown
  }

  private func time(of step: Int, in rect: Rect, _ ui: PanelBuilder) {
    ui.line.clear()
    ui.line.appendSeconds(Double(step) / Double(max(state.rate, 1)))
    ui.lineText(in: rect, .strong, state.isInPast ? ui.theme.accent : ui.theme.text, .right)
  }

  private func memory(in rect: Rect, _ ui: PanelBuilder) {
    ui.line.clear()
    ui.line.append((Double(state.memory) / 1_048_576).rounded(), decimals: 0)
    ui.line.append(" of ")
    ui.line.append(Double(state.budget) / 1_048_576, decimals: 0)
    ui.line.append(" MB")
    ui.lineText(in: rect, .small, ui.theme.dim, .right)
    let isHovered = ui.item(7, in: rect).contains(.hovered)
    guard isHovered else { return }
    let room = state.minutesOfRoom.map { "It has room for about \(Self.minutes($0)) of this scene. " } ?? ""
    ui.help(
      "Memory used by the history. \(room)When it is full, the history is thinned out.", id: 7,
      isHovered: isHovered)
  }

  /// Returns minutes as text such as `4 min`, or `40 s` if that says more.
  static func minutes(_ minutes: Double) -> String {
    guard minutes < 1e6 else { return "any length" }
    return minutes >= 2 ? "\(Int(minutes.rounded())) min" : "\(Int((minutes * 60).rounded())) s"
  }

  /// Adds the way back to now, or on from here: in words where there is room for them.
  private func past(in place: Rect, _ ui: PanelBuilder) {
    let (now, onward): (Bool, Bool)
    if place.width >= 208 {
      now = ui.button(5, "Now", in: place.left(56))
      onward = ui.button(6, "Continue from here", in: place.right(144), .primary)
    } else {
      let (left, right) = (place.left(place.width / 2), place.right(place.width / 2))
      let size = Size(26, 28)
      now = ui.iconButton(5, .toEnd, in: Rect(center: left.center, size: size), help: "Back to the present")
      onward = ui.iconButton(
        6, .check, in: Rect(center: right.center, size: size), isOn: true, help: "Continue from here")
    }
    if now { act(.leavePast, ui) }
    if onward { act(.resume(step: state.shown), ui) }
  }

  private func speed(in rect: Rect, _ ui: PanelBuilder) {
    let size = abs(state.speed)
    let power = size > 0 ? (log2(size)).rounded() : 0
    let label = rect.right(48)
    let slider = PanelBuilder.Slider(path: Self.speedPath, value: power, range: -4...4)
    ui.slider(8, slider, in: rect.without(right: 48), editing: nil) { value in
      let speed = pow(2, value.rounded()) * (state.speed < 0 ? -1 : 1)
      if speed != state.speed { act(.speed(speed), ui) }
      return nil
    }
    ui.line.clear()
    if state.speed < 0 { ui.line.append("−") }
    if size > 0, size < 1, (1 / size).rounded() == 1 / size {
      ui.line.append("1/")
      ui.line.append(1 / size, decimals: 0)
    } else {
      ui.line.append(size)
    }
    ui.line.append(" ×")
    ui.lineText(in: label, .small, ui.theme.text, .right)
  }

  // The line.

  private func scrub(in rect: Rect, _ ui: PanelBuilder) {
    guard rect.width > 20 else { return }
    let track = rect.inset(by: 6, 0).middle(height: 6)
    let range = range(ui)
    let steps = Double(max(range.end - state.oldest, 1))
    func x(_ step: Int) -> Double {
      track.min.x + track.width * min(max(Double(step - state.oldest) / steps, 0), 1)
    }
    var isMarkHot = false
    // They hang below the track, before it in what the mouse finds.
    if let exported = state.exported {
      let ends = [x(exported.lowerBound), x(exported.upperBound)]
      ui.fill(
        Rect(min: Vector(ends[0], track.max.y + 3), max: Vector(ends[1], track.max.y + 5)), ui.theme.text)
      for (index, x) in ends.enumerated() where mark(index, at: x, on: track, range, ui) { isMarkHot = true }
    }
    let item = ui.item(9, in: rect)
    let shown = shownStep(ui)
    ui.fill(track, ui.theme.field, rounding: 3)
    ui.frame(track, ui.theme.border, rounding: 3)
    ui.fill(Rect(min: track.min, max: Vector(x(shown), track.max.y)), ui.theme.accent, rounding: 3)
    if range.end > range.newest { dashes(from: x(range.newest), on: track, ui) }
    for checkpoint in state.checkpoints where checkpoint >= state.oldest {
      ui.upright(x(checkpoint), in: track.lowered(8).bottom(5), ui.theme.dim)
    }
    // The first lies over all others.
    for mark in state.marks.reversed() where mark.step >= state.oldest {
      ui.disc(Vector(x(mark.step), track.min.y - 5), radius: 2.2, color(of: mark.kind, ui.theme))
    }
    let isHot = item.contains(.hovered) || item.contains(.held)
    ui.disc(Vector(x(shown), track.center.y), radius: isHot ? 8 : 7, ui.theme.accent)
    ui.disc(Vector(x(shown), track.center.y), radius: isHot ? 3.5 : 3, ui.theme.panel)
    pull(item, track, range, ui)
    if item.contains(.hovered) || isMarkHot { tip(track, range, ui) }
  }

  /// The line's last steps: the present, and the end of a later part that was discarded. While the line is
  /// held both are those that were seen when it was pressed: the world may have gone on since the panels were
  /// last made.
  private struct Range {
    var newest: Int
    var end: Int
  }

  private func range(_ ui: PanelBuilder) -> Range {
    let isHeld = ui.pull.map { $0.path == Self.path || Self.markPaths.contains($0.path) } ?? false
    let newest = isHeld ? ui.pull.map { Int($0.start) } ?? state.newest : state.newest
    return Range(newest: newest, end: max(newest, state.givenUp ?? 0))
  }

  /// Draws a mark of what is exported, the beginning (0) or the end (1), and moves it with the mouse.
  ///
  /// - Returns: Whether the mouse is at it.
  private func mark(_ index: Int, at x: Double, on track: Rect, _ range: Range, _ ui: PanelBuilder) -> Bool {
    let path = Self.markPaths[index]
    let tab = Rect(min: Vector(x - 6, track.max.y + 1), max: Vector(x + 6, track.max.y + 15))
    let item = ui.item(UInt32(11 + index), in: tab)
    let isHot = item.contains(.hovered) || item.contains(.held)
    let color = isHot ? ui.theme.accent : ui.theme.text
    ui.fill(Rect(min: Vector(x - 1, track.min.y - 2), max: Vector(x + 1, tab.max.y)), color)
    // Towards what is exported.
    let flag = index == 0 ? x...(x + 6) : (x - 6)...x
    ui.fill(
      Rect(min: Vector(flag.lowerBound, tab.min.y + 5), max: Vector(flag.upperBound, tab.max.y)), color,
      rounding: 2)
    if item.contains(.pressed) {
      ui.pull = PanelBuilder.Pull(path: path, start: Double(range.newest), value: .nan)
    }
    guard let pull = ui.pull, pull.path == path else { return isHot }
    ui.pull?.isSeen = true
    let step = placed(at: ui.mouse.x, track, range)
    if !item.contains(.held) {
      ui.pull = nil
    } else if Double(step) != pull.value, step <= range.newest {
      ui.pull?.value = Double(step)
      act(.mark(step: step, isEnd: index == 1), ui)
    }
    return isHot
  }

  /// Draws the discarded part of the line as dashes.
  private func dashes(from start: Double, on track: Rect, _ ui: PanelBuilder) {
    for x in stride(from: start + 12, to: track.max.x - 2, by: 8) {
      let dash = Rect(
        min: Vector(x, track.center.y - 1), max: Vector(min(x + 4, track.max.x), track.center.y + 1))
      ui.fill(dash, ui.theme.dim, rounding: 1)
    }
  }

  /// Shows the time under the mouse, and what is marked there.
  private func tip(_ track: Rect, _ range: Range, _ ui: PanelBuilder) {
    let step = placed(at: ui.mouse.x, track, range)
    ui.line.clear()
    ui.line.appendSeconds(Double(step) / Double(max(state.rate, 1)))
    if step > range.newest { ui.line.append(" · discarded; undo restores it") }
    let near = Double(range.end - state.oldest) / max(track.width, 1) * 4
    if let mark = state.marks.first(where: { abs(Double($0.step - step)) <= near }) {
      ui.line.append(" · ")
      ui.line.append(mark.kind.title)
    }
    ui.tip()
  }

  private func placed(at x: Double, _ track: Rect, _ range: Range) -> Int {
    let fraction = min(max((x - track.min.x) / max(track.width, 1), 0), 1)
    return state.oldest + Int((fraction * Double(range.end - state.oldest)).rounded())
  }

  /// The nearest step that can be shown; where the present is seen, what is the present now.
  private func step(at x: Double, _ track: Rect, _ range: Range) -> Int {
    let step = placed(at: x, track, range)
    return step < range.newest ? step : state.newest
  }

  private func color(of kind: TimelineState.Mark.Kind, _ theme: InterfaceTheme) -> Color {
    switch kind {
    case .stall: theme.danger
    case .restart: theme.warning
    case .trigger: theme.success
    }
  }

  private func pull(_ item: ItemState, _ track: Rect, _ range: Range, _ ui: PanelBuilder) {
    let step = step(at: ui.mouse.x, track, range)
    if item.contains(.pressed) {
      ui.pull = PanelBuilder.Pull(path: Self.path, start: Double(range.newest), value: .nan)
    }
    guard let pull = ui.pull, pull.path == Self.path else { return }
    guard item.contains(.held) else {
      ui.pull = nil
      let step = pull.value.isFinite ? Int(pull.value) : state.shown
      return act(.scrub(step: step), ui)
    }
    ui.pull?.isSeen = true
    guard Double(step) != pull.value else { return }
    ui.pull?.value = Double(step)
    act(.scrub(step: step), ui)
  }
}

extension TimelineState.Mark.Kind {
  fileprivate var title: String {
    switch self {
    case .trigger(let name): name
    case .stall: "the window did not respond for a moment; F3 shows in which phase"
    case .restart: "restarted"
    }
  }
}

extension TextBuffer {
  /// Appends seconds with hundredths that stay in their place, so that a running number does not tremble.
  func appendSeconds(_ seconds: Double) {
    let hundredths = (abs(seconds) * 100).rounded()
    guard hundredths < 1e12 else { return append(seconds) }
    if seconds < 0 { append("−") }
    append((hundredths / 100).rounded(.down), decimals: 0)
    append(".")
    let rest = Int(hundredths) % 100
    if rest < 10 { append("0") }
    append(Double(rest), decimals: 0)
    append(" s")
  }
}

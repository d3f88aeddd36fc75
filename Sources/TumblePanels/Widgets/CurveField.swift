import CTumbleImGui
import TumbleAnimation

/// The curves that are offered, each by its name.
package enum CurveGallery {
  static let curves: [TimingFunction] =
    [.linear, .hold, .ease, .easeIn, .easeOut, .easeInOut] + Easing.all.map { .easing($0) }
    + [.spring(.smooth), .spring(.snappy), .spring(.bouncy)]

  /// The names of all but the springs, which are set by two numbers.
  package static let names = curves.dropLast(3).map(name)

  package static func name(of curve: TimingFunction) -> String {
    if case .spring(let spring) = curve {
      return
        "spring \((spring.response * 100).rounded() / 100), \((spring.dampingRatio * 100).rounded() / 100)"
    }
    return curve == .hold ? "hold" : curve.description
  }

  /// The name over each three of them.
  static let families = stride(from: 0, to: curves.count, by: 3).map { place in
    if place == 0 { return "linear, hold, ease" }
    if case .spring = curves[place] { return "spring" }
    let name = name(of: curves[place])
    return name.hasSuffix("-in") ? String(name.dropLast(3)) : name
  }
}

extension PanelBuilder {
  /// A curve's picture and name; a click opens a gallery of others, with the handles of a Bézier curve and
  /// the two numbers of a spring.
  func curveField(
    _ id: UInt32, path: String, _ curve: TimingFunction, named name: String, in rect: Rect, isEnabled: Bool
  ) {
    let state = isEnabled ? item(id, in: rect) : []
    fill(rect, state.contains(.hovered) ? theme.hovered : theme.field, rounding: 6)
    clipped(to: rect) { draw(curve, in: rect.left(34).inset(by: 6, 7), theme.accent) }
    text(name, in: rect.without(left: 38, right: 22))
    icon(.chevron, in: rect.right(24), theme.dim)
    tumble_ui_push_id(id)
    defer { tumble_ui_pop_id() }
    if state.contains(.clicked) { tumble_ui_open_popup() }
    guard tumble_ui_begin_popup() else { return }
    defer { tumble_ui_end_popup() }
    isPlaying = true
    let width = Double(Self.columns) * Self.cell.width
    let preview = take(Size(width, 96))
    space(4)
    let looked = gallery(curve, path: path, width: width)
    bezier(curve, looked, path: path, in: preview)
    space(4)
    springs(curve, path: path, in: take(Size(width, 24)))
  }

  /// An animation as it plays: a dot that goes the way from one side to the other and back, again and again.
  func motion(_ timing: MediaTiming, _ curve: TimingFunction, in rect: Rect) {
    isPlaying = true
    let track = rect.inset(by: rect.width * 0.16, 0).middle(height: 2)
    fill(track, theme.border, rounding: 1)
    for x in [track.min.x, track.max.x] { disc(Vector(x, track.center.y), radius: 2.5, theme.dim) }
    let value = curve.value(at: Self.progress(of: timing, at: clock))
    guard value.isFinite else { return }
    clipped(to: rect) {
      disc(
        Vector(track.min.x + track.width * min(max(value, -1), 2), track.center.y), radius: 6, theme.accent)
    }
  }

  /// The progress of an animation that plays again and again, half a second apart, whatever it begins at.
  static func progress(of timing: MediaTiming, at time: Double) -> Double {
    var own = MediaTiming(duration: timing.passDuration, autoreverses: timing.autoreverses)
    own.repetition = timing.repetition
    own.isInstant = timing.isInstant
    let length = min(max(own.activeDuration, 0.001), max(own.cycleDuration, 0.001) * 3, 1e4)
    let place = time.truncatingRemainder(dividingBy: length + 0.5)
    // At the very end it is over.
    return own.state(at: min(place, length * (1 - 1e-9))).progress
  }

  private static let columns = 12
  private static let cell = Size(34, 26)
  /// The height of a family's name over its curves.
  private static let caption = 13.0

  /// Takes a part of a popup, which is as large as what is in it.
  private func take(_ size: Size) -> Rect {
    let rect = Rect(origin: place, size: size)
    tumble_ui_take(pixels(size.width), pixels(size.height))
    return rect
  }

  private func draw(_ curve: TimingFunction, in rect: Rect, _ color: Color) {
    let samples = Swift.max(Int(rect.width / 2), 20)
    var last: Vector?
    for sample in 0...samples {
      let share = Double(sample) / Double(samples)
      let point = place(share, curve.value(at: share), in: rect)
      if let last { segment(last, point, color) }
      last = point
    }
  }

  /// The place of a share of the time and a value, which may go a little beyond 0 and 1.
  private func place(_ time: Double, _ value: Double, in rect: Rect) -> Vector {
    let value = value.isFinite ? min(max(value, -0.6), 1.6) : 0
    return Vector(rect.min.x + rect.width * time, rect.max.y - rect.height * value)
  }

  /// The curves to choose from, in families with names.
  ///
  /// - Returns: The one that the mouse is over; nil for none.
  private func gallery(_ curve: TimingFunction, path: String, width: Double) -> TimingFunction? {
    let rows = (CurveGallery.curves.count + Self.columns - 1) / Self.columns
    let height = Self.cell.height + Self.caption
    let area = take(Size(width, Double(rows) * height))
    var looked: TimingFunction?
    for (index, other) in CurveGallery.curves.enumerated() {
      let (row, column) = (index / Self.columns, index % Self.columns)
      let origin = area.min + Vector(Double(column) * Self.cell.width, Double(row) * height)
      if index % 3 == 0 {
        text(
          CurveGallery.families[index / 3],
          in: Rect(origin: origin, size: Size(Self.cell.width * 3, Self.caption)).inset(by: 4, 0), .small,
          theme.dim)
      }
      let cell = Rect(origin: origin + Vector(0, Self.caption), size: Self.cell).inset(by: 1)
      let state = item(0x100 + UInt32(index), in: cell)
      let isChosen = other == curve
      if isChosen || state.contains(.hovered) {
        fill(cell, isChosen ? theme.selection : theme.hovered, rounding: 4)
      }
      draw(other, in: cell.inset(by: 6, 6), isChosen ? theme.accent : theme.text)
      if state.contains(.hovered) { looked = other }
      if state.contains(.clicked) { edit(path, .text(other.description)) }
    }
    return looked
  }

  /// The curve in large, with its name and a dot that follows it; the handles make a Bézier curve of it. What
  /// the mouse is over is shown in its place.
  private func bezier(_ chosen: TimingFunction, _ looked: TimingFunction?, path: String, in rect: Rect) {
    fill(rect, theme.field, rounding: 6)
    let curve = looked ?? chosen
    text(CurveGallery.name(of: curve), in: rect.left(rect.width * 0.25 - 8).top(24).inset(by: 8, 0), .strong)
    let area = Rect(center: rect.center, size: Size(rect.width * 0.5, rect.height - 46))
    frame(area, theme.border)
    let own: CubicBezier
    if case .cubicBezier(let known) = curve { own = known } else { own = .easeInOut }
    var points = (Vector(own.x1, own.y1), Vector(own.x2, own.y2))
    clipped(to: rect) {
      draw(curve, in: area, theme.accent)
      let time = min(clock.truncatingRemainder(dividingBy: 1.6) / 1.2, 1)
      disc(place(time, curve.value(at: time), in: area), radius: 4, theme.accent)
      for part in 0...1 where looked == nil {
        let handle = part == 0 ? points.0 : points.1
        let shown = place(handle.x, handle.y, in: area)
        segment(place(Double(part), Double(part), in: area), shown, theme.dim, thickness: 1)
        disc(shown, radius: 5, theme.text)
        let state = item(UInt32(10 + part), in: Rect(center: shown, size: Size(16, 16)))
        if state.contains(.pressed) {
          pull = Pull(path: path, part: 100 + part, hasBegun: true)
          actions.append(.beginEdit(path: path))
        }
        guard let pull, pull.path == path, pull.part == 100 + part else { continue }
        guard state.contains(.held) else {
          self.pull = nil
          actions.append(.endEdit(path: path))
          continue
        }
        self.pull?.isSeen = true
        let x = min(max((mouse.x - area.min.x) / max(area.width, 1), 0), 1)
        let y = min(max((area.max.y - mouse.y) / max(area.height, 1), -0.5), 1.5)
        let point = Vector((x * 100).rounded() / 100, (y * 100).rounded() / 100)
        if part == 0 { points.0 = point } else { points.1 = point }
        guard point != handle,
          let made = try? CubicBezier(points.0.x, points.0.y, points.1.x, points.1.y)
        else { continue }
        actions.append(.edit(path: path, .text(TimingFunction.cubicBezier(made).description)))
      }
    }
  }

  private func springs(_ curve: TimingFunction, path: String, in rect: Rect) {
    var values = (response: Spring.bouncy.response, damping: Spring.bouncy.dampingRatio)
    if case .spring(let spring) = curve { values = (spring.response, spring.dampingRatio) }
    for part in 0...1 {
      let half = part == 0 ? rect.left(rect.width / 2 - 6) : rect.right(rect.width / 2 - 6)
      text(part == 0 ? "spring, swing" : "damping", in: half.left(92), .small, theme.dim)
      let slider = Slider(
        path: path + (part == 0 ? ".response" : ".damping"),
        value: part == 0 ? values.response : values.damping, range: 0.05...1)
      self.slider(UInt32(20 + part), slider, in: half.without(left: 94), editing: path) { value in
        if part == 0 { values.response = value } else { values.damping = value }
        let spring = try? Spring(response: values.response, dampingRatio: values.damping)
        return spring.map { .text(TimingFunction.spring($0).description) }
      }
    }
  }
}

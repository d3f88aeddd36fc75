import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension AnimationBuilder {
  func timing(_ record: Record) -> MediaTiming {
    var timing = MediaTiming()
    (Format.clockFields + Format.cycleFields).read(record, into: &timing)
    for key in ["repeat", "repeatCount"] {
      if let count = endless(record, key) { timing.repetition = .count(count) }
    }
    if let duration = endless(record, "repeatDuration") { timing.repetition = .duration(duration) }
    if timing.isInstant, timing.isRepeated,
      let key = ["repeat", "repeatCount", "repeatDuration"].first(where: record.has)
    {
      reading.error(
        record.place(key), "an animation of duration 0 cannot be repeated",
        hint: "without 'duration' a pass takes \(MediaTiming.defaultDuration.shortText) s")
      timing.repetition = .once
    }
    return timing
  }

  /// A number, infinite where the word `forever` stands.
  private func endless(_ record: Record, _ key: String) -> Double? {
    record.text(key) != nil ? .infinity : record.number(key)
  }

  /// The curves under `timing`; those that are wrong are left out, and reported.
  func curves(_ record: Record) -> [TimingFunction] {
    let list = record.list("timing")
    if list.count > 1 && record.text("type") != "keyframe" {
      reading.error(record.place("timing"), "only a keyframe animation has several curves")
    }
    return list.compactMap { located in
      guard case .text(let text) = located.value else { return nil }
      return curve(text, at: located.place)
    }
  }

  func curve(_ record: Record, _ key: String) -> TimingFunction? {
    record.text(key).flatMap { curve($0, at: record.place(key)) }
  }

  private func curve(_ text: String, at place: SourcePlace) -> TimingFunction? {
    if let curve = knownCurves[text] { return curve }
    do {
      let curve = try TimingFunction(parsing: text)
      knownCurves[text] = curve
      return curve
    } catch {
      var place = place
      // Into the text, where it stands on one line without quotes.
      if Int(place.length) == text.unicodeScalars.count {
        place.column += Int32(clamping: error.offset)
        place.length = 1
      }
      let dashed = String(text.map { $0 == "_" ? "-" : $0 })
      let isDashed = dashed != text && (try? TimingFunction(parsing: dashed)) != nil
      reading.error(
        place, "no timing curve: " + Excerpts.short(error.problem, limit: 300),
        hint: (error.suggestion ?? (isDashed ? dashed : nil)).map { "did you mean '\($0)'?" })
      return nil
    }
  }

  /// What an animated property's value says; nil if it is none, which has then been reported.
  func value(_ located: Located, _ target: AnimationTarget?, _ key: String) -> AnimatableValue? {
    guard case .raw(let raw) = located.value, let target else { return nil }
    let property = target.property
    // A velocity is by the second; units are those of the property itself.
    let quantity = key == "velocity" ? .number : quantity(of: target)
    switch (property.kind, raw) {
    case (.number, .scalar):
      let bounds: Bounds =
        switch property {
        case .strength: .strength
        // A speed, or a difference, may be below 0.
        case .maxForce: key == "velocity" || key == "by" ? .from(-1e15, to: 1e15) : .from(0, to: 1e15)
        default: .any
        }
      return number(raw, located.place, quantity, key, bounds).map { .number($0) }
    case (.vector, .list(let list)) where list.count == 2, (.size, .list(let list)) where list.count == 2:
      guard let x = number(list[0].value, list[0].place, quantity, key),
        let y = number(list[1].value, list[1].place, quantity, key)
      else { return nil }
      if property.kind == .vector { return .vector(Vector(x, y)) }
      return .size(Size(x, y))
    case (.vector, .scalar) where property == .scale:
      return number(raw, located.place, quantity, key).map { .vector(Vector($0, $0)) }
    case (.color, .scalar(let text, _)):
      if let color = Color(hex: text) ?? ColorNames.color(text) { return .color(color) }
      reading.error(
        located.place, "'\(Excerpts.short(text))' is no color",
        hint: reading.didYouMean(text, ColorNames.names)
          ?? "'#rgb', '#rrggbb', '#rrggbbaa', or a name such as orange")
      return nil
    default:
      let expected =
        switch property.kind {
        case .number: "a number"
        case .color: "a color"
        default: "two numbers, [x, y]"
        }
      var hint: String?
      if case .scalar(let text, false) = raw, property.kind == .vector, NumberText.number(text) != nil {
        hint =
          property == .position
          ? "of: BODY.position.x, or .y, takes one number" : "such as [\(text), 0] or [0, \(text)]"
      }
      reading.error(
        located.place, "'\(key)' of '\(property.name)' must be \(expected)", hint: hint)
      return nil
    }
  }

  private func quantity(of target: AnimationTarget) -> Quantity {
    let traits = target.property.traits
    guard let turning = traits.turning, let joint = names[.joint][target.object],
      scene.joints[joint].form.kind.turns
    else { return traits.quantity }
    return turning
  }

  private func number(
    _ raw: RawValue, _ place: SourcePlace, _ quantity: Quantity, _ key: String, _ bounds: Bounds = .any
  ) -> Double? {
    guard case .scalar(let text, let isQuoted) = raw else {
      reading.error(place, "'\(key)' must be a number here, not a list")
      return nil
    }
    guard let value = reading.measured(text, isQuoted: isQuoted, quantity, place, key) else { return nil }
    if bounds.contains(value) { return value }
    reading.error(place, "'\(key)' must be \(bounds.description), not '\(Excerpts.short(text))'")
    return nil
  }
}

extension MediaTiming.FillMode {
  package var showsAfter: Bool { self == .forwards || self == .both }
}

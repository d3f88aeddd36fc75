import TumbleAnimation

// How a property that an action sets gets to its new value.
extension ActionBuilder {
  /// How a property gets to its new value; nil at once.
  func timing(_ record: Record, _ property: String) -> Scene.ChangeTiming? {
    if let transition = transition(record, property) { return .transition(transition) }
    if record.has("spring") {
      guard let spring = curves.spring(record) else { return nil }
      if spring.damping == 0 {
        reading.error(record.place("spring"), "a spring without damping never settles")
      }
      return .spring(spring)
    }
    guard record.has("over") || record.has("timing") else { return nil }
    let curve = record.has("timing") ? curves.curve(record, "timing") : .ease
    let duration = record.number("over") ?? MediaTiming.defaultDuration
    return duration > 0 ? curve.map { .curve($0, duration: duration) } : nil
  }

  /// nil where there is none.
  private func transition(_ record: Record, _ property: String) -> Transition? {
    let isChange = record.has("over") || record.has("timing")
    guard record.has("transition") || property == "texture" && isChange else {
      for key in ["from", "start", "end"] where record.has(key) {
        reading.error(
          record.place(key), "'\(key)' is that of a transition, and there is none",
          hint: "such as transition: push")
      }
      return nil
    }
    guard ["texture", "color"].contains(property) else {
      reading.error(
        record.place("transition"), "a transition shows another texture or color, not \(property)",
        hint: "without it the value changes step by step")
      return nil
    }
    var transition = Transition(record.text("transition").flatMap(Transition.Kind.init(rawValue:)) ?? .fade)
    transition.side = record.value("from")
    (transition.startProgress, transition.endProgress) = (record.value("start"), record.value("end"))
    if let duration = record.number("over") { transition.duration = duration }
    if record.has("timing"), let curve = curves.curve(record, "timing") { transition.timingFunction = curve }
    do throws(AnimationError) { try transition.check() } catch {
      reading.error(record.place("end"), "\(error)")
    }
    return transition
  }

  private var curves: AnimationBuilder {
    AnimationBuilder(reading: reading, names: builder.names, scene: Scene())
  }
}

extension RawValue {
  /// The text of a scalar without its quotes.
  var unquoted: String {
    if case .scalar(let text, _) = self { text } else { text }
  }
}

import TumbleFiles

extension AnimationBuilder {
  /// Builds key frames: values at shares of the time, or keys at times of their own.
  func keyframe(_ record: Record, _ target: AnimationTarget?) -> AnimationContent? {
    if record["keyframes"]?.isBroken ?? false { return nil }
    let keys = record.records("keyframes")
    if keys.contains(where: { $0.has("at") || $0.has("timing") }) {
      return self.keys(keys, of: record, target)
    }
    let list = record.has("keyframes") ? keys.compactMap { $0["to"] } : rawValues(record)
    guard let list else { return nil }
    let values = list.compactMap { value($0, target, "values") }
    guard values.count == list.count else { return nil }
    guard !values.isEmpty else { return reading.refuse(record.place("values"), "'values' is empty") }
    let mode: KeyframeAnimation<AnimatableValue>.Mode = record.value("mode")
    let curves = curves(record)
    let segments = values.count - 1
    let keyTimes = keyTimes(record, values: values.count, mode)
    if curves.count > 1 && curves.count != segments {
      return reading.refuse(
        record.place("timing"),
        "\(values.count) values have \(segments) segments, and there are \(curves.count) curves",
        hint: "one curve a segment, or one for all")
    }
    guard let keyTimes else { return nil }
    return .keyframe(
      KeyframeAnimation(
        values: values, keyTimes: keyTimes.isEmpty ? nil : keyTimes, timing: curves, mode: mode))
  }

  private func rawValues(_ record: Record) -> [Located]? {
    if let list = record["values"]?.list { return list }
    if case .raw? = record["values"]?.value { reading.error(record.place("values"), "'values' is a list") }
    return nil
  }

  /// Keys at times of their own.
  private func keys(_ keys: [Record], of record: Record, _ target: AnimationTarget?) -> AnimationContent? {
    for key in ["keyTimes", "timing", "duration", "mode"] where record.has(key) {
      return reading.refuse(
        record.place(key), "'\(key)' cannot stand beside keyframes with times",
        hint: "each key says when it is, and the curve that leads to it")
    }
    var read: [Keyframe<AnimatableValue>] = []
    for key in keys {
      guard let time = key.number("at") else {
        return reading.refuse(key.place, "a key needs 'at'", hint: "such as at: 0.5 s")
      }
      if let last = read.last, time <= last.time {
        return reading.refuse(
          key.place("at"), "the times of keys must rise: \(time.shortText) s follows \(last.time.shortText) s"
        )
      }
      guard let located = key["to"], let value = value(located, target, "to") else { return nil }
      let timing = key.has("timing") ? curve(key, "timing") : .linear
      guard let timing else { return nil }
      read.append(Keyframe(at: time, value, timing: timing))
    }
    return .keys(read)
  }

  /// The times of the keys; empty if none are given, nil if they are wrong.
  private func keyTimes(
    _ record: Record, values: Int, _ mode: KeyframeAnimation<AnimatableValue>.Mode
  ) -> [Double]? {
    let list = record.list("keyTimes")
    guard !list.isEmpty else { return record.has("keyTimes") ? nil : [] }
    let expected = mode == .discrete ? values + 1 : values
    guard list.count == expected else {
      return reading.refuse(
        record.place("keyTimes"), "\(values) values need \(expected) key times, and there are \(list.count)",
        hint: mode == .discrete ? "in discrete mode one more ends the last value" : nil)
    }
    var times: [Double] = []
    for located in list {
      guard let time = located.number else { return nil }
      if let last = times.last, time < last {
        return reading.refuse(
          located.place, "key times must not fall: \(time.shortText) follows \(last.shortText)")
      }
      times.append(time)
    }
    if times[0] != 0 {
      return reading.refuse(list[0].place, "the first key time must be 0, not \(times[0].shortText)")
    }
    if times.count > 1 && times[times.count - 1] != 1 {
      return reading.refuse(
        list[times.count - 1].place, "the last key time must be 1, not \(times[times.count - 1].shortText)")
    }
    return times
  }
}

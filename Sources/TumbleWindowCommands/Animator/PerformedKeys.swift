import TumbleScenes

extension Scene {
  /// The edits that give a scene animations of what a hand has done: in their time they go before all that is
  /// there, and outside of it that stays.
  ///
  /// Keys of the same value that hold then take the new ones in. Those of a place become keys of its two
  /// numbers where the new ones are of a number. Whatever else leads, as a path or what is repeated, goes on
  /// below the new animations.
  ///
  /// - Parameter made: Animations of keys in the world's time, whose ids nothing has.
  func edits(performing made: [Animation]) -> [Edit] {
    var edits: [Edit] = []
    // Those that take the place of keys of a whole place.
    var parts: [(row: AnimationRow, new: [Animation])] = []
    for animation in made {
      guard let target = animation.target, let keys = animation.keys else { continue }
      if let row = keyedRow(of: target), let old = row.keys, row.takes(in: keys) {
        edits += row.edits(keys: old.overlaid(by: keys))
      } else if let number = AnimatableProperty.places.firstIndex(of: target.property),
        let row = keyedRow(of: AnimationTarget(target.object, .position)), row.takes(in: keys)
      {
        let part = AnimatableProperty.position.numbers[number]
        let old = (row.keys ?? []).map {
          Keyframe(at: $0.time, AnimatableValue.number(part.number(of: $0.value)), timing: $0.timing)
        }
        var new = row.with(keys: old.overlaid(by: keys))
        (new.id, new.target) = (animation.id, target)
        if let place = parts.firstIndex(where: { $0.row.id == row.id }) {
          parts[place].new.append(new)
        } else {
          parts.append((row, [new]))
        }
      } else {
        edits.append(.add(animation))
      }
    }
    return edits + parts.flatMap { self.edits(replacing: [$0.row], by: $0.new) }
  }
}

extension AnimatableProperty {
  /// The two numbers of a place.
  fileprivate static let places: [AnimatableProperty] = [.positionX, .positionY]
}

extension AnimationRow {
  /// Returns true if it leads, or holds, what its keys are of in the time of others. Between two motions
  /// physics has a body, which keys that reach from the one to the other would take from it.
  fileprivate func takes(in others: [Keyframe<AnimatableValue>]) -> Bool {
    guard !timing.isRepeated, !timing.autoreverses, let own = keys, let first = own.first,
      let last = own.last, let begin = others.first, let end = others.last
    else { return false }
    return animation.target?.property.isMotion == false
      || (timing.fillMode.showsAfter || begin.time <= last.time)
        && (timing.fillMode.showsBefore || end.time >= first.time)
  }
}

extension [Keyframe<AnimatableValue>] {
  /// Returns the keys with others in place of those in the time of the others. What leads there and on from
  /// there keeps its form, and what was held stays held.
  func overlaid(by others: Self) -> Self {
    guard let first, let last, let begin = others.first?.time, let end = others.last?.time else {
      return isEmpty ? others : self
    }
    var (keys, others) = (self, others)
    for time in [begin, end] where time > first.time && time < last.time {
      if let value = keys.value(at: time) { keys = keys.setting(value, at: time) }
    }
    if begin > last.time {
      others[0].timing = .hold
    } else if let lead = keys.first(where: { $0.time == begin }), begin > first.time {
      others[0].timing = lead.timing
    }
    return keys.filter { $0.time < begin } + others + keys.filter { $0.time > end }
  }
}

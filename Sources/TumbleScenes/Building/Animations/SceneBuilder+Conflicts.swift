import TumbleAnimation
import TumbleFiles

extension SceneBuilder {
  /// Warns of animations that move the same thing at the same time: only the one further down in the file shows.
  func findConflicts() {
    var conflicts = ConflictSearch()
    for (animation, record) in zip(scene.animations, source.animations) {
      let definition = animation.definition
      guard case .group = definition.content else {
        guard let target = animation.target else { continue }
        conflicts.add(
          definition, of: target, in: ConflictSearch.Time(layer: animation.layer), id: animation.id,
          place: record.place("of"))
        continue
      }
      // A group that plays once and evenly is a shift of its members; any other has a time of its own.
      let isShift =
        definition.timingFunction == .linear
        && MediaTiming.shift(like: definition.timing) == definition.timing
      let time = ConflictSearch.Time(layer: animation.layer, group: isShift ? nil : conflicts.nextGroup())
      add(
        definition, record, in: time, within: isShift ? definition.timing : nil, of: animation, to: &conflicts
      )
    }
    for (first, second) in conflicts.meetings(atMost: reading.limits.errors + 1) {
      let other = first.id == second.id ? "another of its group" : "'\(first.id)'"
      reading.warn(
        second.place,
        "'\(second.id)' moves '\(second.target)' from \(second.begin.shortText) s on, when \(other) does too",
        hint: "while both play, only the one further down in the file shows")
    }
  }

  /// The members of a group; those of a group within it have a time of their own.
  private func add(
    _ group: AnimationDefinition, _ record: Record, in time: ConflictSearch.Time, within timing: MediaTiming?,
    of animation: Scene.Animation, to conflicts: inout ConflictSearch
  ) {
    guard case .group(let members) = group.content else { return }
    for (member, entry) in zip(members, record.records("animations")) {
      if let target = member.target {
        conflicts.add(
          member.animation, of: target, in: time, within: timing, id: animation.id, place: entry.place("of"))
      } else {
        let inner = ConflictSearch.Time(layer: animation.layer, group: conflicts.nextGroup())
        add(member.animation, entry, in: inner, within: nil, of: animation, to: &conflicts)
      }
    }
  }
}

/// Which animations move what, and when.
private struct ConflictSearch {
  /// What times are counted in; nothing is said of two that differ.
  struct Time: Hashable {
    var layer: String?
    var group: Int?
  }

  /// Something that one animation can move at a time.
  private struct Lane: Hashable {
    var time: Time
    var object: String
    var property: AnimatableProperty
  }

  struct Play {
    var begin: Double
    var end: Double
    var id: String
    var target: AnimationTarget
    var place: SourcePlace
    /// Counted in the file.
    var order: Int
  }

  private var lanes: [Lane: Int] = [:]
  /// By lane, in the file's order.
  private var plays: [[Play]] = []
  private var count = 0
  private var groups = 0

  /// A number for a time that no other is in.
  mutating func nextGroup() -> Int {
    groups += 1
    return groups
  }

  mutating func add(
    _ definition: AnimationDefinition, of target: AnimationTarget, in time: Time,
    within group: MediaTiming? = nil, id: String, place: SourcePlace
  ) {
    var play = Play(
      begin: definition.timing.beginTime, end: definition.timing.endTime, id: id, target: target,
      place: place,
      order: count)
    count += 1
    // How long it takes is not known before it runs.
    if case .spring = definition.content, definition.timing.duration == 0 { play.end = play.begin }
    if let group {
      play.begin = group.beginTime + max(play.begin, 0)
      play.end = min(group.beginTime + play.end, group.endTime)
    }
    for property in Self.moved(definition, target.property) {
      let lane = Lane(time: time, object: target.object, property: property)
      let index = lanes[lane] ?? plays.count
      if index == plays.count {
        lanes[lane] = index
        plays.append([])
      }
      plays[index].append(play)
    }
  }

  private static func moved(
    _ definition: AnimationDefinition, _ property: AnimatableProperty
  ) -> [AnimatableProperty] {
    switch property {
    case .position:
      if case .path(let path) = definition.content, path.rotation != .none {
        return [.positionX, .positionY, .angle]
      }
      return [.positionX, .positionY]
    // Both are shown by the scale.
    case .size: return [.scale]
    default: return [property]
    }
  }

  /// Two that meet, the earlier of the file first; each is reported once for a property.
  func meetings(atMost limit: Int) -> [(Play, Play)] {
    var meetings: [(Play, Play)] = []
    for plays in plays where plays.count > 1 {
      var longest: Play?
      for play in plays.sorted(by: { ($0.begin, $0.order) < ($1.begin, $1.order) }) {
        if let other = longest, play.begin < other.end || play.begin == other.begin {
          var (first, second) = other.order < play.order ? (other, play) : (play, other)
          (first.begin, second.begin) = (play.begin, play.begin)
          meetings.append((first, second))
          if meetings.count == limit { return meetings }
        }
        if play.end >= longest?.end ?? -.infinity { longest = play }
      }
    }
    return meetings
  }
}

extension MediaTiming {
  /// One that only begins later, and ends.
  fileprivate static func shift(like timing: MediaTiming) -> MediaTiming {
    MediaTiming(beginTime: timing.beginTime, duration: timing.duration, fillMode: timing.fillMode)
  }
}

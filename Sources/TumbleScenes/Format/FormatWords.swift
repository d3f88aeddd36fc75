// The words that choose what an entry is. Tables list all cases, and builders switch over them.

/// The events of a trigger.
enum EventWord: String, FormatValue, CaseIterable {
  case began, ended, hit
  case enters, leaves, leavesView, sleeps, wakes
  case breaks
  case rises, falls
  case time, signal
  case pressed, released
  case finished, interrupted
}

/// The actions of a trigger.
enum ActionWord: String, FormatValue, CaseIterable {
  case set, animate, start, stop
  case play, pause, rewind
  case impulse, remove, respawn, slice
  case spawn, attach, detach, mark, signal, end
}

/// The checks of an expectation that are no events of triggers.
enum CheckWord: String, FormatValue, CaseIterable {
  case value, asleep, awake, inside, outside, inView, present, gone
  case hash, picture
  case lost, shatters, mark, end
}

/// The kinds of an animation.
enum AnimationWord: String, FormatValue, CaseIterable {
  case basic, keyframe, path, spring, group
}

/// The kinds of what an input drives.
enum DriveWord: String, FormatValue, CaseIterable {
  case motor, length, thrust, push, toward, follow
}

/// The repeaters that join what they make.
enum SoftWord: String, CaseIterable {
  case rope, chain, cloth, blob
}

/// The pieces of a cloth that stand.
enum ClothPin: String, FormatValue, CaseIterable {
  case none, top, bottom, left, right, corners
}

extension Array where Element: RawRepresentable<String> {
  /// The words as the format has them.
  var words: [String] { map(\.rawValue) }
}

import TumbleFrames

/// What was done to a world, in order: with the scene, all that its state depends on.
struct WorldLog: Sendable {
  struct Entry: Sendable {
    /// The number of steps that had been taken.
    let step: Int
    let act: Act
  }

  enum Act: Sendable {
    /// It was shown in the snapshots at once.
    case betweenSteps(Command)
    case ofStep(Command)
    /// A step began, and the engine could not take it. Its animations have gone on all the same.
    case failure
  }

  private(set) var entries: [Entry] = []

  mutating func note(_ act: Act, step: Int) { entries.append(Entry(step: step, act: act)) }

  /// A world that is stuck may be asked to step any number of times. From the second time on nothing changes: the first has
  /// ended animations, and the next one lets go of what they moved.
  mutating func noteFailure(step: Int) {
    let latest = entries.suffix(2).filter { entry in
      if case .failure = entry.act { entry.step == step } else { false }
    }
    if latest.count < 2 { note(.failure, step: step) }
  }
}

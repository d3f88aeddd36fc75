import TumbleFrames
import TumbleGeometry

/// A run that can be replayed: the scene, what was done to it and when, and hashes to compare with on the
/// way.
///
/// Neither a pause nor a restart is in it: a pause takes no step, and a restart begins another run. What was
/// undone is in the file and not in the value: the file only grows, and says how many of its lines still
/// count.
public struct Recording: Hashable, Sendable {
  /// The scene of a run and its settings.
  public struct Head: Hashable, Sendable {
    /// The scene's name.
    public var scene: String
    /// The scene file's text at the time.
    public var content: String
    /// Steps per second.
    public var rate: Int
    /// The physics library's version.
    public var library: String
    /// The revision of how scenes move; 1 for recordings that do not say it.
    public var revision: Int
    /// The scene's file, by its path from the root; nil where it is not known. Other readers do without.
    public var path: String?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      scene: String, content: String, rate: Int, library: String, revision: Int = 1, path: String? = nil
    ) {
      (self.scene, self.content, self.rate, self.library) = (scene, content, rate, library)
      (self.revision, self.path) = (revision, path)
    }
  }

  /// The hash of the world after a number of steps.
  public struct Check: Hashable, Sendable {
    /// The number of steps after which the world had these hashes.
    public var step: Int
    /// The state hash's value.
    public var hash: UInt64
    /// The bodies' states without their looks, to say what differs; empty in a world of more than
    /// `largestState` bodies.
    public var bodies: [BodySnapshot]
    /// The upper halves of the hashes of the latest steps, this one the last, to say in which step a run
    /// differs first.
    public var stepHashes: [UInt32]

    /// Creates a value by its parts, which are the properties of the same names.
    public init(step: Int, hash: UInt64, bodies: [BodySnapshot] = [], stepHashes: [UInt32] = []) {
      (self.step, self.hash, self.bodies, self.stepHashes) = (step, hash, bodies, stepHashes)
    }

    /// Returns the part of a hash that stands in `stepHashes`.
    public static func short(_ hash: UInt64) -> UInt32 { UInt32(hash >> 32) }
  }

  /// The version of the format that is written, and those that are read.
  public static let format = 2
  static let readFormats = 1...format
  /// A check has the hashes of at most so many steps.
  public static let maxStepHashes = 5000
  /// A check writes out the states of at most so many bodies.
  public static let largestState = 100
  /// The states in all checks together are at most so many, which is more than a file of 256 MB of moving
  /// bodies has.
  public static let maxStates = 4_000_000
  /// The bytes of the first line, which has the scene in it, and of every other: the text of an edit, of
  /// which each byte may take six as JSON.
  static let maxHeadBytes = 1 << 26
  static let maxLineBytes = 1 << 23
  /// The steps of a recording are at most so many: three months at 120 per second.
  public static let maxSteps = 1_000_000_000

  /// The scene, its rate and its versions.
  public var head: Head
  /// The commands by step; several of one step in the order they were given.
  public var commands: [StampedCommand]
  /// The checks by step.
  public var checks: [Check]
  /// Steps run.
  public var end: Int
  /// The number of whole lines of a file that ends without an end line, because the program or the machine
  /// went down. It is a recording up to there. nil for one that was finished.
  public var unfinishedAfter: Int?

  /// The last step of which it has a command or a hash.
  package var lastNotedStep: Int { max(commands.last?.step ?? 0, checks.last?.step ?? 0) }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    head: Head, commands: [StampedCommand] = [], checks: [Check] = [], end: Int, unfinishedAfter: Int? = nil
  ) {
    (self.head, self.commands, self.checks, self.end) = (head, commands, checks, end)
    self.unfinishedAfter = unfinishedAfter
  }
}

extension Recording.Check {
  /// The first number of the first body, by id, that differs from a snapshot's, as a phrase such as
  /// `crate3's x is 12.5, where 12.25 was recorded`; nil if none does, or no states were recorded.
  public func firstDifference(from snapshot: FrameSnapshot, description: WorldDescription) -> String? {
    func name(_ body: BodyID) -> String { description[body]?.name ?? "body \(body)" }
    guard !bodies.isEmpty else { return nil }
    for recorded in bodies {
      guard let now = snapshot[recorded.id] else { return "\(name(recorded.id)) is gone" }
      for (label, value) in BodySnapshot.numbers
      where now[keyPath: value].bitPattern != recorded[keyPath: value].bitPattern {
        return
          "\(name(recorded.id))'s \(label) is \(now[keyPath: value]), where \(recorded[keyPath: value]) "
          + "was recorded"
      }
      if now.isSleeping != recorded.isSleeping {
        return
          "\(name(recorded.id)) \(now.isSleeping ? "sleeps, where it was awake" : "is awake, where it slept")"
      }
    }
    return snapshot.bodies.count == bodies.count ? nil : "there are other bodies"
  }
}

extension BodySnapshot {
  /// The numbers of a body's state, in the order of a trace and a recording.
  static var numbers: [(label: String, value: KeyPath<BodySnapshot, Double>)] {
    [
      ("x", \.position.x), ("y", \.position.y), ("angle", \.angle), ("vx", \.velocity.x),
      ("vy", \.velocity.y), ("w", \.angularVelocity),
    ]
  }
}

/// The content of a line other than the first.
enum RecordingEntry {
  case command(StampedCommand)
  case check(Recording.Check)
  case end(step: Int, lines: Int)
  /// The number of lines before it, the first included, that still count.
  case keep(Int)

  /// The step; nil for what belongs to none.
  var step: Int? {
    switch self {
    case .command(let command): command.step
    case .check(let check): check.step
    case .end(let step, _): step
    case .keep: nil
    }
  }
}

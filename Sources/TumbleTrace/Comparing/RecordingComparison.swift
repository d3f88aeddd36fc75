import TumbleFrames
import TumbleGeometry

/// The differences of two recordings: in the scene, in the commands and in the results.
///
/// How they are written does not count: the format's version, the scene's path, commands that were undone,
/// and on which steps hashes stand.
package struct RecordingComparison {
  /// A property of the head that has two values.
  package struct HeadDifference: Hashable {
    package var name: String
    package var values: [String]
  }

  /// The first commands that differ; nil where one of the two has no more.
  package struct CommandDifference: Hashable {
    /// The lines as they are written, without their ends.
    package var texts: [String?]
    /// The lines' numbers, from 1; nil for none.
    package var lines: [Int?]
  }

  /// The first hash that differs.
  package struct HashDifference: Hashable {
    package var step: Int
    /// The latest step before it whose hash is the same; nil where there is none.
    package var lastEqual: Int?
  }

  /// A number of a body's state that differs.
  package struct StateDifference: Hashable {
    package var body: BodyID
    package var column: String
    package var values: [Double]

    package var distance: Double {
      let distance = abs(values[0] - values[1])
      return distance.isNaN ? .infinity : distance
    }
  }

  /// The head's short properties that differ.
  package let head: [HeadDifference]
  /// Is true if the texts of the scenes differ.
  package let hasOtherScene: Bool
  package let command: CommandDifference?
  package let hash: HashDifference?
  /// The number of steps of which both have a hash.
  package let commonHashes: Int
  /// The step from which states are compared: the first at or after the first hash that differs at which both
  /// have them.
  package let statesStep: Int?
  /// The largest difference of each body at `statesStep`, in falling order.
  package let states: [StateDifference]
  /// The bodies that only one of the recordings has at `statesStep`.
  package let bodiesOnlyIn: [[BodyID]]
  /// The number of steps that were run.
  package let ends: [Int]

  package init(_ a: NumberedRecording, _ b: NumberedRecording) {
    let (old, new) = (a.recording, b.recording)
    head = Self.differences(old.head, new.head)
    hasOtherScene = old.head.content != new.head.content
    command = Self.firstDifference(a, b)
    (hash, commonHashes) = Self.firstDifference(old.checks, new.checks)
    ends = [old.end, new.end]
    guard let hash, let pair = Self.states(old.checks, new.checks, from: hash.step) else {
      statesStep = nil
      states = []
      bodiesOnlyIn = [[], []]
      return
    }
    statesStep = pair.0.step
    let ids = [pair.0, pair.1].map { Set($0.bodies.map(\.id)) }
    bodiesOnlyIn = [
      pair.0.bodies.map(\.id).filter { !ids[1].contains($0) },
      pair.1.bodies.map(\.id).filter { !ids[0].contains($0) },
    ]
    let news = Dictionary(pair.1.bodies.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    states = pair.0.bodies.compactMap { body in
      news[body.id].flatMap { Self.largestDifference(body, $0) }
    }
    .sorted { (a: StateDifference, b: StateDifference) in
      (b.distance, a.body.number) < (a.distance, b.body.number)
    }
  }

  /// Is true if all but the scenes is equal, of which text alone says little.
  package var isEqualButForScene: Bool {
    head.isEmpty && command == nil && hash == nil && ends[0] == ends[1]
  }

  private static func differences(_ a: Recording.Head, _ b: Recording.Head) -> [HeadDifference] {
    let values = [
      ("scene", a.scene, b.scene), ("rate", "\(a.rate)", "\(b.rate)"), ("library", a.library, b.library),
      ("revision", "\(a.revision)", "\(b.revision)"),
    ]
    return values.filter { $0.1 != $0.2 }.map { HeadDifference(name: $0.0, values: [$0.1, $0.2]) }
  }

  private static func firstDifference(_ a: NumberedRecording, _ b: NumberedRecording) -> CommandDifference? {
    let (olds, news) = (a.recording.commands, b.recording.commands)
    // Lines rather than values: 0 and -0 are equal values, and another run.
    func line(_ commands: [StampedCommand], _ index: Int) -> String? {
      commands.indices.contains(index) ? RecordingWriter.line(of: commands[index]) : nil
    }
    for index in 0..<max(olds.count, news.count) {
      let texts = [line(olds, index), line(news, index)]
      guard texts[0] != texts[1] else { continue }
      return CommandDifference(
        texts: texts,
        lines: [
          texts[0].map { _ in a.commandLines[index] }, texts[1].map { _ in b.commandLines[index] },
        ])
    }
    return nil
  }

  // MARK: - Hashes

  /// A hash of one step: its upper half, and the whole where there is a check.
  private struct StepHash {
    var step: Int
    var short: UInt32
    var whole: UInt64?

    func isSame(as other: StepHash) -> Bool {
      guard let whole, let otherWhole = other.whole else { return short == other.short }
      return whole == otherWhole
    }

    /// The hashes of all steps that a check has, by step.
    static func all(of check: Recording.Check) -> [StepHash] {
      var hashes = check.stepHashes.enumerated().map { index, hash in
        StepHash(step: check.step - check.stepHashes.count + 1 + index, short: hash)
      }
      if !hashes.isEmpty { hashes.removeLast() }
      hashes.append(StepHash(step: check.step, short: Recording.Check.short(check.hash), whole: check.hash))
      return hashes
    }
  }

  private static func firstDifference(
    _ a: [Recording.Check], _ b: [Recording.Check]
  ) -> (HashDifference?, common: Int) {
    var olds = a.lazy.flatMap(StepHash.all).makeIterator()
    var news = b.lazy.flatMap(StepHash.all).makeIterator()
    var (old, new) = (olds.next(), news.next())
    var (lastEqual, common): (Int?, Int) = (nil, 0)
    while let a = old, let b = new {
      if a.step < b.step {
        old = olds.next()
      } else if a.step > b.step {
        new = news.next()
      } else {
        common += 1
        guard a.isSame(as: b) else { return (HashDifference(step: a.step, lastEqual: lastEqual), common) }
        lastEqual = a.step
        (old, new) = (olds.next(), news.next())
      }
    }
    return (nil, common)
  }

  /// The first checks of a common step, not before one, in which both have states.
  private static func states(
    _ a: [Recording.Check], _ b: [Recording.Check], from step: Int
  ) -> (Recording.Check, Recording.Check)? {
    let news = Dictionary(
      b.lazy.filter { $0.step >= step && !$0.bodies.isEmpty }.map { ($0.step, $0) },
      uniquingKeysWith: { first, _ in first })
    for check in a where check.step >= step && !check.bodies.isEmpty {
      if let other = news[check.step] { return (check, other) }
    }
    return nil
  }

  private static func largestDifference(_ a: BodySnapshot, _ b: BodySnapshot) -> StateDifference? {
    let numbers = BodySnapshot.numbers.map { ($0.label, a[keyPath: $0.value], b[keyPath: $0.value]) }
    let sleep = ("sleeping", a.isSleeping ? 1.0 : 0, b.isSleeping ? 1.0 : 0)
    var largest: StateDifference?
    for (label, old, new) in numbers + [sleep] where old.bitPattern != new.bitPattern {
      let difference = StateDifference(body: a.id, column: label, values: [old, new])
      if largest.map({ difference.distance > $0.distance }) ?? true { largest = difference }
    }
    return largest
  }
}

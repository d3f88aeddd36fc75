import TumbleFrames
import TumbleSimulation

/// What a sweep reports of each run: a channel's value at the end (`crate1.y`, `energy.kinetic`), or one of the whole run.
struct SweepMeasure {
  enum What {
    case channel(Channel)
    case whole(Whole)
  }

  enum Whole: String, CaseIterable {
    /// Seconds until every body had come to rest for good; nothing if one moves at the end.
    case settled
    /// How many contacts began.
    case collisions
    /// Bodies that went out of all bounds.
    case lost
    case hash
  }

  /// As it was written: the name of its column.
  let name: String
  let what: What

  init(_ text: String, description: WorldDescription) throws(SweepError) {
    name = text
    if let whole = Whole(rawValue: text) {
      what = .whole(whole)
      return
    }
    do {
      what = .channel(try Channel(text, in: description))
    } catch {
      throw .unknownMeasure("\(error)", others: Whole.allCases.map(\.rawValue))
    }
  }

  /// The shortest text that reads back the same; empty for NaN.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    return number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }
}

/// One run of a sweep.
struct SweepRun {
  /// A text a measure.
  private(set) var values: [String] = []

  /// Slower than this, in points or in tenths of a radian per second, is at rest.
  private static let rest = 1.0

  init(_ world: World, steps: Int, _ measures: [SweepMeasure]) throws {
    let reader = ChannelReader(
      measures.compactMap { if case .channel(let channel) = $0.what { channel } else { nil } })
    var numbers: [Double] = []
    var collisions = 0
    var lastMotion = 0
    let session = try Session(world, lastStep: steps)
    session.observers.append { world in
      reader.read(world, into: &numbers)
      guard world.steps > 0 else { return }
      collisions += world.contacts.count { $0.kind == .began }
      if Self.moves(world) { lastMotion = world.steps }
    }
    try session.run(until: { Program.exitSignals.isRequested })
    func text(_ whole: SweepMeasure.Whole) -> String {
      switch whole {
      case .settled:
        lastMotion < world.steps ? SweepMeasure.text(Double(lastMotion) / Double(world.rate)) : ""
      case .collisions: String(collisions)
      case .lost: String(world.description.bodies.count - world.snapshot.bodies.count)
      case .hash: world.hash.description
      }
    }
    var rest = numbers[...]
    for measure in measures {
      switch measure.what {
      case .channel: values.append(SweepMeasure.text(rest.removeFirst()))
      case .whole(let whole): values.append(text(whole))
      }
    }
  }

  private static func moves(_ world: World) -> Bool {
    world.snapshot.bodies.contains {
      $0.velocity.length > rest || abs($0.angularVelocity) > rest / 10
    }
  }
}

import TumbleFrames
import TumbleSimulation

/// What a sweep tells of each run: a channel's value at the end (`crate1.y`, `energy.kinetic`), or one of the whole run.
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

  /// The shortest text that reads back the same; empty for what is no number.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "" }
    return number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }
}

/// One run of a sweep.
struct SweepRun {
  /// A text a measure.
  private(set) var values: [String] = []
  private let world: World
  private var collisions = 0
  private var lastMotion = 0

  /// Slower than this, in points or in tenths of a radian per second, is at rest.
  private static let rest = 1.0

  init(_ world: World, steps: Int, _ measures: [SweepMeasure]) throws {
    self.world = world
    let reader = ChannelReader(
      measures.compactMap { if case .channel(let channel) = $0.what { channel } else { nil } })
    var numbers: [Double] = []
    reader.read(world, into: &numbers)
    for _ in 0..<steps {
      do {
        try world.step()
      } catch {
        guard case .lost = error else { throw error }
      }
      reader.read(world, into: &numbers)
      collisions += world.contacts.count { $0.kind == .began }
      if moves { lastMotion = world.steps }
    }
    var rest = numbers[...]
    for measure in measures {
      switch measure.what {
      case .channel: values.append(SweepMeasure.text(rest.removeFirst()))
      case .whole(let whole): values.append(text(whole))
      }
    }
  }

  private var moves: Bool {
    world.snapshot.bodies.contains {
      $0.velocity.length > Self.rest || abs($0.angularVelocity) > Self.rest / 10
    }
  }

  private func text(_ whole: SweepMeasure.Whole) -> String {
    switch whole {
    case .settled:
      lastMotion < world.steps ? SweepMeasure.text(Double(lastMotion) / Double(world.rate)) : ""
    case .collisions: String(collisions)
    case .lost: String(world.description.bodies.count - world.snapshot.bodies.count)
    case .hash: world.hash.description
    }
  }
}

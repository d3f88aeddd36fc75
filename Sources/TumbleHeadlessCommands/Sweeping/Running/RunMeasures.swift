import TumbleFrames
import TumbleSimulation

/// Takes measures of a run while it goes on: an observer of its session.
final class RunMeasures {
  private let measures: [SweepMeasure]
  private let reader: ChannelReader
  /// What is taken of each of the reader's channels.
  private let statistics: [SweepMeasure.Statistic]
  private var numbers: [Double] = []
  /// The statistic so far, by channel; NaN for none.
  private var results: [Double]
  /// How many numbers a mean is of.
  private var counts: [Int]
  private var collisions = 0
  private var lastMotion = 0

  /// Slower than this, in points or in tenths of a radian per second, is at rest.
  private static let rest = 1.0

  /// - Throws: `SweepError` for a text that is no measure.
  init(_ texts: [String], of world: World) throws {
    measures = try texts.map {
      try SweepMeasure(
        $0, description: world.description, pointsPerMeter: world.scene.world.pointsPerMeter)
    }
    let channels = measures.compactMap { measure in
      if case .channel(let channel, let statistic) = measure.what { (channel, statistic) } else { nil }
    }
    reader = ChannelReader(channels.map(\.0))
    statistics = channels.map(\.1)
    results = channels.map { _ in .nan }
    counts = channels.map { _ in 0 }
  }

  /// To be called with the state before the first step, and after every step.
  func observe(_ world: World) {
    reader.read(world, into: &numbers)
    for index in statistics.indices { take(numbers[index], at: index, world) }
    guard world.steps > 0 else { return }
    collisions += world.contacts.count { $0.kind == .began }
    if Self.moves(world) { lastMotion = world.steps }
  }

  private func take(_ number: Double, at index: Int, _ world: World) {
    switch statistics[index] {
    case .final: results[index] = number
    // What is no number (of a body that has gone) counts for none of the others.
    case _ where number.isNaN: break
    case .min: results[index] = results[index].isNaN ? number : Swift.min(results[index], number)
    case .max: results[index] = results[index].isNaN ? number : Swift.max(results[index], number)
    case .mean:
      results[index] = counts[index] == 0 ? number : results[index] + number
      counts[index] += 1
    case .first(let comparison, let bound):
      if results[index].isNaN, comparison.holds(number, bound) {
        results[index] = Double(world.steps) / Double(world.rate)
      }
    }
  }

  /// A value per measure, of the run so far.
  ///
  /// - Parameter lost: How many bodies went out of all bounds.
  func values(_ world: World, lost: Int) -> [MeasuredValue] {
    var channel = 0
    return measures.map { measure in
      guard case .whole(let whole) = measure.what else {
        defer { channel += 1 }
        return MeasuredValue(results[channel] / Double(Swift.max(counts[channel], 1)))
      }
      return switch whole {
      case .settled:
        lastMotion < world.steps ? MeasuredValue(Double(lastMotion) / Double(world.rate)) : .none
      case .collisions: .number(Double(collisions))
      case .lost: .number(Double(lost))
      case .hash: .word(world.hash.description)
      }
    }
  }

  private static func moves(_ world: World) -> Bool {
    world.snapshot.bodies.contains {
      $0.velocity.length > rest || abs($0.angularVelocity) > rest / 10
    }
  }
}

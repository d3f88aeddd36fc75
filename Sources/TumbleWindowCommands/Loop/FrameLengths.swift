import ArgumentParser
import TumbleGeometry

/// How long the frames of a run without a display are said to be.
enum FrameLengths: Hashable, Sendable {
  case constant(Duration)
  /// Any length up to 50 ms, and now and then a stall of up to a second; the same for a seed every time.
  case random(seed: UInt64)
}

extension FrameLengths: ExpressibleByArgument {
  /// `16.7ms` or `random:SEED`.
  init?(argument: String) {
    if argument.hasPrefix("random:"), let seed = UInt64(argument.dropFirst("random:".count)) {
      self = .random(seed: seed)
      return
    }
    guard argument.hasSuffix("ms"), let milliseconds = Double(argument.dropLast(2)),
      milliseconds >= 0.001, milliseconds <= 60_000
    else { return nil }
    self = .constant(.nanoseconds(Int64((milliseconds * 1_000_000).rounded())))
  }
}

extension FrameLengths {
  /// Gives out one length after the other.
  struct Source {
    private let lengths: FrameLengths
    private var random = SplitMix64(seed: 0)

    init(_ lengths: FrameLengths) {
      self.lengths = lengths
      if case .random(let seed) = lengths { random = SplitMix64(seed: seed) }
    }

    mutating func next() -> Duration {
      switch lengths {
      case .constant(let length): return length
      case .random:
        let longest: UInt64 = random.next() % 50 == 0 ? 1_000_000_000 : 50_000_000
        return .nanoseconds(Int64(random.next() % longest))
      }
    }
  }
}

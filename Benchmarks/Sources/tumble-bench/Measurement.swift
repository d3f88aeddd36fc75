import CBaseline

/// Two ways to do the same work, timed in alternating rounds of one run, so that a noisy machine disturbs
/// both.
struct Measurement {
  /// The name `area/what`, such as `step/crates`.
  let name: String
  /// The unit of the numbers: nanoseconds, unless the measurement says otherwise (instructions, bytes).
  var unit = "ns"
  /// The bound that the issue or the docs promise for `ours / base`; nil where nothing is promised.
  var promised: Double?
  /// Rounds of each side; the medians are compared.
  var rounds = 9
  /// Each makes one round and returns what a unit of work cost.
  let ours: () -> Double
  let base: () -> Double
}

struct Outcome {
  let name: String
  let unit: String
  let ours: Double
  let base: Double
  let promised: Double?

  var ratio: Double { ours / base }
}

extension Measurement {
  func run() -> Outcome {
    // One unmeasured round each warms caches and finishes lazy set-up.
    _ = base()
    _ = ours()
    var ourRounds: [Double] = []
    var baseRounds: [Double] = []
    for round in 0..<rounds {
      // The side that goes first alternates: what the first leaves in the caches favors neither.
      if round.isMultiple(of: 2) {
        baseRounds.append(base())
        ourRounds.append(ours())
      } else {
        ourRounds.append(ours())
        baseRounds.append(base())
      }
    }
    return Outcome(
      name: name, unit: unit, ours: Self.median(ourRounds), base: Self.median(baseRounds), promised: promised)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// Nanoseconds that the work took, divided by the units of work in it.
func timed(per units: Int = 1, _ work: () -> Void) -> Double {
  let start = baseline_now()
  counted(work)
  return Double(baseline_now() - start) / Double(units)
}

/// Nanoseconds of this thread's own work a unit.
func threadTimed(per units: Int = 1, _ work: () -> Void) -> Double {
  let start = baseline_thread_now()
  counted(work)
  return Double(baseline_thread_now() - start) / Double(units)
}

/// Does the work inside the one function whose instructions callgrind counts.
private func counted(_ work: () -> Void) {
  withoutActuallyEscaping(work) { work in
    var work = work
    withUnsafeMutablePointer(to: &work) {
      baseline_counted({ $0.unsafelyUnwrapped.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
    }
  }
}

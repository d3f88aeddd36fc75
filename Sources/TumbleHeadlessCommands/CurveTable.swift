import ArgumentParser
import TumbleAnimation
import TumbleFiles

/// A timing curve as numbers.
package struct CurveTable {
  private let curve: TimingFunction
  private let samples: Int

  /// - Parameter samples: How many values of t, evenly from 0 to 1, both included; at least 2.
  package init(_ curve: TimingFunction, samples: Int) {
    self.curve = curve
    self.samples = samples
  }

  package static let defaultSamples = 101

  package static func check(samples: Int) throws {
    guard (2...10_000_000).contains(samples) else {
      throw ValidationError("--samples is a number from 2 to 10000000, not \(samples).")
    }
  }

  /// Writes t, value and slope to standard output, a line each.
  package func print() throws {
    let output = try OutputFile(path: "-")
    try output.write("t,value,slope\n")
    for i in 0..<samples {
      let t = Double(i) / Double(samples - 1)
      try output.write("\(t),\(curve.value(at: t)),\(curve.slope(at: t))\n")
    }
    try output.finish()
  }
}

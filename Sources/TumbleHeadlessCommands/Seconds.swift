import ArgumentParser

/// A length of time as it is written on the command line: `2`, `2s`, `2 s`, `500ms` or `1.5min`.
package struct Seconds: ExpressibleByArgument, CustomStringConvertible {
  package let value: Double

  package init(_ value: Double) { self.value = value }

  package init?(argument: String) {
    let units: [(name: String, seconds: Double)] = [("ms", 1e-3), ("min", 60), ("s", 1), ("", 1)]
    guard let unit = units.first(where: { argument.hasSuffix($0.name) }) else { return nil }
    let number = argument.dropLast(unit.name.count)
    guard let value = Double(number.last == " " ? number.dropLast() : number) else { return nil }
    self.value = value * unit.seconds
  }

  package var description: String {
    value.rounded() == value && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
  package var defaultValueDescription: String { description + " s" }
}

extension Seconds {
  /// To the nearest step.
  package func steps(at rate: Int) -> Double { (value * Double(rate)).rounded() }
}

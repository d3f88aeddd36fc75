import ArgumentParser

/// Limits of an axis: `0..100`, `x=2..5`, `pt/s=..300`.
struct PlotRange: ExpressibleByArgument, Hashable {
  let axis: PlotAxisName
  let lower: Double?
  let upper: Double?

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let range = parts.last, let dots = range.firstRange(of: "..") else { return nil }
    axis = PlotAxisName(text: parts.count == 2 ? String(parts[0]) : "y")
    let ends = [range[..<dots.lowerBound], range[dots.upperBound...]]
    let numbers = ends.map { $0.isEmpty ? nil : Double($0) }
    guard zip(ends, numbers).allSatisfy({ $0.isEmpty || $1?.isFinite == true }),
      numbers.contains(where: { $0 != nil }), !axis.text.isEmpty
    else { return nil }
    lower = numbers[0]
    upper = numbers[1]
    if let lower, let upper, lower >= upper { return nil }
  }
}

import ArgumentParser
import TumbleDrawing
import TumbleGeometry

/// How large a plot is: `960x480` points, or on paper `89mm`, `89x60mm`, `3.5in`, `12x8cm`, `252x170pt`.
struct PlotSize: ExpressibleByArgument, Hashable {
  /// In points, 72 to the inch.
  let width: Double
  /// nil: as many panels need.
  let height: Double?
  /// Whether it was given in a unit of paper.
  let isOnPaper: Bool

  /// Points in each unit.
  private static let units: [(name: String, points: Double)] = [
    ("mm", 72 / 25.4), ("cm", 72 / 2.54), ("in", 72), ("pt", 1), ("", 1),
  ]

  init(width: Double, height: Double?, isOnPaper: Bool) {
    self.width = width
    self.height = height
    self.isOnPaper = isOnPaper
  }

  init?(argument: String) {
    guard let unit = Self.units.first(where: { argument.hasSuffix($0.name) }) else { return nil }
    let numbers = argument.dropLast(unit.name.count).split(separator: "x", omittingEmptySubsequences: false)
    let sides = numbers.compactMap { text -> Double? in
      // `89mmx60mm` says its unit twice.
      let number = unit.name.isEmpty || !text.hasSuffix(unit.name) ? text : text.dropLast(unit.name.count)
      return Double(number).map { $0 * unit.points }
    }
    guard sides.count == numbers.count, (1...2).contains(sides.count),
      sides.allSatisfy({ $0 > 0 && $0.isFinite }),
      !unit.name.isEmpty || sides.count == 2
    else { return nil }
    self.init(width: sides[0], height: sides.count > 1 ? sides[1] : nil, isOnPaper: !unit.name.isEmpty)
  }
}

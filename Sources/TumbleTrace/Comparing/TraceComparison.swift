/// The differences of two traces. Rows are matched by step and body, whatever their order within a step, and
/// values by the names of their columns.
///
/// Both are read side by side; what is kept is one difference for each body, of at most `maxBodies`.
package struct TraceComparison {
  /// A value that differs.
  package struct Difference: Hashable {
    package var step: Int
    package var body: String
    package var column: String
    package var values: [String]
    /// The lines of both files, counted from 1.
    package var lines: [Int]
    /// The distance of the values; infinite for what has none, such as a color or a missing value.
    package var distance: Double
  }

  /// The first thing that differs.
  package enum First: Hashable {
    case value(Difference)
    /// A row that only one of the two has (0 or 1).
    case row(of: Int, step: Int, body: String, line: Int)
  }

  /// Something that only one of the two has.
  package struct Missing: Hashable {
    /// The index of the trace that has it: 0 or 1.
    package var owner: Int
    package var count: Int
    package var firstStep: Int
    package var lastStep: Int

    fileprivate mutating func add(_ step: Int) {
      count += 1
      lastStep = step
    }
  }

  /// Differences are kept of at most so many bodies, those that differ first.
  package static let maxBodies = 10_000

  package let tolerance: Double
  /// The columns that only one of the two has.
  package let columnsOnlyIn: [[String]]
  package private(set) var first: First?
  /// The values that differ in the first step in which any does, of at most `maxBodies` rows.
  package private(set) var ofFirstStep: [Difference] = []
  /// The number of rows that both have.
  package private(set) var rows = 0
  /// The number of steps that both have.
  package private(set) var steps = 0
  /// The number of values in these rows that differ.
  package private(set) var differentValues = 0
  /// Is true if more than `maxBodies` bodies differ.
  package private(set) var hasMoreBodies = false
  /// The largest distance among the values that count as the same.
  package private(set) var largestTolerated = 0.0
  /// The steps that only one of the two has, first those of the first.
  package private(set) var missingSteps: [Missing] = []
  /// The rows that only one has of steps that both have, by body; in the order in which they are missed.
  package private(set) var missingRows: [(body: String, rows: Missing)] = []
  private var missingPlaces: [[String: Int]] = [[:], [:]]
  private var largest: [String: Difference] = [:]
  /// The places of the common columns in both.
  private let common: [(name: String, places: [Int])]

  /// - Parameters:
  ///   - tolerance: How far apart numbers may be that count as the same; 0: bit for bit.
  ///   - stopsAtFirst: Whether nothing is read beyond the first step in which anything differs.
  /// - Throws: `SideError` for the one that cannot be read.
  package init(_ a: TraceReader, _ b: TraceReader, tolerance: Double = 0, stopsAtFirst: Bool = false) throws {
    self.tolerance = tolerance
    columnsOnlyIn = [
      a.columns.filter { !b.columns.contains($0) }, b.columns.filter { !a.columns.contains($0) },
    ]
    common = a.columns.enumerated().compactMap { place, name in
      guard name != "step", name != "body", let other = b.columns.firstIndex(of: name) else { return nil }
      return (name, [place, other])
    }
    var sides = [try Side(0, a), try Side(1, b)]
    while !stopsAtFirst || first == nil {
      switch (sides[0].step, sides[1].step) {
      case (nil, nil): return
      case (let a?, let b?) where a.number == b.number:
        compare(a, b)
        // What comes next may be long in coming.
        if stopsAtFirst, first != nil { return }
        try sides[0].advance()
        try sides[1].advance()
      case (let a?, let b) where b.map({ a.number < $0.number }) ?? true:
        note(missing: a, of: 0)
        try sides[0].advance()
      case (_, let b?):
        note(missing: b, of: 1)
        try sides[1].advance()
      default: return
      }
    }
  }

  /// The step of what differs first; nil where nothing does.
  package var firstStep: Int? {
    switch first {
    case .value(let difference): difference.step
    case .row(_, let step, _, _): step
    case nil: nil
    }
  }

  package var isEqual: Bool { first == nil && columnsOnlyIn.allSatisfy(\.isEmpty) }

  /// The largest difference of each body, the largest first; of equal ones the first.
  package var byBody: [Difference] {
    largest.values.sorted { ($1.distance, $0.step, $0.body) < ($0.distance, $1.step, $1.body) }
  }

  // MARK: - A step

  private mutating func note(missing step: TraceReader.Step, of owner: Int) {
    note(.row(of: owner, step: step.number, body: step.rows[0].body, line: step.rows[0].line))
    if let index = missingSteps.firstIndex(where: { $0.owner == owner }) {
      missingSteps[index].add(step.number)
    } else {
      missingSteps.append(Missing(owner: owner, count: 1, firstStep: step.number, lastStep: step.number))
      missingSteps.sort { $0.owner < $1.owner }
    }
  }

  private mutating func note(missing row: TraceReader.Row, of owner: Int, _ step: Int) {
    note(.row(of: owner, step: step, body: row.body, line: row.line))
    if let place = missingPlaces[owner][row.body] {
      missingRows[place].rows.add(step)
    } else if missingRows.count < Self.maxBodies {
      missingPlaces[owner][row.body] = missingRows.count
      missingRows.append((row.body, Missing(owner: owner, count: 1, firstStep: step, lastStep: step)))
    } else {
      hasMoreBodies = true
    }
  }

  private mutating func note(_ difference: @autoclosure () -> First) {
    if first == nil { first = difference() }
  }

  private mutating func compare(_ a: TraceReader.Step, _ b: TraceReader.Step) {
    steps += 1
    // Usually the bodies are the same in the same order.
    if a.rows.count == b.rows.count, zip(a.rows, b.rows).allSatisfy({ $0.body == $1.body }) {
      for (old, new) in zip(a.rows, b.rows) { compare(old, new, a.number) }
      return
    }
    let places = Dictionary(uniqueKeysWithValues: b.rows.enumerated().map { ($1.body, $0) })
    var isMatched = b.rows.map { _ in false }
    for row in a.rows {
      if let place = places[row.body] {
        isMatched[place] = true
        compare(row, b.rows[place], a.number)
      } else {
        note(missing: row, of: 0, a.number)
      }
    }
    for (row, isMatched) in zip(b.rows, isMatched) where !isMatched { note(missing: row, of: 1, b.number) }
  }

  private mutating func compare(_ a: TraceReader.Row, _ b: TraceReader.Row, _ step: Int) {
    rows += 1
    for (name, places) in common {
      let (old, new) = (a.values[places[0]], b.values[places[1]])
      switch TraceDistance.between(old, new, tolerance: tolerance) {
      case .same: continue
      case .tolerated(let distance): largestTolerated = max(largestTolerated, distance)
      case .different(let distance):
        differentValues += 1
        // Most differences are smaller than an earlier one of their body, and need not be described.
        let known = largest[a.body]
        let isOfFirst = firstStep.map { $0 == step } ?? true
        guard isOfFirst || known.map({ distance > $0.distance }) ?? true else { continue }
        let difference = Difference(
          step: step, body: a.body, column: name,
          values: [old, new].map { String(decoding: $0, as: UTF8.self) }, lines: [a.line, b.line],
          distance: distance)
        note(.value(difference))
        if isOfFirst, ofFirstStep.count < Self.maxBodies { ofFirstStep.append(difference) }
        guard known.map({ distance > $0.distance }) ?? true else { continue }
        if known != nil || largest.count < Self.maxBodies {
          largest[a.body] = difference
        } else {
          hasMoreBodies = true
        }
      }
    }
  }
}

extension TraceComparison {
  /// The reason why one of two traces cannot be read.
  package struct SideError: Error {
    /// The index of the trace: 0 or 1.
    package var side: Int
    package var reason: any Error
  }

  /// One of the two, and its next step.
  private struct Side {
    let index: Int
    var reader: TraceReader
    var step: TraceReader.Step?

    init(_ index: Int, _ reader: TraceReader) throws {
      self.index = index
      self.reader = reader
      try advance()
    }

    mutating func advance() throws {
      do { step = try reader.next() } catch { throw SideError(side: index, reason: error) }
    }
  }
}

extension Double {
  /// Returns the number of doubles from this one to another (units in the last place); 0 and -0 are 1 apart,
  /// as their bits differ. nil where one is not a number.
  package func ulps(to other: Double) -> UInt64? {
    guard !isNaN, !other.isNaN else { return nil }
    let (a, b) = (place, other.place)
    return a > b ? a - b : b - a
  }

  /// The index among all doubles by rising value, -0 before 0.
  private var place: UInt64 { sign == .minus ? (1 << 63 - 1) - magnitude.bitPattern : 1 << 63 + bitPattern }
}

/// The distance of two values of a trace.
enum TraceDistance: Equatable {
  case same
  /// A distance no larger than the tolerance, and not 0.
  case tolerated(Double)
  /// The values differ by a distance; infinite for what has none, such as a color or a missing value.
  case different(Double)

  /// - Parameter tolerance: 0: the bits of numbers count, so 0 and -0 differ, by 0. Two values that are not a
  ///   number are the same.
  static func between(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>, tolerance: Double) -> TraceDistance {
    if a == b { return .same }
    guard let a = number(a), let b = number(b) else { return .different(.infinity) }
    if a.isNaN || b.isNaN { return a.isNaN && b.isNaN ? .same : .different(.infinity) }
    // Infinities of one sign too.
    if a.bitPattern == b.bitPattern { return .same }
    let distance = abs(a - b)
    return distance <= tolerance && tolerance > 0 ? .tolerated(distance) : .different(distance)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
    bytes.isEmpty ? nil : Double(String(decoding: bytes, as: UTF8.self))
  }
}

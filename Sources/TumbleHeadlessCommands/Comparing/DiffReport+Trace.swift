import TumbleFiles
import TumbleTrace

extension DiffReport {
  init(_ comparison: TraceComparison, _ titles: [String], limit: Int) {
    let rows = Self.count(comparison.rows, "row") + " of " + Self.count(comparison.steps, "step")
    guard !comparison.isEqual else {
      var line = "\(titles[0]) and \(titles[1]): no difference in \(rows)"
      if comparison.largestTolerated > 0 {
        line +=
          " beyond \(comparison.tolerance.shortText); the largest is \(comparison.largestTolerated.shortText)"
      }
      self.init(isEqual: true, [line])
      return
    }
    self.init(isEqual: false, ["\(titles[0]) and \(titles[1]) differ"])
    for (title, columns) in zip(titles, comparison.columnsOnlyIn) where !columns.isEmpty {
      add(
        "only \(title) has \(columns.count == 1 ? "the column" : "the columns") \(columns.joined(separator: ", "))"
      )
    }
    switch comparison.first {
    case nil: break
    case .value(let first):
      let places = zip(titles, zip(first.values, first.lines)).map { title, value in
        "\(Self.shown(value.0)) in \(title) (line \(value.1))"
      }
      add(
        "first difference: step \(first.step), \(first.body).\(first.column): \(places.joined(separator: ", "))"
      )
    case .row(let owner, let step, let body, let line):
      add("first difference: step \(step), \(body): only \(titles[owner]) has it (line \(line))")
    }
    add("largest difference of each body:", comparison.byBody.map(Self.line), limit: limit)
    let steps = comparison.missingSteps.map { steps in
      "\(titles[steps.owner]): \(Self.count(steps.count, "step"))\(Self.span(steps))"
    }
    add("steps that only one has:", steps, limit: limit)
    let bodies = comparison.missingRows.map { body, rows in
      "\(titles[rows.owner]): \(body) in \(Self.count(rows.count, "step"))\(Self.span(rows))"
    }
    add("bodies that only one has in steps of both:", bodies, limit: limit)
    if comparison.hasMoreBodies {
      add("more than \(TraceComparison.maxBodies) bodies differ; the others are not listed")
    }
    add(
      "\(rows) compared; \(Self.count(comparison.differentValues, "value")) \(comparison.differentValues == 1 ? "differs" : "differ")"
    )
  }

  private static func line(_ difference: TraceComparison.Difference) -> String {
    let distance = difference.distance.isFinite ? "by \(difference.distance.shortText) " : ""
    let values = difference.values.map(shown).joined(separator: ", ")
    return "\(difference.body).\(difference.column) \(distance)at step \(difference.step): \(values)"
  }

  private static func shown(_ value: String) -> String { value.isEmpty ? "nothing" : value }

  private static func span(_ missing: TraceComparison.Missing) -> String {
    missing.count == 1 ? " (\(missing.firstStep))" : ", from \(missing.firstStep) to \(missing.lastStep)"
  }
}

import Foundation
import TumbleFrames
import TumbleGraph

/// Runs as comma-separated text: those of several with the run's name in front.
struct PlotTable {
  let runs: [PlottedRun]
  /// Seconds that are written; nil: all.
  let times: (lower: Double?, upper: Double?)?

  var csv: Data {
    guard runs.count > 1 else { return Data(runs.map(table).joined().utf8) }
    var text = ""
    for run in runs {
      let lines = table(run).split(separator: "\n")
      if text.isEmpty, let head = lines.first { text += "run,\(head)\n" }
      let name = run.name.csvField
      for line in lines.dropFirst() { text += "\(name),\(line)\n" }
    }
    return Data(text.utf8)
  }

  private func table(_ run: PlottedRun) -> String {
    let rate = Double(run.rate)
    let all = run.history.indices
    func index(_ time: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((time * rate).rounded(rule), Double(all.lowerBound)), Double(all.upperBound)))
    }
    let first = times?.lower.map { index($0, .up) } ?? all.lowerBound
    let end = times?.upper.map { min(index($0, .down) + 1, all.upperBound) } ?? all.upperBound
    return SampleTable(
      channels: run.channels.map { GraphChannel(name: $0.name, unit: $0.unit) }, history: run.history,
      rate: run.rate, range: first..<max(end, first)
    ).csv
  }
}

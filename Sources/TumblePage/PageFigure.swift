import TumbleGraph

/// A graph of a page, drawn as far as it stays the same while the run plays.
struct PageFigure {
  let graph: RunPage.Graph
  let scale: GraphScale
  private let times: GraphScale
  private let lines: [[Float]]

  /// Columns of a line, each with the least and the greatest of its values.
  private static let columns = 500

  init(_ graph: RunPage.Graph, _ run: PageRun) {
    self.graph = graph
    lines = graph.channels.map { run.values[$0.place] }
    let shown = (lines.joined().map { Double($0) } + graph.thresholds).filter(\.isFinite)
    scale =
      graph.range.map { GraphScale(fixed: $0) }
      ?? shown.min().flatMap { low in shown.max().map { GraphScale(fitting: low...$0) } } ?? GraphScale()
    let steps = [run.firstStep, run.firstStep + max(run.frameCount - 1, 1) * run.stride]
    let seconds = steps.map { Double($0) / Double(max(run.rate, 1)) }
    times = GraphScale(fixed: seconds[0]...seconds[1], lines: 8)
  }

  /// The figure, in which the script moves what has the class `now`, and writes what has the class `value`.
  var html: String {
    let title = graph.title.xmlText
    let names = graph.channels.enumerated().map { index, channel in
      """
      <span><i style="background: \(Self.color(index))"></i>\(channel.name.xmlText) \
      <span class="value"></span> \(channel.unit.xmlText)</span>
      """
    }
    let dots = lines.indices.map { "<i style=\"background: \(Self.color($0))\"></i>" }
    let about = ([graph.title] + graph.channels.map(\.name)).filter { !$0.isEmpty }.joined(separator: ", ")
    let across = scale.lines.map { line in
      (at: 100 * (1 - scale.position(of: line)), text: scale.label(of: line))
    }
    let up = times.lines.map { time in (at: 100 * times.position(of: time), text: times.label(of: time)) }
    let limits = graph.thresholds.map { Self.line(at: 100 * (1 - scale.position(of: $0))) }
    let paths = lines.enumerated().map { index, line in
      "<path style=\"stroke: \(Self.color(index))\" d=\"\(path(of: line))\"/>"
    }
    return """
      <figure><figcaption>\(title.isEmpty ? "" : "<b>\(title)</b>")\(names.joined())</figcaption>
      <div class="graph" role="img" aria-label="\(about.xmlText)">
      \(across.map { "<span style=\"top: \(Self.text($0.at))%\">\($0.text)</span>" }.joined())
      \(up.map { "<small style=\"left: \(Self.text($0.at))%\">\($0.text) s</small>" }.joined())
      <svg viewBox="0 0 1000 1000" preserveAspectRatio="none">
      <path class="grid" d="\(across.map { Self.line(at: $0.at) }.joined())"/>
      <path class="threshold" d="\(limits.joined())"/>
      \(paths.joined(separator: "\n"))
      </svg>
      <div class="now">\(dots.joined())</div>
      </div></figure>
      """
  }

  /// The color of a channel's line, as the style sheet has it.
  private static func color(_ index: Int) -> String { "var(--line-\(index % PageColors.lineCount))" }

  private static func line(at percent: Double) -> String { "M0 \(text(10 * percent))H1000" }

  private static func text(_ number: Double) -> String { ((number * 10).rounded() / 10).shortText }

  /// The line through the least and the greatest value of each column; it is broken where there is none.
  private func path(of line: [Float]) -> String {
    let last = Double(max(line.count - 1, 1))
    let width = max((line.count + Self.columns - 1) / Self.columns, 1)
    var (text, isOpen) = ("", false)
    for start in stride(from: 0, to: line.count, by: width) {
      let frames = (start..<min(start + width, line.count)).filter { line[$0].isFinite }
      guard let low = frames.min(by: { line[$0] < line[$1] }),
        let high = frames.max(by: { line[$0] < line[$1] })
      else {
        isOpen = false
        continue
      }
      for frame in low == high ? [low] : [min(low, high), max(low, high)] {
        let y = min(max(1 - scale.position(of: Double(line[frame])), -0.1), 1.1)
        text += (isOpen ? "L" : "M") + (1000 * Double(frame) / last).rounded().shortText
        text += " " + (1000 * y).rounded().shortText
        isOpen = true
      }
    }
    return text
  }
}

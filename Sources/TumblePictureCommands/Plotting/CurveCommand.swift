import ArgumentParser
import TumbleAnimation
import TumbleFiles
import TumbleGraph
import TumbleHeadlessCommands

package struct CurveCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "curve",
    abstract: "Draw timing curves into a PNG, SVG or PDF file, or print one as numbers; needs no display.",
    discussion: """
      Such as quadratic-in-out, bounce-out, ease-in, "cubic-bezier(1, 0, 0.75, 1)", "steps(4, end)", \
      "linear(0, 0.25 75%, 1)" or "spring(response: 0.5, damping: 0.7)". `all` stands for every easing.
      """)

  @Argument(help: ArgumentHelp("The curves, one panel each.", valueName: "spec"))
  var texts: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The file to write, .png, .svg or .pdf; - is PNG on standard output. Left out: t, value and slope as \
      numbers.
      """,
      valueName: "file"), completion: .file(extensions: ["png", "svg", "pdf"]))
  var output: String?

  @Option(
    parsing: .unconditional,
    help: "Of numbers: how many values of t, evenly from 0 to 1, both included; at least 2.")
  var samples = CurveTable.defaultSamples

  @OptionGroup var json: JSONOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The side of a panel in points, from 60 to 2000, or on paper: 40mm, 1.5in.", valueName: "side"))
  var size: CurveSide = CurveSide(PlotSize(width: 300, height: nil, isOnPaper: false))

  @OptionGroup var style: PlotStyleOptions

  package init() {}

  package func validate() throws {
    guard (60...2000).contains(size.size.width) else {
      throw ValidationError("--size is a number of points from 60 to 2000, not \(size).")
    }
    guard !texts.isEmpty else { throw ValidationError("Missing a curve, such as ease-in.") }
    if output != nil, json.isJSON { throw ValidationError("--json is of numbers, and -o draws a picture.") }
    do {
      guard output != nil else {
        try CurveTable.check(samples: samples)
        guard try panels().count == 1 else {
          throw ValidationError("Numbers are of one curve; several are drawn into the file that -o names.")
        }
        return
      }
      if let problem = try picture(CurveSheet(panels: panels())).problem { throw ValidationError(problem) }
    } catch let error as CurveTextError {
      throw ValidationError("\(error)")
    }
  }

  package func run() throws {
    guard let output else {
      return try CurveTable(panels()[0].curve, samples: samples).print(isJSON: json.isJSON)
    }
    let file = try OutputFile(path: output)
    let sheet = CurveSheet(panels: try panels())
    try file.write(try picture(sheet).data(of: sheet.plot(style.graphStyle)))
    try file.finish()
  }

  private func picture(_ sheet: CurveSheet) throws -> PlotOutput {
    let side = size.size.width
    let whole = PlotSize(
      width: Double(sheet.columns) * side, height: Double(sheet.rows) * side, isOnPaper: size.size.isOnPaper)
    return style.output(
      try PictureFormat(of: output ?? "-", known: [.png, .svg, .pdf]), whole, rows: sheet.rows)
  }

  private func panels() throws -> [(name: String, curve: TimingFunction)] {
    try texts.flatMap { text -> [(name: String, curve: TimingFunction)] in
      if text == "all" { return Easing.all.map { ($0.name, .easing($0)) } }
      return [(text, try TimingFunction(parsing: text))]
    }
  }
}

/// One length: `300` points, `40mm`.
struct CurveSide: ExpressibleByArgument, CustomStringConvertible {
  let size: PlotSize

  init(_ size: PlotSize) { self.size = size }

  init?(argument: String) {
    if let points = Double(argument) {
      size = PlotSize(width: points, height: nil, isOnPaper: false)
    } else if let size = PlotSize(argument: argument), size.height == nil {
      self.size = size
    } else {
      return nil
    }
  }

  var description: String { size.width.rounded() == size.width ? "\(Int(size.width))" : "\(size.width)" }
  var defaultValueDescription: String { description }
}

/// Timing curves side by side: time to the right, the change upwards, each panel as high as its curve goes.
struct CurveSheet {
  let panels: [(name: String, curve: TimingFunction)]

  /// Three or six in a row where that fits: each family of easings has three curves (in, out, in-out).
  var columns: Int {
    panels.count <= 3 ? panels.count : panels.count % 3 == 0 ? 3 * (panels.count > 18 ? 2 : 1) : 4
  }
  var rows: Int { (panels.count + columns - 1) / columns }

  /// The number of samples of each curve; the plot keeps what can be seen.
  private static let samples = 2000

  func plot(_ style: GraphStyle) -> Plot {
    var plot = Plot(panels.map { panel($0.name, $0.curve, style) }, style: style)
    plot.columns = columns
    return plot
  }

  private func panel(_ name: String, _ curve: TimingFunction, _ style: GraphStyle) -> PlotPanel {
    let samples = (0...Self.samples).map { Double($0) / Double(Self.samples) }
      .map { Vector($0, curve.value(at: $0)) }
    var points: [Vector] = []
    for (i, sample) in samples.enumerated() {
      // A jump is drawn as a gap, not as a slope that is not there.
      if i > 0, jumps(curve, samples[i - 1], sample) { points.append(Vector(.nan, .nan)) }
      points.append(sample)
    }
    let values = samples.map(\.y)
    var panel = PlotPanel(
      [PlotLine(name, points, color: style.palette.first, dash: .solid)],
      x: PlotAxis("time", limits: 0...1), y: PlotAxis("value"))
    panel.y.lower = values.allSatisfy { $0 >= 0 } ? 0 : nil
    panel.y.upper = values.allSatisfy { $0 <= 1 } ? 1 : nil
    panel.title = name
    panel.showsLegend = false
    return panel
  }

  private func jumps(_ curve: TimingFunction, _ a: Vector, _ b: Vector) -> Bool {
    if case .steps = curve { return a.y != b.y }
    return false
  }
}

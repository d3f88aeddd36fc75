import ArgumentParser
import Foundation
import TumbleFiles
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes

package struct PlotCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract:
      "Plot values of scenes or recordings into an SVG, PDF, PNG or CSV file; needs no display.",
    discussion: """
      Channels of different units get panels of their own. The same scene, channels and duration give the \
      same bytes every time. Five seconds unless --steps or --duration says otherwise.

        tumble plot crates --channels energy.kinetic,crate1.y -o crates.svg
        tumble plot newtons-cradle --x lifted.x --y lifted.vx --style journal -o phase.pdf
        tumble plot crates --channels crate1.speed --vary '*.elasticity=0,0.5,0.9' --log y -o bounce.png

      Channels of the world: \
      \(Channel.common.filter { Channel.OfLoop(rawValue: $0) == nil }.joined(separator: ", ")). Of a body: \
      \(Channel.Number.all(of: .body).prefix(5).map { "BODY." + $0.name }.joined(separator: ", ")), BODY.vx, \
      BODY.vy and what an animation can move. Of a joint: \
      \(Channel.Number.all(of: .joint).map { "JOINT." + $0.name }.joined(separator: ", ")).
      """)

  @OptionGroup var source: RecordedOptions

  package var isQuiet: Bool { source.scene.messages.quiet.isQuiet }

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      Channels to plot, separated by commas; given several times, each time a panel, whose second unit has \
      its axis at the right. Default: the scene's own graphs.
      """,
      valueName: "a,b"))
  var channels: [String] = []

  @Option(help: ArgumentHelp("Plot over this channel instead of time; with --y.", valueName: "channel"))
  var x: String?

  @Option(help: ArgumentHelp("The channels to plot over that of --x.", valueName: "a,b"))
  var y: String?

  @Flag(
    name: .customLong("second-axis"),
    help: "Put channels of a second unit on an axis at the right instead of into a panel.")
  var hasSecondAxis = false

  @Option(
    name: .customLong("vary"), parsing: .singleValue,
    help: ArgumentHelp(
      """
      Run the scene once for each value of a property, a control or a variable, over each other: \
      arm=60,80,100 or '*.friction=0..1/5'. Several give every combination.
      """,
      valueName: "setting"))
  var variations: [String] = []

  @Option(
    name: .customLong("with"), parsing: .singleValue,
    help: ArgumentHelp(
      "Another scene, or a recording, over the first. As often as needed.", valueName: "scene"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Mark contacts whose impulse changes a speed by at least this many points per second, or none; \
      default: the scene's setting, else hard ones.
      """,
      valueName: "speed"))
  var hits: HitSpeed?

  @OptionGroup var lengths: LengthOptions

  private var length: RunLength { lengths.length ?? .duration(Seconds(5)) }

  @OptionGroup var axes: PlotAxisOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The file to write; its ending (.svg, .pdf, .png or .csv) sets the format. - is CSV on standard \
      output.
      """,
      valueName: "file"), completion: .file(extensions: ["svg", "pdf", "png", "csv"]))
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      Its size, in points such as 960x480, or on paper: 89mm, 89x60mm, 12x8cm, 3.5in. A height that is left \
      out follows the panels.
      """,
      valueName: "size"))
  var size: PlotSize?

  @OptionGroup var style: PlotStyleOptions

  @Option(
    help: ArgumentHelp("What stands above it; default: the scene's title on a screen, nothing in a journal."))
  var title: String?

  /// The greatest number of runs over each other.
  private static let maxRuns = 32

  package init() {}

  package func validate() throws {
    if (x == nil) != (y == nil) {
      throw ValidationError("--x and --y go together: --x crate1.x --y crate1.vx.")
    }
    if x != nil, !channels.isEmpty {
      throw ValidationError("--channels are plotted over time, --y over --x: use one of them.")
    }
    if !variations.isEmpty, source.commands != nil {
      throw ValidationError("--vary goes with a scene; a recording has its own values.")
    }
    for list in channels { _ = try ChannelNames.all(in: list) }
    if let problem = try style.output(format, size, rows: 1).problem { throw ValidationError(problem) }
  }

  private var format: PictureFormat {
    get throws { output == "-" ? .csv : try PictureFormat(of: output, known: [.svg, .pdf, .png, .csv]) }
  }

  package func run() throws {
    let (runs, sources) = try runs()
    let channels = try PlotChannels(self.channels, x: x, y: y, secondAxis: hasSecondAxis, of: runs[0].scene)
    // Before the work, so that a file that cannot be written is reported at once.
    let file = try OutputFile(path: output, sparing: sources)
    let isTable = try format == .csv
    var plotted: [PlottedRun] = []
    for run in runs {
      plotted.append(
        try run.run(
          channels.names, length: length, isTable: isTable || channels.panels.contains { $0.x != nil },
          hits: runs.count == 1 ? marked(channels) : nil))
    }
    if isTable {
      try file.write(PlotTable(runs: plotted, times: x == nil ? axes.times : nil).csv)
    } else {
      var plot = try PlotFigure(
        channels: channels, runs: plotted, style: style.graphStyle, axes: axes,
        duration: length.seconds(at: runs[0].scene.world.rate)
      ).plot()
      plot.title = title ?? (style.style == .journal ? "" : runs[0].scene.displayTitle)
      let picture = try style.output(format, size, rows: plot.panels.count)
      if let problem = picture.problem { throw ValidationError(problem) }
      try file.write(try picture.data(of: plot))
    }
    try file.finish()
    if let failure = plotted.lazy.compactMap(\.failure).first { throw failure }
    if plotted.contains(where: \.hasLostBodies) { throw ExitCode.failure }
  }

  /// Returns the graph with the hits that are marked: as the scene's graph says, or, of channels that were
  /// named, of the bodies that they show.
  private func marked(_ channels: PlotChannels) -> Scene.Graph {
    var graph = Scene.Graph(channels: channels.panels.flatMap(\.y))
    if channels.panels.count == 1, let own = channels.panels[0].graph { graph = own }
    if let hits { graph.hits = hits.hits }
    return graph
  }

  /// The runs to be made, and the files that they come from.
  private func runs() throws -> (runs: [PlotRun], files: [String?]) {
    let first = try source.load()
    var runs = [PlotRun(name: first.scene.name, scene: first.scene, replay: first.replay)]
    var files = [first.file, source.commands]
    if !variations.isEmpty {
      var library = try source.scene.library()
      let name = source.scene.scene ?? SceneOptions.defaultScene
      if name == "-" { library.texts["-"] = Data(first.content.utf8) }
      runs = try SceneVariants(name, settings: variations, in: library, limit: Self.maxRuns).runs.map {
        PlotRun(name: $0.name, scene: $0.scene, replay: nil)
      }
    }
    for other in others {
      let isRecording = !SceneLibrary.isPath(other) && UntrustedFile.exists(other)
      let library = try source.scene.library()
      let next = try RunSource(
        isRecording ? nil : other, commands: isRecording ? other : nil, in: library,
        report: source.scene.messages.report)
      runs.append(
        PlotRun(
          name: isRecording ? FilePath.name(of: other) : next.scene.name, scene: next.scene,
          replay: next.replay))
      files += [next.file, isRecording ? other : nil]
    }
    guard runs.count <= Self.maxRuns else {
      throw ValidationError("\(runs.count) runs are more than the \(Self.maxRuns) that fit over each other.")
    }
    return (runs, files)
  }
}

extension Scene {
  /// The title of the scene, or its name without one.
  fileprivate var displayTitle: String { title.isEmpty ? name : title }
}

/// A number of points per second, or `none`.
struct HitSpeed: ExpressibleByArgument {
  let hits: Scene.Graph.Hits

  init?(argument: String) {
    if argument == "none" {
      hits = .off
    } else if let speed = Double(argument), speed >= 0, speed.isFinite {
      hits = .from(speed)
    } else {
      return nil
    }
  }
}

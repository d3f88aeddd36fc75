import ArgumentParser
import TumbleFrames
import TumbleScenes
import TumbleSimulation

/// What is plotted in which panel, by name; channels of all runs.
struct PlotChannels: Hashable {
  struct Panel: Hashable {
    /// nil: time.
    var x: String?
    var y: [String]
    /// What the scene's own graph says of it.
    var graph: Scene.Graph?
    /// Whether a second unit gets an axis at the right instead of a panel.
    var hasSecondAxis: Bool
  }

  let panels: [Panel]

  /// - Parameters:
  ///   - lists: What `--channels` named each time.
  ///   - x: What `--x` named.
  ///   - y: What `--y` named.
  ///   - scene: Whose graphs are plotted where nothing is named.
  /// - Throws: `ValidationError`.
  init(_ lists: [String], x: String?, y: String?, secondAxis: Bool, of scene: Scene) throws {
    func names(_ text: String) throws -> [String] { try ChannelNames.all(in: text).map(Self.whole) }
    if let x, let y {
      panels = [
        Panel(x: Self.whole(x), y: try names(y), graph: nil, hasSecondAxis: secondAxis)
      ]
    } else if !lists.isEmpty {
      panels = try lists.map {
        Panel(x: nil, y: try names($0), graph: nil, hasSecondAxis: secondAxis || lists.count > 1)
      }
    } else {
      panels = scene.graphs.compactMap { graph in
        let names = graph.channels.filter { Channel.OfLoop(rawValue: $0) == nil }.uniqued()
        return names.isEmpty ? nil : Panel(x: nil, y: names, graph: graph, hasSecondAxis: secondAxis)
      }
    }
    guard !panels.isEmpty else {
      throw ValidationError(
        "the scene has no graph of its own: say what to plot, as in --channels energy.total.")
    }
  }

  /// All, in the order in which they are named.
  var names: [String] { panels.flatMap { ($0.x.map { [$0] } ?? []) + $0.y }.uniqued() }

  /// With `vx` and `vy`, as sweeps know them, written out.
  private static func whole(_ name: String) -> String {
    for (short, long) in [(".vx", ".velocity.x"), (".vy", ".velocity.y")] where name.hasSuffix(short) {
      return name.dropLast(short.count) + long
    }
    return name
  }
}

extension Channel {
  /// A word for what channels of a unit measure.
  static func noun(ofUnit unit: String) -> String {
    switch unit {
    case "pt": "distance"
    case "pt/s": "speed"
    case "pt/s²": "acceleration"
    case "rad": "angle"
    case "rad/s": "spin"
    case "kg": "mass"
    case "kg·pt/s": "momentum"
    case "kg·pt/s²": "force"
    case "kg·pt²/s²": "energy"
    default: ""
    }
  }

  /// What an axis is called on which some channels of a unit stand.
  static func title(of names: [String], unit: String) -> String {
    if names.count == 1 { return names[0] }
    let words = names.map { name in name.split(separator: ".", maxSplits: 1) }
    // Of `crate1.y` and `crate2.y` what they share.
    if let last = words.first?.last, words.allSatisfy({ $0.count == 2 && $0[1] == last }) {
      return String(last)
    }
    return noun(ofUnit: unit)
  }
}

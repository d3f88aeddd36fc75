import ArgumentParser
import Foundation
import TumbleFrames
import TumblePage
import TumbleScenes
import TumbleSimulation

/// The graphs of a page, and the channels that they show.
struct PageGraphs {
  private(set) var graphs: [RunPage.Graph] = []
  /// Each once.
  private(set) var channels: [Channel] = []

  /// - Parameter names: Those of one graph, separated by commas, or `none`; nil: the scene's own graphs.
  init(_ names: String?, of world: World) throws {
    guard names?.trimmingCharacters(in: .whitespaces) != "none" else { return }
    let named = try names.map { [Scene.Graph(channels: try ChannelNames.all(in: $0))] }
    for graph in named ?? world.scene.graphs {
      // Measurements of the program differ from run to run, and a page is the same bytes each time.
      let shown = graph.channels.filter { names != nil || Channel.OfLoop(rawValue: $0) == nil }
      guard !shown.isEmpty else { continue }
      let lines = try shown.map { name in
        let channel = try Channel(name, in: world.description)
        guard channel.isSimulated else {
          throw ValidationError("\(name) is measured in a running window; a page cannot show it.")
        }
        return RunPage.Graph.Channel(name: name, unit: channel.unit, place: place(of: channel))
      }
      graphs.append(
        RunPage.Graph(title: graph.title, channels: lines, range: graph.range, thresholds: graph.thresholds))
    }
  }

  private mutating func place(of channel: Channel) -> Int {
    if let place = channels.firstIndex(of: channel) { return place }
    channels.append(channel)
    return channels.count - 1
  }
}

import Foundation
import TumbleDrawing
import TumbleGeometry

extension ScrollingGraph {
  /// How much of a graph is exported.
  public enum Extent: Hashable, Sendable {
    /// What is in view, of the channels that are on.
    case seen
    /// All samples that are kept, of all channels.
    case everything
  }

  /// The samples as comma-separated text.
  public func csv(_ extent: Extent) -> String {
    var table = SampleTable(channels: channels, history: history, rate: settings.rate)
    if extent == .seen {
      table.range = visibleIndices
      for i in channels.indices where !channels[i].isOn { table.omitted.insert(i) }
    }
    return table.csv
  }

  /// A still picture with axes; write its `bitmap` with `PNG`, or its `svg`.
  public func picture(_ extent: Extent) -> PlotPicture {
    var picture = PlotPicture(channels: channels, history: history, settings: settings)
    picture.markers = markers
    if extent == .seen { picture.range = visibleIndices }
    for i in channels.indices where picture.channels[i].color == nil {
      picture.channels[i].color = settings.style.color(of: channels[i], at: i)
    }
    if extent == .everything {
      for i in channels.indices { picture.channels[i].isOn = true }
    }
    return picture
  }
}

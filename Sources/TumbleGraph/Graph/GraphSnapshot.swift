import TumbleGeometry

/// What a graph shows in one frame, for what lies over its tiles.
struct GraphSnapshot {
  let content: GraphContent
  let settings: GraphSettings
  let viewport: GraphViewport
  /// Of the tiles that are shown.
  let look: TileLook
  /// Values closer to 0 than this are the noise of rounding: on the left axis, and on the right one.
  let noise: (first: Double, second: Double)
  /// Where the mouse is, in points; nil where it is elsewhere.
  let hover: Vector?

  /// What is drawn over what; nil: everything over time.
  var phase: GraphPhase? {
    guard let phase = settings.phase, content.channels.indices.contains(phase.x),
      content.channels.indices.contains(phase.y)
    else { return nil }
    return phase
  }

  /// The newest value of a channel, or that at a sample, as text.
  func text(of channel: Int, at index: Int, unit: String) -> String {
    let value = content.history[channel, index]
    let noise = content.axes.isOnSecond(channel) ? noise.second : noise.first
    return NumberText.text(abs(value) < noise ? 0 : value, unit: unit)
  }

  /// Where a channel's value is, in points from the plot's top.
  func y(of value: Double, channel: Int) -> Double {
    look.y(of: value, isSecond: content.axes.isOnSecond(channel))
  }
}

import TumbleGeometry

/// What a graph shows in one frame, for what lies over its tiles.
struct GraphSnapshot {
  let content: GraphContent
  let settings: GraphSettings
  let viewport: GraphViewport
  /// Of the tiles that are shown.
  let look: TileLook
  /// Values closer to 0 than this are the noise of rounding.
  let noise: Double
  /// Where the mouse is, in points; nil where it is elsewhere.
  let hover: Vector?

  /// The newest value of a channel, or that at a sample, as text.
  func text(of channel: Int, at index: Int, unit: String) -> String {
    let value = content.history[channel, index]
    return NumberText.text(abs(value) < noise ? 0 : value, unit: unit)
  }
}

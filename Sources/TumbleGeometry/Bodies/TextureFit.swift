/// How a picture covers a body; the raw values are the words of the scene format.
public enum TextureFit: String, CaseIterable, Hashable, Sendable {
  /// As `slice` where a single box or line is much longer than the picture, else as `stretch`.
  case auto
  /// Over the bounds of the outlines.
  case stretch
  /// Its ends as they are, its middle repeated between them along the longer side.
  case slice
  /// Repeated in its own size: two of its pixels are a point.
  case tile
}

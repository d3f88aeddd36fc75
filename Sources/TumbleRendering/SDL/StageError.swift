/// What can go wrong between a scene and the screen.
package enum StageError: Error, Hashable {
  /// There is no screen to open a window on.
  case noDisplay(reason: String)
  /// SDL refused something: what was being done, and its own words.
  case refused(doing: String, reason: String)
  /// A picture larger than can be held, or without an area.
  case pictureSize(width: Int, height: Int)
}

extension StageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDisplay(let reason):
      "there is no display to open a window on" + (reason.isEmpty ? "" : " (\(reason))")
    case .refused(let doing, let reason):
      "cannot \(doing)" + (reason.isEmpty ? "" : ": \(reason)")
    case .pictureSize(let width, let height):
      "a picture of \(width) × \(height) pixels cannot be made; a side may be 1 to \(RenderTarget.largestSide), and all may be \(RenderTarget.maxPixels)"
    }
  }
}

import TumbleGeometry
import TumbleLooks

/// Where the interface lies.
package struct InterfaceSurface: Hashable, Sendable {
  /// Of the whole window, in pixels.
  package var size: PixelSize
  /// Pixels for each point of the interface.
  package var scale: Double
  /// The part that panels may cover, in pixels, y down: the window without its line of status.
  package var area: Rect

  /// - Parameters:
  ///   - scale: Limited to 0.5...4; 1 for what is not a number.
  ///   - area: Left out: the whole window.
  package init(_ size: PixelSize, scale: Double = 1, area: Rect? = nil) {
    self.size = size
    self.scale = scale.isFinite ? min(max(scale, 0.5), 4) : 1
    self.area = area ?? Rect(size: Size(Double(size.width), Double(size.height)))
  }
}

extension InterfaceSurface {
  /// The scale for a display whose user asked for so many dots per inch (`Xft.dpi`), in steps of a quarter: 96 is 1.
  ///
  /// - Parameter dotsPerInch: 1 comes back for what no display has.
  package static func scale(dotsPerInch: Double) -> Double {
    guard dotsPerInch.isFinite, (24...960).contains(dotsPerInch) else { return 1 }
    return min(max((dotsPerInch / 96 * 4).rounded() / 4, 0.5), 4)
  }

  /// The value of `Xft.dpi` in the X server's resources, as the property RESOURCE_MANAGER or `xrdb -query` has them;
  /// nil where there is none.
  package static func dotsPerInch(inResources text: String) -> Double? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].allSatisfy({ $0 != "!" }) else { continue }
      let name = parts[0].filter { !$0.isWhitespace }
      guard name == "Xft.dpi" || name == "*dpi" || name == "Xft*dpi" else { continue }
      return Double(String(parts[1].filter { !$0.isWhitespace }))
    }
    return nil
  }
}

import TumbleLooks

/// What drawing cost since it was last asked: what the graphics tools of other systems count.
package struct DrawCounts: Hashable, Sendable {
  /// Calls that draw.
  package var draws = 0
  /// Draws whose texture is another than that of the draw before.
  package var textureSwitches = 0
  /// Pictures, or parts of one, that were copied into textures, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0
  /// Pictures that were drawn elsewhere first (by Cairo, or as triangles of panels) to be shown from a texture.
  package var offscreenPasses = 0
  /// Pixels that were mixed with what was below them, as often as they were. Of what reaches beyond the edge, roughly.
  package var blendedPixels = 0.0
  /// All pixels drawn, as often as they were.
  package var pixels = 0.0

  package init() {}
}

/// A number of every frame that the profile keeps.
package enum FrameCount: Int, Hashable, Sendable, CaseIterable {
  case draws, textureSwitches, uploads, uploadedKilobytes, offscreenPasses, blendedPixels, overdraw

  package var title: String {
    switch self {
    case .draws: "draws"
    case .textureSwitches: "texture switches"
    case .uploads: "uploads"
    case .uploadedKilobytes: "uploaded kB"
    case .offscreenPasses: "off-screen passes"
    case .blendedPixels: "blended pixels, 1000s"
    case .overdraw: "overdraw"
    }
  }

  /// The unit of its column in a file: thousands of pixels are pixels there.
  package var key: String {
    switch self {
    case .draws: "draw.calls"
    case .textureSwitches: "draw.switches"
    case .uploads: "draw.uploads"
    case .uploadedKilobytes: "draw.uploaded"
    case .offscreenPasses: "draw.passes"
    case .blendedPixels: "draw.blended"
    case .overdraw: "draw.overdraw"
    }
  }

  /// How many decimals are of interest.
  package var decimals: Int { self == .overdraw ? 2 : 0 }

  /// - Parameter window: The window's size in pixels.
  package func value(of counts: DrawCounts, window: PixelSize) -> Double {
    switch self {
    case .draws: Double(counts.draws)
    case .textureSwitches: Double(counts.textureSwitches)
    case .uploads: Double(counts.uploads)
    case .uploadedKilobytes: Double(counts.uploadedBytes) / 1000
    case .offscreenPasses: Double(counts.offscreenPasses)
    case .blendedPixels: counts.blendedPixels / 1000
    case .overdraw: counts.pixels / Double(max(window.width * window.height, 1))
    }
  }
}

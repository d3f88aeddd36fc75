import ArgumentParser
import TumbleLooks

/// `WIDTHxHEIGHT`.
struct PictureSize: ExpressibleByArgument {
  let pixels: PixelSize

  init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), width > 0, height > 0
    else { return nil }
    pixels = PixelSize(width, height)
  }
}

import TumbleDrawing
import TumbleFrames
import TumbleGeometry

/// The colors of scenery as a theme shows them: at night darker and bluer, and far away paler.
struct SceneryTone: Sendable {
  private let isNight: Bool
  /// The color that multiplies a picture.
  private let tint: Color?
  private let haze: (color: Color, share: Double)

  private static let mostHaze = 0.6

  init(_ scenery: SceneryDescription, _ theme: Theme) {
    isNight = theme.isNight && scenery.night == nil
    tint = theme.isNight && scenery.texture != nil ? scenery.night : nil
    haze = (theme.paper(at: 0.5), scenery.depth * Self.mostHaze)
  }

  func color(_ color: Color) -> Color {
    let shown = isNight ? color.atNight : color
    return hazy(tint.map(shown.multiplied) ?? shown)
  }

  func hazy(_ color: Color) -> Color {
    haze.share == 0 ? color : color.interpolated(to: haze.color.withAlpha(color.alpha), by: haze.share)
  }

  func picture(_ picture: Bitmap) -> Bitmap {
    guard isNight || tint != nil || haze.share > 0 else { return picture }
    var toned = picture
    toned.withMutablePixels { pixels in
      for index in pixels.indices where pixels[index] >> 24 > 0 {
        let alpha = Double(pixels[index] >> 24)
        func part(_ shift: UInt32) -> Double { min(Double(pixels[index] >> shift & 255) / alpha, 1) }
        let color = color(Color(red: part(16), green: part(8), blue: part(0)))
        func byte(_ part: Double) -> UInt32 { UInt32((part * alpha).rounded()) }
        pixels[index] =
          pixels[index] & 0xFF00_0000 | byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
      }
    }
    return toned
  }
}

extension SceneryDescription {
  /// The depth of the layer that it is drawn in where a camera moves it: one of few.
  var layerDepth: Double { depth > 0 ? max((depth * 16).rounded() / 16, 1 / 16) : 0 }

  /// The color and the gradient that a theme shows it in; of a picture the color that multiplies it.
  package func shown(in theme: Theme) -> (color: Color, gradient: Gradient?) {
    let tone = SceneryTone(self, theme)
    guard texture == nil else { return (tone.color(.white), nil) }
    let own = theme.isNight ? night ?? color : color
    guard var gradient else { return (own.map(tone.color) ?? tone.hazy(theme.staticBody), nil) }
    gradient = gradient.tinted(own)
    for index in gradient.stops.indices {
      gradient.stops[index].color = tone.color(gradient.stops[index].color)
    }
    return (.white, gradient)
  }
}

extension Color {
  /// The color of letters at night, where what they lie on is dark: dark ones become light.
  var readableAtNight: Color {
    let share = min(max(0, 1.25 - 2.5 * luminance), 0.75)
    func light(_ part: Double) -> Double { part + (1 - part) * share }
    return Color(red: light(red), green: light(green), blue: light(blue), alpha: alpha)
  }

  /// The color as it looks at night: darker, grayer and bluer.
  package var atNight: Color {
    // Dark colors lose more, so that what is light by day stands out.
    func dim(_ part: Double) -> Double { part * (0.4 + 0.6 * part) }
    let (red, green, blue) = (dim(red), dim(green), dim(blue))
    let gray = 0.3 * red + 0.59 * green + 0.11 * blue
    func mix(_ part: Double, _ share: Double, _ least: Double) -> Double {
      (0.75 * part + 0.25 * gray) * share + least
    }
    return Color(
      red: mix(red, 0.18, 0.02), green: mix(green, 0.23, 0.03), blue: mix(blue, 0.3, 0.06), alpha: alpha)
  }
}

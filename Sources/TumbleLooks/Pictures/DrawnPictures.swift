import Foundation
import TumbleDrawing
import TumbleFiles
import TumbleGeometry

/// The files of pictures that Tumble draws itself: made when they are first needed, and kept in a folder
/// where there is one. What is damaged there is made again.
struct DrawnPictures: Sendable {
  private let folder: PrivateFolder?
  /// The version of the way in which they are drawn, with which the pictures change.
  private static let version = 1
  private static let quality = 88

  /// - Parameter folder: Made where it is not there; nil: nothing is kept.
  init(folder: String?) { self.folder = folder.flatMap { try? PrivateFolder($0) } }

  func jpeg(of picture: DrawnPicture) throws -> Data {
    let path = folder.map { "\($0.path)/landscape-\(picture.number)-\(Self.version).jpg" }
    if let path, let data = try? UntrustedFile.read(path, limit: 4 << 20, within: folder?.path),
      JPEGStructure.problem(in: [UInt8](data)) == nil
    {
      return data
    }
    let data = try JPEG.encode(Landscape(picture).bitmap(), quality: Self.quality)
    // If that fails it is drawn again next time.
    if let path { try? OutputFile.write(data, to: path, followsLinks: false) }
    return data
  }
}

/// A landscape with a sky, a sun, hills behind hills and a number: what is large and looks unlike any other,
/// from a number alone.
struct Landscape {
  private let picture: DrawnPicture
  private let size = Size(Double(DrawnPicture.width), Double(DrawnPicture.height))

  init(_ picture: DrawnPicture) { self.picture = picture }

  private struct Wave {
    let length: Double
    let height: Double
    let phase: Double

    func rise(at x: Double) -> Double { height * sin(2 * .pi * x / length + phase) }
  }

  func bitmap() -> Bitmap {
    var random = SplitMix64(seed: UInt64(picture.number))
    func part() -> Double { Double(random.next() >> 11) * 0x1p-53 }
    let hue = part()
    var bitmap = Bitmap(width: DrawnPicture.width, height: DrawnPicture.height)
    bitmap.draw { canvas in
      let (width, height) = (size.width, size.height)
      canvas.rectangle(Rect(size: size))
      canvas.fill(
        from: .zero, Color(hue: hue, saturation: 0.55, brightness: 0.62), to: Vector(0, height * 0.75),
        Color(hue: hue + 0.08, saturation: 0.3, brightness: 0.98))
      let sun = Vector(width * (0.15 + 0.7 * part()), height * (0.14 + 0.22 * part()))
      let radius = 60 + 70 * part()
      canvas.circle(center: sun, radius: radius * 3)
      canvas.fill(
        around: sun, Color(hue: hue + 0.1, saturation: 0.15, brightness: 1).withAlpha(0.75), to: radius * 3,
        Color(hue: hue + 0.1, saturation: 0.15, brightness: 1).withAlpha(0), from: radius * 0.6)
      canvas.circle(center: sun, radius: radius)
      canvas.fill(Color(hue: hue + 0.12, saturation: 0.12, brightness: 1))
      let ranges = 5 + Int(part() * 3)
      for range in 0..<ranges {
        let depth = Double(range + 1) / Double(ranges)
        let base = height * (0.42 + 0.5 * depth)
        let color = Color(
          hue: hue + 0.42 + 0.1 * depth, saturation: 0.25 + 0.35 * depth, brightness: 0.78 - 0.55 * depth)
        // Waves of three lengths, each with a beginning of its own.
        let waves = (0..<3).map { wave in
          Wave(
            length: width / (1.1 + Double(wave) * 2.3 + part()),
            height: height * 0.1 / Double(wave + 1) * part(), phase: part() * 2 * .pi)
        }
        var corners = [Vector(width, height), Vector(0, height)]
        for x in stride(from: 0, through: width, by: 8) {
          let rise = waves.reduce(0) { $0 + $1.rise(at: x) }
          corners.append(Vector(x, base - rise))
        }
        canvas.polyline(corners, closed: true)
        canvas.fill(color)
      }
      canvas.text(
        String(picture.number), at: Vector(70, height - 70),
        font: Font(family: Font.builtInFamily, size: 150), color: Color.white.withAlpha(0.9))
    }
    return bitmap
  }
}

extension Color {
  /// Creates a color of hue (in turns), saturation and brightness, as HSV has them.
  fileprivate init(hue: Double, saturation: Double, brightness: Double) {
    func component(_ offset: Double) -> Double {
      let sector = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(sector, 4 - sector, 1)))
    }
    self.init(red: component(5), green: component(3), blue: component(1))
  }
}

import TumbleDrawing

/// The part of a film that is seen again and again without a jump: from the first of two moments that look
/// alike to the second. Where no two are alike enough, the end fades into what comes before the beginning.
struct FilmLoop: Hashable {
  /// The first picture that is drawn, and how many are.
  let pictures: Range<Int>
  /// Pictures at the beginning that are mixed into as many at the end.
  let fade: Int

  /// The mean difference of two moments that are shown one after the other as they are, in 255ths.
  static let alike = 0.4

  /// - Parameters:
  ///   - looks: How each picture looks, in few numbers.
  ///   - fade: The most pictures that are mixed.
  init(_ looks: [[UInt8]], fade wanted: Int) {
    let fade = min(wanted, looks.count / 4)
    var best = (cost: Double.infinity, start: 0, end: max(looks.count - 1, 0))
    for start in fade..<max(looks.count - 1, fade) {
      // The next pictures count too: what moves is to go on as it went.
      for end in stride(from: looks.count - 2, through: start + max(looks.count / 2, 1), by: -1) {
        let cost =
          Self.difference(looks[start], looks[end]) + Self.difference(looks[start + 1], looks[end + 1])
        if cost < best.cost { best = (cost, start, end) }
      }
    }
    let isAlike = best.cost < 2 * Self.alike
    self.fade = isAlike ? 0 : min(fade, best.start)
    pictures = best.start - self.fade..<max(best.end, best.start + 1)
  }

  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    var sum = 0
    for index in a.indices { sum += abs(Int(a[index]) - Int(b[index])) }
    return Double(sum) / Double(max(a.count, 1))
  }
}

/// Mixes the end of a loop with what came before its beginning.
struct LoopMixer {
  let loop: FilmLoop
  private var before: [Bitmap] = []
  private var count = 0

  init(_ loop: FilmLoop) { self.loop = loop }

  /// Takes the next picture of the loop.
  ///
  /// - Returns: The picture that is shown; nil for one that is mixed into others only.
  mutating func mix(_ picture: Bitmap) -> Bitmap? {
    defer { count += 1 }
    if count < loop.fade {
      before.append(picture)
      return nil
    }
    let place = count - (loop.pictures.count - loop.fade)
    guard place >= 0 else { return picture }
    let weights = [loop.fade - place, place + 1].map { UInt32($0) }
    return Bitmap(averageOf: [picture, before[place]], weights: weights)
  }
}

extension Bitmap {
  /// Brightnesses of 16 × 12 parts of the picture.
  var look: [UInt8] {
    var small = Bitmap(width: 16, height: 12)
    small.withMutablePixels { cells in
      for row in 0..<12 {
        for column in 0..<16 {
          var (sum, count) = (0, 0)
          for y in row * height / 12..<max((row + 1) * height / 12, row * height / 12 + 1) {
            for x in column * width / 16..<max((column + 1) * width / 16, column * width / 16 + 1) {
              let pixel = pixels[y * width + x]
              sum += Int(pixel >> 16 & 255) + 2 * Int(pixel >> 8 & 255) + Int(pixel & 255)
              count += 4
            }
          }
          cells[row * 16 + column] = UInt32(sum / count)
        }
      }
    }
    return small.pixels.map { UInt8($0) }
  }
}

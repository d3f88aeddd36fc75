import CTumbleCairo
import Foundation
import TumbleGeometry

/// Drawings as SVG text: the same calls as on a bitmap, kept as paths.
public enum SVG {
  /// The document's bytes; text becomes outlines, so it looks the same without the font.
  ///
  /// - Parameter size: in points; sides are kept to 1...`Bitmap.maximumSide`.
  /// - Throws: `DrawingError.output`, or what the body throws.
  public static func draw(size: Size, _ body: (borrowing Canvas) throws -> Void) throws -> Data {
    func side(_ length: Double) -> Double {
      length.isFinite ? min(max(length, 1), Double(Bitmap.maximumSide)) : 1
    }
    let output = ByteSink()
    // The stream is written to until the surface is finished, so the output must live through all of it.
    return try withExtendedLifetime(output) {
      let surface = cairo_svg_surface_create_for_stream(
        appendBytes, Unmanaged.passUnretained(output).toOpaque(), side(size.width), side(size.height))
      // Pixels are the unit that browsers and our own points share.
      cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
      let canvas = Canvas(owning: surface)
      defer { cairo_surface_finish(surface) }
      try body(canvas)
      let problem = canvas.problem
      cairo_surface_finish(surface)
      if let problem { throw DrawingError.output(reason: problem) }
      return renumbered(output.data)
    }
  }

  /// Cairo numbers surfaces (`id="surface17"`) through the life of the process; we number them within the document,
  /// so that the same drawing gives the same bytes.
  private static func renumbered(_ document: Data) -> Data {
    let word = Array("surface".utf8)
    let bytes = [UInt8](document)
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    var result = Data(capacity: bytes.count)
    var i = 0
    while i < bytes.count {
      var end = i + word.count
      guard bytes[i] == word[0], end < bytes.count, bytes[i..<end].elementsEqual(word) else {
        result.append(bytes[i])
        i += 1
        continue
      }
      result.append(contentsOf: word)
      let start = end
      while end < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) { end += 1 }
      if end > start {
        let number = numbers[bytes[start..<end], default: numbers.count + 1]
        numbers[bytes[start..<end]] = number
        result.append(contentsOf: String(number).utf8)
      }
      i = end
    }
    return result
  }
}

import Foundation
import Testing
import TumbleFiles
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleDrawing

@Suite struct JPEGTests {
  /// The colors of `Pictures/draw`: two rows of three squares of 16 pixels.
  private static let colors: [[UInt32]] = [[0xDC1E28, 0x1EB43C, 0x283CD2], [0xFFFFFF, 0x000000, 0x808080]]
  private static let side = 16

  private func file(_ name: String) throws -> Data {
    try Data(
      contentsOf: ProjectFolder.tests.appendingPathComponent("TumbleDrawingTests/Pictures/\(name).jpg"))
  }

  /// Returns the difference of two pixels in the component in which they differ most, alpha among them.
  private func difference(_ a: UInt32, _ b: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }.max() ?? 0
  }

  /// The picture of the colors, as it should be.
  private func expected(_ scale: Int = 1) -> Bitmap {
    var bitmap = Bitmap(width: 48 / scale, height: 32 / scale)
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        bitmap[x, y] = 0xFF00_0000 | Self.colors[y * scale / Self.side][x * scale / Self.side]
      }
    }
    return bitmap
  }

  @Test("A file of another encoder has the colors that were drawn, with full and with halved color")
  func known() throws {
    let whole = try JPEG.decode(file("colors"), path: "colors.jpg")
    #expect(whole.width == 48 && whole.height == 32)
    for (a, b) in zip(whole.pixels, expected().pixels) { #expect(difference(a, b) <= 4) }
    let halved = try JPEG.decode(file("halved"), path: "halved.jpg")
    for row in 0..<2 {
      for column in 0..<3 {
        let (x, y) = (column * 16 + 8, row * 16 + 8)
        #expect(difference(halved[x, y], expected()[x, y]) <= 4, "\(column), \(row)")
      }
    }
  }

  @Test(
    "A picture is decoded no finer than it is shown: at the least number of eighths that covers its size",
    arguments: [
      (1, 1, 8), (6, 4, 8), (7, 4, 4), (6, 5, 4), (12, 8, 4), (13, 8, 2), (24, 16, 2), (24, 17, 1),
      (48, 32, 1),
      (500, 500, 1),
    ])
  func covering(width: Int, height: Int, scale: Int) throws {
    let small = try JPEG.decode(file("colors"), path: "colors.jpg", covering: (width, height))
    #expect(small.width == 48 / scale && small.height == 32 / scale)
    guard scale < 8 else { return }
    for (a, b) in zip(small.pixels, expected(scale).pixels) { #expect(difference(a, b) <= 4) }
  }

  @Test("A picture written and read again is nearly the same, and its bytes are the same each time")
  func roundTrip() throws {
    let bytes = try JPEG.encode(expected(), quality: 100)
    #expect(try bytes == JPEG.encode(expected(), quality: 100))
    let read = try PictureFile.decode(bytes, path: "x.jpg")
    #expect(read.width == 48 && read.height == 32)
    for row in 0..<2 {
      for column in 0..<3 {
        let (x, y) = (column * 16 + 8, row * 16 + 8)
        #expect(difference(read[x, y], expected()[x, y]) <= 4)
      }
    }
    #expect(throws: DrawingError.self) { try JPEG.encode(Bitmap(width: 0, height: 3)) }
    #expect(throws: DrawingError.self) { try JPEG.encode(Bitmap(width: 0, height: 0)) }
  }

  /// The file with Exif's tag of orientation, in either byte order.
  private func turned(_ data: Data, _ orientation: UInt8, littleEndian: Bool) -> Data {
    func short(_ value: UInt8) -> [UInt8] { littleEndian ? [value, 0] : [0, value] }
    func long(_ value: UInt8) -> [UInt8] { littleEndian ? [value, 0, 0, 0] : [0, 0, 0, value] }
    let tag: [UInt8] = littleEndian ? [0x12, 0x01] : [0x01, 0x12]
    let entry = tag + short(3) + long(1) + short(orientation) + [0, 0]
    let tiff: [UInt8] =
      (littleEndian ? [0x49, 0x49] : [0x4D, 0x4D]) + short(42) + long(8) + short(1) + entry + long(0)
    let segment = Array("Exif".utf8) + [0, 0] + tiff
    return data.prefix(2) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + data.dropFirst(2)
  }

  @Test(
    "A photograph that was taken on its side or upside down stands upright",
    arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8])
  func orientation(_ orientation: UInt8) throws {
    // Where the red square, which is at the top left in the file, is seen; and the blue one, at its right.
    let places: [(red: (Int, Int), blue: (Int, Int))] = [
      ((0, 0), (2, 0)), ((2, 0), (0, 0)), ((2, 1), (0, 1)), ((0, 1), (2, 1)), ((0, 0), (0, 2)),
      ((1, 0), (1, 2)),
      ((1, 2), (1, 0)), ((0, 2), (0, 0)),
    ]
    let place = places[Int(orientation) - 1]
    for littleEndian in [false, true] {
      let data = try turned(file("colors"), orientation, littleEndian: littleEndian)
      let header = try PictureHeader(of: [UInt8](data))
      let picture = try JPEG.decode(data, path: "turned.jpg")
      #expect(picture.width == header.width && picture.height == header.height)
      #expect(picture.width == (orientation < 5 ? 48 : 32))
      #expect(difference(picture[place.red.0 * 16 + 8, place.red.1 * 16 + 8], 0xFFDC_1E28) <= 4)
      #expect(difference(picture[place.blue.0 * 16 + 8, place.blue.1 * 16 + 8], 0xFF28_3CD2) <= 4)
    }
  }

  @Test("An orientation that Exif does not know changes nothing", arguments: [0, 9, 255] as [UInt8])
  func unknownOrientation(_ orientation: UInt8) throws {
    let data = try turned(file("colors"), orientation, littleEndian: true)
    #expect(try JPEG.decode(data, path: "x") == JPEG.decode(file("colors"), path: "x"))
  }

  private func message(_ data: Data) -> String {
    do {
      _ = try PictureFile.decode(data, path: "x.jpg")
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  /// The header's size, which comes behind the marker of the frame.
  private func resized(_ data: Data, width: UInt16, height: UInt16) throws -> Data {
    var bytes = [UInt8](data)
    let at = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes.replaceSubrange(
      at + 5..<at + 9,
      with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
    return Data(bytes)
  }

  @Test("A picture that is too large by its header is refused before anything is decoded")
  func bomb() throws {
    let bomb = try resized(file("colors"), width: 65_535, height: 65_535)
    #expect(message(bomb).hasPrefix("x.jpg: 65535 × 65535 pixels are too many"))
    #expect(message(try resized(file("colors"), width: 32_767, height: 2_049)).contains("too many"))
    #expect(
      message(try resized(file("colors"), width: 0, height: 5))
        == "x.jpg: the JPEG is damaged (it is 0 × 5 pixels)")
    // The pixels for this size are not there.
    #expect(
      message(try resized(file("colors"), width: 480, height: 320)).hasPrefix("x.jpg: the JPEG is damaged"))
  }

  @Test("What is cut off, or no picture, is an error that says so")
  func errors() throws {
    let good = try file("colors")
    #expect(message(Data("hello".utf8)) == "x.jpg: neither a PNG nor a JPEG picture")
    #expect(message(good.dropLast(40)) == "x.jpg: the JPEG is damaged (it ends early)")
    #expect(message(good.prefix(3)) == "x.jpg: the JPEG is damaged (it ends in its head)")
    // Arithmetic coding, of which nothing is read; and twelve bits.
    var arithmetic = [UInt8](good)
    let at = try #require(
      arithmetic.indices.dropLast().first { arithmetic[$0] == 0xFF && arithmetic[$0 + 1] == 0xC0 })
    arithmetic[at + 1] = 0xC9
    #expect(message(Data(arithmetic)).contains("in a way that is not read"))
    var deep = [UInt8](good)
    deep[at + 4] = 12
    #expect(message(Data(deep)).contains("12 bits per color"))
  }

  @Test("No cut of a picture does worse than an error")
  func cuts() throws {
    let good = try file("halved")
    for length in 0..<good.count {
      #expect(throws: DrawingError.self) { try PictureFile.decode(good.prefix(length), path: "cut") }
    }
  }

  @Test("No flipped byte of a picture does worse than an error", arguments: Seeds.list(default: 300))
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes = try [UInt8](file(["colors", "halved"][Int(seed % 2)]))
    for _ in 0..<random.int(in: 1...4) {
      bytes[random.int(in: 0...bytes.count - 1)] ^= UInt8(1 << random.int(in: 0...7))
    }
    _ = try? PictureFile.decode(
      Data(bytes), path: "x", covering: (random.int(in: 1...48), random.int(in: 1...32)))
  }
}

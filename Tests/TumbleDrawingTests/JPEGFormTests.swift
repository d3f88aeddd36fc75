import CTumbleTestJPEG
import Foundation
import Testing
import TumbleTestSupport

@testable import TumbleDrawing

@Suite("JPEGs of every form that programs write")
struct JPEGFormTests {
  private static let side = 40
  private static let forms: [ctumble_jpeg_form] = [
    ctumble_jpeg_gray, ctumble_jpeg_rgb, ctumble_jpeg_cmyk, ctumble_jpeg_ycck, ctumble_jpeg_progressive,
  ]

  /// A quiet slope in each color, which no form changes much.
  private func color(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
    (40 + 4 * x, 220 - 3 * y, 60 + 2 * x + 2 * y)
  }

  private func gray(_ x: Int, _ y: Int) -> Int { 30 + 2 * x + 3 * y }

  private func file(_ form: ctumble_jpeg_form) -> Data {
    var bytes: [UInt8] = []
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let color = color(x, y)
        switch form {
        case ctumble_jpeg_gray: bytes.append(UInt8(gray(x, y)))
        case ctumble_jpeg_cmyk, ctumble_jpeg_ycck:
          // Half as bright by black alone.
          bytes += [UInt8(color.red), UInt8(color.green), UInt8(color.blue), 128]
        default: bytes += [UInt8(color.red), UInt8(color.green), UInt8(color.blue)]
        }
      }
    }
    var count = 0
    guard let memory = ctumble_test_jpeg(form, bytes, Int32(Self.side), Int32(Self.side), &count) else {
      return Data()
    }
    defer { free(memory) }
    return Data(bytes: memory, count: count)
  }

  private func expected(_ form: ctumble_jpeg_form, _ x: Int, _ y: Int) -> [Int] {
    if form == ctumble_jpeg_gray { return [gray(x, y), gray(x, y), gray(x, y)] }
    let color = color(x, y)
    let hasInks = form == ctumble_jpeg_cmyk || form == ctumble_jpeg_ycck
    return [color.red, color.green, color.blue].map { hasInks ? $0 * 128 / 255 : $0 }
  }

  @Test("JPEGs of every form that programs write have the colors that were written", arguments: Self.forms)
  func colors(form: ctumble_jpeg_form) throws {
    let bitmap = try PictureFile.decode(file(form), path: "x.jpg")
    try #require(bitmap.width == Self.side && bitmap.height == Self.side)
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let pixel = bitmap[x, y]
        #expect(pixel >> 24 == 255)
        for (shift, value) in zip([UInt32(16), 8, 0], expected(form, x, y)) {
          #expect(abs(Int(pixel >> shift & 255) - value) <= 3, "\(x), \(y)")
        }
      }
    }
  }

  @Test(
    "JPEGs of every form that programs write are decoded smaller where they are shown smaller",
    arguments: Self.forms)
  func smaller(form: ctumble_jpeg_form) throws {
    let small = try PictureFile.decode(file(form), path: "x.jpg", covering: (10, 10))
    #expect(small.width == 10 && small.height == 10)
    let middle = small[5, 5]
    for (shift, value) in zip([UInt32(16), 8, 0], expected(form, 22, 22)) {
      #expect(abs(Int(middle >> shift & 255) - value) <= 8)
    }
  }

  @Test(
    "JPEGs of every form that programs write do no worse than an error wherever they are cut or a byte is changed",
    arguments: Seeds.list(default: 40)
  )
  func damaged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for form in Self.forms {
      var bytes = [UInt8](file(form))
      bytes[Int.random(in: 2..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      _ = try? PictureFile.decode(Data(bytes), path: "x.jpg")
    }
  }

  @Test(
    "JPEGs of every form that programs write are refused where they have more passes than any program makes: each takes time over all of a picture"
  )
  func endless() {
    #expect {
      try PictureFile.decode(file(ctumble_jpeg_endless), path: "x.jpg")
    } throws: {
      "\($0)".contains("more than 200 scans")
    }
  }
}

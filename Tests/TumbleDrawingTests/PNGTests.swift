import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@Suite struct PNGTests {
  private func picture() -> Bitmap {
    var bitmap = Bitmap(width: 20, height: 10)
    bitmap.draw { canvas in
      canvas.fill(Rect(size: Size(10, 10)), Color(red: 0.8, green: 0.4, blue: 0.2))
      canvas.circle(center: Vector(10, 5), radius: 4)
      canvas.fill(.white)
    }
    return bitmap
  }

  @Test("A picture written and read again is the same, and its bytes are the same each time")
  func roundTrip() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("a.png").path
    try PNG.write(picture(), to: path)
    let first = try PNG.read(path)
    // Where alpha is whole the pixels are exact; elsewhere PNG's straight alpha may round by one.
    for (a, b) in zip(first.pixels, picture().pixels) {
      if b >> 24 == 255 { #expect(a == b) } else { #expect(a >> 24 == b >> 24) }
    }
    #expect(try PNG.encode(picture()) == PNG.encode(picture()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == PNG.encode(picture()))
  }

  @Test("Every way a file can be wrong gives an error that names it and the reason")
  func errors() throws {
    let folder = try ScratchFolder()
    func message(_ path: String) -> String {
      do {
        _ = try PNG.read(path)
        return "no error"
      } catch {
        return "\(error)".replacingOccurrences(of: folder.url.path + "/", with: "")
      }
    }
    let good = try PNG.encode(picture())
    var huge = good
    huge.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    var damaged = good
    damaged[good.count * 2 / 3] ^= 0xFF
    let path = { folder.url.appendingPathComponent($0).path }
    try folder.file("text.png", "hello")
    try folder.file("empty.png", "")
    try folder.file("signature.png", good.prefix(8))
    try folder.file("huge.png", huge)
    try folder.file("damaged.png", damaged)
    try folder.file("half.png", good.prefix(good.count / 2))
    try folder.file("folder/x", "")
    #expect(
      message(path("missing.png")) == "missing.png: there is no such file")
    #expect(message(path("folder")).hasPrefix("folder: "))
    #expect(message(path("text.png")) == "text.png: not a PNG picture")
    #expect(message(path("empty.png")) == "empty.png: not a PNG picture")
    #expect(message(path("signature.png")) == "signature.png: the PNG is damaged (it ends in its head)")
    #expect(message(path("huge.png")).hasPrefix("huge.png: 2147483647 × 2147483647 pixels are too many"))
    #expect(
      message(path("damaged.png"))
        == "damaged.png: the PNG is damaged (its IDAT chunk is damaged (the checksum differs))")
    #expect(message(path("half.png")) == "half.png: the PNG is damaged (it ends early)")
  }

  @Test("No cut of a picture does worse than an error")
  func cuts() throws {
    let good = try PNG.encode(picture())
    for length in 0..<good.count { _ = try? PNG.decode(good.prefix(length), path: "cut") }
  }

  @Test("No flipped byte of a picture does worse than an error", arguments: Seeds.list(default: 300))
  func mutations(seed: UInt64) throws {
    let good = try PNG.encode(picture())
    var random = SeededGenerator(seed: seed)
    var bytes = good
    for _ in 0..<random.int(in: 1...4) {
      bytes[random.int(in: 0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
    }
    _ = try? PNG.decode(bytes, path: "seed \(seed)")
  }

  @Test("A picture without pixels, and a place that cannot be written, are errors and leave no file")
  func writeErrors() throws {
    let folder = try ScratchFolder()
    let path = folder.url.appendingPathComponent("no/such/a.png").path
    #expect(throws: DrawingError.self) { try PNG.write(picture(), to: path) }
    #expect(throws: DrawingError.output(reason: "it has no pixels (0 × 4)")) {
      try PNG.write(Bitmap(width: 0, height: 4), to: folder.url.appendingPathComponent("b.png").path)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test("The resolution is in the file where one is given, which stays whole")
  func resolution() throws {
    let data = try PNG.encode(picture(), dotsPerInch: 300)
    let bytes = [UInt8](data)
    // 300 dots per inch are 11,811 a meter: 0x2E23.
    let chunk: [UInt8] = [0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73, 0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1]
    #expect(Array(bytes[33..<50]) == chunk)
    #expect(try PNG.decode(data, path: "a.png") == picture())
    #expect(try PNG.encode(picture()).count == bytes.count - 21)
    for senseless in [1e-9, 1e300, .infinity, -4, .nan] as [Double] {
      #expect(try PNG.decode(PNG.encode(picture(), dotsPerInch: senseless), path: "a.png") == picture())
    }
  }
}

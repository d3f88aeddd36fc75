import Foundation
import Testing
import TumbleDrawing
import TumbleTestSupport

@Suite("tumble test, of pictures")
struct ExpectedPictureTests {
  private var tumble = RunProgram("tumble")
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    tumble.folder = scratch.url
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("levels/pictures"), withIntermediateDirectories: true)
    try write()
    let made = try tumble("snapshot", "levels/fall.yaml", "--at", "200ms", "-o", "levels/pictures/fall.png")
    #expect(made.code == 0, "\(made.errors)")
  }

  /// A crate that falls, and what its picture after 200 ms must be.
  private func write(x: Double = 150, _ keys: String = "", file: String = "pictures/fall.png") throws {
    try scratch.file(
      "levels/fall.yaml",
      """
      tumble: 1
      bodies: [{id: crate, at: [\(x), 200], box: [64, 64], texture: crate}, {id: floor, kind: static, line: [[0, 4], [300, 4]]}]
      expect: [{id: look, check: picture, file: \(file), at: 200 ms\(keys)}]
      """)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent(name).path)
  }

  @Test("`tumble test` draws the view that a picture was made of, and writes nothing")
  func same() throws {
    let result = try tumble("test", "levels/")
    #expect(
      result.code == 0 && result.text.hasPrefix("ok    fall: 1 met\n"), "\(result.text)\(result.errors)")
    #expect(!exists("test-pictures"))
  }

  @Test("`tumble test` says how much of a picture differs, and writes what was drawn and the difference")
  func differs() throws {
    try write(x: 160)
    let result = try tumble("test", "levels/fall.yaml", "--pictures", "out/of/order")
    #expect(result.code == 1)
    let expected = "fall.yaml:3:15: look: expected picture pictures/fall.png at 0.2 s"
    #expect(result.text.contains(expected), "\(result.text)")
    #expect(result.text.contains(" % of the pixels differ, the most by "))
    #expect(
      result.text.contains("see out/of/order/fall-look-difference.png and out/of/order/fall-look-seen.png"))
    let difference = try PNG.read(
      scratch.url.appendingPathComponent("out/of/order/fall-look-difference.png").path)
    let seen = try PNG.read(scratch.url.appendingPathComponent("out/of/order/fall-look-seen.png").path)
    #expect(difference.width == seen.width && difference.height == seen.height)
    let red = difference.pixels.filter { $0 & 0xFFFF == 0 && $0 >> 16 & 0xFF >= 128 }.count
    let part = Double(red) / Double(difference.pixels.count)
    #expect(part > 0.001 && part < 0.2, "\(part)")
    // What was drawn is what a picture of it would be.
    let made = try tumble("snapshot", "levels/fall.yaml", "--at", "200ms", "-o", "again.png")
    #expect(made.code == 0)
    #expect(try PNG.read(scratch.url.appendingPathComponent("again.png").path) == seen)
  }

  @Test("`tumble test` is as strict about a picture as it is told to be")
  func tolerance() throws {
    try write(x: 160, ", tolerance: 50 %")
    #expect(try tumble("test", "levels/fall.yaml").code == 0)
    try write(x: 160, ", threshold: 255")
    #expect(try tumble("test", "levels/fall.yaml").code == 0)
    try write(x: 151, ", tolerance: 0, threshold: 0")
    #expect(try tumble("test", "levels/fall.yaml").code == 1)
  }

  @Test(
    "`tumble test` says where a picture is missing, and keeps what would be it; one outside of the folder is not read"
  )
  func missing() throws {
    try write(file: "pictures/none.png")
    let result = try tumble("test", "levels/fall.yaml")
    #expect(result.code == 1 && result.text.contains("levels/pictures/none.png: there is no such file"))
    #expect(result.text.contains("what was drawn is in test-pictures/fall-look-seen.png"), "\(result.text)")
    #expect(exists("test-pictures/fall-look-seen.png"))
    try FileManager.default.copyItem(
      at: scratch.url.appendingPathComponent("levels/pictures/fall.png"),
      to: scratch.url.appendingPathComponent("outside.png"))
    try write(file: "../outside.png")
    let outside = try tumble("test", "levels/fall.yaml")
    #expect(outside.code == 1 && outside.text.contains("../outside.png: "), "\(outside.text)")
  }

  @Test("Pictures of two scenes of one name are files of their own")
  func sameName() throws {
    try write(x: 160)
    for folder in ["one", "two"] {
      try FileManager.default.createDirectory(
        at: scratch.url.appendingPathComponent(folder), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: scratch.url.appendingPathComponent("levels"),
        to: scratch.url.appendingPathComponent("\(folder)/levels"))
    }
    let result = try tumble("test", "one/levels/fall.yaml", "two/levels/fall.yaml", "--pictures", "out")
    #expect(result.code == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.url.appendingPathComponent("out").path)
        .sorted() == [
          "fall-2-look-difference.png", "fall-2-look-seen.png", "fall-look-difference.png",
          "fall-look-seen.png",
        ], "\(result.text)")
  }
}

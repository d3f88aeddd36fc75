import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("The library")
struct SceneLibraryTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("mine/crates.yaml", "tumble: 1\ntitle: Mine\n")
    try scratch.file("theirs/crates.yaml", "tumble: 1\ntitle: Theirs\n")
    try scratch.file("theirs/shower.yaml", "tumble: 1\ntitle: Shower\n")
    library = SceneLibrary(
      folders: [scratch.url.appendingPathComponent("mine"), scratch.url.appendingPathComponent("theirs")],
      assets: scratch.url)
  }

  @Test("The library takes a scene from the first folder that has it, and lists each name once")
  func order() throws {
    #expect(try library.scene("crates").title == "Mine")
    #expect(try library.scene("shower").title == "Shower")
    #expect(library.names() == ["crates", "shower"])
  }

  @Test("The library reads a file by its path, and calls the scene by the file's name")
  func byPath() throws {
    let scene = try library.scene(scratch.path("theirs/crates.yaml"))
    #expect(scene.title == "Theirs")
    #expect(scene.name == "crates")
    try scratch.file("scene.json", #"{"tumble": 1, "title": "J", "world": {"rate": "60 Hz"}}"#)
    #expect(try library.scene(scratch.path("scene.json")).world.rate == 60)
  }

  @Test(
    "The library takes files that desktops know by their ends for scenes: by their names and by their paths")
  func ofDesktops() throws {
    try scratch.file("mine/door.tumble.yaml", "tumble: 1\ntitle: Door\n")
    try scratch.file("theirs/door.yaml", "tumble: 1\ntitle: Other\n")
    try scratch.file("gate.tumble", "tumble: 1\ntitle: Gate\n")
    #expect(try library.scene("door").title == "Door")
    #expect(library.names() == ["crates", "door", "shower"])
    let door = try library.scene(scratch.path("mine/door.tumble.yaml"))
    #expect(door.title == "Door" && door.name == "door")
    #expect(try library.scene(scratch.path("gate.tumble")).title == "Gate")
    #expect(DroppedFile(scratch.path("gate.tumble")) == .scene(path: scratch.path("gate.tumble")))
  }

  @Test("The library lists the names and the nearest for an unknown one")
  func unknown() {
    let error = #expect(throws: SceneError.self) { try library.scene("crate") }
    guard case .unknownScene(_, _, let names, let nearest)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(names == ["crates", "shower"])
    #expect(nearest == "crates")
    #expect(error?.description.contains("did you mean 'crates'?") == true)
  }

  @Test(
    "The library refuses a name that leads elsewhere",
    arguments: ["../crates", "../../etc/passwd", "mine/crates", "..", ".", "", "a\\b", "/etc/passwd", "a\nb"])
  func badNames(name: String) {
    let error = #expect(throws: SceneError.self) { try library.scene(name) }
    #expect(error == .badName(name))
    #expect(error?.description.contains("\n") == false)
  }

  @Test(
    "The library refuses a path whose name has a control character, in one line, before it is read",
    arguments: ["a\nb.yaml", "x/a\tb.tumble", "a\u{85}b.json", "\u{7F}.yml"])
  func controlCharacters(path: String) {
    let error = #expect(throws: SceneError.self) { try library.read(path) }
    #expect(error?.description.contains("a scene's name has no control character") == true)
    #expect(error?.description.unicodeScalars.contains { $0.properties.generalCategory == .control } == false)
  }

  @Test("The library finds the packaged scenes and pictures from any folder")
  func packaged() throws {
    let library = try SceneLibrary(scenes: scratch.url.path)
    #expect(library.names().contains("pyramid"))
    #expect(try library.scene("crates").bodies.count == 6)
    #expect(throws: SceneError.unreadable(path: "/nowhere", reason: "there is no such folder of scenes")) {
      try SceneLibrary(scenes: "/nowhere")
    }
  }

  // MARK: - Files that are none

  private func reason(_ path: String) -> String? {
    do {
      _ = try library.read(path)
      return nil
    } catch SceneError.unreadable(_, let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test("The library never waits for a pipe or a device, and says what stands in the way")
  func notFiles() throws {
    #expect(mkfifo(scratch.path("pipe.yaml"), 0o600) == 0)
    #expect(reason(scratch.path("pipe.yaml")) == "it is a pipe, not a file")
    try FileManager.default.createDirectory(
      atPath: scratch.path("folder.yaml"), withIntermediateDirectories: true)
    #expect(reason(scratch.path("folder.yaml")) == "it is a folder")
    #expect(symlink("/dev/zero", scratch.path("zero.yaml")) == 0)
    #expect(reason(scratch.path("zero.yaml")) == "it is a device, not a file")
    #expect(symlink("/dev/tty", scratch.path("tty.yaml")) == 0)
    #expect(reason(scratch.path("tty.yaml")).map { $0.hasPrefix("it is") } == true)
    #expect(symlink(scratch.path("loop.yaml"), scratch.path("loop.yaml")) == 0)
    #expect(reason(scratch.path("loop.yaml")) == "it is a link that leads to itself")
    #expect(reason(scratch.path("nothing.yaml")) == "there is no such file")
    #expect(reason(scratch.path("mine/crates.yaml/x.yaml")) == "there is no such file")
  }

  @Test("The library says that a file may not be read", .enabled(if: geteuid() != 0))
  func noPermission() throws {
    let url = try scratch.file("secret.yaml", "tumble: 1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
    #expect(reason(url.path) == "it may not be read")
  }

  @Test("The library refuses a large file without reading it")
  func large() throws {
    let url = try scratch.file("large.yaml", Data())
    // A hole of a terabyte takes no room, and would take for ever to read.
    #expect(truncate(url.path, 1 << 40) == 0)
    #expect(reason(url.path)?.hasPrefix("it has 1099511627776 bytes") == true)
  }

  @Test("The library does not follow a link out of its folder by name")
  func link() throws {
    let outside = try scratch.file("outside.yaml", "tumble: 1\n")
    #expect(symlink(outside.path, scratch.path("mine/link.yaml")) == 0)
    #expect(reason("link")?.contains("leads out of") == true)
    #expect(symlink("crates.yaml", scratch.path("mine/inside.yaml")) == 0)
    #expect(try library.scene("inside").title == "Mine")
  }

  // MARK: - Pictures

  private func texture(_ name: String) throws -> [String] {
    try scratch.file("mine/t.yaml", "tumble: 1\nbodies: [{id: a, box: [9, 9], texture: \(name)}]\n")
    return try library.read("t").diagnostics.map(\.message)
  }

  /// One whose chunks are whole; its pixels are none.
  private func png(width: UInt32, height: UInt32) -> Data {
    func bytes(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + content
      let sum = body.reduce(UInt32.max) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
      }
      return bytes(UInt32(content.count)) + body + bytes(~sum)
    }
    return Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + chunk("IHDR", bytes(width) + bytes(height) + [8, 6, 0, 0, 0]) + chunk("IDAT", [0])
        + chunk("IEND", []))
  }

  @Test("The library looks for pictures beside the scene, then among its own, and whether they are whole")
  func pictures() throws {
    let ball = try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("ball.png"))
    try scratch.file("mine/good.png", ball)
    #expect(try texture("good") == [])
    #expect(try library.scene("t").bodies[0].texture?.path == scratch.path("mine/good.png"))
    try scratch.file("own.png", ball)
    #expect(try texture("own") == [])
    #expect(try texture("goood") == ["there is no picture named 'goood'"])
    try scratch.file("mine/text.png", "not a picture")
    #expect(try texture("text") == ["the picture 'text' cannot be used: it is no PNG"])
    try scratch.file("mine/short.png", png(width: 9, height: 9).prefix(20))
    #expect(try texture("short") == ["the picture 'short' cannot be used: its header is cut off or broken"])
    var damaged = ball
    damaged[ball.count / 2] ^= 1
    try scratch.file("mine/damaged.png", damaged)
    #expect(
      try texture("damaged") == [
        "the picture 'damaged' cannot be used: its IDAT chunk is damaged (the checksum differs)"
      ])
    try scratch.file("mine/huge.png", png(width: 100_000, height: 100_000))
    #expect(try texture("huge").first?.contains("100000 × 100000 pixels") == true)
    try scratch.file("mine/none.png", png(width: 0, height: 5))
    #expect(try texture("none").first?.contains("0 × 5 pixels") == true)
    #expect(mkfifo(scratch.path("mine/pipe.png"), 0o600) == 0)
    #expect(try texture("pipe") == ["the picture 'pipe' cannot be used: it is a pipe, not a file"])
    #expect(symlink("/etc/hostname", scratch.path("mine/out.png")) == 0)
    #expect(try texture("out").first?.contains("leads out of") == true)
  }

  /// A JPEG by its structure: a frame of a size, one scan, and an end where that is wanted.
  private func jpeg(width: Int, height: Int, isWhole: Bool = true) -> Data {
    func bytes(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
    let frame: [UInt8] = [0xFF, 0xC0] + bytes(11) + [8] + bytes(height) + bytes(width) + [1, 1, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA] + bytes(8) + [1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0x00, 0x56]
    return Data([0xFF, 0xD8] + frame + scan + (isWhole ? [0xFF, 0xD9] : []))
  }

  @Test(
    "The library takes JPEG files too, by either ending and behind PNG files, and refuses what is broken or too large"
  )
  func jpegs() throws {
    try scratch.file("mine/photo.jpg", jpeg(width: 40, height: 30))
    try scratch.file("mine/other.jpeg", jpeg(width: 40, height: 30))
    #expect(try texture("photo") == [])
    #expect(try texture("other") == [])
    #expect(try texture("photoo") == ["there is no picture named 'photoo'"])
    try scratch.file("mine/photo.png", png(width: 9, height: 9))
    #expect(try texture("photo") == [])
    #expect(try library.scene("t").bodies[0].texture?.path == scratch.path("mine/photo.png"))
    try scratch.file("mine/text.jpg", "not a picture")
    #expect(try texture("text") == ["the picture 'text' cannot be used: it is no JPEG"])
    try scratch.file("mine/half.jpg", jpeg(width: 40, height: 30, isWhole: false))
    #expect(try texture("half") == ["the picture 'half' cannot be used: it ends early"])
    try scratch.file("mine/bomb.jpg", jpeg(width: 65_500, height: 65_500))
    #expect(try texture("bomb").first?.contains("65500 × 65500 pixels") == true)
    // Where the size comes late there is no more of it to be read than its limit.
    let comment = Data([0xFF, 0xFE, 0xFF, 0xFF]) + Data(count: 0xFFFD)
    let good = jpeg(width: 40, height: 30)
    try scratch.file("mine/late.jpg", good.prefix(2) + comment + comment + comment + good.dropFirst(2))
    #expect(try texture("late") == [])
  }

  @Test(
    "A repeater's copies have pictures by their numbers, also those that Tumble draws; the first missing one is told"
  )
  func numbered() throws {
    func read(_ texture: String, _ count: Int) throws -> [String] {
      try scratch.file(
        "mine/t.yaml",
        """
        tumble: 1
        bodies: [{id: b, kind: static, box: [9, 9], texture: "\(texture)", repeat: {stack: {count: \(count)}}}]
        """)
      let outcome = try library.read("t")
      return outcome.diagnostics.map(\.message)
        + (outcome.scene?.bodies.compactMap { $0.texture?.name } ?? [])
    }
    #expect(try read("@landscape-#", 3) == ["@landscape-1", "@landscape-2", "@landscape-3"])
    #expect(try read("@landscape-#", 999).count == 999)
    #expect(try read("@landscape-#", 1001) == ["there is no picture named '@landscape-1000'"])
    for number in 1...2 { try scratch.file("mine/p\(number).jpg", jpeg(width: 8, height: 8)) }
    #expect(try read("p#", 2) == ["p1", "p2"])
    #expect(try read("p#", 4) == ["there is no picture named 'p3'"])
    // Without a repeater it is a character as any other.
    #expect(try texture("p#") == ["there is no picture named 'p#'"])
    for name in ["@landscape-0", "@landscape-01", "@landscape-+1", "@landscape-", "@portrait-1"] {
      #expect(try texture("'\(name)'") == ["there is no picture named '\(name)'"])
    }
    #expect(try texture("'@landscape-999'") == [])
  }

  @Test("The library takes pictures as long as they are few enough together, each counted once")
  func manyPictures() throws {
    let ball = try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("ball.png"))
    let size = 256 * 256
    for index in 0..<5 { try scratch.file("mine/p\(index).png", ball) }
    func errors(_ textures: [Int]) throws -> [String] {
      let bodies = textures.enumerated().map { "{id: b\($0), kind: static, box: [9, 9], texture: p\($1)}" }
      try scratch.file("mine/t.yaml", "tumble: 1\nbodies: [\(bodies.joined(separator: ", "))]\n")
      var library = library
      library.limits.allPixels = 3 * size
      return try library.read("t").diagnostics.map(\.message)
    }
    #expect(try errors([0, 1, 2]) == [])
    #expect(try errors([0, 1, 0, 1, 0, 1, 2]) == [])
    #expect(
      try errors([0, 1, 2, 3]) == [
        "the picture 'p3' cannot be used: with it the scene's pictures have \(4 * size) pixels together, and \(3 * size) are the most"
      ])
  }
}

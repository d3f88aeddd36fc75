import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("A person's folders")
struct UserFoldersTests {
  @Test("A person's folders are where the variables say, else in the home folder")
  func places() {
    let plain = UserFolders(environment: ["HOME": "/home/ann"])
    #expect(plain.config == "/home/ann/.config/tumble")
    #expect(plain.state == "/home/ann/.local/state/tumble")
    #expect(plain.cache == "/home/ann/.cache/tumble")
    #expect(plain.scenes == "/home/ann/.local/share/tumble/scenes")
    #expect(UserFolders(environment: ["XDG_DATA_HOME": "/d"]).scenes == "/d/tumble/scenes")
    let own = UserFolders(environment: [
      "HOME": "/home/ann", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k",
    ])
    #expect((own.config, own.state, own.cache) == ("/c/tumble", "/s/tumble", "/k/tumble"))
  }

  @Test("A person's folders are not where a variable is empty or relative, and nowhere without a home")
  func missing() {
    let folders = UserFolders(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "cache"])
    #expect((folders.config, folders.cache) == ("/h/.config/tumble", "/h/.cache/tumble"))
    #expect(UserFolders(environment: ["HOME": "here"]) == .none)
    #expect(UserFolders(environment: ["XDG_STATE_HOME": "/s"]).state == "/s/tumble")
    #expect(UserFolders(environment: [:]).state == nil)
  }

  @Test("A person's folders are made, for nobody else, and refused where others may write into them")
  func privacy() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.path + "/a/b/tumble"
    _ = try PrivateFolder(path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    chmod(path, 0o777)
    let error = #expect(throws: OutputError.self) { try PrivateFolder(path) }
    #expect("\(try #require(error))".contains("can be written by other users"))
    try scratch.file("file", "x")
    #expect(throws: OutputError.self) { try PrivateFolder(scratch.url.path + "/file") }
  }
}

@Suite("A cache of pictures")
struct PictureCacheTests {
  private let scratch: ScratchFolder
  private var folder: String { scratch.url.path + "/thumbnails" }

  init() throws { scratch = try ScratchFolder() }

  /// A whole PNG file of a size.
  private func picture(_ count: Int = 0) -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      var sum: UInt32 = ~0
      for byte in body {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
      }
      func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      }
      return bytes(UInt32(data.count)) + body + bytes(~sum)
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + chunk("IDAT", [UInt8](repeating: 1, count: count))
      + chunk("IEND", [])
  }

  private func digest(_ text: String) -> ContentDigest { ContentDigest(text.utf8) }

  @Test("A cache of pictures gives back what was kept, by the digest of what it shows")
  func keeps() throws {
    let cache = try PictureCache(folder: folder)
    #expect(cache.picture(digest("a")) == nil)
    try cache.keep(picture(), for: digest("a"))
    #expect(cache.picture(digest("a")) == picture())
    #expect(try PictureCache(folder: folder).picture(digest("a")) == picture())
    #expect(cache.picture(digest("b")) == nil)
  }

  @Test("A cache of pictures knows the digest of its authors' examples")
  func digests() {
    #expect(digest("").text == "6c62272e07bb014262b821756295c58d")
    #expect(digest("a").text == "d228cb696f1a8caf78912b704e4a8964")
    #expect(digest("foobar").text == "343e1662793c64bf6f0d3597ba446f18")
  }

  @Test(
    "A cache of pictures has no picture where the file is damaged, cut off, a link or too large, and takes a new one"
  )
  func damage() throws {
    let cache = try PictureCache(folder: folder)
    let path = folder + "/" + digest("a").text + ".png"
    var broken = picture()
    broken[40] ^= 1
    for bytes in [broken, Array(picture().dropLast(3)), [], [UInt8](repeating: 0, count: 1 << 21)] {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(cache.picture(digest("a")) == nil)
      try cache.keep(picture(), for: digest("a"))
      #expect(cache.picture(digest("a")) == picture())
    }
    let elsewhere = try scratch.file("elsewhere.png", Data(picture(5)))
    unlink(path)
    symlink(elsewhere.path, path)
    #expect(cache.picture(digest("a")) == nil)
    try cache.keep(picture(), for: digest("a"))
    #expect(try Data(contentsOf: elsewhere) == Data(picture(5)))
    #expect(cache.picture(digest("a")) == picture())
  }

  @Test("A cache of pictures lets go of what was not used for longest when it has more than it may")
  func bound() throws {
    let cache = try PictureCache(folder: folder, maxBytes: 3_500)
    for (number, name) in ["a", "b", "c"].enumerated() {
      try cache.keep(picture(1_000), for: digest(name))
      // Written in this order, whatever the file system's clock can tell apart.
      var times = [timespec(tv_sec: number + 1, tv_nsec: 0), timespec(tv_sec: number + 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, folder + "/" + digest(name).text + ".png", &times, 0)
    }
    #expect(cache.picture(digest("a")) != nil)
    try cache.keep(picture(1_000), for: digest("d"))
    #expect(cache.picture(digest("b")) == nil)
    #expect(["a", "c", "d"].allSatisfy { cache.picture(digest($0)) != nil })
  }
}

import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("The scenes to choose from")
struct SceneListingTests {
  private static func entries(_ names: [(String, String)]) -> SceneListing {
    SceneListing(
      names.map { .init(name: $0.0, path: "/s/\($0.0).yaml", title: $0.1, note: "", isPackaged: false) })
  }

  private static let some = entries([
    ("bounce", "A ball bounces by the book"), ("bridge", "A rope bridge"), ("crate", "A crate falls"),
    ("crates", "Crates in a box"), ("newtons-cradle", "Newton's cradle"), ("wrecking-ball", "Höhenflug"),
  ])

  @Test(
    "Listed scenes are found by the beginning of a name first, then of a word, then by letters in their order",
    arguments: [
      ("crate", ["crate", "crates"]), ("crates", ["crates", "crate"]),
      ("cra", ["crate", "crates", "newtons-cradle"]),
      ("cradle", ["newtons-cradle"]), ("ball", ["wrecking-ball", "bounce"]), ("nwc", ["newtons-cradle"]),
      ("wball", ["wrecking-ball"]), ("BOX", ["crates"]), ("hohen", ["wrecking-ball"]), ("xyz", []),
      ("box crates", ["crates"]), ("crates box", ["crates"]), ("book ball", ["bounce"]),
      ("", ["bounce", "bridge", "crate", "crates", "newtons-cradle", "wrecking-ball"]),
      (" ", ["bounce", "bridge", "crate", "crates", "newtons-cradle", "wrecking-ball"]),
    ])
  func search(text: String, expected: [String]) {
    #expect(Self.some.matching(text).map(\.name) == expected)
  }

  @Test("Listed scenes that fit alike stay in their order")
  func stable() {
    let listing = Self.entries([("b1", ""), ("a1", ""), ("b2", ""), ("a2", "")])
    #expect(listing.matching("1").map(\.name) == ["b1", "a1"])
    #expect(listing.matching("a").map(\.name) == ["a1", "a2"])
  }

  @Test(
    "A search scores a whole name above its beginning, that above a word's, that above a middle, that above scattered letters"
  )
  func tiers() throws {
    let search = FuzzySearch("ball")
    let texts = ["ball", "ballet", "a ball", "football", "b-a-l-l", "bag full"]
    let scores = try texts.dropLast().map { try #require(search.score($0)) }
    #expect(scores == scores.sorted(by: >))
    #expect(try #require(search.score("bag full")) < scores[3])
    #expect(search.score("bal") == nil)
    #expect(FuzzySearch("").score("anything") != nil)
    #expect(FuzzySearch("aaaaaaaaaaaaaaaaaaaa").score(String(repeating: "a", count: 100_000)) != nil)
  }

  @Test(
    "Listed scenes are not found by letters scattered over them",
    arguments: [
      // Typed: what it should not find, and what it should.
      ("rope", "Boxes thrown on a spring, never", "A rope bridge"),
      ("gear", "Engines are fun", "Gears and chains"),
      ("ramp", "a room for jumps", "ramp"), ("cart", "Crates in a box, a tower", "Soapbox carts"),
      ("seesaw", "Springs and dominoes, useful machines", "See-saw"),
      ("pendulum", "Springs and dominoes, useful machines", "Two pendulums"),
    ])
  func scattered(search: String, other: String, wanted: String) {
    let search = FuzzySearch(search)
    #expect(search.score(other) == nil)
    #expect(search.score(wanted) != nil)
  }

  @Test("Listed scenes have the one before and the one after, round the ends")
  func neighbours() {
    #expect(Self.some.neighbour(of: "/s/crate.yaml", by: 1)?.name == "crates")
    #expect(Self.some.neighbour(of: "/s/crate.yaml", by: -1)?.name == "bridge")
    #expect(Self.some.neighbour(of: "/s/wrecking-ball.yaml", by: 1)?.name == "bounce")
    #expect(Self.some.neighbour(of: "/s/bounce.yaml", by: -1)?.name == "wrecking-ball")
    #expect(Self.some.neighbour(of: "/elsewhere.yaml", by: 1)?.name == "bounce")
    #expect(Self.some.neighbour(of: "/elsewhere.yaml", by: -1)?.name == "wrecking-ball")
    #expect(Self.entries([("one", "")]).neighbour(of: "/s/one.yaml", by: 1) == nil)
    #expect(Self.entries([]).neighbour(of: "/s/one.yaml", by: 1) == nil)
  }

  @Test("Listed scenes are those of each folder, with title and note, and broken ones without")
  func folders() throws {
    let scratch = try ScratchFolder()
    try scratch.file("own/b.yaml", "tumble: 1\ntitle: Bee\nnote: |\n  Two\n  lines\n")
    try scratch.file("own/a.yaml", "tumble: [")
    try scratch.file("own/notes.txt", "no scene")
    try scratch.file("shared/b.yaml", "tumble: 1\n")
    symlink("/etc/passwd", scratch.url.path + "/own/c.yaml")
    mkfifo(scratch.url.path + "/own/d.yaml", 0o600)
    let library = SceneLibrary(
      folders: ["own", "missing", "shared", "own"].map { scratch.url.appendingPathComponent($0) },
      assets: scratch.url)
    let listing = SceneListing(library)
    #expect(listing.entries.map(\.name) == ["a", "b", "c", "d", "b"])
    #expect(listing.entries.map(\.title) == ["", "Bee", "", "", ""])
    #expect(listing.entries[1].note.hasPrefix("Two"))
    #expect(SceneListing(library, limit: 2).entries.map(\.name) == ["a", "b"])
    #expect(SceneListing(library, limit: 2).omitted == 2)
    let shipped = SceneListing(ShippedScenesTests.library)
    #expect(shipped.entries.map(\.name) == ShippedScenesTests.library.names())
    #expect(shipped.entries.allSatisfy { !$0.title.isEmpty })
  }

  @Test("Scenes and recordings may be dropped on the window; other files are refused with the reason")
  func dropped() throws {
    let scratch = try ScratchFolder()
    func drop(_ name: String, _ content: String) throws -> DroppedFile {
      DroppedFile(try scratch.file(name, content).path)
    }
    #expect(try drop("a.yaml", "tumble: 1") == .scene(path: scratch.url.path + "/a.yaml"))
    #expect(try drop("a.JSON", "{}") == .scene(path: scratch.url.path + "/a.JSON"))
    #expect(
      try drop("a.jsonl", "{\"tumble\":\"recording\",\"format\":1}")
        == .recording(path: scratch.url.path + "/a.jsonl"))
    for (name, content, word) in [
      ("b.jsonl", "{}", "no recording"), ("c.png", "", "not a scene"), ("d.yaml", "a\u{0}b", "no text"),
    ] {
      guard case .refused(let reason) = try drop(name, content) else {
        Issue.record("\(name) was taken")
        continue
      }
      #expect(reason.contains(word), "\(reason)")
    }
    #expect(DroppedFile(scratch.url.path) != .scene(path: scratch.url.path))
    guard case .refused(let reason) = DroppedFile("/nowhere/a.yaml") else { return }
    #expect(reason == "'a.yaml' cannot be opened: there is no such file")
  }
}

import Foundation
import Testing
import TumbleTestSupport

@Suite("Web pages from the command line")
struct ExportTests {
  private let folder: ScratchFolder
  private var tumble = RunProgram("tumble")

  init() throws {
    folder = try ScratchFolder()
    tumble.folder = folder.url
  }

  private func run(_ page: Data) throws -> [String: Any] { try ExportedPage.run(of: page).tree }

  @Test("Exported pages hold a minute of the crates in less than 1 MB, the same bytes each time")
  func minute() throws {
    let result = try tumble("export", "crates", "--duration", "1min", "-o", "a.html")
    #expect(result.code == 0 && result.output.isEmpty, "\(result.errors)")
    #expect(result.errors.hasPrefix("a.html: "))
    #expect(result.errors.contains("7201 poses of 35 bodies, 120 per second"), "\(result.errors)")
    let page = try folder.bytes("a.html")
    #expect(page.count < 1_000_000)
    let second = try tumble("export", "crates", "--duration", "60", "-o", "-", "--quiet")
    #expect(second.code == 0 && second.errors.isEmpty, "\(second.errors)")
    #expect(second.output == page)
    #expect(try folder.names() == ["a.html"])
    let run = try run(page)
    #expect(run["frames"] as? Int == 7201 && run["rate"] as? Int == 120 && run["stride"] as? Int == 1)
    #expect((run["graphs"] as? [[String: Any]])?.first?["title"] as? String == "Energy")
  }

  @Test("Exported pages begin, end and sample where they are told to")
  func part() throws {
    let result = try tumble(
      "export", "crates", "--from", "0.5", "--duration", "1", "--rate", "50", "--channels",
      "crate1.y,crate2.y",
      "--theme", "dark", "-o", "a.html")
    #expect(result.code == 0, "\(result.errors)")
    let run = try run(try folder.bytes("a.html"))
    // 50 poses per second of 120 steps: every second step.
    #expect(run["firstStep"] as? Int == 60 && run["stride"] as? Int == 2 && run["frames"] as? Int == 61)
    #expect(run["theme"] as? String == "dark" && run["channels"] as? Int == 2)
    _ = try tumble("export", "crates", "--duration", "1", "--channels", " none ", "-o", "b.html")
    #expect((try self.run(try folder.bytes("b.html"))["graphs"] as? [Any])?.isEmpty == true)
  }

  @Test("Exported pages show particles and scenery, and say of neither that it is left out")
  func marks() throws {
    for (scene, kind) in [("fireworks", "particles"), ("arch", "sprite")] {
      let result = try tumble("export", scene, "--duration", "0.5", "-o", "a.html")
      #expect(result.code == 0 && !result.errors.contains("warning"), "\(result.errors)")
      let marks = try #require(try run(try folder.bytes("a.html"))["marks"] as? [[String: Any]])
      // What stands still is a sprite without a body.
      #expect(marks.contains { $0["kind"] as? String == kind && $0["body"] == nil })
    }
  }

  @Test("Exported pages of recordings show what was done in them, to their end")
  func recordings() throws {
    let plain = try tumble("simulate", "crates", "--steps", "90", "--record", "plain.jsonl")
    #expect(plain.code == 0, "\(plain.errors)")
    let head = try #require(
      String(decoding: folder.bytes("plain.jsonl"), as: UTF8.self).split(separator: "\n").first)
    try folder.file(
      "r.jsonl", "\(head)\n{\"step\":10,\"tilt\":[2000,0]}\n{\"end\":90,\"lines\":3}\n")
    let result = try tumble("export", "--commands", "r.jsonl", "-o", "a.html")
    #expect(result.code == 0, "\(result.errors)")
    #expect(try run(try folder.bytes("a.html"))["frames"] as? Int == 91)
    _ = try tumble("export", "crates", "--duration", "0.75", "-o", "b.html")
    let (tilted, upright) = (try run(try folder.bytes("a.html")), try run(try folder.bytes("b.html")))
    #expect(upright["frames"] as? Int == 91 && tilted["data"] as? String != upright["data"] as? String)
  }

  @Test("Exported pages never take the place of what the run uses")
  func sparing() throws {
    try folder.file("skin.png", try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("ball.png")))
    try folder.file("mine.yaml", "tumble: 1\nbodies:\n  - {id: a, circle: 10, texture: skin}\n")
    for name in ["mine.yaml", "skin.png"] {
      let link = folder.url.appendingPathComponent("\(name).html").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: name)
      let before = try folder.bytes(name)
      let result = try tumble("export", "mine.yaml", "--duration", "0.1", "-o", "\(name).html")
      #expect(result.code == 1 && result.errors.contains("which this run uses too"), "\(result.errors)")
      #expect(try folder.bytes(name) == before)
    }
    #expect(try folder.names() == ["mine.yaml", "mine.yaml.html", "skin.png", "skin.png.html"])
  }

  @Test("Exported pages are written up to where bodies were lost, and the export fails")
  func lost() throws {
    try folder.file("bursting.yaml", BurstingScene.text)
    let result = try tumble("export", "bursting.yaml", "--duration", "1", "-o", "a.html")
    #expect(result.code == 1, "\(result.errors)")
    let bodies = try #require(try run(try folder.bytes("a.html"))["bodies"] as? [[String: Any]])
    #expect(bodies.count == 2 && (bodies[0]["frames"] as? [Int])?.first == 0)
  }

  @Test("Exported pages that are interrupted leave nothing behind", arguments: [SIGTERM, SIGINT])
  func interrupted(number: Int32) throws {
    let path = folder.url.appendingPathComponent("a.html").path
    let running = try RunProgram("tumble").start(["export", "crates", "--duration", "20000", "-o", path])
    try running.wait("for its file", in: folder.url) { try folder.names().isEmpty == false }
    running.signal(number)
    #expect(try running.end() == -number)
    #expect(try folder.names() == [])
  }

  @Test(
    "Exported pages refuse what makes no sense, and say what would",
    arguments: [
      (["--rate", "0"], "1 to 10000"), (["--from", "-1"], "--from"), (["--duration", "0"], "above 0"),
      (["--channels", "step.cost"], "running window"), (["--channels", "energy.total,"], "empty name"),
      (["--theme", "blue"], "light"), (["-o", "x.mp4"], ".html"), (["--duration", "1e9"], "at most"),
    ] as [([String], String)])
  func usage(arguments: [String], word: String) throws {
    let output = arguments[0] == "-o" ? [] : ["-o", "a.html"]
    let result = try tumble.run(["export", "crates"] + arguments + output)
    #expect(result.code == 64 && result.errors.contains(word), "\(result.errors)")
    #expect(try folder.names() == [])
  }
}

import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumblePanels
@testable import TumblePictureCommands
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Exporting in the window")
struct ExportTests {
  /// A window in which things were added at the start and later, and one was dragged.
  private static func played() throws -> WindowBench {
    let bench = try WindowBench()
    let (session, stage) = (bench.session, bench.window.stage)
    try bench.press("Space")
    try session.giveAtStart(
      .add(Scene.Body(id: "early", at: Vector(200, 200), .circle(radius: 15))), named: "add early")
    try bench.hand.waitForRerun()
    try bench.press("Space")
    try bench.hand.wait(frames: 20)
    let (start, end) = (stage.viewport.pixel(Vector(100, 40)), stage.viewport.pixel(Vector(180, 150)))
    try bench.hand.drag(from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 8)
    try bench.hand.wait(frames: 20)
    try bench.press("Space")
    try session.give(.add(Scene.Body(id: "late", at: Vector(320, 200), .circle(radius: 10))))
    try bench.hand.wait(frames: 3)
    #expect(session.log.count > 5 && session.world.steps > 40)
    #expect(session.world.snapshot["early"] != nil && session.world.snapshot["late"] != nil)
    return bench
  }

  private static func edit(_ bench: WindowBench, _ row: String, _ value: PropertyValue) {
    let path = "export." + row
    for action in [PanelAction.beginEdit(path: path), .edit(path: path, value), .endEdit(path: path)] {
      _ = bench.window.loop.export.perform(action)
    }
    bench.window.loop.renewStatus()
  }

  /// Exports what the card says, to the end.
  private static func export(_ bench: WindowBench) throws {
    #expect(bench.panels.export?.isReady == true, "\(String(describing: bench.panels.export))")
    _ = bench.window.loop.export.perform(PanelAction.export)
    bench.window.loop.export.work?.job.wait()
    try bench.hand.wait(frames: 3)
  }

  private static func bytes(_ bench: WindowBench, _ name: String) throws -> Data {
    try Data(contentsOf: bench.scratch.url.appendingPathComponent(name))
  }

  @Test(
    "Film, page, motion in each form and picture are what the commands write of the recording, byte for byte")
  func sameAsCommands() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let recording = bench.scratch.path("run.jsonl")
      try Data(bench.session.recording.bytes).write(to: URL(fileURLWithPath: recording))
      func compare(_ kind: ExportKind, _ name: WindowAction, _ ending: String, _ options: [String]) throws {
        let (window, command) = ("window-\(kind).\(ending)", "command-\(kind).\(ending)")
        if bench.panels.export == nil { _ = bench.window.loop.export.perform(name) }
        for option in options where option.hasPrefix("--") {
          let words = option.dropFirst(2).split(separator: "=").map(String.init)
          if words[0] == "as" {
            let forms = MotionCommand.forms
            let place = forms.firstIndex { $0.ending == ending && $0.arguments.last == words[1] }
            Self.edit(bench, "form", .choice(try #require(place)))
          } else {
            Self.edit(bench, words[0], .text(words[1]))
          }
        }
        Self.edit(bench, "name", .text(bench.scratch.path(window)))
        try Self.export(bench)
        #expect(bench.notice.hasPrefix("wrote \(window) into \(bench.scratch.url.path)"), "\(bench.notice)")
        let end = kind == .picture ? ["--steps=\(bench.session.world.steps)"] : []
        var written = try kind.command.parse(
          [recording, "--quiet", "--output", bench.scratch.path(command)] + options + end)
        try written.run()
        let (ours, theirs) = (try Self.bytes(bench, window), try Self.bytes(bench, command))
        #expect(!ours.isEmpty && ours == theirs, "\(kind) .\(ending): \(ours.count), \(theirs.count)")
        try FileManager.default.removeItem(atPath: bench.scratch.path(window))
      }
      try compare(.film, .exportFilm, "y4m", ["--size=96x72", "--rate=20"])
      // A card begins with what was chosen of the last.
      _ = bench.window.loop.export.perform(WindowAction.exportFilm)
      Self.edit(bench, "size", .text(""))
      try compare(.film, .exportFilm, "gif", ["--aspect=1:1", "--rate=5"])
      try compare(.page, .exportPage, "html", ["--rate=60"])
      for form in MotionCommand.forms {
        try compare(
          .motion, .exportMotion, form.ending, ["--as=\(form.arguments[1])", "--tolerance=0.5"])
      }
      try compare(.picture, .exportPicture, "png", ["--size=200x150"])
    }
  }

  @Test("The first moment has what was added at the start, and the last what was added there")
  func editsAtTheEnds() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      func picture(at seconds: Double?, _ name: String) throws -> Data {
        _ = bench.window.loop.export.perform(WindowAction.exportPicture)
        if let seconds { Self.edit(bench, "at", .number(seconds)) }
        Self.edit(bench, "name", .text(bench.scratch.path(name)))
        try Self.export(bench)
        return try Self.bytes(bench, name)
      }
      let start = try picture(at: 0, "start.png")
      let end = try picture(at: nil, "end.png")
      let loop = bench.window.loop
      bench.session.undo()
      try bench.hand.waitForRerun()
      #expect(bench.session.world.snapshot["late"] == nil)
      #expect(try picture(at: nil, "end-without.png") != end)
      while bench.session.canUndo {
        bench.session.undo()
        try bench.hand.waitForRerun()
      }
      #expect(loop.session.startScene.bodies.count == 3)
      #expect(try picture(at: 0, "start-without.png") != start)
    }
  }

  @Test("A film that is stopped leaves no file, and says so; so does a window that closes")
  func cancel() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let export = bench.window.loop.export
      func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.scratch.url.path).filter {
          $0.hasPrefix("long")
        }
      }
      for (ending, closes) in [("mp4", false), ("png-sequence", false), ("y4m", true), ("mp4", true)] {
        _ = export.perform(WindowAction.exportFilm)
        Self.edit(bench, "to", .number(60))
        Self.edit(bench, "name", .text(bench.scratch.path("long." + ending)))
        _ = export.perform(PanelAction.export)
        bench.window.loop.renewStatus()
        #expect(bench.panels.progress?.title == "Export film", "\(ending)")
        let job = try #require(export.work?.job)
        if closes {
          export.end()
        } else {
          #expect(bench.window.loop.obstacle(to: .stop) == nil)
          try bench.press("Ctrl+.")
          job.wait()
          try bench.hand.wait(frames: 3)
          #expect(bench.notice == "stopped: long.\(ending) was not written")
        }
        bench.window.loop.renewStatus()
        #expect(!export.isAtWork && bench.panels.progress == nil, "\(ending)")
        #expect(try files() == [], "\(ending)")
      }
    }
  }

  @Test("A name that cannot be written is told; one that is taken, and bad options, are refused on the card")
  func refusals() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let export = bench.window.loop.export
      func refusal(_ row: String) -> String? {
        bench.panels.export?.rows.first { $0.path == "export." + row }?.refusal
      }
      _ = export.perform(WindowAction.exportFilm)
      Self.edit(bench, "size", .text("wide"))
      #expect(refusal("size")?.contains("wide") == true)
      _ = export.perform(PanelAction.export)
      #expect(!export.isAtWork)
      Self.edit(bench, "size", .text(""))
      Self.edit(bench, "rate", .text("500"))
      #expect(refusal("rate")?.contains("from 1 to 240, not 500") == true)
      Self.edit(bench, "rate", .text(""))
      Self.edit(bench, "name", .text("film.avi"))
      #expect(refusal("name")?.contains(".mp4") == true)
      try bench.scratch.file("taken.gif", "mine")
      Self.edit(bench, "name", .text(bench.scratch.path("taken.gif")))
      #expect(refusal("name") == "there is a file of this name already")
      #expect(bench.panels.export?.path == bench.scratch.path("taken.gif"))
      _ = export.perform(WindowAction.exportMotion)
      Self.edit(bench, "name", .text("/nowhere/at/all.svg"))
      #expect(refusal("name") == "there is no folder /nowhere/at")
      let long = "/" + String(repeating: "n", count: 300) + ".svg"
      Self.edit(bench, "name", .text(long))
      try Self.export(bench)
      #expect(bench.notice.hasPrefix("the motion could not be written: cannot write \(long)"))
      #expect(try Self.bytes(bench, "taken.gif") == Data("mine".utf8))
      // The card is there again; once a file is written the failure is no news.
      #expect(bench.panels.export?.path == long)
      let folder = bench.scratch.path("shown")
      try bench.scratch.file("shown/other.txt", "")
      Self.edit(bench, "name", .text(folder + "/moved.svg"))
      try Self.export(bench)
      #expect(bench.notice.hasPrefix("wrote moved.svg into \(folder)"))
      try bench.hand.wait(frames: 300)
      #expect(!bench.notice.contains("could not be written"))
      _ = export.perform(WindowAction.exportMotion)
      Self.edit(bench, "name", .text("~/mine.svg"))
      #expect(bench.panels.export?.path == NSHomeDirectory() + "/mine.svg")
    }
  }

  @Test(
    "A picture shows the part of the world that the window shows, and all of the scene's view where it does")
  func seen() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      func view() -> PropertyControl? {
        bench.panels.export?.rows.first { $0.path == "export.view" }?.control
      }
      _ = bench.window.loop.export.perform(WindowAction.exportPicture)
      bench.window.loop.renewStatus()
      #expect(view() == .text(""))
      _ = bench.window.loop.export.perform(WindowAction.exportPicture)
      bench.hand.move(to: 300, 300)
      for _ in 0..<4 { bench.hand.turnWheel(0, 1) }
      try bench.hand.wait(frames: 20)
      _ = bench.window.loop.export.perform(WindowAction.exportPicture)
      bench.window.loop.renewStatus()
      guard case .text(let text)? = view() else {
        return #expect(Bool(false), "\(String(describing: view()))")
      }
      let numbers = text.split(separator: ",").compactMap { Double($0) }
      let seen = bench.window.stage.viewport.view
      #expect(numbers.count == 4)
      #expect(
        zip(numbers, [seen.min.x, seen.min.y, seen.width, seen.height]).allSatisfy { abs($0 - $1) < 0.001 })
      #expect(seen.width < bench.session.world.scene.view.rect.width)
    }
  }

  @Test("A folder that is chosen is the card's, and a name that is taken there becomes a free one")
  func folder() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let export = bench.window.loop.export
      func act(_ action: PanelAction) throws {
        for part in bench.window.loop.parts { if try part.perform(action) { break } }
        // What no panel asked for is shown a tenth of a second later.
        repeat { try bench.hand.wait(frames: 20) } while bench.panels.picker?.isReading == true
      }
      func choose(_ name: String) throws {
        try act(.chooseFolder(.export))
        #expect(bench.panels.picker?.isForSaving == true)
        let rows = try #require(bench.panels.picker?.rows)
        try act(.openScene(try #require(rows.first { $0.title == name }).path))
        try act(.useFolder)
        #expect(bench.panels.picker == nil)
      }
      try bench.scratch.file("films/first/film.mp4", "mine")
      _ = export.perform(WindowAction.exportFilm)
      Self.edit(bench, "name", .text(bench.scratch.path("film.mp4")))
      try choose("films")
      #expect(bench.panels.export?.path == bench.scratch.path("films/film.mp4"))
      try choose("first")
      #expect(bench.panels.export?.path == bench.scratch.path("films/first/first-film-1.mp4"))
      Self.edit(bench, "name", .text(""))
      #expect(bench.panels.export?.path == bench.scratch.path("films/first/first-film-1.mp4"))
      #expect(bench.panels.export?.isReady == true)
    }
  }

  @Test("A card begins with what was chosen of the last of its kind, but for the part of the world")
  func choices() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let export = bench.window.loop.export
      func values(_ action: WindowAction) throws -> [String: PropertyControl] {
        _ = export.perform(action)
        try bench.hand.wait(frames: 20)
        defer { _ = export.perform(.close(.export)) }
        let rows = try #require(bench.panels.export?.rows)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.label, $0.control) })
      }
      let before = try values(.exportPicture)
      _ = export.perform(WindowAction.exportPicture)
      for (row, value) in [
        ("size", PropertyValue.text("300x200")), ("bar", .choice(2)), ("view", .text("0,0,10,10")),
        ("name", .text(bench.scratch.path("mine.png"))),
      ] { Self.edit(bench, row, value) }
      try Self.export(bench)
      let after = try values(.exportPicture)
      #expect(after["size"] == .text("300x200"))
      #expect(after["bar"] == .choice(2, of: ["usual", "none", "title", "full"]))
      #expect(after["view"] == before["view"])
      #expect(after["name"] == .text(bench.scratch.path("first-picture-1.png")), "free, beside the last")
      #expect(after["theme"] == before["theme"])
      #expect(try values(.exportFilm)["size"] == .text(""), "another kind has its own")
      // Also of a card that was closed without a file. What is filled has no view of its own.
      let seen = bench.window.stage.viewport.pixel(Vector(100, 40))
      bench.hand.move(to: Int(seen.x), Int(seen.y))
      bench.hand.turnWheel(0, 3)
      try bench.hand.wait(frames: 3)
      #expect(try values(.exportPicture)["view"] != .text(""))
      for isFilled in [true, false] {
        _ = export.perform(WindowAction.exportPicture)
        Self.edit(bench, "view", .text(""))
        Self.edit(bench, "fill", .toggle(isFilled))
        _ = export.perform(.close(.export))
        let next = try values(.exportPicture)
        #expect(next["fill"] == .toggle(isFilled))
        #expect((next["view"] == .text("")) == isFilled)
      }
    }
  }

  @Test("The marks on the time line are the card's moments, and the run so far is written as a recording")
  func marksAndRecording() async {
    await #expect(processExitsWith: .success) {
      let bench = try Self.played()
      let folder = FileManager.default.currentDirectoryPath
      defer { _ = FileManager.default.changeCurrentDirectoryPath(folder) }
      _ = FileManager.default.changeCurrentDirectoryPath(bench.scratch.url.path)
      try bench.press("Ctrl+Shift+F")
      let steps = bench.session.world.steps
      #expect(bench.panels.timeline?.exported == 0...steps)
      #expect(bench.panels.export?.path == bench.scratch.path("first-film-1.mp4"))
      for action in [TimelineAction.mark(step: 12, isEnd: false), .mark(step: 36, isEnd: true)] {
        for part in bench.window.loop.parts { _ = try part.perform(.timeline(action)) }
      }
      bench.window.loop.renewStatus()
      #expect(bench.panels.timeline?.exported == 12...36)
      let rows = try #require(bench.panels.export?.rows)
      #expect(rows.first { $0.path == "export.from" }?.control == .number(0.1, range: 0...1e6, step: 0.01))
      #expect(rows.first { $0.path == "export.to" }?.control == .number(0.3, range: 0...1e6, step: 0.01))
      try bench.press("Escape")
      #expect(bench.panels.export == nil && bench.panels.timeline?.exported == nil)
      try bench.press("Ctrl+R")
      #expect(bench.notice.hasPrefix("wrote first-recording-1.jsonl into \(bench.scratch.url.path)"))
      let read = try RecordingFile.read("first-recording-1.jsonl")
      #expect(read.commands == bench.session.log && read.end == steps)
      try Session(replaying: read).run()
    }
  }
}

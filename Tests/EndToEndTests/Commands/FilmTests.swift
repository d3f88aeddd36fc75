import Foundation
import Testing
import TumbleDrawing
import TumbleTestSupport

@Suite("Films from the command line")
struct FilmTests {
  private let folder: ScratchFolder
  private var tumble = RunProgram("tumble")

  init() throws {
    folder = try ScratchFolder()
    tumble.folder = folder.url
  }

  /// The program, where PATH leads to a program `ffmpeg` that is a shell script.
  private func withEncoder(_ script: String) throws -> RunProgram {
    let file = try folder.file("bin/ffmpeg", "#!/bin/sh\n" + script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    var tumble = tumble
    tumble.environment["PATH"] = folder.url.appendingPathComponent("bin").path + ":/usr/bin:/bin"
    return tumble
  }

  @Test(
    "Films have the same pictures as snapshots of their moments",
    arguments: ["fireworks", "conveyor", "lock"])
  func pictures(scene: String) throws {
    let result = try tumble(
      "film", scene, "--size", "300x226", "--from", "0.5", "--duration", "0.5", "--rate", "4", "-o",
      "a.png-sequence")
    #expect(result.code == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
    #expect(try folder.names() == ["a.png-sequence"])
    for (name, time) in [("00001", "0.5"), ("00002", "0.75")] {
      let snapshot = try tumble("snapshot", scene, "--size", "300x226", "--at", time, "-o", "s.png")
      #expect(snapshot.code == 0, "\(snapshot.errors)")
      #expect(try folder.bytes("a.png-sequence/\(name).png") == folder.bytes("s.png"))
    }
  }

  @Test("Films show what lies between two steps in slow motion")
  func slowMotion() throws {
    let result = try tumble(
      "film", "bounce", "--size", "200x150", "--from", "0.5", "--duration", "0.025", "--rate", "120",
      "--speed",
      "0.5", "-o", "a.png-sequence")
    #expect(result.code == 0, "\(result.errors)")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appendingPathComponent("a.png-sequence").path)
    #expect(files.count == 6)
    #expect(try Set(files.map { try folder.bytes("a.png-sequence/" + $0) }).count == 6)
  }

  @Test("Films of recordings show what was done in them, and so do snapshots and plots")
  func recordings() throws {
    try folder.file(
      "r.jsonl",
      try recording(of: "crates", [#"{"step":10,"tilt":[2000,0]}"#], end: 60))
    let result = try tumble(
      "film", "--commands", "r.jsonl", "--size", "200x226", "--rate", "2", "--from", "0.25", "-o",
      "a.png-sequence")
    #expect(result.code == 0, "\(result.errors)")
    let snapshot = try tumble(
      "snapshot", "--commands", "r.jsonl", "--size", "200x226", "--at", "0.25", "-o", "s.png")
    #expect(snapshot.code == 0, "\(snapshot.errors)")
    #expect(try folder.bytes("a.png-sequence/00001.png") == folder.bytes("s.png"))
    _ = try tumble("snapshot", "crates", "--size", "200x226", "--at", "0.25", "-o", "t.png")
    #expect(try folder.bytes("s.png") != folder.bytes("t.png"))
    func plot(_ arguments: String...) throws -> String {
      try tumble.run(["plot"] + arguments + ["--channels", "crate1.x", "--duration", "0.5", "-o", "-"]).text
    }
    #expect(try plot("--commands", "r.jsonl") != plot("crates"))
  }

  @Test(
    "A recording without its scene's name shows the scene's pictures",
    arguments: ["film", "snapshot", "export"])
  func recordedPictures(command: String) throws {
    try folder.file("r.jsonl", try recording(of: "crates", [], end: 30))
    let (name, end) =
      command == "film" ? ("png-sequence", "/00001.png") : command == "export" ? ("html", "") : ("png", "")
    let options = command == "snapshot" ? [] : ["--duration", "0.1"]
    let size = command == "export" ? [] : ["--size", "200x226"]
    let recorded = try tumble.run([command, "--commands", "r.jsonl", "-o", "a.\(name)"] + options + size)
    let named = try tumble.run(
      [command, "crates", "--commands", "r.jsonl", "-o", "b.\(name)"] + options + size)
    #expect(recorded.code == 0, "\(recorded.errors)")
    #expect(named.code == 0, "\(named.errors)")
    #expect(try folder.bytes("a.\(name)\(end)") == folder.bytes("b.\(name)\(end)"))
  }

  @Test("A recorded scene whose pictures are elsewhere is drawn without them, and says so")
  func lostPictures() throws {
    try folder.file("own.yaml", "tumble: 1\nbodies: [{id: a, box: [9, 9], mass: 1, texture: own}]\n")
    try folder.file("own.png", try PNG.encode(Bitmap(width: 4, height: 4)))
    #expect(try tumble("simulate", "own.yaml", "--steps", "9", "--record", "r.jsonl").code == 0)
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent("own.png"))
    let result = try tumble("snapshot", "--commands", "r.jsonl", "-o", "a.png")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("there is no picture named 'own'"), "\(result.errors)")
  }

  @Test(
    "A film that does not fit on the disk is an error, and leaves no file", arguments: ["mp4", "webm", "gif"])
  func fullDisk(ending: String) throws {
    // Kibibytes that no file may exceed: too few for the film, enough for what ffmpeg begins with.
    for limit in [4, 8] {
      let film = "exec \"$0\" film crates --size 200x226 --duration 1 --rate 30 -o x.\(ending)"
      var shell = RunProgram(path: "/bin/sh")
      shell.folder = folder.url
      let executable = RunProgram.products.appendingPathComponent("tumble").path
      let result = try shell.run(["-c", "ulimit -f \(limit); \(film)", executable])
      #expect(result.code == 1, "\(limit): \(result.errors)")
      #expect(result.errors.contains("x.\(ending)"), "\(limit): \(result.errors)")
      #expect(try folder.names().allSatisfy { !$0.hasPrefix("x.") })
    }
  }

  @Test("A scene of particles larger than the stage is drawn, and what was left out is said")
  func hugeParticles() throws {
    try folder.file(
      "huge.yaml",
      "tumble: 1\nemitters: [{id: e, at: [150, 150], begin: -5, cells: {rate: 200, size: 6000}}]\n")
    let picture = try tumble("snapshot", "huge.yaml", "--at", "1", "-o", "a.png")
    #expect(picture.code == 0, "\(picture.errors)")
    #expect(picture.errors.contains("particles are left out"), "\(picture.errors)")
  }

  @Test("The outline of a text has all of its letters, however long it is", arguments: [10, 11, 34, 35, 200])
  func longOutline(letters: Int) throws {
    let outline = try tumble("outline", String(repeating: "W", count: letters))
    #expect(outline.code == 0, "\(outline.errors)")
    #expect(outline.text.components(separatedBy: "polygon").count - 1 == letters)
  }

  /// A recording of one of the packaged scenes, with these commands.
  private func recording(of scene: String, _ commands: [String], end: Int) throws -> String {
    let result = try tumble("simulate", scene, "--steps", "\(end)", "--record", "plain.jsonl")
    #expect(result.code == 0, "\(result.errors)")
    let lines = try String(decoding: folder.bytes("plain.jsonl"), as: UTF8.self).split(separator: "\n")
    return ([String(lines[0])] + commands + [#"{"end":\#(end),"lines":\#(commands.count + 2)}"#]).joined(
      separator: "\n") + "\n"
  }

  @Test("Films are contact sheets as well, with as many pictures as asked for")
  func sheets() throws {
    for name in ["a.png", "b.png"] {
      let result = try tumble(
        "film", "crates", "--duration", "2", "--sheet", "3x2", "--size", "100x126", "-o", name)
      #expect(result.code == 0, "\(result.errors)")
    }
    let head = [UInt8](try folder.bytes("a.png").prefix(24))
    #expect(Array(head[16..<24]) == [0, 0, 1, 0x34, 0, 0, 1, 0])
    #expect(try folder.bytes("a.png") == folder.bytes("b.png"))
  }

  @Test(
    "Films are encoded by ffmpeg: so many pictures, the same bytes each time",
    arguments: ["mp4", "webm", "gif"])
  func encoded(format: String) throws {
    for name in ["a", "b"] {
      let result = try tumble(
        "film", "crates", "--size", "100x126", "--duration", "0.4", "--rate", "10", "--graph", "-o",
        "\(name).\(format)")
      #expect(result.code == 0, "\(result.errors)")
    }
    #expect(try folder.bytes("a.\(format)") == folder.bytes("b.\(format)"))
    #expect(try folder.names() == ["a.\(format)", "b.\(format)"])
    var probe = RunProgram(path: "/usr/bin/ffprobe")
    probe.folder = folder.url
    let found = try probe(
      "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
      "stream=width,height,nb_read_frames,r_frame_rate", "-of", "csv=p=0", "a.\(format)")
    #expect(found.text.trimmingCharacters(in: .whitespacesAndNewlines) == "100,126,10/1,4", "\(found.errors)")
  }

  @Test("Films say what is missing without ffmpeg, and leave nothing behind")
  func withoutEncoder() throws {
    var tumble = tumble
    tumble.environment["PATH"] = "/nowhere"
    let result = try tumble("film", "crates", "-o", "a.mp4")
    #expect(result.code == 1 && result.errors.contains("apt install ffmpeg"), "\(result.errors)")
    #expect(try folder.names() == [])
  }

  @Test("Films that ffmpeg cannot write fail with its words, and leave nothing behind")
  func failingEncoder() throws {
    let early = try withEncoder("echo 'Unknown encoder: odd' >&2; exit 1")
    let result = try early("film", "crates", "--duration", "1", "-o", "a.mp4")
    #expect(result.code == 1 && result.errors.contains("Unknown encoder: odd"), "\(result.errors)")
    let late = try withEncoder("cat >/dev/null; echo 'disk full' >&2; exit 1")
    let second = try late("film", "crates", "--size", "100x126", "--duration", "0.1", "-o", "a.mp4")
    #expect(second.code == 1 && second.errors.contains("disk full"), "\(second.errors)")
    #expect(try folder.names() == ["bin"])
  }

  @Test("Films that are interrupted leave nothing behind", arguments: [SIGTERM, SIGINT])
  func interrupted(number: Int32) throws {
    let path = folder.url.appendingPathComponent("a.png-sequence").path
    let running = try RunProgram("tumble").start([
      "film", "crates", "--size", "100x126", "--duration", "1000", "-o", path,
    ])
    try running.wait("for pictures", in: folder.url) {
      try folder.names().first.map {
        try FileManager.default.contentsOfDirectory(
          atPath: folder.url.appendingPathComponent($0).path
        ).count > 2
      } ?? false
    }
    running.signal(number)
    #expect(try running.end() == -number)
    #expect(try folder.names() == [])
  }

  @Test("Films write over nothing that is read, and into no folder that is there")
  func existing() throws {
    try folder.file("s.gif", "tumble: 1\n")
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("a.png-sequence"), withIntermediateDirectories: false)
    let folderThere = try tumble("film", "crates", "-o", "a.png-sequence")
    #expect(folderThere.code == 1 && folderThere.errors.contains("exists already"))
    try folder.file("r.gif", try recording(of: "crates", [], end: 10))
    let over = try tumble("film", "--commands", "r.gif", "-o", "r.gif")
    #expect(over.code == 1 && over.errors.contains("would overwrite"), "\(over.errors)")
  }

  @Test(
    "Films refuse what cannot be, in words",
    arguments: [
      (["-o", "a.avi"], ".mp4, .webm or .gif"), (["-o", "a.mp4", "--size", "101x100"], "even numbers"),
      (["-o", "a.mp4", "--rate", "0"], "--rate is"), (["-o", "a.gif", "--rate", "60"], "50 pictures"),
      (["-o", "a.mp4", "--speed", "0"], "--speed is"), (["-o", "a.mp4", "--sheet", "2x2"], "--sheet is for"),
      (["-o", "a.png", "--speed", "2"], "no --rate and no --speed"),
      (["-o", "a.mp4", "--duration", "0"], "--duration is"), (["-o", "a.mp4", "--from", "-1"], "--from is"),
      (["-o", "a.png", "--sheet", "0x2"], "--sheet"),
      (["-o", "a.png-sequence", "--duration", "1e7"], "pictures at most"),
    ] as [([String], String)])
  func refused(arguments: [String], text: String) throws {
    let result = try tumble.run(["film", "crates"] + arguments)
    #expect(result.code == 64 && result.errors.contains(text), "\(result.errors)")
    #expect(try folder.names() == [])
  }
}

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
      "film", scene, "--size", "300x226", "--from", "0.5", "--duration", "0.5", "--rate", "4",
      "--bar", "full", "-o", "a.png-sequence")
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
      "film", "--commands", "r.jsonl", "--size", "200x226", "--rate", "2", "--from", "0.25", "--bar", "full",
      "-o", "a.png-sequence")
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
    "A film that does not fit on the disk is an error, and leaves no file",
    arguments: ["mp4", "webm", "gif", "y4m", "raw"])
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
    let film = try tumble("film", "huge.yaml", "--duration", "0.1", "-o", "b.png-sequence")
    #expect(film.code == 0, "\(film.errors)")
    #expect(film.errors.contains("particles are left out"), "\(film.errors)")
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
    let silent = try withEncoder("cat >/dev/null")
    let third = try silent("film", "crates", "--size", "100x126", "--duration", "0.1", "-o", "a.mp4")
    #expect(third.code == 1)
    #expect(third.errors.contains("can be read back"), "\(third.errors)")
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

  @Test("A film has neither a bar nor a margin unless it is asked for", arguments: ["crates", "double-star"])
  func noFrame(scene: String) throws {
    let film = try tumble("film", scene, "--duration", "0.1", "--rate", "10", "-o", "a.png-sequence")
    #expect(film.code == 0, "\(film.errors)")
    let picture = try self.picture("a.png-sequence/00001.png")
    let (width, height) = (picture.width, picture.height)
    let snapshot = try tumble(
      "snapshot", scene, "--at", "0", "--bar", "none", "--fill", "--size", "\(width)x\(height)", "-o", "s.png"
    )
    #expect(snapshot.code == 0, "\(snapshot.errors)")
    #expect(try folder.bytes("a.png-sequence/00001.png") == folder.bytes("s.png"))
    #expect(width == height, "the form of both views")
    _ = try tumble("snapshot", scene, "--at", "0", "--size", "\(width)x\(height + 26)", "-o", "t.png")
    let framed = try self.picture("t.png")
    #expect(framed[width / 2, height + 13] == Self.bar)
    let hasBar = picture.pixels.contains(Self.bar)
    #expect(!hasBar)
  }

  /// The color of the bar, and of what surrounds a view.
  private static let (bar, surround): (UInt32, UInt32) = (0xff2b_3139, 0xffd9_d3c7)

  private func picture(_ name: String) throws -> Bitmap {
    try PNG.decode(folder.bytes(name), path: name)
  }

  @Test(
    "A picture of another form than the view's is filled, and has its size",
    arguments: ["9:16": (1080, 1920), "1:1": (1080, 1080), "16:9": (1920, 1080)])
  func filled(aspect: String, size: (Int, Int)) throws {
    for scene in ["fairground", "pyramid"] {
      let result = try tumble("snapshot", scene, "--bar", "none", "--aspect", aspect, "-o", "a.png")
      #expect(result.code == 0, "\(result.errors)")
      let picture = try picture("a.png")
      #expect((picture.width, picture.height) == size)
      let rows = [0, size.1 - 1].map { row in (0..<size.0).map { picture[$0, row] } }
      let columns = [0, size.0 - 1].map { column in (0..<size.1).map { picture[column, $0] } }
      for edge in rows + columns {
        #expect(edge.count { $0 == Self.surround } * 4 < edge.count, "\(scene)")
      }
    }
  }

  @Test("A part of the world that is wanted fills the picture, as a picture of the whole has it")
  func view() throws {
    for (name, options) in [
      ("whole", ["--size", "1200x1200"]), ("part", ["--size", "600x600", "--view", "0,0,150,150"]),
      ("wide", ["--size", "800x400", "--view", "25,0,50,100"]),
    ] {
      let result = try tumble.run(
        ["snapshot", "crates", "--bar", "none", "--at", "1", "-o", name + ".png"] + options)
      #expect(result.code == 0, "\(result.errors)")
    }
    let (whole, part, wide) = (try picture("whole.png"), try picture("part.png"), try picture("wide.png"))
    func channels(_ color: UInt32) -> [Int] { [0, 8, 16].map { Int(color >> $0 & 255) } }
    /// The mean difference of a channel, of a part of two pictures.
    func difference(_ a: (Int, Int) -> UInt32, _ b: (Int, Int) -> UInt32, _ width: Int, _ height: Int)
      -> Double
    {
      var sum = 0
      for y in 0..<height {
        for x in 0..<width {
          sum += zip(channels(a(x, y)), channels(b(x, y))).reduce(0) { $0 + abs($1.0 - $1.1) }
        }
      }
      return Double(sum) / Double(3 * width * height)
    }
    // Paper is lit, and shadows fall, by what is shown: only they differ. Elsewhere crates do.
    #expect(difference({ part[$0, $1] }, { whole[$0, $1 + 600] }, 600, 600) < 8)
    #expect(difference({ part[$0, $1] }, { whole[$0 + 40, $1 + 560] }, 600, 600) > 16)
    // As much as fits around what is wanted: 200 points, of which the left quarter lies beside the paper.
    #expect(difference({ wide[$0 + 200, $1] }, { whole[$0, $1 + 800] }, 600, 400) < 8)
  }

  @Test(
    "A part of the world is four numbers, the last two more than 0",
    arguments: ["1,2,3", "0,0,0,5", "a,0,1,1", "0,0,1,2e9"])
  func noView(_ view: String) throws {
    let result = try tumble("snapshot", "crates", "--view", view, "-o", "a.png")
    #expect(result.code == 64)
    #expect(result.errors.contains("--view"), "\(result.errors)")
  }

  @Test("A title stands alone under a stage where no numbers are wanted")
  func title() throws {
    for (name, bar) in [("a", "title"), ("b", "title"), ("c", "full")] {
      let at = name == "b" ? "0.5" : "0"
      let result = try tumble(
        "snapshot", "crates", "--size", "300x326", "--at", at, "--bar", bar, "-o", name + ".png")
      #expect(result.code == 0, "\(result.errors)")
    }
    let bars = try ["a", "b", "c"].map { Array(try picture($0 + ".png").pixels.suffix(26 * 300)) }
    let (isSame, isOther) = (bars[0] == bars[1], bars[0] != bars[2])
    #expect(isSame)
    #expect(isOther)
    #expect(Set(bars[0]).count > 2, "there are letters")
  }

  @Test("Nothing lies behind a transparent picture but shadows")
  func transparent() throws {
    let result = try tumble(
      "snapshot", "crates", "--at", "0", "--size", "300x300", "--background", "none", "-o", "a.png")
    #expect(result.code == 0, "\(result.errors)")
    let picture = try picture("a.png")
    #expect(picture[200, 200] == 0)
    #expect(picture[20, 60] >> 24 == 255, "a crate")
    let hasShadow = picture.pixels.contains { (1..<255).contains($0 >> 24) }
    #expect(hasShadow)
  }

  @Test(
    "Films are the same bytes however many pictures are drawn at a time",
    arguments: ["fireworks", "color-pulse", "fountain", "slicer"])
  func jobs(scene: String) throws {
    let films = try ["1", "2", "5"].map { jobs in
      try tumble(
        "film", scene, "--duration", "1.5", "--rate", "8", "--size", "160x120", "--jobs", jobs, "-o", "-",
        "--as", "raw"
      ).output
    }
    #expect(films[0].count == 12 * 160 * 120 * 4)
    for film in films {
      let isSame = film == films[0]
      #expect(isSame)
    }
  }

  @Test("Films go to a pipe as they are: with a head each, or the pixels alone")
  func streams() throws {
    let options = ["crates", "--duration", "0.2", "--rate", "10", "--size", "60x40"]
    let y4m = try tumble.run(["film"] + options + ["-o", "-"])
    let head = "YUV4MPEG2 W60 H40 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n"
    #expect(y4m.output.prefix(head.utf8.count) == Data(head.utf8), "\(y4m.errors)")
    #expect(y4m.output.count == head.utf8.count + 2 * (6 + 3 * 60 * 40))
    let raw = try tumble.run(["film"] + options + ["-o", "-", "--as", "raw"])
    _ = try tumble.run(["film"] + options + ["-o", "a.png-sequence"])
    let pixels = try picture("a.png-sequence/00001.png").pixels
    let first = raw.output.prefix(4 * 60 * 40)
    var rgba: [UInt8] = []
    for pixel in pixels { rgba += [16, 8, 0, 24].map { UInt8(truncatingIfNeeded: pixel >> UInt32($0)) } }
    let isSame = first.elementsEqual(rgba)
    #expect(isSame)
    // ffmpeg reads it as the film that it makes itself.
    #expect(try tumble.run(["film"] + options + ["-o", "a.y4m"]).code == 0)
    var ffmpeg = RunProgram(path: "/usr/bin/ffmpeg")
    ffmpeg.folder = folder.url
    let back = try ffmpeg(
      "-loglevel", "error", "-i", "a.y4m", "-frames:v", "1", "-vf", "scale=in_color_matrix=bt709:in_range=tv",
      "-f", "rawvideo", "-pix_fmt", "rgba", "-")
    #expect(back.output.count == first.count, "\(back.errors)")
    let isNear = zip(back.output, first).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
    #expect(isNear)
  }

  @Test("A film whose reader goes away ends without an error")
  func closedPipe() throws {
    var shell = RunProgram(path: "/bin/bash")
    shell.folder = folder.url
    let executable = RunProgram.products.appendingPathComponent("tumble").path
    let result = try shell.run([
      "-c", "\"$0\" film crates --size 200x200 -o - | head -c 100000 | wc -c; echo ${PIPESTATUS[0]}",
      executable,
    ])
    #expect(result.text == "100000\n0\n", "\(result.errors)")
  }

  @Test("Slow motion around a moment makes a film longer, and changes nothing before it")
  func slow() throws {
    func film(_ options: String...) throws -> Data {
      try tumble.run(
        ["film", "bounce", "--size", "60x40", "--duration", "2", "--rate", "10", "-o", "-", "--as", "raw"]
          + options
      ).output
    }
    let (plain, slow) = (try film(), try film("--slow", "0.25", "--at", "1.2"))
    let size = 60 * 40 * 4
    #expect(plain.count == 20 * size)
    // Two seconds of the film's time, half of them ramps, show 0.25 + 0.625 seconds of the scene.
    #expect(slow.count == 31 * size)
    #expect(slow.prefix(7 * size) == plain.prefix(7 * size))
    #expect(slow.prefix(9 * size) != plain.prefix(9 * size))
  }

  @Test(
    "A loop goes on where it begins, whether or not two moments of the scene are alike",
    arguments: ["pump", "double-pendulum"])
  func loop(scene: String) throws {
    let result = try tumble(
      "film", scene, "--size", "64x48", "--duration", "4", "--rate", "15", "--loop", "-o", "-", "--as", "raw")
    #expect(result.code == 0, "\(result.errors)")
    let (size, bytes) = (64 * 48 * 4, Array(result.output))
    #expect(bytes.count >= 30 * size)
    #expect(bytes.count <= 60 * size)
    func difference(_ a: Int, _ b: Int) -> Int {
      (0..<size).reduce(0) { $0 + abs(Int(bytes[a * size + $1]) - Int(bytes[b * size + $1])) }
    }
    let count = bytes.count / size
    let usual = (1..<count).map { difference($0 - 1, $0) }.max() ?? 0
    #expect(difference(count - 1, 0) <= usual)
  }

  @Test("The graph of a film has one axis of time from its first picture to its last")
  func graphAxis() throws {
    let result = try tumble(
      "film", "bounce", "--from", "1", "--duration", "3", "--rate", "1", "--size", "300x440", "--graph", "-o",
      "a.png-sequence")
    #expect(result.code == 0, "\(result.errors)")
    let pictures = try (1...3).map { try picture("a.png-sequence/0000\($0).png") }
    // The numbers below the axis, and its title.
    let axes = pictures.map { Array($0.pixels.suffix(22 * 300)) }
    let isSame = axes.allSatisfy { $0 == axes[0] }
    #expect(isSame)
    #expect(Set(axes[0]).count > 2, "there are letters")
    #expect(pictures[0] != pictures[2])
  }

  @Test("A blurred picture is the average of its moments")
  func blur() throws {
    func film(_ options: String...) throws -> Data {
      try tumble.run(
        ["film", "bounce", "--size", "60x40", "--from", "0.5", "-o", "-", "--as", "raw"] + options
      ).output
    }
    let blurred = try film("--duration", "0.1", "--rate", "10", "--blur", "2")
    // The second moment lies a quarter of the way to the next picture.
    let sharp = try film("--duration", "0.05", "--rate", "40")
    let size = 60 * 40 * 4
    #expect(blurred.count == size)
    for i in 0..<size {
      let mean = (Int(sharp[sharp.startIndex + i]) + Int(sharp[sharp.startIndex + size + i]) + 1) / 2
      guard blurred[blurred.startIndex + i] != UInt8(mean) else { continue }
      Issue.record("at \(i): \(blurred[blurred.startIndex + i]), not \(mean)")
      return
    }
    #expect(sharp.prefix(size) != sharp.dropFirst(size).prefix(size))
  }

  @Test(
    "Nothing stands under the name of a film that is killed",
    arguments: ["mp4", "webm", "gif", "y4m", "raw", "png-sequence"])
  func killed(ending: String) throws {
    let running = try RunProgram("tumble").start([
      "film", "crates", "--size", "100x126", "--duration", "1000", "-o",
      folder.url.appendingPathComponent("a." + ending).path,
    ])
    try running.wait("for its work", in: folder.url) {
      try folder.names().contains { $0.hasPrefix("a.\(ending).partial") }
    }
    running.signal(SIGKILL)
    #expect(try running.end() == -SIGKILL)
    #expect(try !folder.names().contains("a." + ending))
  }

  @Test("A snapshot shows the moment that the scene names, where none is asked for")
  func poster() throws {
    try folder.file(
      "s.yaml",
      """
      tumble: 1
      view: {size: [90, 90], poster: 0.25 s}
      bodies: [{id: a, at: [45, 80], circle: 9, mass: 1}]

      """)
    let moments = ["a": [], "b": ["--at", "0.25"], "c": ["--at", "0"], "d": ["--steps", "0"]]
    for (name, options) in moments {
      let result = try tumble.run(["snapshot", "s.yaml", "--size", "90x90", "-o", name + ".png"] + options)
      #expect(result.code == 0, "\(result.errors)")
    }
    let same = try folder.bytes("a.png") == folder.bytes("b.png")
    #expect(same)
    let isStart = try folder.bytes("c.png") == folder.bytes("d.png")
    #expect(isStart)
    let isOther = try folder.bytes("a.png") != folder.bytes("c.png")
    #expect(isOther)
    let page = try tumble("export", "s.yaml", "--duration", "0.1", "-o", "-").text
    #expect(page.contains("\"poster\":0.25"))
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
      (["-o", "a.png", "--speed", "2"], "no --rate, --speed"),
      (["-o", "a.mp4", "--duration", "0"], "--duration is"), (["-o", "a.mp4", "--from", "-1"], "--from is"),
      (["-o", "a.png", "--sheet", "0x2"], "--sheet"),
      (["-o", "a.png-sequence", "--duration", "1e7"], "pictures at most"),
      (["-o", "a.mp4", "--background", "none"], "--background none is for"),
      (["-o", "a.png", "--background", "none", "--bar", "full"], "has no --bar"),
      (["-o", "a.mp4", "--size", "10x10", "--aspect", "1:1"], "exclude each other"),
      (["-o", "a.mp4", "--aspect", "16x9"], "--aspect"), (["-o", "a.mp4", "--jobs", "0"], "--jobs is"),
      (["-o", "a.mp4", "--as", "raw"], "--as is for -o -"),
      (["-o", "-", "--as", "mp4"], "--as"),
      (["-o", "a.mp4", "--slow", "0.5"], "go together"),
      (["-o", "a.mp4", "--slow", "2", "--at", "1"], "--slow is a number"),
      (["-o", "a.png", "--loop"], "no --rate, --speed"),
      (["-o", "a.gif", "--loop", "--duration", "1000"], "pictures at most"),
      (["-o", "a.mp4", "--blur", "0"], "--blur is a number"),
    ] as [([String], String)])
  func refused(arguments: [String], text: String) throws {
    let result = try tumble.run(["film", "crates"] + arguments)
    #expect(result.code == 64 && result.errors.contains(text), "\(result.errors)")
    #expect(try folder.names() == [])
  }
}

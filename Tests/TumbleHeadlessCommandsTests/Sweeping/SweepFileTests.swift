import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@testable import TumbleHeadlessCommands

@Suite("A sweep's file")
struct SweepFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent(name)))
  }

  private func head(
    _ settings: [String] = ["a=1..9/9"], format: SweepTable.Format = .csv, shard: Int = 1, of shards: Int = 1
  )
    throws -> SweepHead
  {
    let plan = try SweepPlan(settings.map { try SweepSetting($0) })
    return SweepHead(
      scene: "t", digest: "d", format: format, settings: settings, measures: ["m", "w,x"], duration: "2",
      runs: plan.count,
      shard: shard, shards: shards)
  }

  /// The line of a run, some of which fail.
  private func line(_ index: Int, _ head: SweepHead) throws -> String {
    let point = try head.plan().point(index)
    let row =
      index % 4 == 2
      ? SweepRow(point, failure: "went wrong, \"badly\"\n  at once")
      : SweepRow(point, results: [.number(Double(index) / 8), index % 2 == 0 ? .none : .word("a\"b")])
    return try head.table.line(row)
  }

  /// Writes what is missing in a file.
  @discardableResult
  private func fill(_ name: String, _ head: SweepHead, resumes: Bool = true, upTo count: Int = .max) throws
    -> Int
  {
    let file = try SweepFile.open(scratch.path(name), head, resumes: resumes)
    let shard = try #require(SweepShard("\(head.shard)/\(head.shards)"))
    for index in shard.runs(of: head.runs).dropFirst(file.rows).prefix(count) {
      try file.append(row: line(index, head))
    }
    try file.finish()
    return file.rows
  }

  @Test("A sweep's file tells lists apart that look alike with spaces between their words")
  func ambiguousLists() throws {
    var (one, two) = (try head(), try head())
    (one.measures, two.measures) = (["a b"], ["a", "b"])
    #expect(one.difference(from: two) == "it measures 'a b', not a b")
    (one.measures, two.measures, one.settings) = (["a"], ["a"], ["x=1", "y=2"])
    two.settings = ["x=1 y=2"]
    #expect(one.difference(from: two) == "it sets x=1 y=2, not 'x=1 y=2'")
    #expect(one.difference(from: one) == nil)
  }

  @Test(
    "A sweep's file cut off after any byte is gone on with to the same bytes",
    arguments: [SweepTable.Format.csv, .json])
  func everyByte(format: SweepTable.Format) throws {
    let head = try head(["a=1..3/3", "b=[1,2],x"], format: format)
    try fill("whole", head, resumes: false)
    let whole = try bytes("whole")
    #expect(
      String(decoding: whole, as: UTF8.self).split(separator: "\n").count == 6 + (format == .csv ? 2 : 1))
    var different: [Int] = []
    for count in 0...whole.count {
      try scratch.file("cut", Data(whole[..<count]))
      try fill("cut", head)
      if try bytes("cut") != whole { different.append(count) }
    }
    #expect(different == [])
  }

  @Test("A sweep's file that already has rows is left alone unless it is to be gone on with")
  func existing() throws {
    try fill("a", head(), resumes: false, upTo: 4)
    let before = try bytes("a")
    #expect(throws: SweepError.self) { try SweepFile.open(scratch.path("a"), head(), resumes: false) }
    #expect(try bytes("a") == before)
    #expect(try fill("a", head()) == 4)
    #expect(try fill("a", head()) == 9)
  }

  @Test("A sweep's file of another sweep, of another shard, or of anything else is refused and left as it is")
  func foreign() throws {
    try fill("a", head(), resumes: false, upTo: 4)
    let before = try bytes("a")
    var others = [try head(["a=1..9/8"]), try head(format: .json), try head(shard: 1, of: 2)]
    let changes: [(inout SweepHead) -> Void] = [
      { $0.digest = "e" }, { $0.scene = "u" }, { $0.measures = ["m"] }, { $0.duration = "3" },
      { $0.seeds = "3" },
      { $0.revision += 1 }, { $0.library = "8" }, { $0.sampling = "latin" }, { $0.seed = 4 },
      { $0.samples = 9 },
    ]
    for change in changes {
      var other = try head()
      change(&other)
      others.append(other)
    }
    for other in others {
      #expect(throws: SweepError.self, "\(other)") {
        try SweepFile.open(scratch.path("a"), other, resumes: true)
      }
    }
    #expect(try bytes("a") == before)
    for text in ["x", "hello\n", "{}\n", "# {}\n", "\n", "a,b\n1,2\n", "# {\"tumble\":\"sweep\"}\n"] {
      try scratch.file("text", text)
      #expect(throws: SweepError.self, "\(text)") {
        try SweepFile.open(scratch.path("text"), head(), resumes: true)
      }
      #expect(try String(decoding: bytes("text"), as: UTF8.self) == text)
    }
    #expect(throws: (any Error).self) { try SweepFile.open(scratch.url.path, head(), resumes: true) }
  }

  @Test("A sweep's file with rows that were changed, removed or added is refused, with the line")
  func changed() throws {
    let head = try head()
    try fill("a", head, resumes: false)
    let lines = try String(decoding: bytes("a"), as: UTF8.self).split(separator: "\n").map {
      String($0) + "\n"
    }
    func text(without place: Int, but other: String = "") -> String {
      lines.enumerated().map { $0 == place ? other : $1 }.joined()
    }
    let cases: [(String, Int)] = [
      (text(without: 4), 5), (text(without: 4, but: "7,0,,\n"), 5), (lines.joined() + "10,0,,\n", 12),
      (text(without: 1, but: "a,m\n"), 2),
    ]
    for (text, number) in cases {
      try scratch.file("a", text)
      let error = #expect(throws: SweepError.self) {
        try SweepFile.open(scratch.path("a"), head, resumes: true)
      }
      #expect(error?.description.contains("line \(number): ") == true, "\(error?.description ?? "")")
    }
  }

  @Test(
    "A sweep's file with any byte of any row changed or removed is refused with that row's line, or its broken end is run again",
    arguments: [SweepTable.Format.csv, .json])
  func everyChange(format: SweepTable.Format) throws {
    let head = try head(["a=1..3/3"], format: format)
    try fill("whole", head, resumes: false)
    let whole = try bytes("whole")
    let start = try head.start.utf8.count
    var taken: [String] = []
    for place in start..<whole.count {
      for other in [UInt8(ascii: "7"), UInt8(ascii: ","), 10, nil] where other != whole[place] {
        let changed = Array(whole[..<place]) + (other.map { [$0] } ?? []) + whole[(place + 1)...]
        try scratch.file("a", Data(changed))
        let line = whole[..<place].count { $0 == 10 } + 1
        do {
          try fill("a", head)
          // A last line without its end is no row.
          if try bytes("a") != whole || place < whole.count - 1 { taken.append("\(place) \(line)") }
        } catch let error as SweepError {
          if !error.description.contains("line \(line): ") { taken.append("\(place): \(error)") }
        }
      }
    }
    #expect(taken == [])
  }

  @Test(
    "A sweep's file with a result, a row or two rows in another place is refused by --resume and by --merge, with the line"
  )
  func altered() throws {
    // Rows that begin alike: their checksums alone tell them apart.
    let head = try head(["a=1,1,1,1"])
    try fill("a", head, resumes: false)
    let lines = try String(decoding: bytes("a"), as: UTF8.self).split(separator: "\n").map {
      String($0) + "\n"
    }
    let results = lines[3].replacing("0.125", with: "0.25")
    #expect(results != lines[3])
    let cases: [(rows: [String], line: Int)] = [
      ([lines[2], results, lines[4], lines[5]], 4),
      ([lines[2], lines[2], lines[4], lines[5]], 4),
      ([lines[3], lines[2], lines[4], lines[5]], 3),
      ([lines[2], lines[3].dropLast(2) + "\n", lines[4], lines[5]], 4),
      ([lines[2], lines[3], lines[5]], 5),
      (Array(lines[2...]) + [lines[5]], 7),
    ]
    for (rows, line) in cases {
      try scratch.file("b", (lines[..<2] + rows).joined())
      let before = try bytes("b")
      let resumed = #expect(throws: SweepError.self) {
        try SweepFile.open(scratch.path("b"), head, resumes: true)
      }
      #expect(resumed?.description.contains("b: line \(line): ") == true, "\(resumed?.description ?? "")")
      let merged = #expect(throws: SweepError.self) {
        try SweepMerge([scratch.path("b")]).write(to: scratch.path("merged"))
      }
      #expect(merged?.description.contains("b: line \(line): ") == true, "\(merged?.description ?? "")")
      #expect(try bytes("b") == before)
      #expect(!FileManager.default.fileExists(atPath: scratch.path("merged")))
    }
  }

  @Test("A sweep's file whose head was changed is not merged: its rows are of another sweep")
  func alteredHead() throws {
    try fill("a", head(), resumes: false)
    let text = try String(decoding: bytes("a"), as: UTF8.self)
    for (old, new) in [("\"t\"", "\"u\""), ("\"d\"", "\"e\""), ("\"duration\":\"2\"", "\"duration\":\"3\"")] {
      #expect(text.contains(old))
      try scratch.file("a", text.replacing(old, with: new))
      let error = #expect(throws: SweepError.self) {
        try SweepMerge([scratch.path("a")]).write(to: scratch.path("merged"))
      }
      #expect(error?.description.contains("a: line 3: the row does not have its checksum") == true)
    }
  }

  @Test(
    "A sweep's file of a version without checksums is refused, with the way out, and one of a later version by its number"
  )
  func otherVersions() throws {
    try fill("a", head(), resumes: false)
    let text = try String(decoding: bytes("a"), as: UTF8.self)
    for (version, words) in [
      (1, "finish and merge it with the version of Tumble that began it"), (3, "version 3"),
    ] {
      try scratch.file("a", text.replacing("\"version\":2", with: "\"version\":\(version)"))
      let before = try bytes("a")
      let resumed = #expect(throws: SweepError.self) {
        try SweepFile.open(scratch.path("a"), head(), resumes: true)
      }
      let merged = #expect(throws: SweepError.self) { try SweepMerge([scratch.path("a")]) }
      #expect(resumed?.description.contains(words) == true, "\(resumed?.description ?? "")")
      #expect(merged?.description == resumed?.description)
      #expect(try bytes("a") == before)
    }
  }

  @Test("A sweep's file is written by one program at a time")
  func lock() throws {
    let first = try SweepFile.open(scratch.path("a"), head(), resumes: true)
    let error = #expect(throws: OutputError.self) {
      try SweepFile.open(scratch.path("a"), head(), resumes: true)
    }
    #expect(error?.description.contains("another program is writing it") == true)
    try first.append(row: line(0, head()))
  }

  @Test("A sweep's file may be reached through a link, which stays one")
  func link() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("a"))
    try fill("link", head(), resumes: false, upTo: 2)
    #expect(try fill("link", head()) == 2)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: scratch.path("link")) == scratch.path("a"))
  }

  // MARK: - Merging

  @Test("A sweep's file of all shards, in any order, is that of the whole", arguments: [1, 2, 3, 9, 12])
  func merge(count: Int) throws {
    try fill("whole", head(), resumes: false)
    let names = (1...count).map { "shard-\($0)" }
    for (index, name) in names.enumerated() {
      try fill(name, head(shard: index + 1, of: count), resumes: false)
    }
    try SweepMerge(names.reversed().map(scratch.path)).write(to: scratch.path("merged"))
    #expect(try bytes("merged") == bytes("whole"))
  }

  @Test(
    "A sweep's file of shards that are missing, twice there, foreign, unfinished or changed is none, and all of them are named"
  )
  func unmergeable() throws {
    for shard in 1...4 { try fill("s\(shard)", head(shard: shard, of: 4), resumes: false) }
    try fill("foreign", head(["a=1..9/8"], shard: 2, of: 4), resumes: false)
    try fill("five", head(shard: 2, of: 5), resumes: false)
    try fill("short", head(shard: 2, of: 4), resumes: false, upTo: 1)
    try scratch.file("torn", Data(bytes("s3").dropLast(3)))
    try scratch.file(
      "odd", String(decoding: bytes("s3"), as: UTF8.self).replacingOccurrences(of: "\n6,", with: "\n5,"))
    let cases: [([String], [String])] = [
      (["s1", "s2", "s4"], ["one is missing: 3"]), (["s1"], ["3 are missing: 2-4"]),
      (["s1", "s2", "s3", "s3", "s4"], ["shard 3/4 is there twice"]),
      (["s1", "foreign", "s3", "s4"], ["foreign is of another sweep than", "one is missing: 2"]),
      (["s1", "five", "s3", "s4"], ["five is one of 5 shards", "one is missing: 2"]),
      (["s1", "short", "s3", "s4"], ["short has 1 of its 2 rows: finish it with --resume"]),
      (["s1", "short", "torn", "s4"], ["short has 1 of its 2 rows", "torn has 1 of its 2 rows"]),
      (["s1", "s2", "odd", "s4"], ["odd: line "]), (["s1", "absent"], ["absent: no such file"]),
    ]
    for (names, messages) in cases {
      let error = #expect(throws: SweepError.self, "\(names)") {
        try SweepMerge(names.map(scratch.path)).write(to: scratch.path("merged"))
      }
      for message in messages {
        #expect(error?.description.contains(message) == true, "\(names): \(error?.description ?? "")")
      }
      #expect(!FileManager.default.fileExists(atPath: scratch.path("merged")))
    }
  }

  // MARK: - Scripts

  @Test("The words of a shell come through a sweep's file as they are", arguments: Seeds.list(default: 10))
  func shellWords(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // The last one makes one character of itself and what stands before it.
    let signs = Array("ab'\"\\ $`*?;&|<>(){}[]#~!\n=,-é\u{301}".unicodeScalars)
    let words =
      ["", "-x"]
      + (0..<20).map { _ in
        String(String.UnicodeScalarView((0..<random.int(in: 0...8)).map { _ in random.pick(signs) }))
      }
    let command = ShellWord.command(["printf", "%s\\0"] + words)
    let result = try RunProgram(path: "/bin/sh").run(["-c", command])
    #expect(result.text == words.map { $0 + "\0" }.joined())
  }

  @Test(
    "A script of any words has a line for each job, or the word with a control character is refused by its option",
    arguments: Seeds.list(default: 10))
  func scriptLines(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plain = try SweepScript(command: ["tumble", "sweep", "s"], output: "a.csv", shards: 3)
    let lines = plain.text(for: .slurm).utf8.count { $0 == 10 }
    for _ in 0..<200 {
      let bytes = (0..<random.int(in: 0...8)).map { _ in UInt8(random.int(in: 0...255)) }
      let word = String(decoding: bytes, as: UTF8.self)
      var words = ["tumble", "sweep", "s", "--set", "a=1", "a.csv"]
      let place = random.pick([2, 4, 5])
      words[place] = word
      do {
        let script = try SweepScript(command: Array(words.dropLast()), output: words[5], shards: 3)
        #expect(script.text(for: .parallel).utf8.count { $0 == 10 } == 3, "\(bytes)")
        #expect(script.text(for: .slurm).utf8.count { $0 == 10 } == lines, "\(bytes)")
        #expect(!script.mergeCommand.utf8.contains(10), "\(bytes)")
      } catch {
        #expect(word.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(bytes)")
        let option = [2: "the scene: ", 4: "--set: ", 5: "-o: "][place] ?? ""
        #expect(error.description.hasPrefix(option), "\(error)")
        #expect(!error.description.utf8.contains(10), "\(error)")
      }
    }
  }

  @Test("A sweep's file does not take a setting with a line feed, which would make two lines of a row")
  func settingLines() {
    let error = #expect(throws: SweepError.self) { try SweepSetting("a.caption=one\ntwo") }
    #expect(error?.description.contains("it has a control character") == true)
    #expect(error?.description.utf8.contains(10) == false)
  }
}

import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("A formatted scene")
struct SceneTextFormatTests {
  private func format(_ text: String) throws -> String {
    String(decoding: try SceneTextFormat().formatted(Data(text.utf8)), as: UTF8.self)
  }

  @Test(
    "A formatted scene has one space where one belongs, and none elsewhere",
    arguments: [
      ("tumble:   1  \n", "tumble: 1\n"), ("a: { b:   1 ,c:  [ 1 ,2 ] }", "a: {b: 1, c: [1, 2]}\n"),
      ("a:\n    - b:   1\n      c: 2\n    -   d\n", "a:\n  - b: 1\n    c: 2\n  - d\n"),
      ("a:\n- 1\n- 2\n", "a:\n  - 1\n  - 2\n"),
      ("a: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"), ("\n\n# c\n\na: 1", "# c\n\na: 1\n"),
      ("a: 1 # c\nb: 2      # d\n", "a: 1 # c\nb: 2      # d\n"),
      ("a:   [\n  1,\n      2,\n]\nb: 3\n", "a: [\n  1,\n  2,\n]\nb: 3\n"),
      ("a:\n    [\n  1,\n  2 ]\n", "a:\n  [\n    1,\n    2]\n"),
      ("a: {b: [1,\n2],\n c: 3}\n", "a: {b: [1,\n  2],\n  c: 3}\n"),
      ("a:  1\r\nb: 2\r\n", "a: 1\r\nb: 2\r\n"),
      ("{\"a\":1,\"b\":[1,2]}", "{\"a\": 1, \"b\": [1, 2]}\n"),
      ("--- # x\na:  1\n", "--- # x\na: 1\n"), ("a: 'x  y'\nb: \"p   q\"\n", "a: 'x  y'\nb: \"p   q\"\n"),
      ("a:\n  b:\n       c: 1\n", "a:\n  b:\n    c: 1\n"),
      ("a: []\nb: { }\nc: [ [ 1 ] ]\n", "a: []\nb: {}\nc: [[1]]\n"),
      ("a:\n- - 1\n  - 2\n-\n  b: 3\n", "a:\n  - - 1\n    - 2\n  -\n    b: 3\n"),
    ])
  func spaces(text: String, expected: String) throws {
    #expect(try format(text) == expected)
    #expect(try format(expected) == expected)
  }

  @Test("A formatted scene keeps comments where they belong, block texts and texts of several lines")
  func comments() throws {
    let text = """
      # top
      tumble: 1
      note: |
            First.
              Further in.

            Last.
      title: a
           b
      # of the bodies
      bodies:
         # of the first
         -  id: a    # its name
            # of its place
            at: [1,2]
         # behind the last
      # of the joints
      joints:   []
      # end
      """
    let expected = """
      # top
      tumble: 1
      note: |
        First.
          Further in.

        Last.
      title: a
        b
      # of the bodies
      bodies:
        # of the first
        - id: a    # its name
          # of its place
          at: [1, 2]
        # behind the last
      # of the joints
      joints: []
      # end

      """
    #expect(try format(text) == expected)
    #expect(try format(expected) == expected)
  }

  @Test("A shipped scene is formatted already", arguments: ShippedScenesTests.library.names())
  func shipped(name: String) throws {
    let text = try String(
      contentsOf: ProjectFolder.scenes.appendingPathComponent("\(name).yaml"), encoding: .utf8)
    #expect(try format(text) == text)
  }

  @Test(
    "A formatted scene is the same scene with the same comments, whatever it looked like, and stays so",
    arguments: Seeds.list(default: 2))
  func mangled(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var formatted = 0
    for name in ShippedScenesTests.library.names() {
      let text = try String(
        contentsOf: ProjectFolder.scenes.appendingPathComponent("\(name).yaml"), encoding: .utf8)
      var lines = text.components(separatedBy: "\n")
      for index in lines.indices where !lines[index].contains("\"") && !lines[index].contains("'") {
        switch random.int(in: 0...5) {
        case 0: lines[index] = lines[index].replacingOccurrences(of: ", ", with: " ,   ")
        case 1: lines[index] = lines[index].replacingOccurrences(of: "[", with: "[  ")
        case 2: lines[index] += "   "
        case 3: lines[index] += "\n\n"
        default: break
        }
      }
      // Twice as far in.
      let wide = lines.joined(separator: "\n").components(separatedBy: "\n").map { line in
        String(repeating: " ", count: line.prefix { $0 == " " }.count) + line
      }.joined(separator: "\n")
      guard let old = SceneReader().read(Data(wide.utf8), file: name, name: name).scene else { continue }
      let new = try format(wide)
      #expect(try format(new) == new, "\(name)")
      #expect(try Scene(text: new, name: name) == old, "\(name)")
      #expect(comments(new) == comments(wide), "\(name)")
      // Line ends of Windows and a byte order mark are kept.
      func marked(_ text: String) -> String { "\u{FEFF}" + text.replacing("\n", with: "\r\n") }
      #expect(try format(marked(wide)).utf8.elementsEqual(marked(new).utf8), "\(name)")
      formatted += 1
    }
    #expect(formatted > 5)
  }

  private func comments(_ text: String) -> [String] {
    text.components(separatedBy: "\n").compactMap { line in
      line.range(of: "# ").map { line[$0.lowerBound...].trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("A formatted scene is refused where it is no YAML, with the place")
  func refused() {
    #expect(throws: SceneTextPatchError.self) { try format("a: [1, 2\nb: 3\n") }
    #expect(throws: SceneTextPatchError.self) { try format("a: &x 1\n") }
    #expect(throws: SceneTextPatchError.self) { try SceneTextFormat().formatted(Data([0xFF, 0x20])) }
  }
}

@Suite("A scene to begin with")
struct SceneStarterTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary

  init() throws {
    scratch = try ScratchFolder()
    library = SceneLibrary(
      folders: [scratch.url.appendingPathComponent("s")],
      assets: ProjectFolder.assets)
  }

  @Test("A scene to begin with is valid and formatted without another, and has its title")
  func small() throws {
    let starter = try SceneStarter(title: "my-first", from: nil, in: library)
    let read = library.read(starter.text, file: nil, name: "my-first")
    #expect(try read.get().title == "my-first" && read.diagnostics.isEmpty)
    #expect(try SceneTextFormat().formatted(starter.text) == starter.text)
  }

  @Test(
    "A scene to begin with has another's text, comments and all, and what it includes; nothing is written over"
  )
  func copy() throws {
    try scratch.file("s/old.yaml", "tumble: 1\ntitle: Old   # so far\ninclude: p/a.yaml\n")
    try scratch.file("s/p/a.yaml", "tumble: 1\nbodies: [{id: a, circle: 1}]\n")
    let starter = try SceneStarter(title: "new", from: "old", in: library)
    let path = scratch.url.path + "/t/new.yaml"
    try starter.write(to: path)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "tumble: 1\ntitle: new   # so far\ninclude: p/a.yaml\n")
    #expect(try library.read(path).get().bodies.map(\.id) == ["a"])
    try scratch.file("u/p/a.yaml", "tumble: 1\n")
    #expect(throws: SceneError.self) { try starter.write(to: scratch.url.path + "/u/new.yaml") }
    #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/u/new.yaml"))
    #expect(throws: SceneError.self) { try SceneStarter(title: "x", from: "nothing", in: library) }
  }
}

import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("A hostile text")
struct HostileTextTests {
  private func read(_ text: String, _ limits: SceneLimits = SceneLimits()) -> SceneReader.Outcome {
    SceneReader(limits: limits).read(Data(text.utf8), file: "f.yaml", name: "f")
  }

  private func message(_ text: String, _ limits: SceneLimits = SceneLimits()) -> String? {
    read(text, limits).diagnostics.first?.message
  }

  @Test("A hostile text with 100,000 open brackets is refused for its depth, on a small stack too")
  func brackets() async {
    for bracket in ["[", "{", "- ", "a:\n ", "{a: [", "[{"] {
      let text = "tumble: 1\nbodies: " + String(repeating: bracket, count: 100_000)
      // A task runs on a thread with a stack of half a megabyte.
      let message = await Task.detached { self.message(text) }.value
      #expect(message != nil)
    }
    #expect(message("bodies: " + String(repeating: "[", count: 100_000))?.contains("nested deeper") == true)
    #expect(message("bodies:\n" + String(repeating: "- ", count: 100_000))?.contains("nested deeper") == true)
    let stairs = (0..<200).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(message(stairs)?.contains("nested deeper") == true)
  }

  @Test("A hostile text with a billion laughs is refused for its anchors, as a value and as a key")
  func laughs() {
    var text = "a: &a [x, x, x, x, x, x, x, x, x]\n"
    for (one, next) in zip("abcdefgh", "bcdefghi") {
      text += "\(next): &\(next) [" + Array(repeating: "*\(one)", count: 9).joined(separator: ", ") + "]\n"
    }
    #expect(message(text) == "anchors (&name) are not read")
    #expect(message(text + "*i : 1\n") == "anchors (&name) are not read")
    #expect(message("{&a [x]: 1}\n") == "anchors (&name) are not read")
  }

  @Test(
    "A hostile text hides no anchor behind what looks like a text",
    arguments: [
      "note: it's\nx: &a [1]\n", "note: a \"b\nx: &a [1]\n", "note: a\n  \"b\nx: &a [1]\n",
      "note: a # \"\nx: &a 1\n",
      "note: |\n  text\nx: &a 1\n", "note: |2\n   \"text\nx: &a 1\n", "- |\n \"x\n- &a 1\n",
      "note: 'it''s'\nx: &a 1\n",
      "note: \"\\\"\"\nx: &a 1\n", "a: [b'c, \"d\", &a 1]\n", "a: {b: c\"d, e: &a 1}\n", "\"a\":&a 1\n",
      "? &a b\n: 1\n",
      "note: >-\n\n  text\n\nx: &a 1\n", "note: |\n\ttext\nx: &a 1\n", "--- &a\nb: 1\n",
      "a:\n  |\n \"b\nc: &a 1\n",
    ])
  func hidden(text: String) {
    let outcome = read(text)
    #expect(outcome.scene == nil)
    let message = outcome.diagnostics.first?.message ?? ""
    // Refused as such, or because the parser finds the text broken before it.
    #expect(!message.contains("has no key"), "\(message)")
  }

  @Test(
    "A hostile text may have the signs of anchors and tags within a text",
    arguments: [
      "note: salt & pepper &co *not* an alias! !important", "note: \"&a *b !c\"", "note: '&a *b !c'",
      "note: |\n  &a first\n  *b\n  !c\n    deeper &d\n\n  'quote\n  last",
      "note: >-\n  - &a\n  - *b\ntitle: x",
      "note: a plain text\n  over two lines & more", "title: x # &a *b", "note: it's \"fine\" [&a] {*b}",
      "title: \"a\\\"&b\"\nnote: '''&a'",
    ])
  func shown(text: String) {
    #expect(read("tumble: 1\n" + text + "\n").diagnostics.map(\.description) == [])
  }

  @Test("A hostile text is refused beyond each limit, with the limit in the message")
  func limits() {
    var limits = SceneLimits()
    limits.bytes = 100
    #expect(message(String(repeating: " ", count: 101), limits)?.contains("more than the 100") == true)
    limits = SceneLimits()
    limits.nodes = 50
    #expect(
      message("tumble: 1\nbodies: [" + String(repeating: "1, ", count: 60) + "]\n", limits)?.contains(
        "more than 50 values") == true)
    limits = SceneLimits()
    limits.bodies = 10
    let many = "tumble: 1\nbodies: [{id: a, circle: 1, repeat: {stack: 11}}]\n"
    #expect(message(many, limits)?.contains("more than 10 bodies") == true)
    limits = SceneLimits()
    limits.shapes = 10
    #expect(message(many, limits)?.contains("more than 10 shapes") == true)
    limits = SceneLimits()
    limits.allCorners = 10
    let corners = "tumble: 1\nbodies: [{id: a, polygon: [[0, 0], [9, 0], [0, 9]], repeat: {stack: 4}}]\n"
    #expect(message(corners, limits)?.contains("more than 10 corners") == true)
    limits = SceneLimits()
    limits.joints = 3
    let joints =
      "tumble: 1\nbodies: [{id: a, circle: 1, repeat: {stack: 5}}]\njoints: [{id: j, type: pin, chain: a}]\n"
    #expect(message(joints, limits)?.contains("more than 3 joints") == true)
  }

  @Test("A hostile text goes through no more shapes than rules may name, however often and by whatever name")
  func crowdedRules() {
    func text(_ parties: [String], shapes: Int, rules: Int) -> String {
      let shape = "{id: s, circle: 1}, " + String(repeating: "{circle: 1}, ", count: shapes - 1)
      let rule = "{between: [[\(parties.joined(separator: ", "))], b], ignore: true}, "
      return "tumble: 1\nbodies: [{id: b, circle: 1, mass: 1, at: [-50, 0]}, "
        + "{id: a, kind: static, shapes: [\(shape)], repeat: {grid: {columns: 100, spacing: 9}}}]\n"
        + "rules: [\(String(repeating: rule, count: rules))]\n"
    }
    var limits = SceneLimits()
    limits.ruleShapes = 10_000
    let many = "more than 10000 shapes"
    // One name said again counts once.
    #expect(message(text(Array(repeating: "a.s", count: 5000), shapes: 1, rules: 1), limits) == nil)
    #expect(message(text(Array(repeating: "a", count: 5000), shapes: 1, rules: 1), limits) == nil)
    #expect(message(text(["a"], shapes: 1, rules: 98), limits)?.contains(many) != true)
    #expect(message(text(["a"], shapes: 1, rules: 101), limits)?.contains(many) == true)
    #expect(message(text(["a.s"], shapes: 1, rules: 101), limits)?.contains(many) == true)
    #expect(message(text(["a", "a.s"], shapes: 50, rules: 2), limits)?.contains(many) == true)
  }

  @Test("A hostile text gives copies no names that could not be written again")
  func longNames() {
    for (length, isTaken) in [(61, true), (62, true), (63, false), (64, false)] {
      let id = String(repeating: "a", count: length)
      let body = "tumble: 1\nbodies: [{id: \(id), mass: 1, circle: 1, repeat: {stack: 2}}]\n"
      #expect((message(body) == nil) == isTaken, "\(length)")
      let joint =
        "tumble: 1\nbodies: [{id: b, mass: 1, circle: 1, repeat: {grid: {columns: 3, spacing: 5}}}]\n"
        + "joints: [{id: \(id), type: pin, chain: b}]\n"
      #expect((message(joint) == nil) == isTaken, "\(length)")
    }
  }

  @Test(
    "A hostile text says of a list of layers that is too long only that, and not that its layers are missing")
  func manyLayers() {
    for count in [99, 100, 101, 102] {
      let layers = (0..<count).map { "{id: l\($0)}" }.joined(separator: ", ")
      let text =
        "tumble: 1\nlayers: [\(layers)]\nbodies: [{id: a, box: [9, 9]}]\n"
        + "animations: [{id: x, layer: l0, of: a.angle, type: basic, to: 2}]\n"
      let errors = read(text).diagnostics.filter { $0.severity == .error }.map(\.message)
      #expect(errors == (count <= 100 ? [] : ["'layers' is a list of at most 100, not of \(count)"]))
    }
  }

  @Test("A hostile text counts what it does not show, one as one")
  func oneMore() {
    for (count, last) in [(21, "there is 1 more error"), (22, "there are 2 more errors")] {
      let text = "tumble: 1\nbodies:\n" + (0..<count).map { "  - {id: b\($0), circl: 3}\n" }.joined()
      #expect(read(text).diagnostics.last?.message == last)
    }
  }

  @Test(
    "A hostile text with a mistake in each of 10,000 bodies has twenty of them reported, and how many more there are"
  )
  func mistakes() {
    var text = "tumble: 1\nbodies:\n"
    for index in 0..<10_000 { text += "  - {id: b\(index), circl: 3, template: crate\(index)}\n" }
    let diagnostics = read(text).diagnostics
    #expect(diagnostics.count == 21)
    #expect(diagnostics.last?.message == "there are many more errors")
    #expect(diagnostics.map(\.line).dropLast() == (0..<20).map { 3 + $0 }[...])
  }

  @Test("A hostile text cut off anywhere is read or refused, never more")
  func truncated() throws {
    let whole = try Data(contentsOf: WriterTests.everything)
    for count in stride(from: 0, to: whole.count, by: 31) {
      let outcome = SceneReader().read(whole.prefix(count), file: "f", name: "f")
      #expect(outcome.scene != nil || !outcome.diagnostics.isEmpty)
    }
  }

  @Test(
    "A hostile text with bytes changed at random is read or refused, and what is read is written and read again",
    arguments: Seeds.list(default: 30))
  func mutated(seed: UInt64) throws {
    let whole = [UInt8](try Data(contentsOf: WriterTests.everything))
    var generator = SeededGenerator(seed: seed)
    var bytes = whole
    for _ in 0..<generator.int(in: 1...4) {
      let at = generator.int(in: 0...bytes.count - 1)
      switch generator.int(in: 0...2) {
      case 0: bytes[at] = UInt8(truncatingIfNeeded: generator.next())
      case 1: bytes.remove(at: at)
      default: bytes.insert(generator.pick(Array("[]{}:,-#&*'\"\n 0".utf8)), at: at)
      }
    }
    let outcome = SceneReader().read(Data(bytes), file: "f", name: "f")
    guard let scene = outcome.scene else {
      #expect(!outcome.diagnostics.isEmpty)
      return
    }
    let again = SceneReader().read(Data(SceneWriter().text(scene).utf8), file: "f", name: "f")
    #expect(again.scene == scene)
  }

  @Test(
    "A hostile text that ends its lines as Windows does, or starts with a byte order mark, is read like any other"
  )
  func windows() throws {
    let unix = "tumble: 1\ntitle: A\nbodies:\n  - {id: a, circle: 3}\n"
    let scene = read(unix).scene
    #expect(scene != nil)
    #expect(read(unix.split(separator: "\n").joined(separator: "\r\n") + "\r\n").scene == scene)
    #expect(read("\u{FEFF}" + unix).scene == scene)
    let wrong = read("\u{FEFF}tumble: 1\r\ntitel: A\r\n").diagnostics.first
    #expect(wrong.map { [$0.line, $0.column] } == [2, 1])
    #expect(wrong?.excerpt?.text == "titel: A")
  }
}

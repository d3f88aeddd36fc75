import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif
import Testing
import TumbleTestSupport

@Suite("tumble-headless test")
struct SceneTestTests {
  private let headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder

  private static let bodies = """
    tumble: 1
    world: {gravity: [0, -1000], rate: 100 Hz, sleepAfter: 200 ms}
    bodies:
      - {id: floor, kind: static, line: [[-500, 0], [500, 0]]}
      - {id: ball, at: [102, 30], circle: 10, mass: 2}

    """

  init() throws {
    scratch = try ScratchFolder()
    try write("good", "expect: [{check: asleep, at: 4 s}, {id: calm, check: lost, times: 0}]")
    try write(
      "low",
      "expect:\n  - {check: present, of: ball}\n  - {id: high, note: 'It <falls> & \"lies\"', check: value, channel: ball.y, min: 20, to: 1 s}\n"
    )
    try write("plain", "")
  }

  private func write(_ name: String, _ expect: String, bodies: String = bodies) throws {
    try scratch.file(name + ".yaml", bodies + expect + "\n")
  }

  @Test(
    "`tumble-headless test` reports in the order of the scenes what was expected and seen, and where that stands"
  )
  func report() throws {
    let result = try headless.run(["test", scratch.url.path, "--jobs", "2"])
    #expect(
      result.text == """
        ok    good: 2 met
        FAIL  low: 1 of 2 not met
              \(scratch.path("low.yaml")):8:10: high: expected ball.y at least 20 from 0 s to 1 s
                seen after 0.15 s (step 15): ball.y is 19.5
                note: It <falls> & "lies"
        none  plain: it expects nothing
        3 scenes, 4 expectations: 3 met, 1 not met; 1 scene expects nothing

        """)
    #expect(result.code == 1 && result.errors == "")
  }

  @Test(
    "`tumble-headless test` ends with 0 if all is met, 1 if something is not, 2 if a scene cannot be read, 64 for a wrong option",
    arguments: [
      (["good.yaml"], 0, "ok    good: 2 met"), (["plain.yaml"], 0, "none  plain"),
      (["good.yaml", "low.yaml"], 1, "FAIL  low"), (["low.yaml", "bad.yaml"], 2, "ERROR bad"),
      (["good.yaml", "missing.yaml"], 2, "ERROR missing"),
      (["good.yaml", "no-such-scene"], 2, "ERROR no-such-scene"),
      (["empty/"], 2, "no scene file"),
      (["good.yaml", "--filter", "goof"], 2, "no scene has this in its name"),
      (["good.yaml", "--jobs", "0"], 64, "1 to 1024"),
      (["good.yaml", "--duration", "-1"], 64, "0 to 1000000"), (["good.yaml", "-q", "-v"], 64, "exclude"),
      (["good.yaml", "--junit", "-"], 64, "to a file"),
      (["good.yaml", "--duration", "1"], 1, "the run ended after 1 s"),
    ])
  func codes(arguments: [String], code: Int32, text: String) throws {
    try write("bad", "expect: [{check: inView, of: bal}]")
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("empty"), withIntermediateDirectories: true)
    var program = headless
    program.folder = scratch.url
    let result = try program.run(["test"] + arguments)
    #expect(result.code == code)
    #expect((result.text + result.errors).contains(text), "\(result.text)\(result.errors)")
  }

  @Test("`tumble-headless test` reports the same with one job and with many, and in JUnit's XML too")
  func jobs() throws {
    for index in 0..<12 {
      try write(
        "s\(index)", "expect: [{check: value, channel: ball.y, min: \(index * 2), at: \(index * 100) ms}]")
    }
    let outputs = try ["1", "2", "7"].map { jobs in
      let result = try headless.run(
        ["test", scratch.url.path, "--jobs", jobs, "--github", "--junit", scratch.path("\(jobs).xml")])
      return (
        result.text, result.code, try Data(contentsOf: scratch.url.appendingPathComponent("\(jobs).xml"))
      )
    }
    #expect(outputs[0].0 == outputs[1].0 && outputs[0].0 == outputs[2].0)
    #expect(outputs[0].2 == outputs[1].2 && outputs[0].2 == outputs[2].2)
    #expect(
      outputs.allSatisfy { $0.1 == 1 } && outputs[0].0.contains("FAIL  s11")
        && outputs[0].0.contains("ok    s0"))
  }

  @Test("`tumble-headless test` writes XML that a parser reads, with every text as it is")
  func junit() throws {
    try write("bad", "expect: [{check: inView, of: bal}]")
    _ = try headless.run(["test", scratch.url.path, "--junit", scratch.path("report.xml")])
    let document = try XMLReader(Data(contentsOf: scratch.url.appendingPathComponent("report.xml")))
    let totals = try #require(document.elements.first { $0.name == "testsuites" })
    #expect(
      totals.attributes == [
        "name": "tumble test", "tests": "5", "failures": "1", "errors": "1", "skipped": "0",
      ])
    #expect(
      document.elements.filter { $0.name == "testsuite" }.compactMap { $0.attributes["name"] } == [
        "bad", "good", "low", "plain",
      ])
    let failure = try #require(document.elements.first { $0.name == "failure" })
    #expect(failure.attributes["message"] == "high: expected ball.y at least 20 from 0 s to 1 s")
    #expect(failure.text.contains("note: It <falls> & \"lies\"") && failure.text.contains("low.yaml:8:10\n"))
    let error = try #require(document.elements.first { $0.name == "error" })
    #expect(error.text.contains("did you mean 'ball'?"))
    let cases = document.elements.filter { $0.name == "testcase" }
    #expect(
      cases.compactMap { $0.attributes["name"] } == [
        "run", "anything asleep at 4 s", "calm", "ball present always", "high",
      ])
    #expect(cases[4].attributes["line"] == "8" && cases[4].attributes["file"] == scratch.path("low.yaml"))
  }

  @Test("`tumble-headless test` marks lines for GitHub where that runs it, and not where it is told not to")
  func gitHub() throws {
    var program = headless
    program.environment = ["GITHUB_ACTIONS": "true"]
    let marked = try program.run(["test", scratch.path("low.yaml")])
    let line = try #require(marked.text.split(separator: "\n").first { $0.hasPrefix("::error") })
    let place = "::error file=\(scratch.path("low.yaml")),line=8,col=10,title=low::"
    #expect(
      line == place
        + "high: expected ball.y at least 20 from 0 s to 1 s%0Aseen after 0.15 s (step 15): ball.y is 19.5%0Anote: It <falls> & \"lies\""
    )
    // Between these two lines the runner obeys nothing.
    let lines = marked.text.split(separator: "\n")
    let word = try #require(lines[0].wholeMatch(of: /::stop-commands::(tumble-[0-9a-f]{32})/)).1
    let end = try #require(lines.firstIndex(of: "::\(word)::"))
    #expect(end > 3 && lines[(end + 1)...].allSatisfy { $0.hasPrefix("::error ") } && lines.count > end + 1)
    #expect(try !program.run(["test", scratch.path("low.yaml"), "--no-github"]).text.contains("::"))
    program.environment = ["GITHUB_ACTIONS": ""]
    #expect(try !program.run(["test", scratch.path("low.yaml")]).text.contains("::"))
  }

  @Test(
    "`tumble-headless test` starts itself again with the setting that hashes are kept for, whatever the environment says of it"
  )
  func hash() throws {
    // Damped springs take exponentials: this hash depends on the processor without the setting.
    let own = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"
    let file = ProjectFolder.scenes.appendingPathComponent("web.yaml")
    let web = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\nexpect:\n")[0]
    try scratch.file("web.yaml", web + "\n")
    var masked = headless
    masked.environment = ["GLIBC_TUNABLES": own]
    let hash = try masked.run(["simulate", scratch.path("web.yaml"), "--steps", "600", "--hash"]).text
      .dropLast()
    try scratch.file("hashed.yaml", web + "\nexpect: [{check: hash, hash: \"\(hash)\", step: 600}]\n")
    for setting in ["", own, "glibc.malloc.check=0", "glibc.cpu.hwcaps=-AVX512F:glibc.malloc.check=0"] {
      var program = headless
      program.environment = ["GLIBC_TUNABLES": setting]
      let result = try program.run(["test", scratch.path("hashed.yaml")])
      #expect(result.code == 0 && result.text.contains("1 met"), "\(setting): \(result.text)\(result.errors)")
    }
    // Standard input is read after the start that counts.
    var program = headless
    program.environment = ["GLIBC_TUNABLES": ""]
    let text = try String(contentsOfFile: scratch.path("hashed.yaml"), encoding: .utf8)
    #expect(try program.run(["test", "-"], input: text).text.hasPrefix("ok    standard input: 1 met"))
  }

  @Test("`tumble-headless test` names the hash that it saw where another was expected")
  func otherHash() throws {
    try write("hashed", "expect: [{check: hash, hash: 0123456789abcdef, at: 0}]")
    let seen = try headless.run(["simulate", scratch.path("good.yaml"), "--steps", "0", "--hash"]).text
      .dropLast()
    let result = try headless.run(["test", scratch.path("hashed.yaml")])
    #expect(
      result.code == 1 && result.text.contains("seen after 0 s (step 0): the hash is \(seen)\n"),
      "\(result.text)")
  }

  @Test(
    "`tumble-headless test` lists what is expected, takes only scenes of a name, and keeps quiet of what is met"
  )
  func lists() throws {
    let list = try headless.run(["test", scratch.url.path, "--list", "--filter", "oo"])
    #expect(list.text == "good\n  anything asleep at 4 s\n  anything lost: never\n" && list.code == 0)
    #expect(try headless.run(["test", scratch.path("good.yaml"), "--quiet"]).text == "")
    #expect(
      try headless.run(["test", scratch.path("good.yaml"), "--verbose"]).text.contains(
        "      met: anything asleep at 4 s\n"))
  }

  @Test("`tumble-headless test` skips pictures and says which program draws them")
  func pictures() throws {
    try write("drawn", "expect: [{check: picture, file: a.png, at: 1 s}]")
    let result = try headless.run(["test", scratch.path("drawn.yaml")])
    #expect(result.code == 0 && result.text.contains("ok    drawn: 0 met, 1 skipped\n"))
    #expect(result.text.contains("skipped: picture a.png at 1 s (pictures are drawn by `tumble test`"))
  }

  @Test("`tumble-headless test` says of the manual's example what the manual says")
  func manual() throws {
    let manual = try String(
      contentsOf: ProjectFolder.docs.appendingPathComponent("ci.md"), encoding: .utf8)
    let parts = manual.components(separatedBy: "```")
    try scratch.file("ball.yaml", String(parts[1].dropFirst("yaml\n".count)))
    let said = parts[2].split(separator: "\n", omittingEmptySubsequences: false).drop { $0.isEmpty }
      .prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    #expect(said.first == "$ tumble test ball.yaml")
    var program = headless
    program.folder = scratch.url
    let result = try program.run(["test", "ball.yaml"])
    #expect(result.text == said.dropFirst().joined(separator: "\n") + "\n" && result.code == 1)
  }

  @Test("`tumble-headless test` finds what is expected of the shipped scenes that run in a moment")
  func shipped() throws {
    let result = try headless.run(["test", "crates", "crane", "bounce", "ship"])
    #expect(result.code == 0 && result.text.hasPrefix("ok    crates: "), "\(result.text)")
  }

  @Test("`tumble-headless test` goes on after a run that the engine stopped, and reports that")
  func bodiesLost() throws {
    try write(
      "stray",
      """
      tumble: 1
      world: {gravity: [0, 0], rate: 100 Hz}
      bodies: [{id: stray, velocity: [900000000, 0], circle: 10}, {id: ball, circle: 5, at: [50, 50]}]
      expect: [{check: lost, times: 0, by: 3 s}, {check: present, of: ball, at: 3 s}]
      """, bodies: "")
    let result = try headless.run(["test", scratch.path("stray.yaml"), scratch.path("good.yaml")])
    #expect(result.code == 1 && result.text.contains("expected anything lost: never by 3 s"))
    #expect(result.text.contains("it happened once: at 1.1") && result.text.contains("ok    good: 2 met"))
  }
}

/// A reader of as much XML as the tests ask for; it throws where a document is not well formed.
private final class XMLReader: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ data: Data) throws {
    super.init()
    let parser = XMLParser(data: data)
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?)
  {
    open.removeLast()
  }
}

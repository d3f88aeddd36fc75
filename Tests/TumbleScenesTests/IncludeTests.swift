import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("A scene that includes others")
struct IncludeTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary

  init() throws {
    scratch = try ScratchFolder()
    library = SceneLibrary(folders: [scratch.url.appendingPathComponent("s")], assets: scratch.url)
  }

  private func read(_ files: [String: String]) throws -> SceneReader.Outcome {
    for (path, text) in files { _ = try scratch.file("s/" + path, "tumble: 1\n" + text) }
    return try library.read(scratch.url.path + "/s/main.yaml")
  }

  private func messages(_ files: [String: String]) throws -> [String] {
    try read(files).diagnostics.map {
      "\(URL(fileURLWithPath: $0.file).lastPathComponent):\($0.line):\($0.column) \($0.message)"
    }
  }

  @Test(
    "A scene that includes others has what they say before its own, each file once, and what it names itself counts"
  )
  func merged() throws {
    let outcome = try read([
      "main.yaml": """
      title: Main
      include: [parts/wheel.yaml, {file: base.yaml}]
      variables: {r: 20}
      bodies: [{id: own, at: [r, 0], template: disc, material: ice}]
      """,
      "base.yaml": """
      title: Base
      world: {gravity: [0, -5]}
      categories: [a, b]
      materials: {ice: {friction: 0.125}}
      bodies: [{id: ground, kind: static, box: [9, 9]}]
      """,
      "parts/wheel.yaml": """
      include: ../base.yaml
      variables: {r: 4, rim: r / 2}
      categories: [b, c]
      templates: {disc: {circle: r}}
      bodies: [{id: hub, circle: rim, categories: c}]
      joints: [{id: axle, type: pivot, a: ground, b: hub}]
      """,
    ])
    let scene = try outcome.get()
    #expect(scene.title == "Main" && scene.world.gravity.y == -5 && scene.categories == ["a", "b", "c"])
    #expect(scene.bodies.map(\.id) == ["ground", "hub", "own"])
    #expect(scene.bodies[1].shapes[0].form == .circle(center: .init(0, 0), radius: 10))
    #expect(scene.bodies[2].shapes[0].form == .circle(center: .init(0, 0), radius: 20))
    #expect(scene.bodies[2].shapes[0].friction == 0.125)
    #expect(scene.joints.map(\.id) == ["axle"])
    #expect(
      outcome.included.map { URL(fileURLWithPath: $0).lastPathComponent }.sorted() == [
        "base.yaml", "wheel.yaml",
      ])
    #expect(outcome.diagnostics.isEmpty)
  }

  @Test("A scene that includes others tells mistakes by the file that they are in")
  func positions() throws {
    let found = try messages([
      "main.yaml": "include: [a.yaml, b.yaml]\nbodies: [{id: x, circle: -1}]\n",
      "a.yaml": "bodies:\n  - {id: x, circle: 3}\n  - {id: y, circle: big}\n", "b.yaml": "bodies: [{id: z\n",
    ])
    #expect(found.contains("a.yaml:4:21 'circle' must be a number, not 'big'"))
    #expect(found.contains { $0.hasPrefix("b.yaml:") })
    let twice = try read([
      "main.yaml": "include: a.yaml\nbodies: [{id: x, circle: 1}]\n",
      "a.yaml": "bodies: [{id: x, circle: 3}]\n",
    ]).diagnostics
    #expect(twice.map(\.message) == ["the id 'x' is taken"])
    #expect(twice[0].hint?.hasSuffix("line 2, column 15 of \(scratch.url.path)/s/a.yaml") == true)
    #expect(twice[0].line == 3 && twice[0].excerpt?.text.contains("circle: 1") == true)
  }

  @Test("A scene that includes others names the way round where files include each other, or themselves")
  func cycles() throws {
    let found = try read([
      "main.yaml": "include: a.yaml\n", "a.yaml": "include: p/b.yaml\n",
      "p/b.yaml": "include: [../a.yaml, ../main.yaml]\n",
    ]).diagnostics
    #expect(found.map(\.message) == ["'a.yaml' includes itself", "'main.yaml' includes itself"])
    #expect(
      found.compactMap(\.hint) == ["a.yaml → p/b.yaml → a.yaml", "main.yaml → a.yaml → p/b.yaml → main.yaml"])
  }

  @Test(
    "A scene that includes others never reads out of its folder",
    arguments: ["../secret.yaml", "p/../../secret.yaml", "/etc/passwd", "p\\a.yaml", ""])
  func outside(path: String) throws {
    _ = try scratch.file("secret.yaml", "tumble: 1\nbodies: [{id: secret, circle: 1}]\n")
    let outcome = try read(["main.yaml": "include: ['\(path)']\n", "p/x.yaml": ""])
    #expect(outcome.scene == nil && outcome.included.isEmpty)
    #expect(outcome.diagnostics[0].line == 2)
  }

  @Test("A scene that includes others does not follow links out of its folder, and may follow those within")
  func links() throws {
    let secret = try scratch.file("secret.yaml", "tumble: 1\nbodies: [{id: secret, circle: 1}]\n")
    let inner = try scratch.file("s/p/in.yaml", "tumble: 1\nbodies: [{id: inner, circle: 1}]\n")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: scratch.url.path + "/s/out.yaml", withDestinationPath: secret.path)
    try manager.createSymbolicLink(atPath: scratch.url.path + "/s/up", withDestinationPath: "..")
    try manager.createSymbolicLink(atPath: scratch.url.path + "/s/in.yaml", withDestinationPath: inner.path)
    for path in ["out.yaml", "up/secret.yaml"] {
      let found = try read(["main.yaml": "include: \(path)\n"]).diagnostics
      #expect(found.count == 1 && found[0].message.contains("a link that leads out of"), "\(found)")
      #expect(found.first?.hint?.contains("'\(path)'") != true, "what was refused is not proposed")
    }
    #expect(try read(["main.yaml": "include: in.yaml\n"]).get().bodies.map(\.id) == ["inner"])
  }

  @Test(
    "A scene that includes others tells of files that are missing, empty, too many, too deep or too large")
  func limits() throws {
    let missing = try read(["main.yaml": "include: [weel.yaml]\n", "wheel.yaml": "bodies: []\n"]).diagnostics
    #expect(missing.map(\.message) == ["'weel.yaml' cannot be included: there is no such file"])
    #expect(missing[0].hint == "did you mean 'wheel.yaml'?")
    _ = try scratch.file("s/empty.yaml", "# nothing\n")
    #expect(
      try messages(["main.yaml": "include: empty.yaml\n"]).contains { $0.hasSuffix("the file is empty") })
    var chain = ["main.yaml": "include: d1.yaml\n"]
    for i in 1...9 { chain["d\(i).yaml"] = "include: d\(i + 1).yaml\n" }
    #expect(try messages(chain).contains { $0.hasPrefix("d8.yaml") && $0.contains("8 within each other") })
    let large = "# " + String(repeating: "x", count: 600_000) + "\n"
    let both = ["main.yaml": "include: [l1.yaml, l2.yaml]\n", "l1.yaml": large, "l2.yaml": large]
    #expect(try messages(both).contains { $0.contains("more than 1048576 bytes") })
  }

  @Test(
    "A scene that includes others is in the text that a recording keeps, which reads as the same scene without any file"
  )
  func content() throws {
    let outcome = try read([
      "main.yaml": "include: p/a.yaml   # parts\nvariables: {n: 2}\nbodies: [{id: m, circle: n}]\n",
      "p/a.yaml":
        "# \"quoted\" — a\\b\ninclude: b.yaml\nvariables: {k: 3}\nbodies: [{id: a, circle: k * n}]\n",
      "p/b.yaml": "variables: {n: 1}\nbodies: [{id: b, circle: 1}]\n",
    ])
    let again = SceneReader().read(Data(outcome.content.utf8), file: "main.yaml", name: "main")
    #expect(try again.get() == outcome.get())
    #expect(outcome.content.contains("# parts") && again.included.isEmpty)
    #expect(outcome.text != outcome.content)
    // From no file at all nothing can be included.
    let alone = SceneReader().read(Data(outcome.text.utf8), file: "main.yaml", name: "main")
    #expect(
      alone.diagnostics.map(\.message) == ["'p/a.yaml' cannot be included: the scene was read from no file"])
  }

  @Test("A scene that includes others is saved without touching what it includes, and refuses to change that")
  func saving() throws {
    _ = try read([
      "main.yaml": "include: a.yaml   # parts\nbodies:\n  - {id: m, at: [n, 0], circle: 5}\n",
      "a.yaml": "variables: {n: 2}\nbodies: [{id: a, circle: 3}]\n",
    ])
    let path = scratch.url.path + "/s/main.yaml"
    var file = try SceneFile(reading: path)
    var scene = try library.scene(path)
    scene.bodies[1].position.y = 4
    try file.save(scene)
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "tumble: 1\ninclude: a.yaml   # parts\nbodies:\n  - {id: m, at: [n, 4], circle: 5}\n")
    scene.bodies[0].position.x = 1
    #expect(throws: SceneTextPatchError.self) { try file.save(scene) }
    #expect(throws: SceneTextPatchError.self) { try file.text(saving: scene) }
  }
}

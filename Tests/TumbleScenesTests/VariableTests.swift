import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("Variables of a scene file")
struct VariableTests {
  private func read(_ text: String, _ settings: [String] = []) throws -> SceneReader.Outcome {
    var reader = SceneReader()
    reader.settings = try settings.map { try SceneSetting(parsing: $0) }
    return reader.read(Data(("tumble: 1\n" + text).utf8), file: "f.yaml", name: "f")
  }

  private static let ball = "bodies: [{id: ball, at: [arm, 10], circle: arm / 4}]\n"

  @Test("Variables are worked out after those that they name, wherever they stand")
  func order() throws {
    let scene = try read(
      Self.ball + "variables: {arm: half * 2, half: base + 10, base: 30}\n"
    ).get()
    #expect(scene.bodies[0].position.x == 80)
    #expect(scene.bodies[0].shapes[0].form == .circle(center: .init(0, 0), radius: 20))
  }

  @Test("A thousand variables may depend on each other in a row, and a thousand and one are refused")
  func chain() throws {
    func text(_ count: Int) -> String {
      let steps = (1..<count).map { "  v\($0): v\($0 - 1) + 1\n" }.joined()
      return "variables:\n  v0: 1\n\(steps)bodies: [{id: a, circle: v\(count - 1)}]\n"
    }
    let form = try read(text(1000)).get().bodies[0].shapes[0].form
    #expect(form == .circle(center: .init(0, 0), radius: 1000))
    // The last first: all of them wait for it.
    let backwards = (0..<999).map { "  v\($0): v\($0 + 1) + 1\n" }.joined()
    let scene = try read("variables:\n\(backwards)  v999: 1\nbodies: [{id: a, circle: v0}]\n").get()
    #expect(scene.bodies[0].shapes[0].form == form)
    #expect(try read(text(1001)).diagnostics.contains { $0.message.contains("more than 1000 variables") })
  }

  @Test("Variables that depend on themselves are reported, with the way round")
  func cycles() throws {
    let messages = try read("variables: {a: b + 1, b: c, c: 2 * a, d: d, e: a}\n").diagnostics.map(\.message)
    #expect(messages.contains("'a' depends on itself: a → b → c → a"))
    #expect(messages.contains("'d' depends on itself: d → d"))
    #expect(messages.count == 2)
  }

  @Test("Variables are reported once where they are wrong, not wherever they are used")
  func once() throws {
    let found = try read(
      "variables: {arm: 3 +}\n" + Self.ball + "graph: [{channels: [ball.x], thresholds: [arm]}]\n")
    #expect(found.diagnostics.map(\.message) == ["a number or a name is missing here"])
  }

  @Test("Variables have names that arithmetic can tell apart", arguments: ["a-b", "sin", "pi"])
  func names(name: String) throws {
    let read = try read("variables: {\(name): 3}\n")
    #expect(read.scene == nil && read.diagnostics[0].line == 2)
  }

  @Test("Variables that nothing uses are warned of")
  func unused() throws {
    let found = try read("variables: {arm: 3, leg: arm, toe: 1}\n" + Self.ball).diagnostics
    #expect(found.map(\.message) == ["the variable 'leg' is never used", "the variable 'toe' is never used"])
  }

  @Test("Variables may be called as units are: a unit follows a number")
  func unitNames() throws {
    let scene = try read("variables: {g: 9, m: 2 * g}\nbodies: [{id: a, circle: m + g, mass: 500 g * 1}]\n")
      .get()
    #expect(scene.bodies[0].shapes[0].form == .circle(center: .init(0, 0), radius: 27))
    #expect(scene.bodies[0].mass == .body(0.5, .fromShapes))
  }

  @Test(
    "A word that a property takes is meant where a variable has its name too",
    arguments: [("ball.kind", "static", "dynamic"), ("ball.color", "red", "white")])
  func words(property: String, word: String, other: String) throws {
    let scene = try read(
      """
      variables: {\(word): 3, low: 0.25}
      bodies: [{id: ball, circle: 9}]
      controls:
        - {id: list, property: \(property), choice: {first: \(word), second: \(other)}}
        - {id: pair, property: \(property), switch: [\(other), \(word)]}
        - {id: light, property: ball.opacity, choice: {faint: low, full: 1}}
      when: [{event: time, at: 1 s, do: {action: set, of: \(property), to: \(word)}}]

      """
    ).get()
    #expect(scene.controls[0].text(for: 0) == word)
    #expect(scene.controls[1].text(for: 1) == word)
    #expect(scene.controls[2].text(for: 0) == "0.25")
    #expect(scene.triggers[0].actions == [.set(property, to: word, nil)])
    let written = SceneWriter().text(scene).replacing("bodies:", with: "variables: {\(word): 3}\nbodies:")
    #expect(try Scene(text: written).controls == scene.controls)
  }

  @Test("A color of an animation that a trigger adds is meant where a variable has its name too")
  func animatedColors() throws {
    let scene = try read(
      """
      variables: {red: 3, gold: 20}
      bodies: [{id: ball, circle: 9}]
      when:
        - event: time
          at: 1 s
          do:
            - {action: animate, animation: {id: a, of: ball.color, type: keyframe, values: [white, red]}}
            - {action: animate, animation: {id: b, of: ball.color, type: keyframe, keyframes: [{at: 1, to: gold}]}}
            - {action: animate, animation: {id: c, of: ball.position.x, type: basic, to: gold}}

      """
    ).get()
    let texts = scene.triggers[0].actions.map { if case .animate(let text) = $0 { text } else { "" } }
    #expect(texts[0].contains("[white, red]"))
    #expect(texts[1].contains("to: gold"))
    #expect(texts[2].contains("to: 20"))
  }

  // MARK: - Set from outside

  @Test("Variables take a value from outside, which those that hang on them follow")
  func set() throws {
    let text = "variables: {arm: 2 * base, base: 30}\n" + Self.ball
    #expect(try read(text, ["base=50"]).get().bodies[0].position.x == 100)
    #expect(try read(text, ["arm = base + 1", "base=7"]).get().bodies[0].position.x == 8)
    #expect(try read(text, ["base=1", "base=2"]).get().bodies[0].position.x == 4)
  }

  @Test("Variables that are not there, or are given what cannot be, are reported")
  func refused() throws {
    let text = "variables: {arm: 30}\n" + Self.ball
    func first(_ setting: String) throws -> SceneDiagnostic {
      try #require(read(text, [setting]).diagnostics.first)
    }
    let unknown = try first("amr=3")
    #expect(
      unknown.message == "--set amr=3: there is no variable 'amr'" && unknown.hint == "did you mean 'arm'?")
    #expect(try first("arm=3 +").message == "--set arm=3 +: a number or a name is missing here")
    #expect(try first("arm=-8").message.contains("'circle' must be at least 0.001"))
    for wrong in ["arm", "=3", "arm=", "arm=1\n2"] {
      #expect(throws: SceneSettingError.self) { try SceneSetting(parsing: wrong) }
    }
  }

  @Test(
    "Variables that were set are in the text that a recording keeps, which reads as the same scene by itself",
    arguments: [
      "variables: {arm: 30}  # how long\n", "variables:\n  # how long\n  arm: 30\n  leg: 2 * arm\n",
      "variables: {\"arm\": \"5 * 6\"}\n",
    ], ["arm=50", "arm=min(4, 5) * 9", "arm=25 * 2"])
  func content(variables: String, setting: String) throws {
    let given = try read(variables + Self.ball, [setting])
    let again = SceneReader().read(Data(given.content.utf8), file: "f.yaml", name: "f")
    #expect(try again.get() == given.get(), "\(given.content)")
    #expect(
      given.content != given.text && given.content.contains("how long") == given.text.contains("how long"))
    #expect(try read(variables + Self.ball).content == read(variables + Self.ball).text)
  }

  // MARK: - Saved

  @Test("Variables stay in the text when something else is changed, and give way where what they say is")
  func patch() throws {
    let text =
      "tumble: 1\nvariables: {arm: 40, leg: 2 * arm}\n"
      + "bodies:\n  - {id: ball, at: [arm + 2, leg], angle: arm * 1 deg, circle: arm / 4}   # round\n"
    let old = try Scene(text: text, name: "f")
    var new = old
    new.bodies[0].position.y = 7
    new.title = "T"
    let patched = String(decoding: try SceneTextPatch().patched(Data(text.utf8), to: new), as: UTF8.self)
    #expect(
      patched == text.replacingOccurrences(of: "leg], angle", with: "7], angle") + "title: \"T\"\n")
    new.bodies[0].shapes[0].form = .circle(center: .init(0, 0), radius: 3)
    let again = String(decoding: try SceneTextPatch().patched(Data(text.utf8), to: new), as: UTF8.self)
    #expect(again.contains("at: [arm + 2, 7], angle: arm * 1 deg, circle: 3}   # round"))
  }

  @Test("Variables that were set stay as the file has them when the scene is saved")
  func patchSet() throws {
    let text = "tumble: 1\nvariables: {arm: 40}\nbodies:\n  - {id: ball, at: [arm, 0], circle: arm / 4}\n"
    var reader = SceneReader()
    reader.settings = [SceneSetting(name: "arm", value: "60")]
    var scene = try reader.read(Data(text.utf8), file: "f", name: "f").get()
    scene.bodies[0].position.y = 9
    let patched = String(
      decoding: try SceneTextPatch(reader).patched(Data(text.utf8), to: scene), as: UTF8.self)
    #expect(patched == text.replacingOccurrences(of: "[arm, 0]", with: "[arm, 9]"))
  }
}

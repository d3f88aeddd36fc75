import Foundation
import Testing
import TumbleGeometry
import TumbleScenes

@Suite("Looks of a body as a scene writes them")
struct LooksReadingTests {
  private func bodies(_ text: String) throws -> [Scene.Body] {
    try Scene(text: "tumble: 1\nbodies:\n" + text).bodies
  }

  private func style(_ keys: String) throws -> BodyStyle {
    try #require(bodies("  - {id: a, box: [8, 8], \(keys)}\n").first).style
  }

  private let red = Color(red: 1, green: 0, blue: 0)
  private let white = Color.white
  private let blue = Color(red: 0, green: 0, blue: 1)

  @Test("Short forms are the mappings that they are short for")
  func shortForms() throws {
    #expect(try style("border: 2") == style("border: {width: 2}"))
    #expect(try style("caption: Hi") == style("caption: {text: Hi}"))
    #expect(try style("caption: 7").caption == Caption("7"))
    let long =
      "gradient: {colors: ['#ff0000', '#0000ff'], locations: [0, 100 %], type: linear, direction: down}"
    #expect(try style("gradient: ['#f00', '#00f']") == style(long))
    #expect(try style("gradient: ['#f00', '#00f']").gradient == Gradient([red, blue]))
    #expect(try style("border: {}").border == BodyBorder(width: 1))
    #expect(try style("trail: 2 s") == style("trail: {length: 2000 ms}"))
    #expect(try style("trail: forever").trail == Trail(length: .forever))
  }

  @Test("All parts of a gradient, a border and a caption are read, in points")
  func parts() throws {
    let style = try style(
      "gradient: {colors: ['#f00', '#fff', '#00f'], locations: [0.1, 0.1, 0.9], type: radial, center: [1, 2], radius: 3},"
        + " border: {width: 2.5, color: '#00f'}, cornerRadius: 3,"
        + " caption: {text: \"a\\nb\", size: 9, color: '#f00', upright: true, at: [4, 5]}")
    var gradient = Gradient(
      .radial, stops: [.init(red, at: 0.1), .init(white, at: 0.1), .init(blue, at: 0.9)])
    (gradient.center, gradient.radius) = (Vector(1, 2), 3)
    #expect(
      style
        == BodyStyle(
          gradient: gradient, cornerRadius: 3, border: BodyBorder(width: 2.5, color: blue),
          caption: Caption("a\nb", size: 9, color: red, isUpright: true, offset: Vector(4, 5))))
  }

  @Test("A trail is read, and written as it was meant")
  func trail() throws {
    for value in ["2", "forever", "{length: forever, width: 3}", "{color: '#f00'}"] {
      let keys = "trail: " + value
      let scene = try Scene(text: "tumble: 1\nbodies:\n  - {id: a, box: [8, 8], \(keys)}\n")
      let text = SceneWriter().text(scene)
      #expect(try Scene(text: text).bodies == scene.bodies, "\(keys)")
      #expect(text.contains("trail: "), "\(keys)")
    }
    #expect(
      try style("trail: {length: 1.5 s, width: 6, color: '#00f'}").trail
        == Trail(length: .time(1.5), width: 6, color: blue))
    for keys in ["trail: 0", "trail: 11 s", "trail: {length: 1, width: -1}"] {
      #expect(throws: SceneError.self, "\(keys)") { try style(keys) }
    }
  }

  @Test("Colors at night, skins and depths are read, and written as they were meant")
  func nightSkinDepth() throws {
    let text = """
      tumble: 1
      scenery:
        - {id: sun, circle: 9, color: '#f00', night: '#00f', depth: 0.5}
      bodies:
        - {id: a, circle: 4, night: '#fff', skin: lava}
      """
    let scene = try Scene(text: text)
    #expect(scene.scenery[0].night == blue && scene.scenery[0].depth == 0.5)
    #expect(scene.bodies[0].style == BodyStyle(skin: .lava, night: white))
    let again = try Scene(text: SceneWriter().text(scene))
    #expect(again.scenery == scene.scenery && again.bodies == scene.bodies)
    #expect(throws: SceneError.self) { try style("skin: milk") }
    #expect(throws: SceneError.self) {
      try Scene(text: "tumble: 1\nscenery:\n  - {id: a, circle: 9, depth: 1.5}\n")
    }
  }

  @Test("Of copies each has its number in the caption, and a body of its own keeps the sign")
  func numbers() throws {
    let copies = try bodies(
      "  - {id: a, circle: 3, caption: 'no. #', repeat: {grid: {columns: 3, spacing: 9}}}\n")
    #expect(copies.map(\.style.caption?.text) == ["no. 1", "no. 2", "no. 3"])
    #expect(try style("caption: '#'").caption?.text == "#")
  }

  @Test("A body's texture takes the place of its template's gradient, and the other way round")
  func templates() throws {
    let text = """
      tumble: 1
      templates: {g: {circle: 4, gradient: ['#f00', '#00f']}, t: {circle: 4, texture: ball}}
      bodies:
        - {id: a, template: g, texture: ball}
        - {id: b, template: t, gradient: ['#00f', '#f00']}
      """
    let scene = try Scene(text: text)
    #expect(scene.bodies[0].style.gradient == nil && scene.bodies[0].texture?.name == "ball")
    #expect(scene.bodies[1].style.gradient == Gradient([blue, red]) && scene.bodies[1].texture == nil)
  }

  @Test("An edit sets a part of a look that is there, and one that is not, and takes a look away")
  func edits() throws {
    let text = "tumble: 1\nbodies:\n  - {id: a, box: [8, 8], texture: crate}\n"
    var scene = try Scene(text: text)
    func set(_ path: String, _ value: String?) throws {
      try scene.apply(.set(.body("a"), path: path, value: value))
    }
    try set("border.color", "'#f00'")
    #expect(scene.bodies[0].style.border == BodyBorder(width: 1, color: red))
    try set("border", "3")
    #expect(scene.bodies[0].style.border == BodyBorder(width: 3))
    try set("caption.text", "Hello")
    try set("caption.size", "7")
    #expect(scene.bodies[0].style.caption == Caption("Hello", size: 7))
    try set("gradient.colors", "['#f00', '#00f']")
    #expect(scene.bodies[0].style.gradient == Gradient([red, blue]) && scene.bodies[0].texture == nil)
    try set("caption", nil)
    try set("layer", "-3")
    #expect(scene.bodies[0].style.caption == nil && scene.bodies[0].depth == -3)
    #expect(throws: (any Error).self) { try set("gradient.locations", "[0]") }
    #expect(scene.bodies[0].style.gradient == Gradient([red, blue]))
  }
}

import Testing
import TumbleFrames
import TumbleGeometry

@Suite("Bodies by patterns")
struct BodyPatternsTests {
  private var description: WorldDescription {
    var bodies = ["floor", "crate1", "crate12", "ball-1", "ball-1-piece", "copy", "crate1-half"].map {
      BodyDescription(name: $0, kind: .dynamic, outlines: [])
    }
    bodies[3].template = "ball"
    bodies[4].original = 3
    bodies[5].original = 0
    bodies[6].original = 1
    return WorldDescription(name: "w", view: Rect(size: Size(1, 1)), bodies: bodies)
  }

  private func names(_ words: String...) -> [String] {
    zip(description.bodies, BodyPatterns(words).included(of: description)).filter(\.1).map(\.0.name)
  }

  @Test("Listed bodies are meant by their names, with their pieces and copies")
  func plain() {
    #expect(names("floor") == ["floor", "copy"])
    #expect(names("crate1") == ["crate1", "crate1-half"])
    #expect(names("crate") == [] && names() == [])
    #expect(names("crate12", "copy") == ["crate12", "copy"])
  }

  @Test("Listed bodies are meant by the template that they were spawned from")
  func template() { #expect(names("ball") == ["ball-1", "ball-1-piece"]) }

  @Test("Listed bodies are meant by patterns")
  func patterns() {
    #expect(names("*").count == 7 && names("**").count == 7)
    #expect(names("crate?") == ["crate1", "crate1-half"])
    #expect(names("crate*") == ["crate1", "crate12", "crate1-half"])
    #expect(names("*1*e") == ["ball-1-piece"])
    #expect(names("*o?*") == ["floor", "copy"])
    #expect(names("?") == [] && names("crate1?*x") == [])
  }

  @Test("Listed bodies are matched in a time that does not explode")
  func hostile() {
    let pattern = String(repeating: "*a", count: 50) + "b"
    let body = BodyDescription(name: String(repeating: "a", count: 20_000), kind: .dynamic, outlines: [])
    let world = WorldDescription(name: "w", view: Rect(size: Size(1, 1)), bodies: [body])
    #expect(BodyPatterns([pattern]).included(of: world) == [false])
  }

  @Test("Patterns that mean nothing are known")
  func unmatched() {
    let patterns = BodyPatterns(["crate1", "box*", "ball", "flor"])
    #expect(patterns.unmatched(in: description) == ["box*", "flor"])
  }
}

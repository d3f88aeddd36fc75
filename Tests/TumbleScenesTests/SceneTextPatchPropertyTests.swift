import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("Any change of a scene's text")
struct SceneTextPatchPropertyTests {
  static let names = ShippedScenesTests.library.names()

  static func text(_ name: String) throws -> Data {
    // What a scene includes in it: changes are of the scene's own text.
    Data(try ShippedScenesTests.library.read(name).content.utf8)
  }

  @Test("Any change of a scene's text leaves every byte as it is where nothing changed", arguments: names)
  func nothing(name: String) throws {
    let data = try Self.text(name)
    let scene = try SceneReader().read(data, file: name, name: name).get()
    #expect(try SceneTextPatch().patched(data, to: scene) == data)
  }

  @Test(
    "Any change of a scene's text reads as the scene that was asked for, keeps all other lines, and changes nothing when made again",
    arguments: names, Seeds.ofEachScene())
  func random(name: String, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &* 7919 &+ name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    var data = try Self.laidOut(Self.text(name), by: seed &+ UInt64(name.utf8.count))
    var scene = try SceneReader().read(data, file: name, name: name).get()
    for round in 0..<4 {
      var edited = scene
      let edit = RandomEdit.make(in: &edited, using: &generator)
      let again: Data
      do {
        again = try SceneTextPatch().patched(data, to: edited)
      } catch {
        // What the format refuses of a random scene is no matter; that anything else is refused is.
        guard case .invalid = error else {
          // A single piece of what one entry makes has no text of its own.
          if ["cloth:", "rope:", "chain:", "blob:"].contains(
            where: String(decoding: data, as: UTF8.self).contains)
          {
            continue
          }
          Issue.record("\(edit) in round \(round): \(error)")
          return
        }
        continue
      }
      let read = try SceneReader().read(again, file: name, name: name).get()
      #expect(SceneWriter().text(read) == SceneWriter().text(edited), "\(edit)")
      #expect(try SceneTextPatch().patched(again, to: edited) == again, "\(edit)")
      if let most = edit.lines { #expect(Self.lost(from: data, in: again) <= most, "\(edit)") }
      #expect(Self.comments(of: data).isSubset(of: Self.comments(of: again)), "\(edit)")
      (data, scene) = (again, edited)
    }
  }

  /// A mark of the format or a blank put anywhere often makes another scene, often none; what can be read can
  /// be changed.
  @Test(
    "Any change of a scene's text is refused or right where the text was mangled",
    arguments: Seeds.list(default: 2))
  func mangled(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = [
      SceneTextPatchTests.small, SceneTextPatchTests.row,
      SceneTextPatchTests.small.replacing("\n", with: "\r\n"),
    ]
    let marks = [
      "[", "]", "{", "}", ":", ",", "#", "'", "\"", "|", ">", "-", " ", "\n", ": ", " #", "- ", "\n  ",
      "\r\n", "\t", "ö", "0",
      "''", "\\", "? ", "~", "%", "--- ", "\"\"", "[]", "{}", "# x\n",
    ]
    var changed = 0
    for _ in 0..<400 {
      var text = Array(generator.pick(texts).unicodeScalars)
      for _ in 0..<generator.int(in: 1...3) {
        let place = generator.int(in: 0...text.count - 1)
        switch generator.int(in: 0...2) {
        case 0: text.remove(at: place)
        default: text.insert(contentsOf: generator.pick(marks).unicodeScalars, at: place)
        }
      }
      let data = Data(String(String.UnicodeScalarView(text)).utf8)
      guard var scene = try? SceneReader().read(data, file: "", name: "").get(), !scene.bodies.isEmpty else {
        continue
      }
      let shown = String(decoding: data, as: UTF8.self)
      #expect(try SceneTextPatch().patched(data, to: scene) == data, "\(shown)")
      let edit = RandomEdit.make(in: &scene, using: &generator)
      let patched: Data
      do {
        patched = try SceneTextPatch().patched(data, to: scene)
      } catch {
        if case .invalid = error { continue }
        Issue.record("\(edit) in \(shown): \(error)")
        continue
      }
      let read = try SceneReader().read(patched, file: "", name: "").get()
      #expect(SceneWriter().text(read) == SceneWriter().text(scene), "\(edit) in \(shown)")
      changed += 1
    }
    #expect(changed > 20)
  }

  /// The same scene as others might have written it.
  static func laidOut(_ data: Data, by seed: UInt64) throws -> Data {
    let text = String(decoding: data, as: UTF8.self)
    switch seed % 4 {
    case 1: return Data(("\u{FEFF}" + text.replacing("\n", with: "\r\n")).utf8)
    case 2:
      let flat = SceneWriter().text(try SceneReader().read(data, file: "", name: "").get())
      return Data(flat.dropLast().utf8)
    case 3: return Data(text.replacing("\nbodies:", with: "   # höher\n# all\n'bodies':   # below").utf8)
    default: return data
    }
  }

  /// Returns the number of lines of a text that are not in another, in their order.
  static func lost(from old: Data, in new: Data) -> Int {
    let (a, b) = (lines(of: old), lines(of: new))
    return b.difference(from: a).removals.count
  }

  private static func lines(of data: Data) -> [Substring] {
    String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n").split(separator: "\n")
  }

  /// Lines that are nothing but a comment.
  static func comments(of data: Data) -> Set<String> {
    Set(
      lines(of: data).map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("#") }.map(String.init))
  }
}

/// A change of a scene's value that a person might make.
struct RandomEdit: CustomStringConvertible {
  let description: String
  /// The number of lines of the file that may differ for it; nil where that depends.
  let lines: Int?

  static func make(in scene: inout Scene, using generator: inout SeededGenerator) -> RandomEdit {
    let number = Double(Int.random(in: -4000...4000, using: &generator)) / 16
    let part = Double(Int.random(in: 1...15, using: &generator)) / 16
    let body = Int.random(in: 0..<max(scene.bodies.count, 1), using: &generator)
    let isCopy = scene.bodies.isEmpty || scene.bodies[body].id.contains("-")
    switch Int.random(in: 0..<12, using: &generator) {
    case 0 where !scene.bodies.isEmpty:
      scene.bodies[body].position.x += number
      return RandomEdit(description: "move \(scene.bodies[body].id)", lines: nil)
    case 1 where !scene.bodies.isEmpty:
      scene.bodies[body].appearance.opacity = part
      return RandomEdit(description: "opacity of \(scene.bodies[body].id)", lines: isCopy ? nil : 1)
    case 2 where scene.bodies.indices.contains(body) && !scene.bodies[body].shapes.isEmpty:
      for index in scene.bodies[body].shapes.indices { scene.bodies[body].shapes[index].friction = part }
      return RandomEdit(description: "friction of \(scene.bodies[body].id)", lines: nil)
    case 3 where scene.bodies.indices.contains(body) && !scene.bodies[body].shapes.isEmpty:
      let shape = Int.random(in: 0..<scene.bodies[body].shapes.count, using: &generator)
      scene.bodies[body].shapes[shape].elasticity = part
      return RandomEdit(description: "elasticity of a shape of \(scene.bodies[body].id)", lines: nil)
    case 4:
      scene.world.gravity = Vector(number, -number)
      return RandomEdit(description: "gravity", lines: 1)
    case 5:
      scene.world.iterations = Int.random(in: 1...50, using: &generator)
      return RandomEdit(description: "iterations", lines: 1)
    case 6 where !scene.joints.isEmpty:
      let joint = Int.random(in: 0..<scene.joints.count, using: &generator)
      scene.joints[joint].maxForce = part * 1e6
      return RandomEdit(description: "maxForce of \(scene.joints[joint].id)", lines: nil)
    case 7 where !scene.animations.isEmpty:
      let animation = Int.random(in: 0..<scene.animations.count, using: &generator)
      scene.animations[animation].definition.timing.speed = part
      return RandomEdit(description: "speed of \(scene.animations[animation].id)", lines: 1)
    case 8:
      var new = Scene.Body(id: "new\(Int.random(in: 0...1_000_000, using: &generator))")
      new.position = Vector(number, part)
      new.shapes = [Scene.Shape(.box(Size(4 + part, 4)))]
      scene.bodies.append(new)
      return RandomEdit(description: "add \(new.id)", lines: 0)
    case 9 where scene.bodies.indices.contains(body) && !isMentioned(body, in: scene):
      let id = scene.bodies[body].id
      remove(body, from: &scene)
      return RandomEdit(description: "remove \(id)", lines: nil)
    case 10:
      scene.title = "Title: \(number) # 'x'"
      return RandomEdit(description: "title", lines: 1)
    default:
      scene.view.size.width += 1
      return RandomEdit(description: "view", lines: 1)
    }
  }

  private static func isMentioned(_ body: Int, in scene: Scene) -> Bool {
    let id = scene.bodies[body].id
    let text = SceneWriter().text(scene)
    let stem = id.lastIndex(of: "-").map { String(id[..<$0]) } ?? id
    return text.components(separatedBy: "\"\(id).").count > 1 || text.contains("\"\(stem).")
      || !scene.rules.isEmpty
  }

  private static func remove(_ body: Int, from scene: inout Scene) {
    scene.joints.removeAll { $0.a == body || $0.b == body }
    for index in scene.joints.indices {
      if scene.joints[index].a > body { scene.joints[index].a -= 1 }
      if scene.joints[index].b > body { scene.joints[index].b -= 1 }
    }
    let joints = Set(scene.joints.map(\.id))
    scene.animations.removeAll { animation in
      guard let target = animation.target?.description else { return false }
      let owner = String(target.prefix { $0 != "." })
      return owner != "world" && !joints.contains(owner) && !scene.bodies.contains { $0.id == owner }
    }
    scene.bodies.remove(at: body)
  }
}

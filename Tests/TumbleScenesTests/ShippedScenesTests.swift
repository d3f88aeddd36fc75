import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("The scenes that come with Tumble")
struct ShippedScenesTests {
  static let library = SceneLibrary(folders: [ProjectFolder.scenes], assets: ProjectFolder.assets)

  @Test(
    "The scenes that come with Tumble load without an error or a warning, and have a title and a note",
    arguments: library.names())
  func loads(name: String) throws {
    let outcome = try Self.library.read(name)
    #expect(outcome.diagnostics.filter { $0.severity != .note }.map(\.description) == [])
    let scene = try outcome.get()
    #expect(scene.name == name)
    #expect(!scene.title.isEmpty)
    #expect(!scene.note.isEmpty)
    #expect(!scene.bodies.isEmpty)
  }

  @Test("`crate` has the numbers of listing 11.3")
  func crate() throws {
    let scene = try Self.library.scene("crate")
    #expect(scene.view.size == Size(300, 300))
    #expect(scene.world.gravity == Vector(0, -1000))
    #expect((scene.world.rate, scene.world.iterations) == (120, 10))
    let body = try #require(scene.bodies.first)
    #expect(scene.bodies.count == 1)
    #expect(body.position == Vector(150, 250))
    #expect(body.mass == .body(100, .fromShapes))
    #expect(body.shapes.map(\.form) == [.box(Size(100, 100), radius: 0)])
    #expect((body.shapes[0].friction, body.shapes[0].elasticity) == (0.5, 0.8))
    #expect(body.texture?.name == "crate")
  }

  @Test("`crates` has the numbers of listing 11.4, walls before crates")
  func crates() throws {
    let scene = try Self.library.scene("crates")
    #expect(scene.bodies.map(\.id) == ["walls", "crate1", "crate2", "crate3", "crate4", "crate5"])
    let corners = [Vector(0, 0), Vector(300, 0), Vector(300, 300), Vector(0, 300)]
    let walls: [Scene.Form] = (0..<4).map { i in
      .segment(from: corners[i], to: corners[(i + 1) % 4], radius: 1)
    }
    #expect(scene.bodies[0].shapes.map(\.form) == walls)
    #expect(scene.bodies[0].kind == .static)
    // x, y from the top, width and height, as the book gives them.
    let frames: [(Double, Double, Double)] = [
      (0, 0, 32), (32, 0, 32), (64, 0, 64), (128, 0, 32), (0, 32, 64),
    ]
    for (body, frame) in zip(scene.bodies.dropFirst(), frames) {
      #expect(body.position == Vector(frame.0 + frame.2 / 2, 300 - frame.1 - frame.2 / 2))
      #expect(body.shapes.map(\.form) == [.box(Size(frame.2, frame.2), radius: 0)])
      #expect(body.mass == .body(100, .fromShapes))
    }
    #expect(scene.bodies.flatMap(\.shapes).allSatisfy { $0.friction == 0.5 && $0.elasticity == 0.8 })
  }

  @Test("`pyramid` is twenty rows high, and `shower` has a thousand balls and crates")
  func many() throws {
    let pyramid = try Self.library.scene("pyramid")
    #expect(pyramid.bodies.filter { $0.kind == .dynamic }.count == 210)
    #expect(pyramid.bodies.last?.id == "crate-210")
    let shower = try Self.library.scene("shower")
    #expect(shower.bodies.filter { $0.kind == .dynamic }.count == 1000)
  }
}

import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A session that is saved")
struct SavingTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url.path + "/crates.yaml" }
  private static let text = """
    # Crates.
    tumble: 1
    world: {gravity: [0, -1000], rate: 120 Hz}   # as on earth, nearly
    templates:
      small: {box: [32, 32], mass: 100}
    bodies:
      - {id: floor, kind: static, segment: {from: [0, 0], to: [300, 0], radius: 1}}
      - {id: crate1, template: small, at: [16, 100]} # the first
      - {id: crate2, template: small, at: [64, 100], angle: 10 deg}
      - id: ball
        at: [150, 200]   # high
        circle: 16
    joints:
      - {id: rope, type: pin, a: crate1, b: crate2}
    animations:
      - {id: fade, of: ball.opacity, type: basic, to: 0.5, duration: 2 s}
    """

  init() throws { scratch = try ScratchFolder() }

  private func session(_ text: String) throws -> Session {
    let read = SceneReader().read(Data(text.utf8), file: path, name: "crates")
    return try Session(World(read.get()), content: text)
  }

  @Test(
    "A session that is saved writes its edits of the start into the file's text, which begins as the session did"
  )
  func edits() throws {
    try scratch.file("crates.yaml", Self.text)
    let session = try session(Self.text)
    let edits: [Edit] = [
      .set(.body("crate2"), path: "at", value: "[70, 100]"),
      .set(.body("crate1"), path: "friction", value: "90 %"),
      .set(.world, path: "damping", value: "0.5"),
      .add(.body, "{id: egg, at: [200, 50], circle: 8}"),
      .set(.joint("rope"), path: "length", value: "60"),
      .remove(.animation("fade")),
    ]
    for edit in edits { try session.give(.edit(edit)) }
    var file = try SceneFile(reading: path)
    try file.save(session.startScene)
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      saved
        == Self.text.replacing("rate: 120 Hz}", with: "rate: 120 Hz, damping: 0.5}")
        .replacing("[16, 100]}", with: "[16, 100], friction: 0.9}").replacing("[64, 100]", with: "[70, 100]")
        .replacing(
          "circle: 16\n", with: "circle: 16\n  - id: egg\n    at: [200, 50]\n    shapes: [{circle: 8}]\n"
        )
        .replacing("b: crate2}", with: "b: crate2, length: 60}")
        .replacing(
          "animations:\n  - {id: fade, of: ball.opacity, type: basic, to: 0.5, duration: 2 s}",
          with: "animations: []\n"))
    let again = try self.session(saved)
    for _ in 0..<60 {
      try session.step()
      try again.step()
    }
    #expect(session.world.hash == again.world.hash)
  }

  @Test("A session that is saved as a moment begins as it stands, and goes on from there")
  func moment() throws {
    let session = try session(Self.text)
    for _ in 0..<45 { try session.step() }
    try session.give(.edit(.add(.body, "{id: egg, at: [200, 50], velocity: [10, 0], circle: 8}")))
    try session.step()
    let world = session.world
    let moment = world.sceneNow().asMoment(of: session.startScene, step: world.steps)
    let written = try SceneFile.write(moment, as: scratch.url.path + "/moment")
    let read = SceneReader().read(
      try Data(contentsOf: URL(fileURLWithPath: written)), file: written, name: "moment")
    let snapshot = try World(read.get()).snapshot
    #expect(snapshot.bodies.map(\.position) == world.snapshot.bodies.map(\.position))
    #expect(snapshot.bodies.map(\.angle) == world.snapshot.bodies.map(\.angle))
    #expect(snapshot.bodies.map(\.velocity) == world.snapshot.bodies.map(\.velocity))
    #expect(snapshot.bodies.map(\.angularVelocity) == world.snapshot.bodies.map(\.angularVelocity))
    #expect(try read.get().note.contains("46 steps"))
  }
}

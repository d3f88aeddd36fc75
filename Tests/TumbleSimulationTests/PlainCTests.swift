import CTumbleReference
import Testing
import TumbleFrames
import TumbleScenes
import TumbleSimulation

@Suite("A world and plain C calling the same library")
struct PlainCTests {
  private static let steps = 1_200

  @Test(
    "A world and plain C calling the same library agree on the book's falling crate, bit for bit, at every step"
  )
  func crate() throws {
    try compare(shipped("crate"), ctumble_reference_crate())
    try compare(BookScenes.crate, ctumble_reference_crate())
  }

  @Test(
    "A world and plain C calling the same library agree on the book's five crates in a box, bit for bit, at every step"
  )
  func crates() throws {
    try compare(shipped("crates"), ctumble_reference_crates())
    try compare(BookScenes.crates, ctumble_reference_crates())
  }

  /// Reads a shipped scene and leaves out its triggers, which begin it again.
  private func shipped(_ name: String) throws -> Scene {
    var scene = try SceneLibrary().scene(name)
    scene.triggers = []
    return scene
  }

  private func compare(_ scene: Scene, _ reference: OpaquePointer?) throws {
    let reference = try #require(reference)
    defer { ctumble_reference_free(reference) }
    let world = try World(scene)
    let moving = scene.bodies.indices.filter { scene.bodies[$0].kind == .dynamic }
    try #require(moving.count == Int(ctumble_reference_count(reference)))
    for step in 0...Self.steps {
      for (index, id) in moving.enumerated() {
        let ours = world.snapshot.bodies[id]
        let theirs = ctumble_reference_read(reference, Int32(index))
        let pairs = [
          (ours.position.x, theirs.x), (ours.position.y, theirs.y), (ours.angle, theirs.angle),
          (ours.velocity.x, theirs.vx), (ours.velocity.y, theirs.vy), (ours.angularVelocity, theirs.w),
        ]
        try #require(
          pairs.allSatisfy { $0.bitPattern == $1.bitPattern }, "\(scene.bodies[id].id) after \(step) steps")
      }
      try world.step()
      ctumble_reference_step(reference)
    }
    let start = try World(scene).snapshot
    #expect(world.snapshot.bodies[moving[0]].position != start.bodies[moving[0]].position, "it moved")
  }
}

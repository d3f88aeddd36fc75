import Testing
import TumbleFrames
import TumbleGeometry
import TumbleSimulation

@Suite("The state hash")
struct StateHashTests {
  private let snapshot = FrameSnapshot(
    step: 7, rate: 120,
    bodies: [
      BodySnapshot(id: 0, position: Vector(1, 2), angle: 3, velocity: Vector(4, 5), angularVelocity: 6),
      BodySnapshot(id: 1, position: .zero, angle: 0, isSleeping: true),
    ])

  @Test("The state hash is FNV-1a 64, as 16 hexadecimal digits")
  func known() {
    // The published value of eight zero bytes.
    #expect(StateHash(of: FrameSnapshot(step: 0, rate: 1)).description == "a8c7f832281a39c5")
    #expect(StateHash(value: 0xab).description == "00000000000000ab")
  }

  @Test("Every number of every body counts in a state's hash, down to the sign of zero")
  func everything() {
    var seen: Set<StateHash> = [StateHash(of: snapshot)]
    func differs(_ change: (inout FrameSnapshot) -> Void) -> Bool {
      var copy = snapshot
      change(&copy)
      return seen.insert(StateHash(of: copy)).inserted
    }
    #expect(differs { $0.step = 8 })
    #expect(differs { $0.bodies[0].position.x = 1.0.nextUp })
    #expect(differs { $0.bodies[0].position.y = -2 })
    #expect(differs { $0.bodies[1].angle = -0.0 })
    #expect(differs { $0.bodies[0].velocity.x = 4.5 })
    #expect(differs { $0.bodies[0].velocity.y = 4.5 })
    #expect(differs { $0.bodies[0].angularVelocity = 4.5 })
    #expect(differs { $0.bodies[1].isSleeping = false })
    #expect(differs { $0.bodies.swapAt(0, 1) })
  }

  @Test("Looks, joints and gravity do not count in a state's hash: they change no motion of themselves")
  func appearance() {
    var copy = snapshot
    copy.bodies[0].appearance.opacity = 0.5
    copy.gravity = Vector(0, -1)
    copy.joints = [JointSnapshot(id: 0, a: .zero, b: .zero)]
    #expect(StateHash(of: copy) == StateHash(of: snapshot))
  }
}

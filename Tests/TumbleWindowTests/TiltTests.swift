import Testing
import TumbleGeometry
import TumbleWindow

@Suite("A tilt")
struct TiltTests {
  @Test("A tilt leans gravity the arrow's way and never makes it stronger than the scene's")
  func lean() {
    var tilt = Tilt(upright: Vector(0, -1000))
    tilt.lean(Vector(-1, 0))
    #expect(tilt.gravity.x < -120 && tilt.gravity.y < -900)
    for _ in 0..<100 {
      tilt.lean(Vector(-1, 0))
      #expect(tilt.gravity.length <= 1000.000001)
    }
    #expect(tilt.gravity.x < -999)
  }

  @Test("A tilt lies flat, without weight, after eight presses upwards, and upside down after sixteen")
  func flat() {
    var tilt = Tilt(upright: Vector(0, -1000))
    for _ in 0..<8 { tilt.lean(Vector(0, 1)) }
    #expect(tilt.gravity == .zero)
    for _ in 0..<20 { tilt.lean(Vector(0, 1)) }
    #expect(tilt.gravity == Vector(0, 1000))
  }

  @Test(
    "A tilt comes back to the scene's own gravity, whatever it is",
    arguments: [Vector(0, -1000), Vector(30, 40), .zero])
  func reset(upright: Vector) {
    var tilt = Tilt(upright: upright)
    tilt.lean(Vector(1, 0))
    #expect(tilt.gravity != upright)
    tilt.reset()
    #expect(tilt.gravity == upright)
  }
}

import Foundation
import Testing
import TumbleGeometry
import TumbleScenes

@Suite("A number")
struct QuantityTests {
  private func body(_ keys: String, world: String = "pointsPerMeter: 50") -> Scene.Body? {
    let text = "tumble: 1\nworld: {\(world)}\nbodies: [{id: a, circle: 3, \(keys)}]\n"
    return SceneReader().read(Data(text.utf8), file: "f", name: "f").scene?.bodies.first
  }

  @Test(
    "A number is read as it is written, plainly",
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("+7", 7), ("-7", -7), ("010", 10), ("08", 8), ("1.5", 1.5), (".5", 0.5),
      ("5.", 5), ("1e3", 1000), ("1E+3", 1000), ("-2.5e-1", -0.25), ("0.1", 0.1),
      ("123456789.25", 123456789.25),
      ("1e-300", 1e-300), ("0.30000000000000004", 0.1 + 0.2),
    ])
  func plain(text: String, value: Double) { #expect(body("angle: \(text)")?.angle == value) }

  @Test(
    "A number is not read where it could be meant otherwise",
    arguments: [
      "0x10", "0o17", "0b1", "1_000", "12:30", "1,5", ".inf", ".nan", "1e", "e5", ".", "-", "--1", "1 2", "１",
      "NaN", "1e999",
    ])
  func refused(text: String) { #expect(body("angle: '\(text)'") == nil && body("angle: \(text)") == nil) }

  @Test(
    "A number may have a unit, in one word with it or not, quoted or not",
    arguments: [
      ("angle: 180 deg", Double.pi), ("angle: 180deg", .pi), ("angle: \"180 deg\"", .pi),
      ("angle: 0.5 turn", .pi),
      ("angle: 180 °", .pi), ("angle: 2 rad", 2), ("angle: -1e1 deg", -10 * .pi / 180),
    ])
  func angles(keys: String, value: Double) { #expect(body(keys)?.angle == value) }

  @Test("A number has units of mass, speed, spin and share, and of metres by the world's scale")
  func others() {
    #expect(body("mass: 500 g")?.mass == .body(0.5, .fromShapes))
    #expect(body("mass: 2 t")?.mass == .body(2000, .fromShapes))
    #expect(body("velocity: [2 m/s, 36 km/h]")?.velocity == Vector(100, 500))
    #expect(body("angularVelocity: 30 rpm")?.angularVelocity == .pi)
    #expect(body("opacity: 25 %")?.appearance.opacity == 0.25)
    #expect(body("at: [1 m, 20 cm]")?.position == Vector(50, 10))
    #expect(body("density: 2500 kg/m^2")?.shapes.first?.mass == .density(1))
    #expect(body("mass: 1, moment: 2 kg*m²")?.mass == .body(1, .value(5000)))
  }

  @Test("A number is in the same file's metres, wherever in it they are given")
  func scaleBelow() {
    let text = "tumble: 1\nbodies: [{id: a, at: [1 m, 0], circle: 3}]\nworld: {pointsPerMeter: 30}\n"
    #expect(SceneReader().read(Data(text.utf8), file: "f", name: "f").scene?.bodies[0].position.x == 30)
  }

  @Test("A number with metres needs the world's scale")
  func noScale() { #expect(body("at: [1 m, 0]", world: "rate: 60") == nil) }

  @Test("A number gives the same gravity and rate with units and without")
  func world() throws {
    let text =
      "tumble: 1\nworld: {pointsPerMeter: 100, gravity: [0, -9.8 m/s^2], rate: 0.24 kHz, sleepAfter: 250 ms}\n"
    let world = try Scene(text: text, name: "f").world
    #expect(world.gravity.y == -9.8 * 100)
    #expect(world.rate == 240)
    #expect(world.sleepAfter == 0.25)
  }
}

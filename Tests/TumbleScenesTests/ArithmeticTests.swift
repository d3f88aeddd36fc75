import Foundation
import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("Arithmetic in a scene file")
struct ArithmeticTests {
  private static let world =
    "tumble: 1\nworld: {pointsPerMeter: 100}\nvariables: {a: 3, b: 4, w: 2 m, t: 0.5 s}\n"

  /// Reads a scene with a body that has this key; the text is quoted, so that commas do not matter.
  private func body(_ key: String, _ text: String) -> SceneReader.Outcome {
    let uses = "\n# a b w t\n"
    return SceneReader().read(
      Data((Self.world + "bodies: [{id: x, circle: 1, \(key): \"\(text)\"}]" + uses).utf8), file: "f",
      name: "f")
  }

  private func angle(_ text: String) throws -> Double { try body("angle", text).get().bodies[0].angle }

  private func message(_ key: String, _ text: String) -> String? {
    body(key, text).diagnostics.first { $0.severity == .error }.map {
      $0.message + ($0.hint.map { " | \($0)" } ?? "")
    }
  }

  @Test(
    "Arithmetic in a scene file follows the rules of school",
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("2 - 3 - 4", -5), ("24 / 4 / 3", 2), ("2^3^2", 512),
      ("-2^2", -4),
      ("(-2)^2", 4), ("2^-1", 0.5), ("1.5e2 + 1", 151), ("a * b", 12), ("-a", -3), ("a", 3),
      ("2*a+b/2", 8), (" ( a ) ", 3), ("4 × 2 − 1", 7), ("9 ÷ 3", 3), ("a^2", 9), ("+a", 3),
    ])
  func rules(text: String, value: Double) throws { #expect(try angle(text) == value) }

  @Test(
    "Arithmetic in a scene file has the functions that its reference lists",
    arguments: [
      ("sqrt(16)", 4), ("hypot(3, 4)", 5), ("abs(-2)", 2), ("sign(-7)", -1), ("floor(2.7)", 2),
      ("ceil(2.1)", 3),
      ("round(2.5)", 3), ("mod(7, 3)", 1), ("mod(-1, 3)", 2), ("min(3, 1, 2)", 1), ("max(3, a, b)", 4),
      ("clamp(9, 1, 5)", 5), ("clamp(-9, 1, 5)", 1), ("lerp(10, 20, 0.25)", 12.5), ("sin(0)", 0),
      ("cos(0)", 1),
      ("atan(1, 1)", Double.pi / 4), ("exp(0)", 1), ("log(1)", 0), ("asin(1)", Double.pi / 2), ("acos(1)", 0),
      ("2 * pi", 2 * Double.pi), ("tan(0)", 0), ("plain(3 m)", 300), ("sin(90 deg)", 1),
    ])
  func functions(text: String, value: Double) throws { #expect(try angle(text) == value) }

  /// Compares with the C library's sine and cosine of this machine, but for the last digit.
  @Test(
    "Arithmetic in a scene file has a sine and a cosine that are right to the last place or the one before",
    arguments: Seeds.list(default: 3))
  func sine(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let x = Double.random(in: -100...100, using: &random)
      #expect(abs(try angle("sin(\(x))") - sin(x)) <= 2.3e-16)
      #expect(abs(try angle("cos(\(x))") - cos(x)) <= 2.3e-16)
    }
  }

  @Test(
    "Arithmetic in a scene file draws the same number from the same seed, between the limits, and another from another"
  )
  func random() throws {
    let values = try (0..<40).map { try angle("random(\($0), 2, 3)") }
    #expect(values.allSatisfy { (2..<3).contains($0) })
    #expect(Set(values).count == 40)
    #expect(try angle("random(7)") == angle("random(7)"))
    #expect(try angle("random(1)") == 0.5665615751722809)
  }

  @Test("Arithmetic in a scene file measures: what is multiplied and divided has the units of the parts")
  func units() throws {
    #expect(try angle("30 deg + a * 1 deg") == 30 * (Double.pi / 180) + 3 * (Double.pi / 180))
    let text =
      Self.world
      + "bodies: [{id: x, circle: sqrt(w * 50 pt), at: [w / 4, 2 * w - 1 pt], velocity: [w / t, 10 m/s], mass: 2 kg * a, angularVelocity: 2 * pi / t}]\n"
    let read = try Scene(text: text, name: "f").bodies[0]
    #expect(read.position.x == 50 && read.position.y == 399)
    #expect(read.velocity.x == 400 && read.velocity.y == 1000)
    #expect(read.mass == .body(6, .fromShapes))
    #expect(read.angularVelocity == 4 * Double.pi)
  }

  @Test(
    "Arithmetic in a scene file is refused where what it measures does not fit, in words",
    arguments: [
      ("angle", "w", "'angle' needs an angle, and 'w' is a length"),
      ("angle", "w + t", "'+' takes what measures the same, not a length and a time"),
      ("angle", "min(w, t)", "'min' takes what measures the same, not a length and a time"),
      ("friction", "w / t", "'friction' is a number without a unit, and 'w / t' is a speed"),
      ("mass", "w^2", "'mass' needs a mass, and 'w^2' is pt^2"),
      ("angle", "sin(w)", "'sin' takes an angle, not a length"),
      ("angle", "2^w", "an exponent is a plain number, not a length"),
      ("friction", "2 * 30 deg", "'friction' is a number without a unit, and '2 * 30 deg' is an angle"),
    ])
  func misfits(key: String, text: String, expected: String) {
    let message = message(key, text) ?? ""
    #expect(message.contains(expected), "\(message)")
  }

  @Test(
    "Arithmetic in a scene file tells what is wrong with it, and the word that was likely meant",
    arguments: [
      ("1 +", "a number or a name is missing here"), ("(1 + 2", "')' is missing here"),
      ("1 2 * 3", "an operator is missing before this number"),
      ("a b * 2", "an operator is missing before 'b'"), ("(a) m", "a unit follows a number"),
      ("1 / 0", "this divides by 0"),
      ("sqrt(0 - 1)", "'sqrt' takes no negative number"), ("sine(1)", "did you mean 'sin'?"),
      ("hypot(1)", "'hypot' takes (x, y), not 1 value"),
      ("sin * 2", "a function has brackets"), ("10^400", "the result is not a finite number"),
      ("1 + $", "'$' cannot stand here"),
      ("2 + 3)", "this ')' closes nothing"), ("1 * --a", "two signs stand in a row"),
      ("clamp(1, 3, 2)", "the least before the greatest"),
      ("random(0.5)", "a whole number from 0 on"),
      ("a + aa", "there is no variable 'aa'"), ("random(1, 2)", "'random' takes"),
      ("2 * 5 parsec", "'parsec' is no unit"),
    ])
  func mistakes(text: String, expected: String) {
    let message = message("angle", text) ?? ""
    #expect(message.contains(expected), "\(text): \(message)")
  }

  @Test("Arithmetic in a scene file tells the column in the text where the mistake is")
  func columns() throws {
    for (line, column) in [
      ("bodies: [{id: x, circle: a + bb}]", 30), ("bodies: [{id: x, circle: \"a + bb\"}]", 31),
      ("bodies: [{id: x, circle: 3, at: [1, a + bb]}]", 41),
    ] {
      let read = SceneReader().read(Data((Self.world + line).utf8), file: "f", name: "f")
      let found = try #require(read.diagnostics.first)
      #expect((found.line, found.column) == (4, column), "\(found)")
      #expect(found.excerpt?.length == 2)
    }
  }

  @Test("Arithmetic in a scene file is bounded in depth, and quick in length")
  func bounded() {
    #expect(
      message("angle", String(repeating: "(", count: 5000) + "1")?.contains("more than 40 deep") == true)
    let long = body("angle", "0" + String(repeating: "+1", count: 4000))
    #expect(long.scene?.bodies[0].angle == 4000)
  }

  @Test(
    "Arithmetic in a scene file may stand wherever a number does: counts, pairs, animations, joints, graphs")
  func everywhere() throws {
    let text = """
      tumble: 1
      variables: {n: 3, size: 20, far: n * size, turn: 30 deg}
      world: {gravity: [0, -100 * n], rate: 40 * n, iterations: n + 7}
      bodies:
        - {id: row, at: [far, size / 2], box: [size, size / 2], repeat: {grid: {columns: n, spacing: [size + 2, 0]}}}
        - {id: bar, kind: kinematic, at: [0, 200], box: "[1, 2]"}
      """
    let broken = SceneReader().read(Data(text.utf8), file: "f", name: "f")
    #expect(broken.scene == nil)
    let good =
      text.replacingOccurrences(of: "\"[1, 2]\"", with: "size") + """

        joints: [{id: j, type: rotary-limit, chain: row, min: -turn, max: turn / 2}]
        rules: [{between: [bar, row], oneWay: 3 * turn}]
        animations:
          - {id: spin, of: bar.angle, type: basic, by: 2 * turn, duration: n * 0.5, repeat: n + 1}
          - {id: way, of: bar.position, type: keyframe, values: [[0, 200], [far, 200 + size]], keyTimes: [0, n - 2], layer: slow}
        layers: [{id: slow, speed: 1 / n}]
        graph: [{channels: [bar.x], range: [0, far], thresholds: [far / 2]}]
        """
    #expect(SceneReader().read(Data(good.utf8), file: "f", name: "f").scene == nil)
    let right = good.replacingOccurrences(of: "box: size", with: "box: [size, 2]")
    let scene = try Scene(text: right, name: "f")
    #expect(scene.world.gravity.y == -300 && scene.world.rate == 120 && scene.world.iterations == 10)
    #expect(scene.bodies.map(\.id) == ["row-1", "row-2", "row-3", "bar"])
    #expect(scene.bodies[2].position.x == 104)
    #expect(
      scene.joints[0].form == .rotaryLimit(min: -(30 * (Double.pi / 180)), max: 30 * (Double.pi / 180) / 2))
    #expect(scene.animations[0].definition.timing.duration == 1.5)
    #expect(scene.animations[0].definition.timing.repetition == .count(4))
    #expect(scene.layers[0].timing.speed == 1.0 / 3)
    #expect(scene.graphs[0].range == 0...60 && scene.graphs[0].thresholds == [30])
  }
}

import Testing
import TumblePhysics

/// Shapes far from their body: the engine's own formulas for mass, area and moment subtract numbers that are
/// nearly equal there.
@Suite struct FarShapeTests {
  /// Forms of a size with their moment per kilogram about their center, at any place.
  struct Sample: CustomTestStringConvertible, Sendable {
    let name: String
    let momentPerMass: @Sendable (_ size: Double) -> Double
    let form: @Sendable (_ size: Double, _ place: Vector) -> Form
    var testDescription: String { name }
  }

  static let samples = [
    Sample(name: "box", momentPerMass: { $0 * $0 / 6 }) { size, place in
      .rect(Rect(center: place, size: Size(size, size)))
    },
    Sample(name: "plank", momentPerMass: { $0 * $0 * 1.01 / 12 }) { size, place in
      .rect(Rect(center: place, size: Size(size, size / 10)))
    },
    Sample(name: "triangle", momentPerMass: { $0 * $0 / 9 }) { size, place in
      .polygon([place, place + Vector(size, 0), place + Vector(0, size)])
    },
    Sample(name: "clockwise triangle", momentPerMass: { $0 * $0 / 9 }) { size, place in
      .polygon([place, place + Vector(0, size), place + Vector(size, 0)])
    },
    Sample(name: "circle", momentPerMass: { $0 * $0 / 2 }) { size, place in
      .circle(radius: size, offset: place)
    },
    Sample(name: "segment", momentPerMass: { $0 * $0 / 12 }) { size, place in
      .segment(from: place, to: place + Vector(size, 0))
    },
  ]

  @Test(
    "A shape gives its body the moment of its form however far it lies from it, or is refused",
    arguments: samples)
  func moments(_ sample: Sample) throws {
    for size in [0.001, 1, 30, 1000] {
      for distance in [0, 1e3, 1e5, 1e7, 1e8, 9.99e8] {
        for direction in [Vector(1, 1), Vector(-1, 0), Vector(0, 1), Vector(0.3, -1)] {
          let place = direction * distance
          let body = try Body(BodyDefinition(name: "b"))
          let form = sample.form(size, place)
          do {
            let space = try Space()
            try space.add(body)
            try space.add(Shape(form, on: body, ShapeDefinition(mass: 2)))
            // Coordinates have 16 digits: of a small form far out, fewer are left for its size.
            let blur = 8 * distance.ulp / size
            let expected = 2 * sample.momentPerMass(size)
            #expect(abs(body.moment - expected) <= expected * (1e-9 + blur), "\(form): \(body.moment)")
            #expect(body.mass == 2)
            for _ in 0..<3 { try space.step(0.01) }
          } catch let error as PhysicsError {
            #expect("\(error)".contains("of body 'b'"), "\(error)")
            // Only what its own coordinates cannot tell apart any more.
            #expect(distance.ulp > size / 100, "\(form): \(error)")
          }
        }
      }
    }
  }

  @Test("Many shapes of one body far out add up to a finite mass and moment")
  func several() throws {
    let space = try Space()
    let body = try Body()
    try space.add(body)
    for x in [-1e8, 0, 1e8] {
      try space.add(
        Shape(.rect(Rect(center: Vector(x, 1e8), size: Size(1, 1))), on: body, ShapeDefinition(density: 1)))
    }
    #expect(abs(body.mass - 3) < 1e-6)
    #expect(abs(body.moment / 2e16 - 1) < 1e-6)
    #expect(body.centerOfGravity.distance(to: Vector(0, 1e8)) < 1e-3)
    try space.step(0.01)
  }

  @Test("Moment refuses to answer with a number that is no moment")
  func formulas() {
    for value in [
      Moment.box(mass: 1, rect: Rect(center: Vector(1e8, 1e8), size: Size(1, 1))),
      Moment.polygon(mass: 1, [Vector(1e5, 1e5), Vector(1e5 + 0.001, 1e5), Vector(1e5, 1e5 + 0.001)]),
    ] {
      #expect(value > 0 && value.isFinite)
    }
  }
}

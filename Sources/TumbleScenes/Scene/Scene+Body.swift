extension Scene {
  /// The appearance of a body: what animations may change of its picture.
  public typealias Appearance = TumbleGeometry.Appearance

  /// A body as a scene describes it, at the start.
  public struct Body: Hashable, Sendable {
    /// The kinds of motion.
    public typealias Kind = BodyKind

    /// The id, unique in the scene, such as `crate1` or `tower-3`.
    public var id: String
    /// The kind of its motion; dynamic by default.
    public var kind = Kind.dynamic
    /// The position in points.
    public var position = Vector.zero
    /// The angle in radians.
    public var angle = 0.0
    /// The velocity in points per second.
    public var velocity = Vector.zero
    /// The angular velocity in radians per second.
    public var angularVelocity = 0.0
    /// The mass; by default that of its shapes.
    public var mass = Mass.fromShapes
    /// Center of gravity in the body's own coordinates, in points. nil (the default): its origin beside a
    /// mass of the body's own, else the centroid of its shapes.
    public var centerOfGravity: Vector?
    /// The shapes, in the body's own coordinates.
    public var shapes: [Shape] = []
    /// The picture that is drawn over the bounds of its shapes; nil for none.
    public var texture: Texture?
    /// The way in which the texture covers the body.
    public var textureFit = TextureFit.auto
    /// The opacity, scale, color and glow at the start.
    public var appearance = Appearance()
    /// Is true if it casts a shadow; a body whose shapes are all sensors casts none in any case.
    public var castsShadow = true
    /// The fill, the edge and the label of its outlines; of no effect on its shapes. A gradient is not seen
    /// where there is a texture.
    public var style = BodyStyle()
    /// The order in which bodies are drawn, the key `layer`: those of a higher depth in front of those of a
    /// lower one; at one depth in the scene's order, what is static behind the others.
    public var depth = 0
    /// Multiplies the world's gravity for this body.
    public var gravityScale = 1.0
    /// The part of its velocity that the body keeps over a second, in place of the world's; nil: the world's.
    public var damping: Double?
    /// The largest speed in points per second; nil: no limit.
    public var maxSpeed: Double?
    /// The largest angular speed in radians per second; nil: no limit.
    public var maxAngularSpeed: Double?
    /// Starts asleep with all that touches it; wants `world.sleepAfter`, and no static or kinematic body.
    /// What touches something kinematic stays awake.
    public var isAsleep = false

    /// Falls to pieces when it is hit; nil: it never does.
    public var shatter: Shatter?
    /// The spring by which it follows animations of its place and angle, and stays dynamic; nil: they take it
    /// along.
    public var follow: Follow?
    /// Is true if it never passes through what is static or kinematic, however fast it is.
    public var isBullet = false

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String, kind: Kind = .dynamic, at position: Vector = .zero, angle: Double = 0,
      velocity: Vector = .zero, angularVelocity: Double = 0, mass: Mass = .fromShapes,
      centerOfGravity: Vector? = nil, shapes: [Shape] = [], texture: Texture? = nil,
      textureFit: TextureFit = .auto, appearance: Appearance = Appearance(), castsShadow: Bool = true,
      style: BodyStyle = BodyStyle(), depth: Int = 0, gravityScale: Double = 1, damping: Double? = nil,
      maxSpeed: Double? = nil, maxAngularSpeed: Double? = nil, isAsleep: Bool = false,
      shatter: Shatter? = nil, follow: Follow? = nil, isBullet: Bool = false
    ) {
      (self.id, self.kind, self.position, self.angle) = (id, kind, position, angle)
      (self.velocity, self.angularVelocity, self.mass) = (velocity, angularVelocity, mass)
      (self.centerOfGravity, self.shapes, self.texture) = (centerOfGravity, shapes, texture)
      (self.textureFit, self.appearance, self.castsShadow) = (textureFit, appearance, castsShadow)
      (self.style, self.depth, self.gravityScale, self.damping) = (style, depth, gravityScale, damping)
      (self.maxSpeed, self.maxAngularSpeed, self.isAsleep) = (maxSpeed, maxAngularSpeed, isAsleep)
      (self.shatter, self.follow, self.isBullet) = (shatter, follow, isBullet)
    }

    /// Is true if animations pull it by a spring instead of taking it along.
    package var isFollower: Bool { follow != nil && kind == .dynamic }

    /// A body of one shape, such as `Scene.Body(id: "ball", at: Vector(150, 200), .circle(radius: 16))`.
    public init(
      id: String, kind: Kind = .dynamic, at position: Vector = .zero, angle: Double = 0, _ form: Form
    ) {
      self.init(id: id, kind: kind, at: position, angle: angle, shapes: [Shape(form)])
    }
  }

  /// The source of a dynamic body's mass; of no effect on the other kinds.
  public enum Mass: Hashable, Sendable {
    /// Each shape weighs what its own `mass` says, and the moment follows from that.
    case fromShapes
    /// The body weighs this much, in kilograms.
    case body(Double, Moment)
  }

  /// The moment of inertia of a body that has a mass of its own.
  public enum Moment: Hashable, Sendable {
    /// Computed as if the mass were spread evenly over the shapes' areas, about the center of gravity.
    case fromShapes
    /// A moment of inertia in kilogram square points.
    case value(Double)
    /// The body never turns.
    case infinite
  }

  /// A picture drawn over the bounds of a body's shapes.
  public struct Texture: Hashable, Sendable {
    /// The name as the file has it: `crate` for crate.png.
    public var name: String
    /// The path of the picture; nil if the scene was read without a folder to look in.
    public var path: String?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(name: String, path: String? = nil) { (self.name, self.path) = (name, path) }
  }

  /// The geometry of a shape.
  public typealias Form = TumbleGeometry.Form

  /// A form with friction, elasticity and filters.
  public struct Shape: Hashable, Sendable {
    /// The name in rules; several shapes of a body may share one. nil: rules speak of the body alone.
    public var name: String?
    /// The geometry, in the body's own coordinates.
    public var form: Form
    /// The ends of the segments that go on before a segment's `from` and after its `to`, so that nothing
    /// trips over the joints.
    public var before: Vector?
    /// The end of the segment that goes on after its `to`; nil: none.
    public var after: Vector?
    /// The coefficient of friction, 0 or more; multiplied with that of the other shape.
    public var friction = 0.5
    /// The elasticity: 0 loses all of the bounce, 1 keeps it; above 1 a bounce gains energy.
    public var elasticity = 0.2
    /// The velocity of its surface, as a conveyor's belt, in points per second.
    public var surfaceVelocity = Vector.zero
    /// The particles that fly off where it is hit; nil: none. They are looks alone.
    public var impact: Impact?
    /// Touches without pushing: it only tells that something is there.
    public var isSensor = false
    /// The mass, given by itself or by a density in kilograms per square point.
    public var mass = ShapeMass.density(0.001)
    /// The shapes that it meets.
    public var filter = ShapeFilter()

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      _ form: Form, name: String? = nil, before: Vector? = nil, after: Vector? = nil, friction: Double = 0.5,
      elasticity: Double = 0.2, surfaceVelocity: Vector = .zero, isSensor: Bool = false,
      mass: ShapeMass = .density(0.001), filter: ShapeFilter = ShapeFilter()
    ) {
      (self.form, self.name, self.before, self.after) = (form, name, before, after)
      (self.friction, self.elasticity, self.surfaceVelocity) = (friction, elasticity, surfaceVelocity)
      (self.isSensor, self.mass, self.filter) = (isSensor, mass, filter)
    }
  }

  /// The mass of a shape if the body has none of its own.
  public enum ShapeMass: Hashable, Sendable {
    /// A mass in kilograms.
    case mass(Double)
    /// A density in kilograms per square point.
    case density(Double)
  }

  /// The way in which a body falls to pieces.
  public struct Shatter: Hashable, Sendable {
    /// The impulse of a touch, in kilogram points per second, from which on it does.
    public var impulse: Double
    /// The number of cells it is cut into; those that have nothing of it make no piece.
    public var pieces = 8
    /// Another seed, other pieces.
    public var seed = 1

    /// Creates a value by its parts, which are the properties of the same names.
    public init(impulse: Double, pieces: Int = 8, seed: Int = 1) {
      (self.impulse, self.pieces, self.seed) = (impulse, pieces, seed)
    }
  }

  /// A damped spring that pulls a dynamic body to where animations have its place and its angle.
  public struct Follow: Hashable, Sendable {
    /// The spring's frequency without damping, in hertz; at most a quarter of the world's steps per second.
    public var frequency = 2.0
    /// The damping ratio: 0 swings on, 1 comes to rest soonest without swinging over.
    public var damping = 1.0
    /// The largest force, in kilogram points per second squared; nil: no limit.
    public var maxForce: Double?
    /// The largest torque, in kilogram square points per second squared; nil: no limit.
    public var maxTorque: Double?

    public init(
      frequency: Double = 2, damping: Double = 1, maxForce: Double? = nil, maxTorque: Double? = nil
    ) {
      (self.frequency, self.damping, self.maxForce) = (frequency, damping, maxForce)
      self.maxTorque = maxTorque
    }
  }

  /// A static picture, or many alike: looks alone, which nothing touches and no state knows of.
  public struct Scenery: Hashable, Sendable {
    /// The id, unique among bodies, joints, fields, fluids, emitters and scenery.
    public var id: String
    /// The outline, in its own coordinates.
    public var form: Form
    /// The picture that is drawn over the bounds of the form; nil for none.
    public var texture: Texture?
    /// The way in which the texture covers the form.
    public var textureFit = TextureFit.auto
    /// The color; nil for the theme's. A picture is not tinted by it.
    public var color: Color?
    /// The colors that fill it in place of one, multiplied by `color`; nil for none. A picture covers them.
    public var gradient: Gradient?
    /// The color on the dark stage, in place of `color`; nil: all its colors turn to night.
    public var night: Color?
    /// The opacity; 0 is unseen.
    public var opacity = 1.0
    /// The distance from the bodies: 0 (among them) to 1, where it is pale and does not move with a camera.
    public var depth = 0.0
    /// The side of the bodies on which it is drawn.
    public var side = Side.behind
    /// The position of the whole, in points.
    public let position: Vector
    /// The angle in radians.
    public let angle: Double
    /// The repeater; nil: there is one of it.
    public let repeater: Repeater?
    /// The places of its copies; they follow from the three above. Worlds and renderers share this memory.
    public let places: [Place]

    /// The side of the bodies on which it is drawn.
    public enum Side: String, Hashable, Sendable, CaseIterable {
      /// The side behind all bodies.
      case behind
      /// The side in front of all bodies.
      case front
    }

    /// Creates scenery; the places of its copies follow from the repeater.
    public init(
      id: String, form: Form, position: Vector = .zero, angle: Double = 0, repeater: Repeater? = nil,
      texture: Texture? = nil, color: Color? = nil
    ) {
      self.init(
        id: id, form: form, position: position, angle: angle, repeater: repeater,
        places: repeater?.places(at: position) ?? [Place(position: position)])
      self.texture = texture
      self.color = color
    }

    /// - Parameter places: The places as the repeater has them: the angle is added.
    init(id: String, form: Form, position: Vector, angle: Double, repeater: Repeater?, places: [Place]) {
      (self.id, self.form, self.position, self.angle) = (id, form, position, angle)
      self.repeater = repeater
      self.places =
        angle == 0
        ? places : places.map { Place(position: $0.position, angle: $0.angle + angle) }
    }
  }

  /// Makes many of one: where the copies are, in their order.
  public enum Repeater: Hashable, Sendable {
    /// Copies from left to right, row by row, from the lower left.
    case grid(columns: Int, rows: Int, spacing: Vector)
    /// Copies one above the other.
    case stack(count: Int, spacing: Double)
    /// Copies from the bottom row up, about the middle of the bottom row.
    case pyramid(rows: Int, spacing: Vector)
    /// Copies on a ring, counter-clockwise from the right.
    case ring(count: Int, radius: Double, isTurned: Bool)
    /// Copies evenly along a path.
    case along(Path, count: Int, isTurned: Bool)
    /// Copies anywhere in an area, at least a gap apart; the same for the same seed. Fewer where they do not
    /// fit.
    case scatter(count: Int, area: Vector, gap: Double, isTurned: Bool, seed: Int)
  }

  /// The place of a copy.
  public typealias Place = SceneryDescription.Place
}

extension Scene.Repeater {
  /// Returns the places of the copies.
  ///
  /// - Parameters:
  ///   - at: Where the whole stands.
  ///   - limit: The most that are made.
  public func places(at: Vector, limit: Int = .max) -> [Scene.Place] {
    switch self {
    case .grid(let columns, let rows, let spacing):
      let (all, isTooMany) = columns.multipliedReportingOverflow(by: rows)
      return (0..<min(isTooMany ? .max : max(all, 0), limit)).map { index in
        let (row, column) = index.quotientAndRemainder(dividingBy: columns)
        return Scene.Place(position: at + Vector(Double(column) * spacing.x, Double(row) * spacing.y))
      }
    case .stack(let count, let spacing):
      return (0..<max(min(count, limit), 0)).map {
        Scene.Place(position: at + Vector(0, Double($0) * spacing))
      }
    case .pyramid(let rows, let spacing):
      return (0..<max(rows, 0)).lazy.flatMap { row in
        (0..<rows - row).lazy.map { column in
          let x = (Double(column) - Double(rows - row - 1) / 2) * spacing.x
          return Scene.Place(position: at + Vector(x, Double(row) * spacing.y))
        }
      }.prefix(max(limit, 0)).map { $0 }
    case .ring(let count, let radius, let isTurned):
      return (0..<max(min(count, limit), 0)).map { index in
        let angle = 2 * .pi * Double(index) / Double(count)
        return Scene.Place(position: at + Vector(angle: angle, length: radius), angle: isTurned ? angle : 0)
      }
    case .along(let path, let count, let isTurned):
      let animation = PathAnimation(path, pacing: .paced, rotation: isTurned ? .along : .none)
      guard let track = try? PathTrack(animation), track.length > 0 else { return [] }
      // On a closed one the last is not put upon the first.
      let isClosed =
        track.sample(at: 0).position.distance(to: track.sample(at: 1).position) < 1e-9 * track.length
      return (0..<max(min(count, limit), 0)).map { index in
        let sample = track.sample(at: Double(index) / Double(isClosed ? count : max(count - 1, 1)))
        return Scene.Place(position: at + sample.position, angle: sample.angle)
      }
    case .scatter(let count, let area, let gap, let isTurned, let seed):
      var scatter = Scatter(seed: UInt64(truncatingIfNeeded: seed), area: area, gap: gap)
      var places: [Scene.Place] = []
      for _ in 0..<max(min(count, limit), 0) {
        guard let point = scatter.next() else { break }
        places.append(Scene.Place(position: at + point, angle: isTurned ? scatter.angle() : 0))
      }
      return places
    }
  }

  /// The number that it would make if all fitted.
  var count: Int {
    switch self {
    case .grid(let columns, let rows, _): columns.multipliedReportingOverflow(by: rows).partialValue
    case .stack(let count, _), .ring(let count, _, _), .along(_, let count, _),
      .scatter(let count, _, _, _, _):
      count
    case .pyramid(let rows, _): rows * (rows + 1) / 2
    }
  }
}

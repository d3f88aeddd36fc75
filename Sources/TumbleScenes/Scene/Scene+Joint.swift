extension Scene {
  /// Holds two bodies together.
  public struct Joint: Hashable, Sendable {
    /// The id, unique among joints and bodies.
    public var id: String
    /// The kind of the joint with its own values.
    public var form: JointForm
    /// Indices into the scene's `bodies`; edits name the bodies instead, and these are of no account there.
    public var a: Int
    /// The index of the second body.
    public var b: Int
    /// The largest force in kilogram points per second squared; nil: no limit.
    public var maxForce: Double?
    /// The part of an error left after a second, 0 to 1; nil: the engine's own, 0.9^60.
    public var errorBias: Double?
    /// The largest speed at which an error is corrected, in points (or radians) per second; nil: no limit.
    public var maxBias: Double?
    /// The force, or of a joint that turns the torque, above which it breaks, in kilogram points (square
    /// points) per second squared; nil: it never does.
    public var breakAt: Double?
    /// The id of a joint that this one is a part of, and goes with when that breaks or is removed.
    public var partOf: String?
    /// The curve of a spring's force, in place of its stiffness; nil: the stiffness.
    public var forceCurve: SpringCurve?
    /// The curve of a spring's damping force (or torque), by the speed at which it grows, which rises from
    /// point to point; nil: the damping.
    public var dampingCurve: [Vector]?
    /// Is true if the two bodies may touch each other.
    public var collideBodies = true
    /// The color of its rod, rope, thread or coil; nil: the theme's own.
    public var color: Color?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String, form: JointForm, a: Int = 0, b: Int = 1, maxForce: Double? = nil, errorBias: Double? = nil,
      maxBias: Double? = nil, breakAt: Double? = nil, partOf: String? = nil, forceCurve: SpringCurve? = nil,
      dampingCurve: [Vector]? = nil, collideBodies: Bool = true, color: Color? = nil
    ) {
      (self.id, self.form, self.a, self.b, self.maxForce) = (id, form, a, b, maxForce)
      (self.errorBias, self.maxBias, self.breakAt, self.partOf) = (errorBias, maxBias, breakAt, partOf)
      (self.forceCurve, self.dampingCurve) = (forceCurve, dampingCurve)
      (self.collideBodies, self.color) = (collideBodies, color)
    }
  }

  /// The force of a spring by how far it is from its rest.
  public struct SpringCurve: Hashable, Sendable {
    /// x is how much longer than at rest it is, in points (how much further turned, in radians), rising from
    /// point to point; y what it pulls back with, in kilogram points (square points) per second squared.
    /// Beyond the ends it is as there.
    public var points: [Vector]
    /// The course from each point to the next.
    public var timing: TimingFunction

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ points: [Vector], timing: TimingFunction = .linear) {
      self.points = points
      self.timing = timing
    }
  }

  /// The ten kinds of joint; anchors in their body's own coordinates, in points, angles in radians.
  public enum JointForm: Hashable, Sendable {
    /// Keeps two anchors a length apart.
    case pin(anchorA: Vector, anchorB: Vector, length: Double)
    /// Keeps two anchors between two lengths apart; infinity: no upper limit.
    case slide(anchorA: Vector, anchorB: Vector, min: Double, max: Double)
    /// Keeps two anchors together.
    case pivot(anchorA: Vector, anchorB: Vector)
    /// Keeps an anchor of b on a line of a.
    case groove(from: Vector, to: Vector, anchorB: Vector)
    /// Stiffness in kilograms per second squared (N/m), damping in kilograms per second.
    case spring(anchorA: Vector, anchorB: Vector, restLength: Double, stiffness: Double, damping: Double)
    /// The rest angle is that of b less that of a; stiffness in kilogram square points per second squared and
    /// radian.
    case rotarySpring(restAngle: Double, stiffness: Double, damping: Double)
    /// Keeps the angle of b less that of a between two angles.
    case rotaryLimit(min: Double, max: Double)
    /// Turns one way only, in clicks.
    case ratchet(phase: Double, click: Double)
    /// Keeps the angles in a ratio: b × ratio − a = phase.
    case gear(phase: Double, ratio: Double)
    /// Keeps the spin of b less that of a, in radians per second.
    case motor(rate: Double)
  }
}

extension Scene.JointForm {
  /// The kind of the joint.
  public var kind: JointKind {
    switch self {
    case .pin: .pin
    case .slide: .slide
    case .pivot: .pivot
    case .groove: .groove
    case .spring: .spring
    case .rotarySpring: .rotarySpring
    case .rotaryLimit: .rotaryLimit
    case .ratchet: .ratchet
    case .gear: .gear
    case .motor: .motor
    }
  }
}

extension JointKind {
  /// Is true if it acts on angles alone: its force is a torque.
  public var turns: Bool {
    switch self {
    case .pin, .slide, .pivot, .groove, .spring: false
    case .rotarySpring, .rotaryLimit, .ratchet, .gear, .motor: true
    }
  }
}

extension Scene.JointForm {
  /// Goes over the values of this form, each with its key of the scene format, and lets them be changed.
  ///
  /// Nothing else binds the keys to the values: the reader, the writer and sweeps go by it.
  package mutating func forEachValue(
    number: (_ key: String, inout Double) -> Void, vector: (_ key: String, inout Vector) -> Void
  ) {
    func changed(_ key: String, _ value: Double) -> Double {
      var value = value
      number(key, &value)
      return value
    }
    func changed(_ key: String, _ value: Vector) -> Vector {
      var value = value
      vector(key, &value)
      return value
    }
    self =
      switch self {
      case .pin(let a, let b, let length):
        .pin(
          anchorA: changed("anchorA", a), anchorB: changed("anchorB", b), length: changed("length", length))
      case .slide(let a, let b, let min, let max):
        .slide(
          anchorA: changed("anchorA", a), anchorB: changed("anchorB", b), min: changed("min", min),
          max: changed("max", max))
      case .pivot(let a, let b): .pivot(anchorA: changed("anchorA", a), anchorB: changed("anchorB", b))
      case .groove(let from, let to, let b):
        .groove(from: changed("from", from), to: changed("to", to), anchorB: changed("anchorB", b))
      case .spring(let a, let b, let restLength, let stiffness, let damping):
        .spring(
          anchorA: changed("anchorA", a), anchorB: changed("anchorB", b),
          restLength: changed("restLength", restLength), stiffness: changed("stiffness", stiffness),
          damping: changed("damping", damping))
      case .rotarySpring(let restAngle, let stiffness, let damping):
        .rotarySpring(
          restAngle: changed("restAngle", restAngle), stiffness: changed("stiffness", stiffness),
          damping: changed("damping", damping))
      case .rotaryLimit(let min, let max): .rotaryLimit(min: changed("min", min), max: changed("max", max))
      case .ratchet(let phase, let click):
        .ratchet(phase: changed("phase", phase), click: changed("click", click))
      case .gear(let phase, let ratio): .gear(phase: changed("phase", phase), ratio: changed("ratio", ratio))
      case .motor(let rate): .motor(rate: changed("rate", rate))
      }
  }
}

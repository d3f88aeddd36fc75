import TumbleGeometry

/// A number of a running world, or of the loop that runs it, that can be plotted.
public struct Channel: Hashable, Sendable {
  /// As written, such as `energy.kinetic` or `crate1.y`.
  public var name: String
  public var quantity: Quantity

  public init(name: String, quantity: Quantity) {
    self.name = name
    self.quantity = quantity
  }

  public enum Quantity: Hashable, Sendable {
    case world(OfWorld)
    /// Of a body by its id.
    case body(BodyID, OfBody)
    /// Of a joint by its id.
    case joint(JointID, OfJoint)
    /// Of a field, and of a fluid, by its place in the description.
    case field(Int, OfField)
    case fluid(Int, OfFluid)
    /// Likewise of an emitter.
    case emitter(Int, OfEmitter)
    /// A measurement of the running program, such as its frame rate: it differs from run to run.
    case loop(OfLoop)
  }

  /// Sums are over the dynamic bodies.
  public enum OfWorld: String, CaseIterable, Hashable, Sendable {
    case kineticEnergy = "energy.kinetic"
    /// Of gravity, 0 at the origin.
    case potentialEnergy = "energy.potential"
    case totalEnergy = "energy.total"
    /// The length of the sum of mass × velocity.
    case momentum
    /// Dynamic bodies that do not sleep.
    case bodiesAwake = "bodies.awake"
    /// Pairs of shapes that touch, sensors left out.
    case contacts
    case gravityX = "world.gravity.x"
    case gravityY = "world.gravity.y"
  }

  public enum OfBody: String, CaseIterable, Hashable, Sendable {
    case x
    case y
    case angle
    case speed
    case spin
    case velocityX = "velocity.x"
    case velocityY = "velocity.y"
    case opacity
    case scaleX = "scale.x"
    case scaleY = "scale.y"
    /// At which its outlines' bounds are drawn.
    case sizeX = "size.x"
    case sizeY = "size.y"
    case red = "color.red"
    case green = "color.green"
    case blue = "color.blue"
    case alpha = "color.alpha"
    /// Of its first shape.
    case surfaceX = "surfaceVelocity.x"
    case surfaceY = "surfaceVelocity.y"
    /// Pairs of its shapes and others' that touch, sensors left out.
    case touches
    /// The mass whose weight lies on it: what pushes it the way of gravity, by gravity. NaN without gravity.
    case load
    /// The force with which it is squeezed: what of the pushes on it cancels out.
    case crush
  }

  public enum OfJoint: String, CaseIterable, Hashable, Sendable {
    /// What it applied in the latest step.
    case impulse
    /// The same by the length of the step: a force, or of a joint that turns a torque.
    case force
    /// From end to end.
    case length
    /// Of a spring.
    case restLength
    /// Of a motor.
    case rate
    /// The most that it pulls or turns with; none where that is unlimited.
    case maxForce
    /// Where it holds each body, in the body's own coordinates.
    case anchorAX = "anchorA.x"
    case anchorAY = "anchorA.y"
    case anchorBX = "anchorB.x"
    case anchorBY = "anchorB.y"
    /// Of a slide joint, in points, and of a rotary limit, in radians.
    case min, max
  }

  public enum OfField: String, CaseIterable, Hashable, Sendable {
    /// In the unit of its kind.
    case strength
  }

  public enum OfFluid: String, CaseIterable, Hashable, Sendable {
    /// The height of its surface.
    case level
  }

  /// What values of its cells are multiplied with.
  public enum OfEmitter: String, CaseIterable, Hashable, Sendable {
    case rate
    case lifetime
    case velocity
    case scale
    case spin
  }

  public enum OfLoop: String, CaseIterable, Hashable, Sendable {
    /// The average that a step takes.
    case stepCost = "step.cost"
    /// From frame to frame.
    case frameTime = "frame.time"
    /// Steps in a frame.
    case frameSteps = "frame.steps"
    /// Time that was due and not simulated, in all.
    case timeDropped = "time.dropped"
    /// What the graph costs the thread that makes the frames, a frame.
    case graphTime = "graph.time"
    /// What drawing its tiles costs the thread in the background, a frame.
    case graphWorker = "graph.worker"
    /// Times that a picture came near and was there already, in all.
    case pictureHits = "pictures.hits"
    /// Times that a picture came near and had to be decoded, in all.
    case pictureMisses = "pictures.misses"
    /// Files decoded, in all.
    case pictureDecodes = "pictures.decodes"
    /// Pictures given to the renderer, in all.
    case pictureUploads = "pictures.uploads"
    /// Pictures in sight that something stands in for.
    case picturesMissing = "pictures.missing"
    /// What the large pictures take that are kept.
    case pictureBytes = "pictures.bytes"
    /// Calls that draw, a frame.
    case drawCalls = "draw.calls"
    /// Of them, those whose texture is another than that of the call before.
    case textureSwitches = "draw.switches"
    /// Pictures that were copied to textures, a frame.
    case uploads = "draw.uploads"
    /// Pictures that were drawn into memory first, a frame.
    case offscreenPasses = "draw.passes"
    /// Pixels that were mixed with what was below them, a frame, as often as they were.
    case blendedPixels = "draw.blended"
  }
}

extension Channel {
  /// The channels of the whole and of the loop; those of bodies and joints are many.
  public static var common: [String] { OfWorld.allCases.map(\.rawValue) + OfLoop.allCases.map(\.rawValue) }

  /// What its numbers count; empty for plain numbers.
  public var unit: String {
    switch quantity {
    case .world(.kineticEnergy), .world(.potentialEnergy), .world(.totalEnergy): "kg·pt²/s²"
    case .world(.momentum), .joint(_, .impulse): "kg·pt/s"
    case .world(.bodiesAwake), .world(.contacts), .loop(.frameSteps): ""
    case .world(.gravityX), .world(.gravityY): "pt/s²"
    case .body(_, .x), .body(_, .y), .body(_, .sizeX), .body(_, .sizeY), .joint(_, .length),
      .joint(_, .restLength), .joint(_, .anchorAX), .joint(_, .anchorAY), .joint(_, .anchorBX),
      .joint(_, .anchorBY), .fluid:
      "pt"
    case .body(_, .load): "kg"
    case .body(_, .crush), .joint(_, .force), .joint(_, .maxForce): "kg·pt/s²"
    case .body(_, .angle): "rad"
    case .body(_, .spin), .joint(_, .rate): "rad/s"
    case .body(_, .speed), .body(_, .velocityX), .body(_, .velocityY), .body(_, .surfaceX),
      .body(_, .surfaceY):
      "pt/s"
    case .body, .joint, .field, .emitter: ""
    case .loop(.pictureBytes): "B"
    case .loop(.blendedPixels): "px"
    case .loop(.stepCost), .loop(.frameTime), .loop(.timeDropped), .loop(.graphTime), .loop(.graphWorker): "s"
    case .loop: ""
    }
  }

  /// Whether the same scene and commands give the same numbers.
  public var isSimulated: Bool {
    if case .loop = quantity { return false }
    return true
  }
}

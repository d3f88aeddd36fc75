import TumbleAnimation

/// An object of a world by its id; fields, fluids and emitters by their indices in the description.
public enum ObjectID: Hashable, Sendable {
  /// The world itself.
  case world
  /// The camera.
  case camera
  /// A body, by its id.
  case body(BodyID)
  /// A joint, by its id.
  case joint(JointID)
  /// A field, by its index in the description.
  case field(Int)
  /// A fluid, by its index in the description.
  case fluid(Int)
  /// An emitter, by its index in the description.
  case emitter(Int)

  /// The kind of the object.
  public var kind: SceneObject.Kind {
    switch self {
    case .world: .world
    case .camera: .camera
    case .body: .body
    case .joint: .joint
    case .field: .field
    case .fluid: .fluid
    case .emitter: .emitter
    }
  }
}

extension ObjectID {
  /// The object of a kind at an index; nil for a kind of which a world has none that channels show.
  package init?(_ kind: SceneObject.Kind, at index: Int) {
    switch kind {
    case .world: self = .world
    case .camera: self = .camera
    case .body: self = .body(BodyID(index))
    case .joint: self = .joint(JointID(index))
    case .field: self = .field(index)
    case .fluid: self = .fluid(index)
    case .emitter: self = .emitter(index)
    case .view, .animation, .input, .layer, .trigger, .control, .rule, .template: return nil
    }
  }
}

/// A number of a running world, or of the loop that runs it, that can be plotted.
public struct Channel: Hashable, Sendable {
  /// The name as written, such as `energy.kinetic` or `crate1.y`.
  public var name: String
  /// The number that it stands for.
  public var quantity: Quantity

  /// Creates a value by its parts, which are the properties of the same names.
  public init(name: String, quantity: Quantity) {
    self.name = name
    self.quantity = quantity
  }

  /// A number that can be plotted, by what it is a number of.
  public enum Quantity: Hashable, Sendable {
    /// A sum or a count over the whole world.
    case world(OfWorld)
    /// A number of one object, or of the world itself.
    case object(ObjectID, Number)
    /// A measurement of the running program, such as its frame rate: it differs from run to run.
    case loop(OfLoop)
  }

  /// A number of an object.
  public enum Number: Hashable, Sendable {
    /// A number of a property that animations can move, as it is seen.
    case property(PropertyComponent)
    /// A measurement of a body.
    case body(OfBody)
    /// A measurement of a joint.
    case joint(OfJoint)
  }

  /// Sums are over the dynamic bodies.
  public enum OfWorld: String, CaseIterable, Hashable, Sendable {
    /// The energy of motion and of rotation.
    case kineticEnergy = "energy.kinetic"
    /// The energy of gravity, 0 at the origin.
    case potentialEnergy = "energy.potential"
    /// The sum of the kinetic and the potential energy.
    case totalEnergy = "energy.total"
    /// The length of the sum of mass × velocity.
    case momentum
    /// Dynamic bodies that do not sleep.
    case bodiesAwake = "bodies.awake"
    /// Pairs of shapes that touch, sensors left out.
    case contacts
  }

  /// A measurement of a body; the raw values are the words of a channel's name.
  public enum OfBody: String, CaseIterable, Hashable, Sendable {
    /// The length of the velocity, in points per second.
    case speed
    /// The angular velocity in radians per second; positive is counter-clockwise.
    case spin
    /// The velocity along x, in points per second.
    case velocityX = "velocity.x"
    /// The velocity along y, in points per second.
    case velocityY = "velocity.y"
    /// Pairs of its shapes and others' that touch, sensors left out.
    case touches
    /// The mass whose weight lies on it: what pushes it the way of gravity, by gravity. NaN without gravity.
    case load
    /// The force with which it is squeezed: what of the pushes on it cancels out.
    case crush
  }

  /// A measurement of a joint; the raw values are the words of a channel's name.
  public enum OfJoint: String, CaseIterable, Hashable, Sendable {
    /// The impulse that it applied in the latest step.
    case impulse
    /// The same by the length of the step: a force, or of a joint that turns a torque.
    case force
    /// The length from end to end.
    case length
  }

  /// A measurement of the running program; it differs from run to run.
  public enum OfLoop: String, CaseIterable, Hashable, Sendable {
    /// The average that a step takes.
    case stepCost = "step.cost"
    /// The time from frame to frame.
    case frameTime = "frame.time"
    /// Steps in a frame.
    case frameSteps = "frame.steps"
    /// The time that was due and not simulated, in all.
    case timeDropped = "time.dropped"
    /// The time that the graph costs the thread that makes the frames, a frame.
    case graphTime = "graph.time"
    /// The time that drawing the graph's tiles costs the thread in the background, a frame.
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
    /// The bytes of the large pictures that are kept.
    case pictureBytes = "pictures.bytes"
    /// Calls that draw, a frame.
    case drawCalls = "draw.calls"
    /// The draws whose texture is another than that of the call before.
    case textureSwitches = "draw.switches"
    /// Pictures that were copied to textures, a frame.
    case uploads = "draw.uploads"
    /// Pictures that were drawn into memory first, a frame.
    case offscreenPasses = "draw.passes"
    /// Pixels that were mixed with what was below them, a frame, as often as they were.
    case blendedPixels = "draw.blended"
  }
}

extension Channel.Number {
  /// The numbers of a kind of object, in the order in which they are listed; none of a kind that has no
  /// channels.
  public static func all(of kind: SceneObject.Kind) -> [Channel.Number] {
    let properties = AnimatableProperty.all(of: kind)
    func numbers(isMotion: Bool) -> [Channel.Number] {
      properties.filter { $0.isMotion == isMotion }.flatMap(PropertyComponent.all).map(Self.property)
    }
    let measurements: [Channel.Number] =
      switch kind {
      case .body: Channel.OfBody.allCases.map(Self.body)
      case .joint: Channel.OfJoint.allCases.map(Self.joint)
      default: []
      }
    return numbers(isMotion: true) + measurements + numbers(isMotion: false)
  }

  /// Creates a number by its word; nil for a word that is no number of such an object.
  public init?(_ name: String, of kind: SceneObject.Kind) {
    guard let found = Self.all(of: kind).first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The word after the object's name, such as `scale.x`.
  public var name: String {
    switch self {
    case .property(let component): component.name
    case .body(let measurement): measurement.rawValue
    case .joint(let measurement): measurement.rawValue
    }
  }

  /// The unit that it is counted in; empty for plain numbers.
  public var unit: String {
    switch self {
    case .property(let component):
      // The limits of a joint are lengths or angles.
      component.property.traits.turning == .angle ? "" : component.property.traits.quantity.symbol
    case .body(.speed), .body(.velocityX), .body(.velocityY): "pt/s"
    case .body(.spin): "rad/s"
    case .body(.touches): ""
    case .body(.load): "kg"
    case .body(.crush), .joint(.force): "kg·pt/s²"
    case .joint(.impulse): "kg·pt/s"
    case .joint(.length): "pt"
    }
  }
}

extension Channel {
  /// The names of the channels of the whole and of the loop; those of bodies and joints are many.
  public static var common: [String] {
    OfWorld.allCases.map(\.rawValue) + Number.all(of: .world).map { "world." + $0.name }
      + OfLoop.allCases.map(\.rawValue)
  }

  /// The unit that its numbers are counted in; empty for plain numbers.
  public var unit: String {
    switch quantity {
    case .world(.kineticEnergy), .world(.potentialEnergy), .world(.totalEnergy): "kg·pt²/s²"
    case .world(.momentum): "kg·pt/s"
    case .world(.bodiesAwake), .world(.contacts), .loop(.frameSteps): ""
    case .object(_, let number): number.unit
    case .loop(.pictureBytes): "B"
    case .loop(.blendedPixels): "px"
    case .loop(.stepCost), .loop(.frameTime), .loop(.timeDropped), .loop(.graphTime), .loop(.graphWorker): "s"
    case .loop: ""
    }
  }

  /// Is true if the same scene and commands give the same numbers.
  public var isSimulated: Bool {
    if case .loop = quantity { return false }
    return true
  }
}

extension Channel.Quantity {
  /// A quantity by the name of its channel; nil for a word that is none.
  /// - Parameters:
  ///   - name: The name as it is written, such as `ball.y`.
  ///   - object: The object of a name; nil for a name that none has.
  public init?(_ name: String, object: (String) -> ObjectID?) {
    if let whole = Channel.OfWorld(rawValue: name) {
      self = .world(whole)
    } else if let loop = Channel.OfLoop(rawValue: name) {
      self = .loop(loop)
    } else {
      let (owner, word) = Self.parts(of: name)
      guard let object = owner == "world" ? .world : object(owner) ?? (owner == "camera" ? .camera : nil),
        let number = Channel.Number(word, of: object.kind)
      else { return nil }
      self = .object(object, number)
    }
  }

  /// The name of the object, and the word after its dot.
  package static func parts(of name: String) -> (owner: String, word: String) {
    let dot = name.firstIndex(of: ".") ?? name.endIndex
    return (String(name[..<dot]), String(name[dot...].dropFirst()))
  }
}

import TumblePhysics

/// Reads the numbers of channels from a world, step after step, without a heap allocation.
public struct ChannelReader: Sendable {
  /// The channels in the order in which their numbers are read.
  public let channels: [Channel]

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ channels: [Channel]) { self.channels = channels }

  /// Writes a value for each channel. NaN where there is none: of a body that has gone, or a number of the
  /// loop, which stays as it is in `values` if that has room for it.
  public func read(_ world: World, into values: inout [Double]) {
    values.fill(with: .nan, count: channels.count)
    var energy: (kinetic: Double, potential: Double)?
    for i in channels.indices {
      switch channels[i].quantity {
      case .world(let quantity):
        switch quantity {
        case .kineticEnergy, .potentialEnergy, .totalEnergy:
          let sums = energy ?? world.energy
          energy = sums
          values[i] =
            quantity == .kineticEnergy
            ? sums.kinetic : quantity == .potentialEnergy ? sums.potential : sums.kinetic + sums.potential
        case .momentum: values[i] = world.momentum.length
        case .bodiesAwake: values[i] = Double(world.bodiesAwake)
        case .contacts: values[i] = Double(world.touchingPairs)
        }
      case .object(let object, let number): values[i] = world.value(of: number, object)
      case .loop: break
      }
    }
  }
}

// What channels show of a world. Sums are over the dynamic bodies, in id order.
extension World {
  /// Half of mass × speed² plus half of moment × spin², and minus mass × gravity (scaled for the body) ·
  /// center of gravity, with the energy that fields give.
  var energy: (kinetic: Double, potential: Double) {
    var sums = (kinetic: 0.0, potential: 0.0)
    let gravity = snapshot.gravity
    for record in bodies.present {
      guard let body = record.body, body.kind == .dynamic else { continue }
      let (velocity, spin, mass, moment) = (body.velocity, body.angularVelocity, body.mass, body.moment)
      sums.kinetic += mass * velocity.dot(velocity) / 2
      if spin != 0, moment.isFinite { sums.kinetic += moment * spin * spin / 2 }
      sums.potential -= mass * body.motion.gravityScale * gravity.dot(body.worldCenterOfGravity)
      if !fields.all.isEmpty { sums.potential += space.fieldEnergy(of: body) }
    }
    return sums
  }

  var momentum: Vector {
    var sum = Vector.zero
    for record in bodies.present {
      guard let body = record.body, body.kind == .dynamic else { continue }
      sum += body.velocity * body.mass
    }
    return sum
  }

  var bodiesAwake: Int {
    var count = 0
    for record in bodies.present {
      if let body = record.body, body.kind == .dynamic, !body.isSleeping { count += 1 }
    }
    return count
  }

  /// The number that a channel shows of an object after the latest step; NaN of an object that has gone, and
  /// of what its kind does not have.
  public func value(of number: Channel.Number, _ object: ObjectID) -> Double {
    guard isThere(object) else { return .nan }
    switch (number, object) {
    case (.property(let component), _):
      guard let value = self.object(object)?.value(of: component.property, in: self) else { return .nan }
      let number = component.number(of: value)
      // A joint without a limit has none.
      return number.isFinite || object.kind != .joint ? number : .nan
    case (.body(let measurement), .body(let id)):
      return bodies[id.number].body.map { value(of: measurement, $0) } ?? .nan
    case (.joint(let measurement), .joint(let id)):
      return joints[id.number].constraint.map { value(of: measurement, $0) } ?? .nan
    case (.body, _), (.joint, _): return .nan
    }
  }

  private func value(of measurement: Channel.OfBody, _ body: Body) -> Double {
    switch measurement {
    case .speed: return body.velocity.length
    case .spin: return body.angularVelocity
    case .velocityX: return body.velocity.x
    case .velocityY: return body.velocity.y
    case .touches: return Double(body.contactLoad().count)
    case .load:
      let gravity = snapshot.gravity
      guard gravity != .zero else { return .nan }
      return body.contactLoad(along: gravity).pressing * Double(rate) / gravity.length
    case .crush: return body.contactLoad().crushing * Double(rate)
    }
  }

  private func value(of measurement: Channel.OfJoint, _ joint: Constraint) -> Double {
    switch measurement {
    case .impulse: joint.impulse
    case .force: joint.impulse * Double(rate)
    case .length: joint.ends.a.distance(to: joint.ends.b)
    }
  }
}

/// The reason why a word is no channel.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as it was written.
  public var name: String
  /// The reason, as part of a sentence.
  public var problem: String
  /// The word that was most likely meant.
  public var suggestion: String?

  public var description: String {
    "no channel '\(name)': \(problem)" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
  }
}

extension Channel {
  /// Finds a channel by name: of the whole, of a body (`crate1.y`), a joint (`rope.impulse`), a field, a
  /// fluid or an emitter.
  public init(_ name: String, in description: WorldDescription) throws(ChannelError) {
    if let quantity = Quantity(name, object: description.object) {
      self.init(name: name, quantity: quantity)
      return
    }
    let (owner, word) = Quantity.parts(of: name)
    guard let object = description.object(owner) else {
      throw Self.unknown(name, word, owner: owner, description)
    }
    throw Self.unknown(
      name, word, of: "the \(object.kind.rawValue) '\(owner)'", Number.all(of: object.kind).map(\.name))
  }

  private static func unknown(_ name: String, _ word: String, of owner: String, _ words: [String])
    -> ChannelError
  {
    let nearest = Nearest.word(to: word, in: words).map { name.dropLast(word.count) + $0 }
    return ChannelError(
      name: name, problem: "\(owner) has \(words.joined(separator: ", "))",
      suggestion: nearest.map(String.init))
  }

  private static func unknown(_ name: String, _ word: String, owner: String, _ description: WorldDescription)
    -> ChannelError
  {
    let things =
      description.bodies.map(\.name) + description.joints.filter { !$0.isInner }.map(\.name)
      + description.fields.map(\.name) + description.fluids.map(\.name) + description.emitters.map(\.name)
    let nearest =
      Nearest.word(to: name, in: common)
      ?? Nearest.word(to: owner, in: things).map { word.isEmpty ? $0 : $0 + "." + word }
    return ChannelError(
      name: name,
      problem:
        "there are \(common.joined(separator: ", ")), and BODY.y, BODY.speed, JOINT.impulse and the like",
      suggestion: nearest)
  }
}

/// A touch that was hard enough to be marked in a graph.
public struct Hit: Hashable, Sendable {
  /// The bodies' ids; the one whose shape comes first in the file is `a`.
  public var a: BodyID
  /// The body whose shape comes later in the file.
  public var b: BodyID
  /// The touch's impulse in its first step by the mass of the lighter body, in points per second: what it
  /// alone would change that one's speed by, whatever else presses on it.
  public var speed: Double
}

extension Hit {
  /// Returns a text for people, such as `ball hits floor, 820 pt/s`; the body that moved is named first.
  public func text(_ description: WorldDescription) -> String {
    guard let bodyA = description[a], let bodyB = description[b] else { return "" }
    let (first, second) = bodyA.kind != .dynamic ? (bodyB, bodyA) : (bodyA, bodyB)
    let speed = speed < 1e9 ? String(Int(speed.rounded())) : "over 10⁹"
    return "\(first.name) hits \(second.name), \(speed) pt/s"
  }
}

/// Finds the hits of a running world that a graph marks: the hardest of a step, and never so many that they
/// hide the lines.
public struct HitReader: Sendable {
  /// The threshold in points per second; infinite for none.
  public let threshold: Double
  /// Steps between two hits at least, a quarter of a second's unless asked for more.
  public let spacing: Int
  /// The bodies whose hits count, by id; those beyond were added later.
  private let counts: [Bool]
  private let countsAdded: Bool
  private var latest: Int?
  private var stepsRead = 0

  /// Creates a reader of the hits that a graph marks.
  /// - Parameters:
  ///   - graph: A graph whose channels are all of bodies gets the hits of these; any other those of all
  ///     bodies.
  ///   - world: The one whose contacts will be read.
  ///   - spacing: Steps between two hits at least.
  public init(_ graph: Scene.Graph, in world: World, spacing: Int = 0) {
    switch graph.hits {
    case .strong:
      let fall = world.scene.world.gravity.length / 4
      threshold = fall > 0 ? fall : 100
    case .from(let speed): threshold = speed
    case .off: threshold = .infinity
    }
    self.spacing = max(spacing, world.rate / 4, 1)
    var counts = world.description.bodies.map { _ in false }
    var countsAll = false
    for name in graph.channels {
      if let channel = try? Channel(name, in: world.description),
        case .object(.body(let id), _) = channel.quantity
      {
        counts[id.number] = true
      } else {
        counts = world.description.bodies.map { _ in true }
        countsAll = true
        break
      }
    }
    self.counts = counts
    countsAdded = countsAll
  }

  private func counts(_ body: BodyID) -> Bool {
    body.number < counts.count ? counts[body.number] : countsAdded
  }
}

extension HitReader {
  /// The hit to be marked after the latest step; nil for none.
  public mutating func read(_ world: World) -> Hit? {
    // A world that began again has no hits yet.
    if world.steps < stepsRead { latest = nil }
    stepsRead = world.steps
    if let latest, world.steps - latest < spacing { return nil }
    var hardest: Hit?
    for contact in world.contacts where contact.kind == .began && !contact.isSensor {
      let (a, b) = (contact.a, contact.b)
      guard counts(a) || counts(b) else { continue }
      let mass = min(world.movableMass(of: a), world.movableMass(of: b))
      let speed = contact.impulse.length / mass
      if speed >= threshold, speed > hardest?.speed ?? 0 { hardest = Hit(a: a, b: b, speed: speed) }
    }
    if hardest != nil { latest = world.steps }
    return hardest
  }
}

extension World {
  /// The mass of a body; infinite for what no touch moves.
  fileprivate func movableMass(of id: BodyID) -> Double {
    guard let body = bodies[id.number].body, body.kind == .dynamic else { return .infinity }
    return body.mass
  }
}

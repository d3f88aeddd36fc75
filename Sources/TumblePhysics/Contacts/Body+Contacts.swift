import CTumbleChipmunk
import TumbleGeometry

/// What touches a body, and how hard.
public struct BodyContact {
  /// The body's own.
  public let shape: Shape
  /// That of the other body.
  public let other: Shape
  /// A is the body's own shape, B the other.
  public let points: ContactPoints
  /// From the body to the other, of length 1.
  public let normal: Vector
  /// What the body got from the other in the latest step, friction included, in kilograms × points / second.
  public let impulse: Vector
}

/// What all that touches a body does to it together. Divide by the length of the step for forces.
public struct ContactLoad: Hashable, Sendable {
  /// Pairs of shapes.
  public var count = 0
  /// What the body got in all, in kilograms × points / second.
  public var impulse = Vector.zero
  /// The sum of the lengths of each pair's impulse.
  public var magnitude = 0.0
  /// The length of the greatest of the impulses.
  public var largest = 0.0
  /// The sum of what each pair's impulse has along the direction that was asked for, against it left out.
  public var pressing = 0.0

  public init() {}

  /// How hard the body is crushed: what of the impulses cancels out, and so does not move it. 0 for a body that is pushed
  /// from one side only.
  public var crushing: Double { max(magnitude - impulse.length, 0) }
}

// What is read here is as the latest step left it, of sleepers as the step before they fell asleep. A sensor touches
// nothing, nor do two bodies of which none is dynamic: neither gets an impulse, and the engine keeps no such pair. Contact
// events tell of those.
extension Body {
  /// What touches the body, in the order of the other shapes' ids, then of its own.
  public var contacts: [BodyContact] {
    var found: [BodyContact] = []
    forEachArbiter { arbiter in
      var (own, other): (CShape?, CShape?)
      cpArbiterGetShapes(arbiter, &own, &other)
      guard let own, let other else { return }
      // The engine's single points are always its first body's first, whoever asks; those of its set are not.
      var set = cpArbiterGetContactPointSet(arbiter)
      found.append(
        BodyContact(
          shape: Shape.of(own), other: Shape.of(other), points: ContactPoints(&set),
          normal: Vector(set.normal), impulse: Vector(cpArbiterTotalImpulse(arbiter))))
    }
    found.sort { ($0.other.id, $0.shape.id) < ($1.other.id, $1.shape.id) }
    return found
  }

  /// Adds up what touches the body; allocates nothing.
  /// - Parameter direction: For ``ContactLoad/pressing``: that of gravity for the weight that lies on the body.
  public func contactLoad(along direction: Vector = .zero) -> ContactLoad {
    var load = ContactLoad()
    let direction = direction.normalized
    forEachArbiter { arbiter in
      let impulse = Vector(cpArbiterTotalImpulse(arbiter))
      load.count += 1
      load.impulse += impulse
      load.magnitude += impulse.length
      load.largest = max(load.largest, impulse.length)
      load.pressing += max(impulse.dot(direction), 0)
    }
    return load
  }

  /// Goes over the contacts of the latest step, each seen from this body: its own shape comes first.
  private func forEachArbiter(_ act: (CArbiter) -> Void) {
    withoutActuallyEscaping(act) { act in
      withUnsafePointer(to: act) { act in
        cpBodyEachArbiter(
          pointer,
          { _, arbiter, act in
            guard let arbiter, let act else { return }
            act.assumingMemoryBound(to: ((CArbiter) -> Void).self).pointee(arbiter)
          }, UnsafeMutableRawPointer(mutating: act))
      }
    }
  }
}

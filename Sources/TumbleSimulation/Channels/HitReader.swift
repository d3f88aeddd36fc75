import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// A touch that was hard enough to be marked in a graph.
public struct Hit: Hashable, Sendable {
  /// The bodies' ids; the one whose shape comes first in the file is `a`.
  public var a: BodyID
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
  /// Infinite for what no touch moves.
  fileprivate func movableMass(of id: BodyID) -> Double {
    guard let body = bodies[id.number].body, body.kind == .dynamic else { return .infinity }
    return body.mass
  }
}

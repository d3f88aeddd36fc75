import TumbleFrames
import TumbleGeometry
import TumbleSimulation

/// What a sweep tells of each run: a number of a body at the end (`crate1.y`), or one of the whole run.
struct SweepMeasure {
  /// As it was written: the name of its column.
  let name: String
  private let what: What

  private enum What {
    case body(Int, KeyPath<BodySnapshot, Double> & Sendable)
    case whole(Whole)
  }

  enum Whole: String, CaseIterable {
    /// Seconds until every body had come to rest for good; nothing if one moves at the end.
    case settled
    /// Of all bodies together, the fastest at the end, in points a second.
    case speed
    /// How many contacts began.
    case contacts
    /// Bodies that went out of all bounds.
    case lost
    case hash
  }

  private static let properties: [String: KeyPath<BodySnapshot, Double> & Sendable] = [
    "x": \.position.x, "y": \.position.y, "angle": \.angle, "vx": \.velocity.x, "vy": \.velocity.y,
    "w": \.angularVelocity, "speed": \.velocity.length,
  ]

  init(_ text: String, cast: Cast) throws(SweepError) {
    name = text
    if let whole = Whole(rawValue: text) {
      what = .whole(whole)
      return
    }
    guard let dot = text.lastIndex(of: ".") else {
      throw .unknownMeasure(text, known: Whole.allCases.map(\.rawValue))
    }
    let body = String(text[..<dot])
    guard let id = cast.bodies.firstIndex(where: { $0.name == body }) else { throw .unknownTarget(body) }
    guard let path = Self.properties[String(text[text.index(after: dot)...])] else {
      throw .unknownProperty(text, known: Array(Self.properties.keys))
    }
    what = .body(id, path)
  }

  /// As text; empty where there is nothing to tell.
  func value(_ run: SweepRun) -> String {
    switch what {
    case .body(let id, let path):
      run.world.snapshot.bodies.first { $0.body == id }.map { Self.text($0[keyPath: path]) } ?? ""
    case .whole(.settled): run.settled.map(Self.text) ?? ""
    case .whole(.speed): Self.text(run.world.snapshot.bodies.map(\.velocity.length).max() ?? 0)
    case .whole(.contacts): String(run.contacts)
    case .whole(.lost): String(run.world.cast.bodies.count - run.world.snapshot.bodies.count)
    case .whole(.hash): run.world.hash.description
    }
  }

  static func text(_ number: Double) -> String {
    number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }
}

/// One run of a sweep.
struct SweepRun {
  let world: World
  private(set) var contacts = 0
  private var lastMotion = 0

  /// Slower than this, in points or in tenths of a radian a second, is at rest.
  private static let rest = 1.0

  init(_ world: World, steps: Int) throws {
    self.world = world
    for _ in 0..<steps {
      do {
        try world.step()
      } catch {
        guard case .lost = error else { throw error }
      }
      contacts += world.contacts.count { $0.kind == .began }
      let moves = world.snapshot.bodies.contains {
        $0.velocity.length > Self.rest || abs($0.angularVelocity) > Self.rest / 10
      }
      if moves { lastMotion = world.steps }
    }
  }

  /// Seconds until nothing moved any more; nil if something does.
  var settled: Double? { lastMotion < world.steps ? Double(lastMotion) / Double(world.rate) : nil }
}

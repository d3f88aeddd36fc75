import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// What a world's triggers wait for, and what they have counted so far.
struct TriggerState {
  let triggers: [Scene.Trigger]
  /// By trigger.
  var watches: [TriggerWatch]
  /// What is put off, in the order in which it happened.
  var waiting: [Firing] = []
  /// How often each has fired.
  var counts: [Int]
  /// The inputs, by their ids, that were pressed or released since the latest look, in order.
  var pressed: [(id: String, isPressed: Bool)] = []

  /// The last number that a name of a template got.
  var lastNumbers: [String: Int] = [:]
  /// By trigger and action.
  var random: [Int: SplitMix64] = [:]
  /// The triggers whose trouble has been reported.
  var reported: Set<Int> = []

  /// An event that happened.
  struct Firing {
    var trigger: Int
    var it: Int?
    var other: Int?
    /// The number of steps after which it is carried out.
    var step: Int
  }

  /// The most that waits at a time.
  static let maxWaiting = 10_000
  /// The most that is carried out after one step.
  static let maxFirings = 10_000

  init(_ scene: Scene, _ world: WorldDescription, _ bodies: [WorldBody]) {
    triggers = scene.triggers
    counts = scene.triggers.map { _ in 0 }
    watches = scene.triggers.map { TriggerWatch($0.event, world) }
    for body in bodies { add(body) }
  }

  var hitThreshold: Double? {
    triggers.compactMap(\.event.hitThreshold).min()
  }

  // MARK: - Bodies that come and go

  mutating func add(_ body: WorldBody) {
    for index in watches.indices { watches[index].add(body) }
  }

  mutating func removeLastBody() {
    for index in watches.indices { watches[index].removeLastBody() }
  }

  mutating func forget(body id: Int) {
    for index in watches.indices { watches[index].forget(id) }
  }
}

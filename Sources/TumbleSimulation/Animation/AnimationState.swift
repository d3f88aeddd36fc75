import TumbleAnimation
import TumbleGeometry
import TumblePhysics
import TumbleScenes

/// The animations of a world: which there are, what they move, and what shows where none does.
struct AnimationState {
  var schedule = AnimationSchedule<TrackTarget>()
  /// Of the latest step.
  var events: [AnimationEvent] = []
  /// Reported between two steps; they go into the next one's.
  var pending: [AnimationEvent] = []
  /// Whether a sampler may still wait for its target's value.
  var hasOpen = false

  /// The schedule's tracks in its order: those that move bodies, and all others.
  private(set) var motions: [PlacedTrack] = []
  private(set) var looks: [PlacedTrack] = []
  /// The schedule's revision for which both were filled.
  private var placedRevision = -1
  /// Of each track that moves a body, where it arrived in the latest step: where it begins the next one, which need not be
  /// sampled again.
  var arrivals: [TrackArrival?] = []
  /// The bodies that appeared elsewhere in the latest step, by rising ids.
  var teleported: [Teleport] = []
  /// The bodies that animations have moved, by rising ids.
  var driven: [WorldBody] = []

  /// What the world's gravity is where no animation says otherwise.
  var gravity: Vector
  /// Whether an animation ever moved it.
  var movesGravity = false
  /// The bodies that animations move, those of groups first, by the keys of the animations: until their ends have been reported.
  var movedBodies: [String: BodyID] = [:]

  /// A scene's layers by their ids.
  let layers: [String: TimeHierarchy.Node]
  /// Those on their way to a time of their own by the end of this step; one may be there twice.
  var scrubs: [TimeHierarchy.Node] = []

  init(_ scene: Scene) throws(WorldError) {
    var layers: [String: TimeHierarchy.Node] = [:]
    for layer in scene.layers {
      var parent = TimeHierarchy.root
      if let id = layer.parent {
        guard let node = layers[id] else {
          throw .unbuildable(reason: "the layer '\(layer.id)' comes before '\(id)', in whose time it runs")
        }
        parent = node
      }
      guard layers[layer.id] == nil else {
        throw .unbuildable(reason: "there are two layers '\(layer.id)'")
      }
      guard layer.timing.isUsable else {
        throw .unbuildable(
          reason: "the layer '\(layer.id)' has a speed beyond 1e6, or a time beyond 1e9 seconds")
      }
      layers[layer.id] = schedule.layers.add(layer.timing, under: parent)
    }
    self.layers = layers
    gravity = scene.world.gravity
  }

  /// Whether a step has nothing to do for animations.
  var isIdle: Bool { schedule.entries.isEmpty && driven.isEmpty && !movesGravity }

  /// A step's events begin with what was reported since the step before.
  mutating func startEvents() {
    for event in events where schedule[event.key] == nil { movedBodies[event.key] = nil }
    events.removeAll(keepingCapacity: true)
    swap(&events, &pending)
  }

  /// Brings `motions` and `looks` up to date.
  mutating func placeTracks() {
    guard placedRevision != schedule.revision else { return }
    placedRevision = schedule.revision
    motions.removeAll(keepingCapacity: true)
    looks.removeAll(keepingCapacity: true)
    for entry in schedule.entries {
      for track in entry.tracks {
        let placed = PlacedTrack(
          target: track.target, layer: entry.layer, origin: entry.origin, sampler: track.sampler)
        if track.target.isMotion { motions.append(placed) } else { looks.append(placed) }
      }
    }
    arrivals.removeAll(keepingCapacity: true)
  }

  mutating func finish(at time: MediaTime) { schedule.finish(at: time, into: &events) }

  mutating func addDrive(of body: WorldBody, isDynamic: Bool) {
    guard body.drive == nil else { return }
    body.drive = KinematicDriver(isDynamic: isDynamic)
    // Most come in file order.
    let place = driven.lastIndex { $0.id < body.id }.map { $0 + 1 } ?? 0
    driven.insert(body, at: place)
  }
}

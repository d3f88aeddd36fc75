/// The animations of a world: which there are, what they move, and what shows where none does.
struct AnimationState {
  var schedule = AnimationSchedule<TrackTarget>()
  /// The events of the latest step.
  var events: [AnimationEvent] = []
  /// The events that were reported between two steps; they go into the next one's.
  var pending: [AnimationEvent] = []
  /// Is true if edits before the first step may have changed how animations begin.
  var isRestartDue = false
  /// The bodies that animations have put where these begin, before the first step.
  var placed: [BodyID] = []
  /// The tracks of animations that began before the first step, by their keys.
  var kept:
    [String: (
      definition: AnimationDefinition, target: AnimationTarget?, tracks: [AnimationTrack<AnimationTarget>]
    )] = [:]
  /// Is true if a sampler may still wait for its target's value.
  var hasOpen = false

  /// The schedule's tracks in its order: those that move bodies, and all others.
  private(set) var motions: [PlacedTrack] = []
  private(set) var looks: [PlacedTrack] = []
  /// The schedule's revision for which both were filled.
  private var placedRevision = -1
  /// The arrival of each track that moves a body in the latest step: it begins the next one, which need not
  /// be sampled again.
  var arrivals: [TrackArrival?] = []
  /// The bodies that appeared elsewhere in the latest step, by rising ids.
  var teleported: [Teleport] = []
  /// The bodies that animations have moved, by rising ids.
  var driven: [WorldBody] = []

  /// The gravity of the world where no animation says otherwise.
  var gravity: Vector
  /// Is true once an animation has moved it.
  var movesGravity = false
  /// The bodies that animations move, those of groups first, by the keys of the animations: until their ends
  /// have been reported.
  var movedBodies: [String: BodyID] = [:]

  /// A scene's layers by their ids.
  var layers: [String: TimeHierarchy.Node]
  /// The world's time from which the time of a layer counts that an edit added, by its id.
  var layerOrigins: [String: MediaTime] = [:]
  /// The layers as they ran from steps on in which that changed, of the latest 1,000 at most.
  private(set) var pastLayers: [(step: Int, layers: TimeHierarchy)] = []
  /// The latest contacts that bodies which animations move have begun, at most 1,000 of them.
  private(set) var touches: [(step: Int, body: BodyID)] = []
  /// The layers on their way to a time of their own by the end of this step; one may be there twice.
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
      guard layers[layer.id] == nil else { throw .unbuildable(reason: "there are two layers '\(layer.id)'") }
      if let problem = layer.problem { throw .unbuildable(reason: problem) }
      layers[layer.id] = schedule.layers.add(layer.timing, under: parent)
    }
    self.layers = layers
    gravity = scene.world.gravity
    noteLayers(step: 0)
  }

  /// Keeps the layers of a step where they are not those of the step before.
  mutating func noteLayers(step: Int) {
    if let latest = pastLayers.last, latest.layers == schedule.layers { return }
    if pastLayers.count >= 1000 { pastLayers.removeFirst(500) }
    pastLayers.append((step, schedule.layers))
  }

  mutating func noteTouch(of body: BodyID, step: Int) {
    if touches.count >= 1000 { touches.removeFirst(500) }
    touches.append((step, body))
  }

  /// Is true if a step has nothing to do for animations.
  var isIdle: Bool { schedule.entries.isEmpty && driven.isEmpty && !movesGravity }

  /// Begins a step's events with what was reported since the step before.
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

  mutating func run(_ layer: String, speed: Double, at now: MediaTime) {
    guard let layer = layers[layer] else { return }
    // The command before it in the same step has not moved the time yet.
    schedule.layers.cancelSlide(of: layer)
    schedule.layers.setSpeed(speed, of: layer, at: now)
  }

  /// Moves a layer's time over the step, whatever the step's other commands do to the layers above, before it
  /// or after.
  mutating func scrub(_ layer: String, to goal: Double, from now: MediaTime, until next: MediaTime) {
    guard let layer = layers[layer] else { return }
    schedule.layers.cancelSlide(of: layer)
    schedule.layers.slide(layer, to: goal, from: now, until: next)
    scrubs.append(layer)
  }

  /// Ends scrubs: a layer that was scrubbed in the step stands where it was taken, to the bit.
  mutating func endScrubs(at now: MediaTime) {
    guard !scrubs.isEmpty else { return }
    for layer in scrubs { schedule.layers.endSlide(of: layer, at: now) }
    scrubs.removeAll(keepingCapacity: true)
  }
}

extension Scene.Layer {
  /// A phrase about numbers that neither a scene file nor a command may give; nil where they are within
  /// bounds.
  var problem: String? {
    let isWithinBounds =
      timing.speed.magnitude <= Command.maxSpeed && timing.beginTime.magnitude <= Command.maxTime
      && timing.timeOffset.magnitude <= Command.maxTime
    return isWithinBounds ? nil : "the layer '\(id)' has a speed beyond 1e6, or a time beyond 1e9 seconds"
  }
}

/// The target of a track: a property of an object that is known by its id, so that a sample looks up no name.
struct TrackTarget: AnimationKey {
  let object: ObjectID
  let property: AnimatableProperty

  /// Is true for a body's position or angle, which physics moves too.
  var isMotion: Bool { property.isMotion }
}

/// The effect of an animation on one property of the world.
typealias Track = AnimationTrack<TrackTarget>

/// A track and when its animation began, copied out of the schedule: there each look at a track would copy
/// it, as the schedule is made for any type of target.
struct PlacedTrack {
  let target: TrackTarget
  /// The layer in whose time it plays.
  let layer: TimeHierarchy.Node
  /// The origin in the layer's time: its own time counts from here.
  let origin: MediaTime
  let sampler: AnimationSampler
}

/// Times of tracks at one moment. Most tracks in a row began together in one layer: their time is calculated
/// once.
struct TrackClock {
  private let layers: TimeHierarchy
  private let now: MediaTime
  private var latest: (layer: TimeHierarchy.Node, origin: MediaTime, time: MediaTime)?

  init(_ layers: TimeHierarchy, at now: MediaTime) {
    self.layers = layers
    self.now = now
  }

  /// A track's own time, that its samples are asked in.
  mutating func time(of layer: TimeHierarchy.Node, _ origin: MediaTime) -> MediaTime {
    if let latest, latest.layer == layer, latest.origin == origin { return latest.time }
    let time = layers.localTime(of: layer, at: now) - origin
    latest = (layer, origin, time)
    return time
  }
}

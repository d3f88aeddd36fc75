import TumblePhysics

// Times are those of whole steps, so that a trace depends on nothing but the step's number.

extension World {
  /// The time of the steps taken, exactly.
  var now: MediaTime { MediaTime(step: steps, rate: rate) }
  /// The time at the end of the step that is being taken.
  var nextTime: MediaTime { MediaTime(step: steps + 1, rate: rate) }

  /// The events of animations in the latest step: each once, in the step that took it to its end, or in the
  /// one after it was replaced or removed.
  public var animationEvents: [AnimationEvent] { animation.events }

  /// The keys of the animations under way, of those that still fill and of those in layers, in the order in
  /// which they were added.
  public var animationKeys: [String] { animation.schedule.entries.map(\.key) }

  /// Adds an animation that begins now; one of the same key is replaced. A spring without a velocity of its
  /// own takes over the one that its target has, so that a new target in flight jumps neither in place nor in
  /// speed.
  ///
  /// - Parameters:
  ///   - definition: What it does; its begin time counts from now.
  ///   - target: What it moves; nil for a group, whose members have theirs.
  ///   - key: A scene's own animations have their ids for keys.
  ///   - layer: The id of the scene's layer in whose time it plays; nil: in the world's.
  ///   - origin: The moment of the layer's time from which it counts; nil: now.
  /// - Throws: `WorldError.badAnimation` for a definition with a problem and a target that is not there:
  ///   nothing changed.
  package func addAnimation(
    _ definition: AnimationDefinition, of target: AnimationTarget?, key: String, layer: String? = nil,
    origin: MediaTime? = nil
  ) throws(WorldError) {
    let now = now
    do throws(AnimationError) {
      guard let node = layer.map({ animation.layers[$0] }) ?? TimeHierarchy.root else {
        throw AnimationError.invalid("there is no layer '\(layer ?? "")'")
      }
      var tracks: [Track] = []
      for track in try scheduledTracks(of: definition, target, key: key) {
        tracks.append(Track(try resolve(track.target), track.sampler))
      }
      // Before one of the same key is gone.
      let shown = tracks.map {
        $0.sampler.isOpen ? animation.schedule.presentation(of: $0.target, at: now) : nil
      }
      removeAnimation(key: key)
      for case .body(let id) in tracks.lazy.map(\.target.object).prefix(1) { animation.movedBodies[key] = id }
      animation.schedule.add(
        tracks, key: key, origin: origin ?? animation.schedule.layers.localTime(of: node, at: now),
        layer: node)
      animation.hasOpen = true
      let last = animation.schedule.entries.count - 1
      for i in tracks.indices {
        // A body goes on from where it is: that is seen to in the step.
        let local = animation.schedule.localTime(of: animation.schedule.entries[last], at: now)
        guard let shown = shown[i], !tracks[i].target.isMotion, tracks[i].sampler.applies(at: local)
        else { continue }
        animation.schedule.resolve(entry: last, track: i, value: shown.value, rate: shown.rate, at: now)
      }
    } catch {
      throw .badAnimation(key: key, reason: "\(error)")
    }
  }

  /// Returns the tracks of an animation. Before the first step, where each edit begins all animations anew,
  /// those of one that has not changed are kept.
  private func scheduledTracks(
    of definition: AnimationDefinition, _ target: AnimationTarget?, key: String
  ) throws(AnimationError) -> [AnimationTrack<AnimationTarget>] {
    guard steps == 0 else { return try definition.tracks(of: target) }
    if let kept = animation.kept[key], kept.target == target, kept.definition == definition {
      return kept.tracks
    }
    let tracks = try definition.tracks(of: target)
    animation.kept[key] = (definition, target, tracks)
    return tracks
  }

  /// A layer's own time at a time of the world, as it runs now; that time for one that is not there.
  package func layerTime(_ id: String, at time: MediaTime) -> MediaTime {
    animation.layers[id].map { animation.schedule.layers.localTime(of: $0, at: time) } ?? time
  }

  /// A layer's own time, in seconds, and how fast it runs in the world's; nil if the scene has none of that
  /// id. What changes them is the commands `run` and `scrub`.
  public func layerTime(_ id: String) -> (time: Double, speed: Double)? {
    animation.layers[id].map {
      (animation.schedule.layers.localTime(of: $0, at: now).seconds, animation.schedule.layers.speed(of: $0))
    }
  }

  /// Returns the timing of a layer in its parent's time as it ran at a step, be it of the past; what stood
  /// still or ran back counts as if it ran on from there with its parent. nil if there was no such layer.
  package func layerTiming(_ id: String, at step: Int) -> LayerTiming? {
    let past = animation.pastLayers.last { $0.step <= step } ?? animation.pastLayers.first
    let layers = (step < steps ? past?.layers : nil) ?? animation.schedule.layers
    guard let node = animation.layers[id], layers.contains(node) else { return nil }
    guard layers[node].speed <= 0 else { return layers[node] }
    let time = MediaTime(step: step, rate: rate)
    let parent = model.scene.layers.first { $0.id == id }?.parent.flatMap { animation.layers[$0] }
    return LayerTiming(
      beginTime: layers.localTime(of: parent ?? TimeHierarchy.root, at: time).seconds,
      timeOffset: layers.localTime(of: node, at: time).seconds)
  }

  /// The steps of the latest contacts that some bodies have begun while animations moved them.
  package func touches(of bodies: Set<String>) -> [Int] {
    animation.touches.filter { bodies.contains(model.scene.bodies[$0.body.number].id) }.map(\.step)
  }

  /// Takes an animation away: what it moved shows its model value again, and a body goes on as it moves.
  /// Nothing happens if there is none of that key.
  package func removeAnimation(key: String) {
    for track in animation.schedule[key]?.tracks ?? [] { showModel(track.target) }
    if let event = animation.schedule.remove(key: key) { animation.pending.append(event) }
  }

  /// Takes away the animations that have nothing left to move.
  func removeOrphans() {
    let orphans = animation.schedule.entries.filter { entry in
      entry.tracks.allSatisfy { !isThere($0.target.object) }
    }
    for orphan in orphans {
      removeAnimation(key: orphan.key)
      model.forget(animation: orphan.key)
    }
  }

  /// Returns true if an object is there; false also for one that a rerun which is not so far yet has still to
  /// add.
  func isThere(_ id: ObjectID) -> Bool { object(id)?.isThere(in: self) ?? false }

  /// Returns the object of a target; nil if there is none.
  func object(of target: AnimationTarget) -> ObjectID? {
    let kind = target.property.owner
    if kind.isSingle { return target.object == kind.rawValue ? ObjectID(kind, at: 0) : nil }
    return model.knownIndex(of: kind, target.object).flatMap { ObjectID(kind, at: $0) }
  }

  /// Starts the animations anew after edits before the first step, once for all of them: the world is then as
  /// one that begins with the scene as it is now.
  func restartAnimations() throws(WorldError) {
    guard animation.isRestartDue else { return }
    animation.isRestartDue = false
    let entries = animation.schedule.entries
    guard !entries.isEmpty || !animation.placed.isEmpty || !model.scene.animations.isEmpty else { return }
    // None has begun, so none was interrupted.
    defer { animation.pending.removeAll() }
    var moved: [BodyID] = []
    for entry in entries {
      for track in entry.tracks where track.target.isMotion {
        if case .body(let id) = track.target.object { moved.append(id) }
      }
    }
    // The last one goes first, so that none of those that stay has to move up.
    for entry in entries.reversed() { removeAnimation(key: entry.key) }
    // An animation that is gone by now, or moves something else, has put bodies elsewhere too.
    let placed = Set(animation.placed).subtracting(moved).sorted()
    for id in moved + placed {
      guard let body = bodies[id.number].body else { continue }
      let own = model.scene.bodies[id.number]
      do {
        try throwing { body.position = own.position }
        try throwing { body.angle = own.angle }
      } catch { throw .unbuildable(reason: "\(error)") }
    }
    animation.placed = []
    try startAnimations()
  }

  /// Starts the model's animations, and shows them as they are at time 0.
  func startAnimations() throws(WorldError) {
    for own in model.scene.animations where own.autoplay {
      try addAnimation(own.definition, of: own.target, key: own.id, layer: own.layer, origin: now)
    }
    // What was over before the scene begins has ended then, not in its first step: one that fills still
    // shows.
    var over: [AnimationEvent] = []
    animation.schedule.finish(at: now, into: &over)
    guard !animation.isIdle else { return }
    openSamplers(at: now, before: now)
    showProperties(at: now)
    for i in animation.schedule.entries.indices {
      let local = animation.schedule.localTime(of: animation.schedule.entries[i], at: now)
      for j in animation.schedule.entries[i].tracks.indices {
        let track = animation.schedule.entries[i].tracks[j]
        // What follows is pulled there.
        guard case .body(let id) = track.target.object, !model.scene.bodies[id.number].isFollower else {
          continue
        }
        do { try bodies[id.number].place(by: track, at: local) } catch {
          throw .unbuildable(reason: "\(error)")
        }
        if track.target.isMotion { animation.placed.append(id) }
      }
    }
  }

  /// Does the second part of a step: samples all animations at its end, and sends bodies there.
  func animate() throws {
    animation.startEvents()
    guard !animation.isIdle else { return }
    let (now, next) = (now, nextTime)
    openSamplers(at: now, before: next)
    showProperties(at: next)
    setGoals(from: now, to: next)
    try moveBodies()
    animation.finish(at: next)
    for event in animation.events where animation.schedule[event.key] == nil { forgetChange(event.key) }
  }

  /// Gives samplers that take over now the values that their targets have now; and those, too, that will have
  /// begun and ended before the next step, for no other step is theirs.
  func openSamplers(at now: MediaTime, before next: MediaTime) {
    guard animation.hasOpen else { return }
    var isAnyOpen = false
    for i in animation.schedule.entries.indices {
      let start = animation.schedule.localTime(of: animation.schedule.entries[i], at: now)
      let end = animation.schedule.localTime(of: animation.schedule.entries[i], at: next)
      for j in animation.schedule.entries[i].tracks.indices {
        let track = animation.schedule.entries[i].tracks[j]
        guard track.sampler.isOpen else { continue }
        guard track.sampler.applies(at: start) || track.sampler.isWithin(start, end),
          let (value, rate) = presentation(of: track.target, at: now)
        else {
          isAnyOpen = true
          continue
        }
        animation.schedule.resolve(entry: i, track: j, value: value, rate: rate, at: now)
      }
    }
    animation.hasOpen = isAnyOpen
  }

  /// Looks up what a target names; also notes the model value that it moves away from.
  func resolve(_ target: AnimationTarget) throws(AnimationError) -> TrackTarget {
    guard let id = object(of: target), let object = object(id) else {
      throw .invalid("there is no \(target.property.owner.rawValue) '\(target.object)'")
    }
    guard object.isThere(in: self) else { throw .invalid("'\(target.object)' went out of the world") }
    try object.prepare(target.property, in: self)
    return TrackTarget(object: id, property: target.property)
  }

  /// Says of every driven body where it has to be at a step's end.
  func setGoals(from now: MediaTime, to next: MediaTime) {
    guard !animation.driven.isEmpty else { return }
    animation.placeTracks()
    // Out of the world meanwhile, where every look is checked for others that change it.
    var arrivals: [TrackArrival?] = []
    swap(&arrivals, &animation.arrivals)
    defer { swap(&arrivals, &animation.arrivals) }
    let (layers, bodies) = (animation.schedule.layers, bodies)
    var (start, end) = (TrackClock(layers, at: now), TrackClock(layers, at: next))
    // Through a pointer samplers are used in their places: a copy of one costs as much as a sample.
    let motions = animation.motions
    motions.withUnsafeBufferPointer { tracks in
      while arrivals.count < tracks.count { arrivals.append(nil) }
      for i in tracks.indices {
        guard case .body(let id) = tracks[i].target.object else { continue }
        let record = bodies[id.number]
        guard let body = record.body else {
          arrivals[i] = nil
          continue
        }
        let layer = tracks[i].layer
        let span = TrackSpan(
          start: start.time(of: layer, tracks[i].origin), end: end.time(of: layer, tracks[i].origin),
          speed: layers.speed(of: layer), step: 1 / Double(rate), isScrubbed: layers.isSliding(layer))
        WorldBody.setGoals(tracks, i, body, span, &record.drive, &arrivals[i])
      }
    }
  }

  /// Sends held bodies on their way, and lets go of those that no animation holds any more.
  func moveBodies() throws {
    animation.teleported.removeAll(keepingCapacity: true)
    for i in animation.driven.indices { try animation.driven[i].move(in: self, over: 1 / Double(rate)) }
  }
}

// What an animation sets and physics does not move: appearance, gravity, joints' and surfaces' numbers. Each
// shows its model value, and over it the animation added last that applies.

extension World {
  /// The value of a target now, and how fast it changes per second; nil if it is gone.
  func presentation(
    of target: TrackTarget, at now: MediaTime
  ) -> (value: AnimatableValue, rate: AnimatableValue)? {
    guard let object = object(target.object) else { return nil }
    if target.isMotion { return object.motion(target.property) }
    if let shown = animation.schedule.presentation(of: target, at: now) { return (shown.value, shown.rate) }
    return object.modelValue(of: target.property, in: self).map { ($0, $0 * 0) }
  }

  func showProperties(at time: MediaTime) {
    animation.placeTracks()
    var gravity = animation.gravity
    var clock = TrackClock(animation.schedule.layers, at: time)
    // Through a pointer samplers are used in their places: a copy of one costs as much as a sample.
    let looks = animation.looks
    looks.withUnsafeBufferPointer { tracks in
      for i in tracks.indices {
        object(tracks[i].target.object)?.showModel(of: tracks[i].target.property, in: self)
      }
      for i in tracks.indices {
        let local = clock.time(of: tracks[i].layer, tracks[i].origin)
        guard let value = tracks[i].sampler.value(at: local) else { continue }
        if tracks[i].target.property == .gravity {
          gravity = value.vector?.bounded ?? gravity
        } else {
          object(tracks[i].target.object)?.show(value, of: tracks[i].target.property)
        }
      }
      // Only now physics hears of it: on the way there model values would be changes, and wake what sleeps.
      for i in tracks.indices { object(tracks[i].target.object)?.apply(tracks[i].target.property, in: self) }
    }
    if animation.movesGravity { space.gravity = gravity }
  }

  /// Puts a property back to what it is without animations.
  func showModel(_ target: TrackTarget) {
    let object = object(target.object)
    object?.showModel(of: target.property, in: self)
    object?.apply(target.property, in: self)
  }
}

/// A layer of a scene as it stands now.
public struct AnimationLayer: Hashable, Sendable {
  /// The layer's id in the scene.
  public var name: String
  /// The speed: own seconds for each of the parent's.
  public var speed: Double
  /// The layer's own time, in seconds.
  public var time: Double
  /// The end of the last of its animations after one run, in its own seconds: where a line to scrub on may
  /// end.
  public var duration: Double
}

extension World {
  /// The scene's layers, in the order of the file.
  public var animationLayers: [AnimationLayer] {
    model.scene.layers.compactMap { layer -> AnimationLayer? in
      guard let node = animation.layers[layer.id] else { return nil }
      let ends = model.scene.animations.filter { $0.layer == layer.id }.map {
        max($0.definition.timing.beginTime + $0.definition.timing.cycleDuration, 0)
      }
      return AnimationLayer(
        name: layer.id, speed: animation.schedule.layers[node].speed,
        time: animation.schedule.layers.localTime(of: node, at: now).seconds, duration: ends.max() ?? 0)
    }
  }
}

// MARK: - Edits

extension World {
  /// Follows an edit of the layers: one that is new counts from now, and one whose begin or offset is another
  /// is where it would have come to with it. Another speed alone makes no time jump.
  func changeLayers(from old: [Scene.Layer]) throws {
    for layer in model.scene.layers {
      if let problem = layer.problem { throw EditRefusal(problem) }
      guard let before = old.first(where: { $0.id == layer.id }), before.parent != layer.parent else {
        continue
      }
      throw EditRefusal(
        "the layer '\(layer.id)' of a world that runs cannot get another parent",
        hint: "it takes effect when the world begins again")
    }
    for layer in old where !model.scene.layers.contains(where: { $0.id == layer.id }) {
      (animation.layers[layer.id], animation.layerOrigins[layer.id]) = (nil, nil)
    }
    for layer in model.scene.layers {
      let before = old.first { $0.id == layer.id }
      if before?.timing == layer.timing { continue }
      if before == nil {
        let parent = layer.parent.flatMap { animation.layers[$0] } ?? TimeHierarchy.root
        animation.layers[layer.id] = animation.schedule.layers.add(layer.timing, under: parent)
        animation.layerOrigins[layer.id] = now
      }
      guard let node = animation.layers[layer.id] else { continue }
      animation.schedule.layers.cancelSlide(of: node)
      if let before, steps > 0, before.timing.beginTime == layer.timing.beginTime,
        before.timing.timeOffset == layer.timing.timeOffset
      {
        animation.schedule.layers.setSpeed(layer.timing.speed, of: node, at: now)
      } else {
        retime(node, layer)
      }
    }
  }

  /// Takes a layer to where its timing has it, counted from the moment that it was added.
  private func retime(_ node: TimeHierarchy.Node, _ layer: Scene.Layer) {
    animation.schedule.layers[node] = layer.timing
    guard let origin = animation.layerOrigins[layer.id], origin != MediaTime(step: 0, rate: rate) else {
      return
    }
    let parent = layer.parent.flatMap { animation.layers[$0] } ?? TimeHierarchy.root
    let start = animation.schedule.layers.localTime(of: parent, at: origin)
    animation.schedule.layers[node].beginTime = start.seconds + layer.timing.beginTime
  }
}

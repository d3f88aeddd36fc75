extension World {
  /// A scene that begins where this world is now: poses, velocities, gravity, what was added, and the times
  /// of layers and animations. A world made of it has the same snapshot, but for ids, which are numbered from
  /// 0, and the step.
  ///
  /// What animations move goes on in it as here, step by step, but for the last bits: they begin where they
  /// did, at what they began with. Triggers wait for what is still to come of their times.
  ///
  /// A scene cannot hold what the engine remembers of contacts (a pile may settle a little), how long a body
  /// has rested, mouse joints, actions that a trigger has put off, and where bodies started, to which
  /// `respawn` puts them back: that is where they are now. An animation that a trigger starts again begins
  /// where it is now.
  public func sceneNow() -> Scene {
    // What begins at this moment begins as things are.
    let kept = animation
    openSamplers(at: self.now, before: self.now)
    defer { animation = kept }
    var now = model
    for body in bodies.present {
      guard let motion = body.motionNow(in: self) else { continue }
      now.place(motion, body: body.index)
      now.setAsleep(model.scene.world.sleepAfter != nil && body.body?.isSleeping == true, body: body.index)
    }
    now.setTimes(of: animationsNow, layers: layersNow, emitters: emittersNow, triggers: triggersNow)
    for template in Set(bodies.present.compactMap(\.template)).sorted() {
      let spawned = spawned(from: template)
      for body in spawned { now.extendTriggers(to: body.name, as: template) }
      now.extendRules(to: spawned.map(\.index), spawnedFrom: template)
    }
    now.setGravity(animation.gravity)
    var scene = now.compact
    // They speak of times of a run from its beginning.
    scene.expectations = []
    settle(&scene)
    return scene
  }

  /// A property of an object as it is now, in the words of the scene format, such as `0.5` or `[10, 20]`; nil
  /// where there is none, or it is left out.
  public func text(of object: SceneObject, path: String) -> String? {
    modelNow(of: object).text(of: object, path)
  }

  /// An object as it is now, as a mapping of the scene format; nil if there is none.
  public func text(of object: SceneObject) -> String? { node(of: object)?.flow }

  package func node(of object: SceneObject) -> FormatNode? { modelNow(of: object).node(of: object) }

  /// Returns true for an object of an id that is there.
  package func has(_ object: SceneObject) -> Bool {
    object.id.flatMap { model.index(of: object.kind, $0) } != nil
  }

  /// The ids of the animations that move something of a body or a joint, in the scene's order; groups are
  /// left out.
  public func animations(of object: String) -> [String] {
    model.scene.animations.filter { $0.target?.object == object }.map(\.id)
  }

  private func modelNow(of object: SceneObject) -> SceneModel {
    guard object.kind == .body, let index = object.id.flatMap({ model.body($0) }),
      let motion = motion(of: index)
    else {
      return model
    }
    var now = model
    now.place(motion, body: index)
    return now
  }

  /// Animations that wait to be started, then those that have something left to show, in the order in which
  /// they were added, each at its present time.
  private var animationsNow: [Scene.Animation] {
    let waiting = model.scene.animations.filter { !$0.autoplay && animation.schedule[$0.id] == nil }
    let playing = animation.schedule.entries.compactMap { entry -> Scene.Animation? in
      guard let place = model.animation(entry.key), let sampler = entry.tracks.first?.sampler else {
        return nil
      }
      var own = model.scene.animations[place]
      // A layer's time is written with the layer; the world's begins again at 0.
      let passed = own.layer == nil ? now - entry.origin : MediaTime(step: 0, rate: rate) - entry.origin
      if own.layer == nil, !entry.fillsForwards, sampler.isOver(at: passed) { return nil }
      own.definition = own.definition.resolved(by: entry.tracks.map(\.sampler))
      own.definition.timing.beginTime = (sampler.begin - passed).secondsNotAfter
      own.autoplay = true
      return own
    }
    return waiting + playing
  }

  /// Triggers that may still fire, each at the times and as often as are left; nil for those that have fired.
  private var triggersNow: [Scene.Trigger?] {
    guard let triggers else { return model.scene.triggers }
    return model.scene.triggers.enumerated().map { index, own in
      var own = own
      if let times = own.times {
        guard triggers.counts[index] < times else { return nil }
        own.times = times - triggers.counts[index]
      }
      if case .time(_, let every) = own.event {
        guard let next = triggers.watches[index].nextTime else { return nil }
        own.event = .time(at: (MediaTime(next) - now).seconds, every: every)
      }
      return own
    }
  }

  /// The emitters as they go on; what was born of one on a body is forgotten, and so are earlier multipliers.
  private var emittersNow: [Scene.Emitter] {
    model.scene.emitters.map { own in
      var own = own
      own.emitter.begin = (MediaTime(own.emitter.begin) - now).seconds
      return own
    }
  }

  private var layersNow: [Scene.Layer] {
    model.scene.layers.map { own in
      var own = own
      guard let node = animation.layers[own.id], let time = layerTime(own.id)?.time else { return own }
      own.timing = LayerTiming(
        beginTime: own.parent.flatMap { layerTime($0)?.time } ?? 0,
        speed: animation.schedule.layers[node].speed, timeOffset: time)
      return own
    }
  }

  /// Puts bodies whose center of gravity lies off their position where they come out to the bit: on the way
  /// there and back the engine rounds.
  private func settle(_ scene: inout Scene) {
    let wanted = bodies.present.compactMap(\.body?.position)
    guard wanted.count == scene.bodies.count else { return }
    for _ in 0..<4 {
      guard let built = try? BuiltScene(scene, maxProblems: 1), built.problems.isEmpty else { return }
      var isSettled = true
      for (index, place) in wanted.enumerated() {
        guard let made = built.bodies[index], made.position != place else { continue }
        isSettled = false
        scene.bodies[index].position += place - made.position
      }
      if isSettled { return }
    }
  }
}

import TumblePictureCommands
import TumbleScenes

extension AnimatorPart {
  // MARK: - From physics to keys, and back

  /// The animations of places and angles of what is selected.
  var movers: [Scene.Animation] {
    let (scene, bodies) = (scene, stage.bodies)
    return keptMovers.value(of: scene, bodies) { scene.motions(of: Set(bodies)) }
  }

  /// Makes keys of the motion of what is selected, in the stretch that is marked, else in the part of the
  /// past that is in view; they are taken once the numbers have been seen.
  func offerKeys() {
    let steps = { (time: Double) in Int((time * Double(self.session.world.rate)).rounded()) }
    let range = stretch ?? shownRange
    let (first, last) = (max(steps(range.lowerBound), 0), min(steps(range.upperBound), session.world.steps))
    guard first < last else {
      let place = stretch == nil ? "that is in view" : "that is marked on the ruler"
      return notices.tell("nothing has moved yet in the time \(place)")
    }
    stopMaking()
    offer = nil
    make(MotionOffer.job(of: stage.bodies, in: session, first...last, replacing: movers, within: tolerance))
  }

  /// Makes the keys that are offered anew, of the same motion, within the tolerance that was changed.
  private func offerAgain() {
    guard let offer else { return }
    stopMaking()
    make(offer.job(within: tolerance))
  }

  /// Sets a tolerance of offers: one of angles in degrees, or one of places in points.
  func setTolerance(_ value: Double, ofAngles isOfAngles: Bool) {
    guard value > 0 else { return notices.tell("a tolerance is a number above 0") }
    if isOfAngles { tolerance.angles = value * .pi / 180 } else { tolerance.places = value }
    offerAgain()
  }

  /// - Parameter body: The body whose drag the keys take the place of; nil for an offer.
  private func make(_ job: BackgroundJob<Result<MotionOffer, any Error>>, performedBy body: String? = nil) {
    making = (job, body)
    if isRepeatable { job.wait() }
    collectKeys()
  }

  func stopMaking() {
    making?.job.cancel()
    making = nil
  }

  /// Takes the keys that are offered, or leaves them.
  func endOffer(isTaken: Bool) {
    if isTaken, making == nil, let offer { give(offer.edits, "make keys of \(offer.title)") }
    offer = nil
    stopMaking()
  }

  /// Shows or takes the keys that were made meanwhile; once a frame.
  private func collectKeys() {
    guard let (job, performed) = making, let result = job.take() else { return }
    making = nil
    do {
      let made = try result.get()
      if made.edits.isEmpty {
        notices.tell("no keys were made: a body that comes later, or is made as the scene runs, has none")
      } else if let performed {
        take(made, performedBy: performed)
      } else {
        offer = made
      }
    } catch {
      notices.tell("no keys were made: \(error)")
    }
  }

  /// Takes note of a drag while time runs: with auto key, its way becomes keys once it is let go.
  ///
  /// - Parameter body: The id of the body under the mouse; nil for none.
  func note(_ command: Command, on body: String?) {
    if case .grab = command {
      pressed = body.flatMap { mover(of: $0) == nil ? nil : ($0, session.world.steps) }
    } else if case .release = command {
      pressed = nil
    }
    guard editing.hasAutoKey, session.viewStep == nil else { return performance = nil }
    switch command {
    case .grab: performance = (session.world.steps, nil, nil)
    case .release where performance != nil: performance?.end = session.world.steps + 1
    default: break
    }
  }

  func tick(at now: Duration) {
    collectKeys()
    tellOfPressed()
    guard var performed = performance else { return }
    performed.body = performed.body ?? session.heldBody
    performance = performed
    guard let end = performed.end, session.world.steps >= end, session.rerun == nil else { return }
    performance = nil
    guard let body = performed.body, isLatest(dragOf: body) else { return }
    stopMaking()
    let steps = performed.begin...session.world.steps
    make(
      MotionOffer.job(of: [body], in: session, steps, replacing: []), performedBy: body)
  }

  /// Says what leads a body that the hand cannot take hold of, and offers what can be done.
  private func tellOfPressed() {
    guard let (body, step) = pressed, session.viewStep != nil || session.world.steps > step else { return }
    pressed = nil
    guard session.heldBody == nil, let mover = mover(of: body) else { return }
    let isLit = editing.hasAutoKey
    notices.tell(
      "'\(mover)' moves \(body): with auto key a drag makes a key where time stands",
      offering: isLit ? "Pause" : "Auto key"
    ) { [unowned self] in
      (session.isPaused, isShown) = (true, true)
      if !isLit { perform(.setAutoKey(true)) }
      events.append(.changed)
    }
  }

  /// Offers keys in the place of a drag of what animations lead.
  func offerKeys(of edits: [Edit]) {
    let made = edits.compactMap(keyed)
    guard let body = made.first?.target.object, let mover = mover(of: body) else { return }
    let (name, step) = (session.undoName, session.world.steps)
    notices.tell("'\(mover)' moves \(body), and takes it from there", offering: "Set a key") {
      [unowned self] in
      guard session.undoName == name, session.world.steps == step, session.viewStep == nil else {
        return notices.tell("no key was set: something else was done meanwhile")
      }
      let keys = made.flatMap { keyEdits($0.target, $0.value) }
      session.undo()
      give(keys, "key of \(body)")
      isShown = true
      events.append(.changed)
    }
  }

  private func isLatest(dragOf body: String) -> Bool { session.undoName == "drag \(body)" }

  /// Puts keys in the place of a drag: of the way that the body took under the hand.
  private func take(_ made: MotionOffer, performedBy body: String) {
    guard isLatest(dragOf: body) else {
      return notices.tell("the drag of \(body) became no keys: something else was done meanwhile")
    }
    session.undo()
    give(scene.edits(performing: made.animations), "perform \(body)")
    notices.tell("performed: \(made.text)")
    events.append(.changed)
  }

  // MARK: - On the stage

  /// The names of what animates the place or the angle of a body; nil where nothing does.
  func mover(of body: String) -> String? {
    let scene = session.startScene
    return keptMover.value(of: scene, body) {
      let ids = scene.rows(of: body).filter { $0.animation.target?.property.isMotion == true }.map(\.id)
      return ids.isEmpty ? nil : ids.prefix(3).joined(separator: ", ")
    }
  }

  /// The bodies whose places or angles animations of the start lead, to be marked while the rows are open.
  var movedBodies: Set<String> {
    guard isShown else { return [] }
    let scene = session.startScene
    return keptMoved.value(of: scene) { scene.animations.isEmpty ? [] : Set(scene.motionTracks().keys) }
  }

  /// The time that ghosts are of, in seconds; nil for none, and once the present has come to it.
  var futureTime: Double? {
    guard isShown, session.viewStep == nil, let futureStep, futureStep > session.world.steps else {
      return nil
    }
    return Double(futureStep) / Double(session.world.rate)
  }

  /// The bodies that animations move, where these alone have them in the future that is looked at, and at the
  /// time that is shown while the world is rerun with other animations.
  var ghosts: [BodyGhost] {
    guard isShown else { return [] }
    let rows = rowsOfGhosts
    if futureTime != nil, let futureStep {
      return rows + BodyGhost.all(in: scene, session.world, step: futureStep)
    }
    guard session.isRerunOfStart else { return rows }
    let shown = session.frame.current
    let ghosts = BodyGhost.all(in: scene, session.world, step: session.viewStep ?? session.world.steps)
    return rows + ghosts.filter { ghost in shown[ghost.name].map { !ghost.isNear($0) } ?? false }
  }

  /// The seconds of the world within which keys are shown.
  static let farthest = 1e9

  /// The most ghosts of one body.
  private static let mostInRow = 60

  /// The outlines of the selected bodies at their keys, or at even times from the first key to the last.
  private var rowsOfGhosts: [BodyGhost] {
    guard ghostRows != .none, !stage.bodies.isEmpty else { return [] }
    let (scene, bodies) = (scene, stage.bodies)
    return keptGhosts.value(of: scene, bodies, ghostRows, session.world.steps) {
      bodies.prefix(8).flatMap { ghosts(of: $0, in: scene) }
    }
  }

  private func ghosts(of body: String, in scene: Scene) -> [BodyGhost] {
    let rate = Double(session.world.rate)
    let rows = scene.placeRows(of: body) + scene.motions(of: [body]).map { AnimationRow($0, in: scene) }
    // In a layer that hardly runs, a key may be ages away.
    let times = rows.flatMap { row in row.keys?.map(\.time) ?? [row.begin, row.end] }
      .filter { $0.magnitude < Self.farthest }
    guard let first = times.min(), let last = times.max() else { return [] }
    var steps = Set(times.map { Int(($0 * rate).rounded()) })
    if case .every(let apart) = ghostRows {
      let stride = max(apart, Int((last - first) * rate) / Self.mostInRow)
      steps = Set(Swift.stride(from: Int(first * rate), through: Int(last * rate), by: max(stride, 1)))
    }
    return BodyGhost.row(
      of: body, in: scene, session.world, steps: Array(steps.sorted().prefix(Self.mostInRow)))
  }
}

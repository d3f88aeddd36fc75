import TumblePictureCommands
import TumbleScenes

extension AnimatorPart {
  // MARK: - From physics to keys, and back

  /// The animations of places and angles of what is selected.
  var movers: [Scene.Animation] {
    let (scene, bodies) = (scene, stage.bodies)
    return keptMovers.value(of: scene, bodies) { scene.motions(of: Set(bodies)) }
  }

  /// Makes keys of the motion of what is selected, over the part of the past that is in view; they are taken
  /// once the numbers have been seen.
  func offerKeys() {
    let steps = { (time: Double) in Int((time * Double(self.session.world.rate)).rounded()) }
    let range = shownRange
    let (first, last) = (max(steps(range.lowerBound), 0), min(steps(range.upperBound), session.world.steps))
    guard first < last else { return notices.tell("nothing has moved yet in the time that is in view") }
    stopMaking()
    make(MotionOffer.job(of: stage.bodies, in: session, first...last, replacing: movers))
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

  /// Shows or takes the keys that were made meanwhile; once a frame.
  private func collectKeys() {
    guard let (job, performed) = making, let result = job.take() else { return }
    making = nil
    do {
      let made = try result.get()
      if made.edits.isEmpty {
        notices.warn("no keys were made: a body that comes later, or is made as the scene runs, has none")
      } else if let performed {
        take(made, performedBy: performed)
      } else {
        offer = made
      }
    } catch {
      notices.warn("no keys were made: \(error)")
    }
  }

  /// Takes note of a drag while time runs: with auto key, its way becomes keys once it is let go.
  func note(_ command: Command) {
    guard editing.hasAutoKey, session.viewStep == nil else { return performance = nil }
    switch command {
    case .grab: performance = (session.world.steps, nil, nil)
    case .release where performance != nil: performance?.end = session.world.steps + 1
    default: break
    }
  }

  func tick(at now: Duration) {
    collectKeys()
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
      let ids = (scene.placeRows(of: body).map(\.id) + scene.motions(of: [body]).map(\.id)).uniqued()
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

  /// The bodies that animations move, where these alone have them in the future that is looked at.
  var ghosts: [BodyGhost] {
    guard isShown else { return [] }
    let rows = rowsOfGhosts
    guard futureTime != nil, let futureStep else { return rows }
    return rows + BodyGhost.all(in: scene, session.world, step: futureStep)
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
    if ghostRows == .evenly {
      let stride = max(Self.stepsApart, Int((last - first) * rate) / Self.mostInRow)
      steps = Set(Swift.stride(from: Int(first * rate), through: Int(last * rate), by: max(stride, 1)))
    }
    return BodyGhost.row(
      of: body, in: scene, session.world, steps: Array(steps.sorted().prefix(Self.mostInRow)))
  }

  /// The steps from one ghost to the next where they stand at even times.
  private static let stepsApart = 10
}

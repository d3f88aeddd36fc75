import TumbleAnimation
import TumbleEditor
import TumbleFrames
import TumbleInput
import TumbleScenes

// The ways of bodies on the stage: points that are pulled, and what is done with whole paths.
extension AnimatorPart {
  /// The ways of the bodies that are selected and that animations move, for the stage.
  var ways: [EditorWay] {
    guard isShown else { return [] }
    let (scene, bodies) = (scene, stage.bodies)
    let ways = keptWays.value(of: scene, bodies, selected) {
      bodies.prefix(8).compactMap { EditorWay(of: $0, in: scene, step: step, selected: selected) }
    }
    // With auto key what is dragged is the body, also where a point of its way lies over it.
    guard editing.hasAutoKey else { return ways }
    return ways.map { EditorWay(body: $0.body, line: $0.line, points: []) }
  }

  func edit(_ edit: WayEdit) {
    switch edit {
    case .select(let part, let isAdding):
      guard let source = scene.waySource(of: part.body) else { return }
      perform(.select(source.keys(at: part.point), isAdding: isAdding))
    case .move(let part, let place, let isFree): move(part, to: place, isFree)
    case .add(let body, let place): addPoint(to: body, at: place)
    case .toggleCorner(let part):
      guard case .path(let row, let path)? = scene.waySource(of: part.body) else {
        return notices.tell("keys have no handles: '\(KeyTable.standard[.keysToPath].title)' makes a path")
      }
      give(row.edits(path) { $0.toggleCorner(part.point) }, "bend the way of \(part.body)")
    case .draw(let path, let body, let step): draw(path, of: body, step)
    }
    events.append(.changed)
  }

  private func move(_ part: WayEdit.Part, to place: Vector, _ isFree: Bool) {
    let name = "bend the way of \(part.body)"
    switch scene.waySource(of: part.body) {
    case .path(let row, let path)?:
      let edits = row.edits(path) { points in
        if let handle = part.handle {
          points.move(handle, of: part.point, to: place, isFree: isFree)
        } else {
          points.move(part.point, to: place)
        }
      }
      give(edits, name)
    case .keys(let rows, let times)? where times.indices.contains(part.point):
      give(rows.flatMap { keyEdits($0, at: times[part.point], place) }, name)
    default: break
    }
  }

  /// The edits that put a place into the keys of a row at a time; nil: the place that it has there.
  private func keyEdits(_ row: AnimationRow, at time: Double, _ place: Vector?) -> [Edit] {
    let target = row.animation.target?.property
    guard let keys = row.keys,
      let value = place.map({ target?.motionValue(position: $0, angle: 0) }) ?? keys.value(at: time)
    else { return [] }
    return row.edits(keys: keys.setting(value, at: time, reach: step / 2))
  }

  /// The speed along a path that was drawn, in points per second.
  private static let speed = 200.0

  /// Leads a body along a path that was drawn for it, in the place of what led it before.
  private func draw(_ path: Path, of body: String, _ step: Int) {
    let (scene, target) = (scene, AnimationTarget(body, .position))
    let old = scene.placeRows(of: body).filter { $0.group == nil }
    let way = PathAnimation(path, pacing: .paced)
    let length = (try? PathTrack(way))?.length ?? 0
    let isLoop = PathPoints(path).isClosed
    var timing = MediaTiming(
      beginTime: Double(step) / Double(session.world.rate),
      duration: min(max((length / Self.speed * 10).rounded() / 10, 0.5), 20))
    if isLoop { timing.repetition = .forever }
    if comesToStart(target) { timing.fillMode = .backwards }
    let taken = Set(scene.animations.map(\.id)).subtracting(old.map(\.id))
    let animation = Scene.Animation(
      id: target.freeAnimationID(besides: taken), target: target,
      definition: AnimationDefinition(.path(way), timing: timing))
    guard give(scene.edits(replacing: old, by: [animation]), "draw the path of \(body)") else { return }
    isShown = true
    let time = "\(timing.duration.shortText) s\(isLoop ? ", for ever" : "")"
    notices.tell(
      "\(body) goes along it in \(time): pull the ends of its bar for another time, and its points for "
        + "another way")
  }

  private func addPoint(to body: String, at place: Vector) {
    let name = "add a point to the way of \(body)"
    switch scene.waySource(of: body) {
    case .path(let row, let path)?: give(row.edits(path) { $0.add(at: place) }, name)
    case .keys(let rows, let times)?:
      guard let line = ways.first(where: { $0.body == body })?.line, let first = times.first,
        let last = times.last,
        let near = line.indices.min(by: { line[$0].distance(to: place) < line[$1].distance(to: place) })
      else { return }
      let time = first + (last - first) * Double(near) / Double(max(line.count - 1, 1))
      let rate = Double(session.world.rate)
      give(rows.flatMap { keyEdits($0, at: (time * rate).rounded() / rate, nil) }, name)
    case nil: break
    }
  }

  /// Removes the points of paths that are selected; the last two stay.
  func deletePoints() {
    var edits: [Edit] = []
    for (id, keys) in Dictionary(grouping: selected, by: \.animation).sorted(by: { $0.key < $1.key }) {
      guard let row = scene.row(id), case .path(let path) = row.animation.definition.content else { continue }
      edits += row.edits(path) { points in
        for index in keys.map(\.index).sorted(by: >) { points.remove(index) }
      }
    }
    give(edits, "delete points")
  }

  // MARK: - Whole paths

  /// Makes edits for each of the selected bodies, by what those before it have left; one unit of undo.
  private func giveEach(_ name: String, _ edits: (String) throws -> [Edit]) rethrows {
    session.beginGesture(name)
    defer { session.endGesture() }
    for body in stage.bodies { give(try edits(body), name) }
  }

  private var paths: [(row: AnimationRow, path: PathAnimation)] {
    stage.bodies.compactMap { body in
      if case .path(let row, let path)? = scene.waySource(of: body) { (row, path) } else { nil }
    }
  }

  /// Does what is asked for with the paths of what is selected; false for another action.
  func performOnPaths(_ name: WindowAction) -> Bool {
    switch name {
    case .closePath:
      give(paths.flatMap { $0.row.edits($0.path) { $0.toggleClosed() } }, "close or open the path")
    case .turnAlong:
      let all = PathAnimation.Rotation.allCases
      guard let old = paths.first?.path.rotation, let place = all.firstIndex(of: old) else { return true }
      let new = all[(place + 1) % all.count]
      give(paths.map { $0.row.set("rotation", new.rawValue) }, "rotation \(new.rawValue)")
      notices.tell("rotation: \(new.rawValue)")
    case .pathToKeys:
      do {
        try giveEach("make keys of the path") { body in
          guard case .path(let row, let path)? = scene.waySource(of: body) else { return [] }
          return try row.keyEdits(path, rate: session.world.rate, in: scene, within: tolerance)
        }
      } catch { notices.tell("no keys were made: \(error)") }
    case .keysToPath:
      giveEach("make a path of keys") { body in
        guard case .keys(let rows, let times)? = scene.waySource(of: body) else { return [] }
        return scene.pathEdits(of: body, rows, times: times)
      }
      notices.tell("each part of the path takes the same time; with pacing: paced it has an even speed")
    default: return false
    }
    (isShown, selected) = (true, [])
    events.append(.changed)
    return true
  }

  func obstacleOfPaths(to name: WindowAction) -> String? {
    switch name {
    case .closePath, .turnAlong, .pathToKeys:
      paths.isEmpty ? "select a body that an animation moves along a path" : nil
    case .keysToPath:
      stage.bodies.contains { body in
        guard case .keys(let rows, let times)? = scene.waySource(of: body) else { return false }
        return times.count > 1 && Set(rows.map(\.group)).count == 1
      } ? nil : "select a body whose place has two keys at least, all in one group or in none"
    default: nil
    }
  }
}

extension AnimationRow {
  fileprivate func edits(_ path: PathAnimation, _ change: (inout PathPoints) -> Void) -> [Edit] {
    var points = PathPoints(path.path)
    let before = points
    change(&points)
    return points == before ? [] : [.setPath(of: root, member: member, to: points.path)]
  }
}

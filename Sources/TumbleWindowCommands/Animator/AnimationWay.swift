import TumbleEditor
import TumblePanels
import TumbleScenes

/// The animation that the points of a body's way are of.
enum WaySource {
  case path(AnimationRow, PathAnimation)
  /// Keys of its place, or of the numbers of that, and all of their times.
  case keys([AnimationRow], times: [Double])

  /// The keys of a point as they are selected.
  func keys(at point: Int) -> [AnimatorKey] {
    switch self {
    case .path(let row, _): return [AnimatorKey(row.id, point)]
    case .keys(let rows, let times):
      guard times.indices.contains(point) else { return [] }
      return rows.compactMap { row in
        row.keys?.firstIndex { $0.time == times[point] }.map { AnimatorKey(row.id, $0) }
      }
    }
  }
}

extension Scene {
  /// The most points of a way that are shown.
  private static let mostPoints = 400

  /// Returns what the points of a body's way are: of the path that was added last, else its keys; nil where
  /// there are neither.
  func waySource(of body: String) -> WaySource? {
    let rows = placeRows(of: body)
    for row in rows.reversed() {
      if case .path(let path) = row.animation.definition.content { return .path(row, path) }
    }
    let keyed = rows.filter { $0.keys != nil }
    let times = Set(keyed.flatMap { $0.keys?.map(\.time) ?? [] }).sorted().prefix(Self.mostPoints)
    return times.isEmpty ? nil : .keys(keyed, times: Array(times))
  }
}

extension EditorWay {
  /// The most steps of a way that are shown.
  private static let mostSteps = 1200

  /// Creates the way of a body as animations of the scene's start say it; nil for one whose place none moves.
  ///
  /// - Parameter step: In seconds.
  init?(of body: String, in scene: Scene, step: Double, selected: Set<AnimatorKey>) {
    let rows = scene.placeRows(of: body)
    guard let start = scene.bodies.first(where: { $0.id == body }), !rows.isEmpty else { return nil }
    let tracks = scene.motionTracks(of: body, waiting: true)[body] ?? []
    let led = LedBody(tracks, at: start.position, angle: start.angle)
    func place(_ time: Double) -> Vector {
      led.pose { MediaTime(scene.clock(ofLayer: $0).own(time)) }.position
    }
    let begin = max(rows.map(\.begin).min() ?? 0, 0)
    let end = rows.map(\.end).max() ?? 0
    let count = min(max(Int(min((end - begin) / step, 1e6)), 1), Self.mostSteps)
    // Just before the end, where a value still applies.
    let line = (0...count).map { place(begin + (end - begin) * min(Double($0) / Double(count), 1 - 1e-9)) }
    let source = scene.waySource(of: body)
    let points: [PathPoints.Point] =
      switch source {
      case .path(_, let path)?: PathPoints(path.path).points
      case .keys(_, let times)?: times.map { PathPoints.Point(place(min($0, end - 1e-9))) }
      case nil: []
      }
    let chosen = points.indices.filter { source?.keys(at: $0).contains(where: selected.contains) ?? false }
    self.init(body: body, line: line, points: points, selected: Set(chosen))
  }
}

// MARK: - From the one to the other

extension AnimationRow {
  /// The edits that make keys of its path: of both numbers of the place, and of the angle where it turns the
  /// body along, each within a tolerance.
  ///
  /// - Parameter rate: Samples per second, about.
  func keyEdits(
    _ path: PathAnimation, rate: Int, in scene: Scene, within tolerance: MotionTolerance
  ) throws(AnimationError) -> [Edit] {
    guard let target = animation.target else { return [] }
    var plain = animation.definition
    plain.timing = MediaTiming(duration: timing.passDuration, fillMode: .both)
    guard let sampler = try plain.tracks(of: target).first?.sampler else { return [] }
    let count = min(max(Int((timing.passDuration * Double(rate)).rounded()), 2), 100_000)
    let samples = (0...count).compactMap {
      sampler.sample(at: MediaTime(timing.passDuration * Double($0) / Double(count)), speed: 0)
    }
    let places = samples.compactMap(\.value.vector)
    // What turns sharply is a break of the curves.
    let breaks = PathPoints(path.path).points.map(\.place).compactMap { point in
      places.indices.min { places[$0].distance(to: point) < places[$1].distance(to: point) }
    }
    var channels = [(AnimatableProperty.positionX, places.map(\.x)), (.positionY, places.map(\.y))]
    if path.rotation != .none { channels.append((.angle, samples.map { $0.angle ?? 0 })) }
    var taken = Set(scene.animations.map(\.id)).subtracting([id])
    var made: [Scene.Animation] = []
    for (property, values) in channels {
      let keys = try tolerance.fit(property).keys(for: values, breaks: breaks.sorted())
      var new = animation
      new.target = AnimationTarget(target.object, property)
      new.id = new.target?.freeAnimationID(besides: taken) ?? id
      taken.insert(new.id)
      new.definition = AnimationDefinition(
        keys: keys.frames(rate: Double(count) / timing.passDuration), timing: timing,
        isCumulative: animation.definition.isCumulative)
      made.append(new)
    }
    return scene.edits(replacing: [self], by: made)
  }
}

extension Scene {
  /// The edits that make a path of keys of a body's place: a smooth curve from each to the next, all of which
  /// take the same time.
  func pathEdits(of body: String, _ rows: [AnimationRow], times: [Double]) -> [Edit] {
    guard let first = rows.first, times.count > 1, rows.allSatisfy({ $0.group == first.group }),
      let start = bodies.first(where: { $0.id == body })
    else { return [] }
    func place(_ time: Double) -> Vector {
      var place = start.position
      for row in rows {
        switch (row.animation.target?.property, row.keys?.value(at: time)) {
        case (.position?, .vector(let value)?): place = value
        case (.positionX?, .number(let value)?): place.x = value
        case (.positionY?, .number(let value)?): place.y = value
        default: break
        }
      }
      return place
    }
    func curves(_ time: Double) -> Set<TimingFunction?> {
      Set(rows.map { row in row.keys?.first { $0.time == time }?.timing })
    }
    var way = Path(start: place(times[0]), segments: [])
    for (from, to) in zip(times, times.dropFirst()) {
      // What has one curve for both numbers goes straight, however fast.
      guard curves(to).count > 1 else {
        way.segments.append(.line(to: place(to)))
        continue
      }
      let part = (to - from) * 1e-4
      let begin = (place(from + part) - place(from)) * 1e4
      // Beside the end, where what holds jumps.
      let end = (place(to - part) - place(to - 2 * part)) * 1e4
      way.segments.append(
        .cubic(control1: place(from) + begin / 3, control2: place(to) - end / 3, to: place(to)))
    }
    let target = AnimationTarget(body, .position)
    let taken = Set(animations.map(\.id)).subtracting(rows.map(\.id))
    var path = first.animation
    (path.id, path.target) = (target.freeAnimationID(besides: taken), target)
    path.definition.content = .path(PathAnimation(way))
    path.definition.timing.beginTime = first.clock.own(times[0])
    path.definition.timing.duration = first.clock.own(times[times.count - 1]) - first.clock.own(times[0])
    if times.count == 2, let curve = curves(times[1]).first {
      path.definition.timingFunction = curve ?? .linear
    }
    return edits(replacing: rows, by: [path])
  }

  /// The edits that put animations in the place of rows that are beside each other: in the scene, or in one
  /// group.
  func edits(replacing rows: [AnimationRow], by new: [Animation]) -> [Edit] {
    guard let first = rows.first, let group = first.group,
      case .group(let members)? = row(group)?.animation.definition.content
    else { return rows.map(\.removal) + new.map { .add($0) } }
    let gone = Set(rows.map(\.id))
    let made = new.map { AnimationMember($0.target, $0.definition) }
    let kept = members.enumerated().flatMap { place, member in
      let id = "\(group)[\(place)]"
      return id == first.id ? made : gone.contains(id) ? [] : [member]
    }
    return [.setMembers(row(group)?.member, of: first.root, to: kept)]
  }
}

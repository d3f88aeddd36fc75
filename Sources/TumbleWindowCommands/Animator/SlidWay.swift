import TumbleScenes

/// The values that a property was given while time ran and a slider was pulled.
struct SlidWay {
  let target: AnimationTarget
  /// Seconds by rising order, with the last value of each.
  private(set) var points: [(time: Double, value: AnimatableValue)] = []

  /// The part of the whole way of a number by which keys may be off.
  private static let tolerance = 0.005

  init(of target: AnimationTarget) { self.target = target }

  mutating func add(_ value: AnimatableValue, at time: Double) {
    if points.last.map({ $0.time >= time }) ?? false { points.removeLast() }
    points.append((time, value))
  }

  /// The keys that lead along the way, straight from one to the next.
  var keys: [Keyframe<AnimatableValue>] {
    let numbers = target.property.numbers
    let way = points.map { point in
      (time: point.time, values: numbers.map { $0.number(of: point.value) })
    }
    let tolerance = numbers.indices.map { number in
      let values = way.map { $0.values[number] }
      return max(((values.max() ?? 0) - (values.min() ?? 0)) * Self.tolerance, 1e-9)
    }
    return Self.reduced(way, tolerance: tolerance).map { Keyframe(at: points[$0].time, points[$0].value) }
  }

  /// Returns the places of the fewest points that Douglas and Peucker's way leaves: straight lines between
  /// them are off from no other point by more than the tolerance.
  ///
  /// - Parameters:
  ///   - points: By rising times.
  ///   - tolerance: For each number of the values.
  static func reduced(_ points: [(time: Double, values: [Double])], tolerance: [Double]) -> [Int] {
    guard points.count > 2 else { return Array(points.indices) }
    var kept: Set<Int> = [0, points.count - 1]
    var parts = [(low: 0, high: points.count - 1)]
    while let (low, high) = parts.popLast() {
      var (worst, excess) = (low, 1.0)
      for place in low..<high where place > low {
        let share = (points[place].time - points[low].time) / (points[high].time - points[low].time)
        for number in tolerance.indices {
          let (from, to) = (points[low].values[number], points[high].values[number])
          let off = (points[place].values[number] - (from + (to - from) * share)).magnitude
          if off / tolerance[number] > excess { (worst, excess) = (place, off / tolerance[number]) }
        }
      }
      guard worst > low else { continue }
      kept.insert(worst)
      parts += [(low, worst), (worst, high)]
    }
    return kept.sorted()
  }
}

extension AnimatorPart {
  /// Notes that a slider is pulled: with auto key, while time runs, its way becomes keys once it is let go.
  func beginSliding() {
    slides = editing.hasAutoKey && !session.isPaused && session.viewStep == nil ? [] : nil
    slidBehind = session.log.count
  }

  /// Notes a value of the slider that is pulled; false if none is, while time runs.
  func slide(_ target: AnimationTarget, to value: AnimatableValue) -> Bool {
    guard slides != nil, !session.isPaused else { return false }
    let place = slides?.firstIndex { $0.target == target }
    if let place {
      slides?[place].add(value, at: time)
    } else {
      var way = SlidWay(of: target)
      way.add(value, at: time)
      slides?.append(way)
    }
    return true
  }

  /// Puts keys in the place of the edits of the slider that was let go.
  func endSliding() {
    guard let ways = slides, let first = ways.first else { return slides = nil }
    slides = nil
    // An edit that was refused is not there to be taken back.
    guard session.log.count > slidBehind else { return }
    // A key that drove something meanwhile would be taken back too.
    let isAlone = session.log.dropFirst(slidBehind).allSatisfy { stamped in
      if case .edit = stamped.command { true } else { false }
    }
    guard isAlone else { return notices.tell("the slider became no keys: something else was done meanwhile") }
    session.undo()
    let made = ways.compactMap { way -> Scene.Animation? in
      let keys = way.keys
      guard let first = keys.first else { return nil }
      let own = keys.map { Keyframe(at: $0.time - first.time, $0.value, timing: $0.timing) }
      let fill: MediaTiming.FillMode = way.target.property.isMotion ? .removed : .forwards
      return Scene.Animation(
        id: scene.freeAnimationID(for: way.target), target: way.target,
        definition: AnimationDefinition(
          keys: own, timing: MediaTiming(beginTime: first.time, fillMode: fill)))
    }
    let edits = ways.flatMap { needs(of: $0.target) } + scene.edits(performing: made)
    let name = "perform \(ways.count == 1 ? "\(first.target)" : "\(ways.count) properties")"
    guard give(edits, name) else { return }
    let keys = ways.reduce(0) { $0 + $1.keys.count }
    notices.tell("performed: \(keys) keys for \(ways.reduce(0) { $0 + $1.points.count }) values")
    events.append(.changed)
  }
}

// Animations of a scene as what an animator edits: keys at times that are moved, stretched, bent and copied.
// Times here are those in which the animation begins: of its layer, or of the world.

extension Scene.Animation {
  /// The keys, by rising times in seconds; nil where it has none of its own: a path, a spring, a group, key
  /// frames that are paced or a spline, and whatever leaves values open or does not play at its own speed.
  public var keys: [Keyframe<AnimatableValue>]? {
    let timing = definition.timing
    guard timing.speed == 1, timing.timeOffset == 0, target != nil else { return nil }
    return localKeys.map { keys in
      keys.map { Keyframe(at: $0.time + timing.beginTime, $0.value, timing: $0.timing) }
    }
  }

  /// The keys by times from the begin.
  private var localKeys: [Keyframe<AnimatableValue>]? {
    let (timing, whole) = (definition.timing, definition.timingFunction)
    switch definition.content {
    case .keys(let keys) where whole == .linear: return keys
    case .keyframe(let frames) where whole == .linear && (frames.mode == .linear || frames.mode == .discrete):
      return frames.keys(duration: timing.passDuration)
    case .basic(let basic):
      guard let from = basic.from, let to = basic.to, timing.passDuration > 0 else { return nil }
      return [Keyframe(at: 0, from), Keyframe(at: timing.passDuration, to, timing: whole)]
    default: return nil
    }
  }

  /// Returns the animation with other keys; it begins with the first of them.
  ///
  /// A single key of a place or an angle holds it; with a second one physics has it after the last, as after
  /// any curve. An animation from one value to another stays one as long as it has two keys.
  ///
  /// - Parameter keys: At least one, by rising times.
  public func with(keys: [Keyframe<AnimatableValue>]) -> Scene.Animation {
    guard let first = keys.first else { return self }
    var animation = self
    if case .basic = definition.content, keys.count == 2, keys[1].time > first.time, keys[1].timing != .hold {
      animation.definition.content = .basic(BasicAnimation(from: first.value, to: keys[1].value))
      animation.definition.timing.beginTime = first.time
      animation.definition.timing.duration = keys[1].time - first.time
      // Where the one was moved past the other, the first has the curve.
      animation.definition.timingFunction = keys[1].timing == .linear ? first.timing : keys[1].timing
      return animation
    }
    // What was held before a late first key goes on being held.
    var begin = first.time
    if case .keys(let own) = definition.content, own.first.map({ $0.time > 0 }) ?? false {
      begin = min(definition.timing.beginTime, first.time)
    }
    animation.definition.timing.beginTime = begin
    animation.definition.content = .keys(
      keys.map { Keyframe(at: max($0.time - begin, 0), $0.value, timing: $0.timing) })
    animation.definition.timingFunction = .linear
    animation.definition.fitDuration()
    let (wasAlone, isAlone) = (definition.timing.isInstant || localKeys?.count == 1, keys.count == 1)
    if target?.property.isMotion ?? false, wasAlone != isAlone {
      let waits = animation.definition.timing.fillMode.showsBefore
      animation.definition.timing.fillMode =
        isAlone ? (waits ? .both : .forwards) : waits ? .backwards : .removed
    }
    // What takes no time is not repeated.
    if animation.definition.timing.isInstant { animation.definition.timing.repetition = .once }
    return animation
  }

  /// An animation of one key, which holds its value.
  public init(id: String, key value: AnimatableValue, at time: Double, of target: AnimationTarget) {
    self.init(
      id: id, target: target,
      definition: AnimationDefinition(
        keys: [Keyframe(at: 0, value)], timing: MediaTiming(beginTime: time, fillMode: .forwards)))
  }
}

extension KeyframeAnimation where Value == AnimatableValue {
  fileprivate func keys(duration: Double) -> [Keyframe<AnimatableValue>]? {
    guard let track = try? KeyframeTrack(self), duration > 0, values.count > 1 else { return nil }
    var keys: [Keyframe<AnimatableValue>] = []
    for (place, value) in values.enumerated() {
      let curve: TimingFunction =
        mode == .discrete
        ? .hold : timing.isEmpty || place == 0 ? .linear : timing.count == 1 ? timing[0] : timing[place - 1]
      let time = track.times[place] * duration
      if keys.last?.time == time {
        // A jump on the way needs two keys at one time, which keys do not have.
        guard mode == .discrete || keys.count == 1 else { return nil }
        keys.removeLast()
      }
      keys.append(Keyframe(at: time, value, timing: curve))
    }
    if mode == .discrete, let last = values.last { keys.append(Keyframe(at: duration, last, timing: .hold)) }
    return keys
  }
}

extension [Keyframe<AnimatableValue>] {
  /// Returns the keys with a value at a time: an own key, or the value of one that is nearer than `reach`.
  ///
  /// A segment whose curve is a Bézier curve, or straight, keeps its form where the new key lies on it.
  public func setting(_ value: AnimatableValue, at time: Double, reach: Double = 0) -> Self {
    var keys = self
    let nearest = keys.indices.min { (keys[$0].time - time).magnitude < (keys[$1].time - time).magnitude }
    if let place = nearest, (keys[place].time - time).magnitude <= reach {
      keys[place].value = value
      return keys
    }
    let place = keys.partitioningIndex { $0.time > time }
    var key = Keyframe(at: time, value)
    if place > 0, place < keys.count {
      let (before, after) = (keys[place - 1], keys[place])
      let (first, second) = after.timing.divided(at: (time - before.time) / (after.time - before.time))
      (key.timing, keys[place].timing) = (first, second)
    }
    keys.insert(key, at: place)
    return keys
  }

  /// Returns the keys with some of them at other times. One that lands on another takes its place.
  ///
  /// - Parameters:
  ///   - places: The indices of the keys that are moved.
  ///   - time: Gives the new time from the old one; times below 0 become 0.
  public func moving(_ places: Set<Int>, to time: (Double) -> Double) -> Self {
    var moved: [(key: Keyframe<AnimatableValue>, isMoved: Bool)] = enumerated().map { place, key in
      guard places.contains(place) else { return (key, false) }
      var key = key
      key.time = Swift.max(time(key.time), 0)
      return (key, true)
    }
    moved.sort { a, b in (a.key.time, a.isMoved ? 1 : 0) < (b.key.time, b.isMoved ? 1 : 0) }
    var keys: Self = []
    for (key, _) in moved {
      if keys.last?.time == key.time { keys.removeLast() }
      keys.append(key)
    }
    return keys
  }

  /// Returns the keys, of which some have other values than before, with the handles of curves as far above
  /// or below their keys as they were: shares of another height, which is next to nothing where a bounce
  /// returns, would throw them anywhere. Curves that have a name, such as `ease-in`, go along, and so do
  /// those of values of several numbers, which share them.
  ///
  /// - Parameter old: The same keys with their values of before.
  package func keepingHandles(of old: Self) -> Self {
    var keys = self
    for place in indices.dropFirst() where old.indices.contains(place) {
      let timing = self[place].timing
      guard let curve = timing.bezier, ![.linear, .ease, .easeIn, .easeOut, .easeInOut].contains(timing),
        let from = old[place - 1].value.number, let to = old[place].value.number,
        let newFrom = self[place - 1].value.number, let newTo = self[place].value.number
      else { continue }
      let (before, after) = (to - from, newTo - newFrom)
      guard before != 0, after != 0, before != after else { continue }
      let kept = try? CubicBezier(
        curve.x1, curve.y1 * before / after, curve.x2, 1 - (1 - curve.y2) * before / after)
      if let kept { keys[place].timing = .cubicBezier(kept) }
    }
    return keys
  }

  /// Returns the keys without some of them.
  public func removing(_ places: Set<Int>) -> Self {
    enumerated().filter { !places.contains($0.offset) }.map(\.element)
  }

  /// Returns the keys with copies of some of them, later by a time.
  public func copying(_ places: Set<Int>, by way: Double) -> Self {
    var keys = self
    for place in places.sorted() where indices.contains(place) {
      let key = self[place]
      let time = Swift.max(key.time + way, 0)
      keys.removeAll { $0.time == time }
      keys.insert(
        Keyframe(at: time, key.value, timing: key.timing), at: keys.partitioningIndex { $0.time > time })
    }
    return keys
  }

  /// Returns the keys with curves that pass smoothly through some of them: each segment leaves and arrives
  /// with the mean speed of the two around the key, as far as a curve of progress can have it.
  ///
  /// - Parameter component: The number of a value by which speeds are compared.
  public func smoothing(_ places: Set<Int>, by component: (AnimatableValue) -> Double) -> Self {
    var keys = self
    func slope(_ place: Int) -> Double {
      guard place > 0, place < count - 1 else { return 0 }
      let (before, after) = (self[place - 1], self[place + 1])
      return (component(after.value) - component(before.value)) / (after.time - before.time)
    }
    for place in indices.dropFirst() where places.contains(place) || places.contains(place - 1) {
      let (from, to) = (self[place - 1], self[place])
      let (way, length) = (component(to.value) - component(from.value), to.time - from.time)
      guard way != 0 else { continue }
      var curve = self[place].timing.bezier ?? .straight
      let third = 1.0 / 3
      func height(_ slope: Double) -> Double { slope * length * third / way }
      let first = places.contains(place - 1) ? (third, height(slope(place - 1))) : (curve.x1, curve.y1)
      let second = places.contains(place) ? (1 - third, 1 - height(slope(place))) : (curve.x2, curve.y2)
      if let smooth = try? CubicBezier(first.0, first.1, second.0, second.1) { curve = smooth }
      keys[place].timing = .cubicBezier(curve)
    }
    return keys
  }

  /// Returns the keys with curves that are level at some of them.
  public func flattening(_ places: Set<Int>) -> Self {
    var keys = self
    for place in indices.dropFirst() where places.contains(place) || places.contains(place - 1) {
      // What holds, springs or bounces has no handles.
      guard let curve = self[place].timing.bezier else { continue }
      let (first, second) = (places.contains(place - 1) ? 0 : curve.y1, places.contains(place) ? 1 : curve.y2)
      if let flat = try? CubicBezier(curve.x1, first, curve.x2, second) {
        keys[place].timing = .cubicBezier(flat)
      }
    }
    return keys
  }

  /// The slopes of one number of the value on the two sides of a key, per second; nil at an end, and beside a
  /// curve that is no Bézier curve, does not rise or fall, or has no length of its own there.
  private func slopes(at place: Int, by component: (AnimatableValue) -> Double) -> (Double?, Double?) {
    func slope(_ segment: Int, _ side: Int) -> Double? {
      guard segment > 0, segment < count, let curve = self[segment].timing.bezier else { return nil }
      let (from, to) = (self[segment - 1], self[segment])
      let rise = (component(to.value) - component(from.value)) / (to.time - from.time)
      let (x, y) = side == 0 ? (curve.x1, curve.y1) : (1 - curve.x2, 1 - curve.y2)
      return x > 1e-6 && rise != 0 ? y / x * rise : nil
    }
    return (slope(place, 1), slope(place + 1, 0))
  }

  /// Returns true if the two handles of a key lie in one line.
  public func hasHandlesInLine(at place: Int, by component: (AnimatableValue) -> Double) -> Bool {
    guard case (let before?, let after?) = slopes(at: place, by: component) else { return false }
    return (before - after).magnitude <= 1e-3 * Swift.max(before.magnitude, after.magnitude)
  }

  /// Returns the keys with the handle on one side of a key in one line with that on the other, at the same
  /// distance in time as before.
  ///
  /// - Parameter side: The side that the line is taken from: 0 before the key, 1 behind it.
  public func mirroringHandle(
    at place: Int, from side: Int, by component: (AnimatableValue) -> Double
  ) -> Self {
    let slopes = slopes(at: place, by: component)
    let segment = side == 0 ? place + 1 : place
    guard let slope = side == 0 ? slopes.0 : slopes.1, segment > 0, segment < count,
      let curve = self[segment].timing.bezier
    else { return self }
    let (from, to) = (self[segment - 1], self[segment])
    let rise = (component(to.value) - component(from.value)) / (to.time - from.time)
    guard rise != 0 else { return self }
    let share = slope / rise
    let mirrored =
      side == 0
      ? try? CubicBezier(curve.x1, curve.x1 * share, curve.x2, curve.y2)
      : try? CubicBezier(curve.x1, curve.y1, curve.x2, 1 - (1 - curve.x2) * share)
    var keys = self
    if let mirrored { keys[segment].timing = .cubicBezier(mirrored) }
    return keys
  }
}

extension TimingFunction {
  /// Returns the curves of the two parts of a segment that is divided at a share of its time, each from 0 to
  /// 1: of a Bézier curve the same form; of others a straight line and the curve itself, but of a hold two.
  func divided(at share: Double) -> (TimingFunction, TimingFunction) {
    if self == .linear { return (.linear, .linear) }
    if self == .hold { return (.hold, .hold) }
    guard case .cubicBezier(let curve) = self, let (first, second) = curve.divided(at: share) else {
      return (.linear, self)
    }
    return (.cubicBezier(first), .cubicBezier(second))
  }
}

extension CubicBezier {
  /// Returns the two parts of the curve, each scaled to 0...1, by de Casteljau's construction; where handles
  /// cross in time the parts are the nearest that curves of progress can be. nil where a part
  /// has no height, so that no curve of progress describes it.
  fileprivate func divided(at time: Double) -> (CubicBezier, CubicBezier)? {
    guard time > 0, time < 1 else { return nil }
    // The parameter of the time, by halving: a coordinate of time never falls.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let rest = 1 - middle
      let x = 3 * rest * rest * middle * x1 + 3 * rest * middle * middle * x2 + middle * middle * middle
      if x < time { low = middle } else { high = middle }
    }
    let t = (low + high) / 2
    func mix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> { a + (b - a) * t }
    let (p0, p1, p2, p3) = (SIMD2(0.0, 0), SIMD2(x1, y1), SIMD2(x2, y2), SIMD2(1.0, 1))
    let (a, b, c) = (mix(p0, p1), mix(p1, p2), mix(p2, p3))
    let (d, e) = (mix(a, b), mix(b, c))
    let middle = mix(d, e)
    func part(_ from: SIMD2<Double>, _ one: SIMD2<Double>, _ two: SIMD2<Double>, _ to: SIMD2<Double>)
      -> CubicBezier?
    {
      let size = to - from
      guard size.x > 1e-9, size.y.magnitude > 1e-9 else { return nil }
      let (first, second) = ((one - from) / size, (two - from) / size)
      return try? CubicBezier(
        Swift.min(Swift.max(first.x, 0), 1), first.y, Swift.min(Swift.max(second.x, 0), 1), second.y)
    }
    guard let first = part(p0, a, d, middle), let second = part(middle, e, c, p3) else { return nil }
    return (first, second)
  }
}

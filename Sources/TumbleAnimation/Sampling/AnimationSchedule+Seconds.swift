// The same for times that were calculated with doubles; see ``MediaTime``.
extension AnimationSchedule {
  public func localTime(of entry: Entry, at time: Double) -> Double {
    localTime(of: entry, at: MediaTime(time)).seconds
  }

  @discardableResult
  public mutating func add(
    _ animation: KeyedAnimation<Key>, of target: Key?, key: String, at time: Double,
    layer: TimeHierarchy.Node = TimeHierarchy.root
  ) throws(AnimationError) -> AnimationEvent? {
    try add(animation, of: target, key: key, at: MediaTime(time), layer: layer)
  }

  public mutating func finish(at time: Double, into events: inout [AnimationEvent]) {
    finish(at: MediaTime(time), into: &events)
  }

  public func presentation(of target: Key, at time: Double) -> AnimationSample? {
    presentation(of: target, at: MediaTime(time))
  }
}

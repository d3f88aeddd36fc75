/// How a layer's time runs in its parent's: local = (parent - beginTime) × speed + timeOffset, without an end.
public struct LayerTiming: Hashable, Sendable {
  /// In seconds of the parent's time.
  public var beginTime: Double
  /// Own seconds a parent's second: 0 stands, negative rewinds.
  public var speed: Double
  /// The own time at the begin, in seconds.
  public var timeOffset: Double

  public init(beginTime: Double = 0, speed: Double = 1, timeOffset: Double = 0) {
    self.beginTime = beginTime
    self.speed = speed
    self.timeOffset = timeOffset
  }

  public func localTime(at parentTime: Double) -> Double { (parentTime - beginTime) * speed + timeOffset }

  /// The parent's time at a time of its own; nil while it stands, when one local time is many of the parent's.
  public func parentTime(at localTime: Double) -> Double? {
    speed == 0 ? nil : (localTime - timeOffset) / speed + beginTime
  }

  /// Goes on from where it is, at another speed: the local time does not jump.
  public mutating func setSpeed(_ speed: Double, at parentTime: Double) {
    seek(to: localTime(at: parentTime), at: parentTime)
    self.speed = speed
  }

  public mutating func pause(at parentTime: Double) { setSpeed(0, at: parentTime) }

  public mutating func resume(at parentTime: Double, speed: Double = 1) { setSpeed(speed, at: parentTime) }

  /// Puts the local time where it is wanted, at the speed it has: scrubbing while it stands, a jump while it runs.
  public mutating func seek(to localTime: Double, at parentTime: Double) {
    beginTime = parentTime
    timeOffset = localTime
  }
}

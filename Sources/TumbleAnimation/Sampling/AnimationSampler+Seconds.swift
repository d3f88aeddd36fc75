// The same for times that were calculated with doubles; see ``MediaTime``.
extension AnimationSampler {
  public func sample(at time: Double, speed: Double = 1) -> AnimationSample? {
    sample(at: MediaTime(time), speed: speed)
  }

  public func value(at time: Double) -> AnimatableValue? { value(at: MediaTime(time)) }

  public func applies(at time: Double) -> Bool { applies(at: MediaTime(time)) }

  public mutating func resolve(value: AnimatableValue, rate: AnimatableValue, at time: Double) {
    resolve(value: value, rate: rate, at: MediaTime(time))
  }

  public func arrival(from start: Double, to end: Double, speed: Double = 1) -> AnimationArrival? {
    arrival(from: MediaTime(start), to: MediaTime(end), speed: speed)
  }

  public func isWithin(_ start: Double, _ end: Double) -> Bool { isWithin(MediaTime(start), MediaTime(end)) }
}

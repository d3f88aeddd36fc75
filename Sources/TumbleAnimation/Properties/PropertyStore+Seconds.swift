// The same for times that were calculated with doubles; see ``MediaTime``.
extension PropertyStore {
  public func presentation(_ name: String, of object: Object, at time: Double) -> Value? {
    presentation(name, of: object, at: MediaTime(time))
  }

  public func velocity(_ name: String, of object: Object, at time: Double) -> Value? {
    velocity(name, of: object, at: MediaTime(time))
  }

  public func isAnimating(_ name: String, of object: Object, at time: Double) -> Bool {
    isAnimating(name, of: object, at: MediaTime(time))
  }

  public mutating func set(_ name: String, of object: Object, to value: Value, at time: Double) {
    set(name, of: object, to: value, at: MediaTime(time))
  }

  public mutating func cancel(
    _ name: String, of object: Object, keepsPresentation: Bool = false, at time: Double
  ) {
    cancel(name, of: object, keepsPresentation: keepsPresentation, at: MediaTime(time))
  }

  public mutating func remove(_ object: Object, at time: Double) { remove(object, at: MediaTime(time)) }

  public mutating func takeEvents(at time: Double) -> [PropertyEvent<Object>] {
    takeEvents(at: MediaTime(time))
  }
}

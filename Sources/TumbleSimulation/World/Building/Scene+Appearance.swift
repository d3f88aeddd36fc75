// What is only looked at reaches no engine that would refuse it: the world's boundary does.

extension Scene {
  /// - Throws: `WorldError.unbuildable` for a view or a body's looks that cannot be drawn. A file's have been
  ///   checked.
  func checkAppearance() throws(WorldError) {
    let (origin, size) = (view.origin, view.size)
    guard origin.isReachable, Vector(size.width, size.height).isReachable, size.width > 0, size.height > 0,
      view.background?.isDrawable != false
    else {
      throw .unbuildable(
        reason: "the view is \(size.width) × \(size.height) points at (\(origin.x), \(origin.y)):"
          + " its size must be positive, and all of it finite and at most 1e9")
    }
    for body in bodies {
      let appearance = body.appearance
      for (name, part) in [("opacity", appearance.opacity), ("glow", appearance.glow)]
      where !(0...1).contains(part) {
        throw .unbuildable(reason: "the \(name) of '\(body.id)' is 0 to 1, not \(part)")
      }
      guard appearance.scale.isReachable else {
        throw .unbuildable(
          reason:
            """
            the scale of '\(body.id)' must be finite and at most 1e9, not (\(appearance.scale.x), \
            \(appearance.scale.y))
            """
        )
      }
      guard appearance.color?.isDrawable != false else {
        throw .unbuildable(reason: "the color of '\(body.id)' has a component that is not 0 to 1")
      }
      if let reason = body.style.whyUndrawable {
        throw .unbuildable(reason: "the look of '\(body.id)' cannot be drawn: \(reason)")
      }
    }
    for own in scenery {
      if let reason = BodyStyle(gradient: own.gradient, night: own.night).whyUndrawable {
        throw .unbuildable(reason: "the look of '\(own.id)' cannot be drawn: \(reason)")
      }
    }
  }
}

extension BodyStyle {
  /// A fault of the appearance; nil if there is none.
  fileprivate var whyUndrawable: String? {
    func isLength(_ length: Double) -> Bool { (0...Vector.largestCoordinate).contains(length) }
    if !isLength(cornerRadius) { return "its corner radius is \(cornerRadius)" }
    if night?.isDrawable == false { return "its color at night has a component that is not 0 to 1" }
    if let border, !isLength(border.width) || border.color?.isDrawable == false {
      return "its border is \(border.width) points wide, or has no color"
    }
    if let trail {
      let isTimed = if case .time(let time) = trail.length { time > 0 && time <= Trail.longest } else { true }
      if !isTimed || trail.width.map(isLength) == false || trail.color?.isDrawable == false {
        return "its trail lasts more than 0 and at most \(Trail.longest) seconds, and has a width and a color"
      }
    }
    if let caption,
      !caption.offset.isReachable || caption.size.map(isLength) == false || caption.color?.isDrawable == false
    {
      return "its caption is beyond what can be drawn"
    }
    guard let gradient else { return nil }
    if gradient.stops.isEmpty
      || !gradient.stops.allSatisfy({ $0.color.isDrawable && (0...1).contains($0.location) })
      || zip(gradient.stops, gradient.stops.dropFirst()).contains(where: { $0.location > $1.location })
    {
      return "its gradient needs colors at rising locations, each 0 to 1"
    }
    if !gradient.direction.isReachable || gradient.direction == .zero || gradient.center?.isReachable == false
      || gradient.radius.map({ $0 > 0 && isLength($0) }) == false
    {
      return "its gradient has no direction or no radius"
    }
    return nil
  }
}

extension Vector {
  fileprivate var isReachable: Bool {
    x.magnitude <= Self.largestCoordinate && y.magnitude <= Self.largestCoordinate
  }
}

extension Color {
  fileprivate var isDrawable: Bool { [red, green, blue, alpha].allSatisfy { (0...1).contains($0) } }
}

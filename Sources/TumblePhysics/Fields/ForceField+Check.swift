import TumbleGeometry

extension ForceField {
  func check() throws {
    let object = "\(effect.kind.rawValue) field"
    try Self.check(strength: strength, of: effect)
    switch effect {
    case .gravity(let center, let falloff, let core), .vortex(let center, let falloff, let core):
      try Rule.coordinate.check(center, "center", of: object)
      try Rule.within(0...3).check(Double(falloff), "falloff", of: object)
      try Rule.positiveLength.check(core, "core", of: object)
    case .uniform(let direction): try Rule.coordinate.check(direction, "direction", of: object)
    case .wind(let velocity): try Rule.coordinate.check(velocity, "velocity", of: object)
    case .drag(let quadratic): try Rule.nonNegativeLength.check(quadratic, "quadratic", of: object)
    case .spring(let center, let damping):
      try Rule.coordinate.check(center, "center", of: object)
      try Rule.within(0...1e9).check(damping, "damping", of: object)
    case .noise(let scale, let rate, _):
      try Rule.positiveLength.check(scale, "scale", of: object)
      try Rule.within(0...1e6).check(rate, "rate", of: object)
    }
    if hasReaction, effect.kind != .gravity {
      throw PhysicsError.notAllowed(object: object, rule: "has no reaction; only a gravity field has")
    }
    try region.check(object)
  }

  static func check(strength: Double, of effect: Effect) throws {
    let rule =
      effect.needsStrengthAboveZero
      ? Rule.within(0...largestStrength) : .within(-largestStrength...largestStrength)
    try rule.check(strength, "strength", of: "\(effect.kind.rawValue) field")
  }
}

extension Region {
  fileprivate func check(_ object: String) throws {
    switch self {
    case .everywhere: break
    case .box(let rect):
      try Rule.coordinate.check(rect.min, "region", of: object)
      try Rule.coordinate.check(rect.max, "region", of: object)
      try Rule.nonNegative.check(rect.width, "region's width", of: object)
      try Rule.nonNegative.check(rect.height, "region's height", of: object)
    case .circle(let center, let radius):
      try Rule.coordinate.check(center, "region", of: object)
      try Rule.nonNegativeLength.check(radius, "region's radius", of: object)
    case .polygon(let corners):
      try Rule.within(3...1000).check(Double(corners.count), "region's number of corners", of: object)
      for corner in corners { try Rule.coordinate.check(corner, "region", of: object) }
    }
  }
}

extension Fluid {
  /// - Returns: convex pieces that fill the outline.
  func checkedPieces() throws -> [Polygon] {
    let object = "fluid"
    if let level { try Rule.coordinate.check(level, "level", of: object) }
    try Rule.within(0...1e9).check(density, "density", of: object)
    try Rule.within(0...1e9).check(drag, "drag", of: object)
    try Rule.coordinate.check(flow, "flow", of: object)
    return try Polygon(outline).convexPieces()
  }
}

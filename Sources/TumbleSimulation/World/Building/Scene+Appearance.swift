import TumbleGeometry
import TumbleScenes

// What is only looked at reaches no engine that would refuse it: the world's boundary does.

extension Scene {
  /// - Throws: `WorldError.unbuildable` for a view or a body's looks that cannot be drawn. A file's have been checked.
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
      guard (0...1).contains(appearance.opacity) else {
        throw .unbuildable(reason: "the opacity of '\(body.id)' is 0 to 1, not \(appearance.opacity)")
      }
      guard appearance.scale.isReachable else {
        throw .unbuildable(
          reason:
            "the scale of '\(body.id)' must be finite and at most 1e9, not (\(appearance.scale.x), \(appearance.scale.y))"
        )
      }
      guard appearance.color?.isDrawable != false else {
        throw .unbuildable(reason: "the color of '\(body.id)' has a component that is not 0 to 1")
      }
    }
  }
}

extension Vector {
  fileprivate var isReachable: Bool {
    x.magnitude <= Self.largestCoordinate && y.magnitude <= Self.largestCoordinate
  }
}

extension Color {
  fileprivate var isDrawable: Bool {
    [red, green, blue, alpha].allSatisfy { (0...1).contains($0) }
  }
}

import CTumbleChipmunk
import TumbleGeometry

extension Space {
  /// Wakes every body.
  public func wakeAll() {
    for body in bodyPointers where isSleeping(body) { cpBodyActivate(body) }
  }

  /// Wakes what lies within reach of a static body: two things that stand still are never tested against each other,
  /// so a sleeper would not notice what was put into it or taken away from under it.
  func wakeAround(_ body: Body) {
    let reach = 2 * collisionSlop
    for shape in body.shapes {
      for other in shapes(touching: shape.boundingBox.insetBy(-reach)) where other.body.kind == .dynamic {
        cpBodyActivate(other.body.pointer)
      }
    }
  }
}

extension Body {
  /// Whether the body sleeps: it neither moves nor costs until something touches it.
  public var isSleeping: Bool { CTumbleChipmunk.cpBodyIsSleeping(pointer) != 0 }

  /// Wakes the body and what sleeps with it.
  public func wake() { cpBodyActivate(pointer) }

  /// The body's shapes that are in the space, in id order.
  public var shapes: [Shape] {
    var found: [Shape] = []
    withUnsafeMutablePointer(to: &found) { list in
      cpBodyEachShape(
        pointer,
        { _, shape, list in
          guard let shape, let list else { return }
          list.assumingMemoryBound(to: [Shape].self).pointee.append(Shape.of(shape))
        }, list)
    }
    found.sort { $0.id < $1.id }
    return found
  }
}

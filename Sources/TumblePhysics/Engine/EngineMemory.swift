import CTumbleChipmunk
import Glibc

/// Memory for the engine's bodies, shapes and constraints, each of which the engine would ask the C library for.
///
/// In release builds it comes from pools, which makes and frees a world in less time. In debug builds it is the C
/// library's, so that valgrind and the address sanitizer notice every use of an object that is gone.
enum EngineMemory {
  #if DEBUG
    /// Zeroed memory for an object of the engine's.
    static func make<Object>(_: Object.Type) -> UnsafeMutablePointer<Object> {
      guard let memory = calloc(1, MemoryLayout<Object>.size) else { trap("there is no memory left") }
      return memory.bindMemory(to: Object.self, capacity: 1)
    }

    static func giveBack(_ objects: UnsafeBufferPointer<UnsafeMutableRawPointer>) {
      for object in objects { free(object) }
    }
  #else
    /// For sizes of up to 64 bytes, up to 128 and so on; the largest object, an outline of corners, has 600. They are never
    /// freed: blocks point back at them.
    private static let pools = (1...12).map { CellPool(holding: 64 * $0) }

    /// Zeroed memory for an object of the engine's.
    @inline(__always)
    static func make<Object>(_: Object.Type) -> UnsafeMutablePointer<Object> {
      let size = MemoryLayout<Object>.size
      let cell = pools[(size - 1) / 64].take()
      memset(cell, 0, size)
      return cell.bindMemory(to: Object.self, capacity: 1)
    }

    static func giveBack(_ objects: UnsafeBufferPointer<UnsafeMutableRawPointer>) {
      CellPool.giveBack(objects)
    }
  #endif

  static func giveBack<Object>(_ object: UnsafeMutablePointer<Object>) {
    withUnsafePointer(to: UnsafeMutableRawPointer(object)) {
      giveBack(UnsafeBufferPointer(start: $0, count: 1))
    }
  }
}

extension EngineMemory {
  // Every kind of shape and constraint begins with what all have: a pointer to one is a pointer to that.

  static func shape<Kind>(
    _: Kind.Type, _ initialize: (UnsafeMutablePointer<Kind>) -> UnsafeMutablePointer<Kind>?
  ) -> CShape {
    let memory = make(Kind.self)
    _ = initialize(memory)
    return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: cpShape.self)
  }

  static func constraint<Kind>(
    _: Kind.Type, _ initialize: (UnsafeMutablePointer<Kind>) -> UnsafeMutablePointer<Kind>?
  ) -> CConstraint {
    let memory = make(Kind.self)
    _ = initialize(memory)
    return UnsafeMutableRawPointer(memory).assumingMemoryBound(to: cpConstraint.self)
  }
}

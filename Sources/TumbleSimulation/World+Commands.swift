import TumbleFrames
import TumbleGeometry
import TumblePhysics

/// What a person holds a body with: a body of its own at the mouse, and a soft joint to what was grabbed.
struct Hand {
  /// The id of the held body.
  var held: Int
}

extension World {
  /// A command's numbers are finite and at most this.
  static let farthest = 1e9

  func check(_ command: Command) throws(WorldError) {
    switch command {
    case .grab(let vector), .move(let vector), .tilt(let vector):
      guard abs(vector.x) <= Self.farthest, abs(vector.y) <= Self.farthest else {
        throw .badCommand("\(command)")
      }
    case .release: break
    }
  }

  func carryOut(_ command: Command) {
    switch command {
    case .grab: release()
    case .move: break
    case .release: release()
    case .tilt(let gravity): space.gravity = gravity
    }
  }

  func release() {
    hand = nil
  }
}

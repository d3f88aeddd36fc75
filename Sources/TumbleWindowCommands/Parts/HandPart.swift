import TumbleFrames
import TumbleGeometry
import TumbleSimulation
import TumbleStage

/// What a hand does to the world. While time stands still it moves what it holds at once: nothing else could be seen.
final class HandPart {
  private let session: Session
  private let notices: Notices
  /// What is moved while time stands still, and where in it it was taken.
  private var moved: (name: String, offset: Vector)?

  init(_ session: Session, _ notices: Notices) {
    self.session = session
    self.notices = notices
  }
}

extension HandPart {
  func give(_ command: Command, _ frame: Frame, _ description: WorldDescription) {
    do {
      switch command {
      case .grab(let point) where session.isPaused: take(at: point, frame, description)
      case .move(let point) where moved != nil: try move(to: point)
      case .release where moved != nil: release()
      default: try session.give(command)
      }
    } catch {
      notices.warn("\(error)")
    }
  }

  private func take(at point: Vector, _ frame: Frame, _ description: WorldDescription) {
    guard
      let id = BodyPicker.body(at: point, in: frame, description, kinds: [.dynamic, .kinematic]),
      let body = frame.current[id], let name = description[id]?.name
    else { return notices.tell("paused: there is nothing to move") }
    moved = (name, point - body.position)
    session.beginGesture("move \(name)")
    notices.tell("paused: drag moves \(name)")
  }

  private func move(to point: Vector) throws {
    guard let moved else { return }
    let place = point - moved.offset
    try session.give(.set(.body(moved.name), path: "at", value: "[\(place.x), \(place.y)]"))
  }

  private func release() {
    moved = nil
    session.endGesture()
  }

  /// Lets go, where another world takes the place of this one.
  func worldChanged() {
    guard moved != nil else { return }
    release()
  }
}

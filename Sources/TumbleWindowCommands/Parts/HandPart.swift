import TumbleFrames
import TumbleSimulation

/// What a hand does to the world while time runs; while it stands the editor moves bodies.
final class HandPart {
  private let session: Session
  private let notices: Notices

  init(_ session: Session, _ notices: Notices) {
    self.session = session
    self.notices = notices
  }
}

extension HandPart {
  func give(_ command: Command) {
    do {
      try session.give(command)
    } catch {
      notices.warn("\(error)")
    }
  }
}

import TumbleSimulation

/// Gives mouse joint, tilt and layer commands to the session; while it is paused the editor moves bodies.
final class MouseJointPart {
  private let session: Session
  private let notices: Notices

  init(_ session: Session, _ notices: Notices) { (self.session, self.notices) = (session, notices) }
}

extension MouseJointPart {
  func give(_ command: Command) {
    // A key that is let go over the past: what is held counts again in the present.
    if session.viewStep != nil, case .input(_, 0) = command { return }
    do { try session.give(command) } catch { notices.warn("\(error)") }
  }
}

import TumblePanels
import TumbleWindow

/// Tells over the stage what the line of status has too little room for, as in a narrow window.
final class NoticePart: WindowPart {
  private let stage: Stage
  private let notices: Notices

  init(_ stage: Stage, _ notices: Notices) {
    self.stage = stage
    self.notices = notices
  }
}

extension NoticePart {
  func perform(_ action: InterfaceAction) -> Bool {
    guard case .dismissToast = action else { return false }
    notices.markRead()
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard let line = notices.line, line == stage.cutNotice, !notices.isRead else { return }
    state.toasts.append(Toast(id: 0, line, kind: notices.isWarning ? .warning : .information))
  }
}

import TumbleFiles
import TumbleHeadlessCommands
import TumblePanels
import TumbleWindow

/// The notices of the status line: each for as long as it matters.
final class Notices {
  /// The latest warning; shown until the next restart.
  private var warning: String?
  /// The text about what was just done, and the time until which it is shown.
  private var news: (text: String, end: Duration)?
  /// The line that a person has read and closed, or read in full elsewhere.
  private var readLine: String?
  private let clock: () -> Duration

  /// The time for which news are shown.
  private static let newsTime = Duration.seconds(4)

  /// - Parameter clock: Does not jump.
  init(clock: @escaping () -> Duration) { self.clock = clock }
}

extension Notices {
  func tell(_ text: String) { news = (text, clock() + Self.newsTime) }

  /// Says it on standard error too.
  func tellAndPrint(_ text: String) {
    tell(text)
    Program.tell(text)
  }

  /// Tells which files were written into the folder of a path, and more about them.
  func tellWritten(_ files: String, at path: String, _ more: String = "") {
    tellAndPrint("wrote \(files) into \(FilePath.folder(of: FilePath.whole(path)))" + more)
  }

  /// Says on standard error what the line of status says too, once.
  ///
  /// - Parameter whole: What is said there where it is more.
  func warn(_ text: String, whole: String? = nil) {
    if text != warning { Program.tell(whole ?? "warning: \(text)") }
    warning = text
  }

  /// Warns with the first line of a text in the line of status, and with all of it on standard error.
  func warn(firstLineOf text: String, label: String = "") {
    warn(String(text.prefix { $0 != "\n" }), whole: label + text)
  }

  /// Removes all messages: another world is shown, to which they do not apply.
  func clear() { (news, warning, readLine) = (nil, nil, nil) }

  /// Marks the line as read: it need not be shown over the stage any more, where all of it was.
  func markRead() { readLine = line }

  /// Is true if the person has closed this very line; a new one counts as unread.
  var isRead: Bool { line != nil && line == readLine }

  /// Is true if the line is about something that went wrong.
  var isWarning: Bool { line != nil && news == nil }

  /// The line of status now, in place of the title.
  var line: String? {
    if let news, news.end < clock() { self.news = nil }
    return news?.text ?? warning
  }
}

/// Tells over the stage what the line of status has too little room for, as in a narrow window.
final class NoticePart: WindowPart {
  private let stage: Stage
  private let notices: Notices

  init(_ stage: Stage, _ notices: Notices) { (self.stage, self.notices) = (stage, notices) }
}

extension NoticePart {
  func perform(_ action: PanelAction) -> Bool {
    guard case .dismissToast = action else { return false }
    notices.markRead()
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard let line = notices.line, line == stage.cutNotice, !notices.isRead else { return }
    state.toasts.append(Toast(id: 0, line, kind: notices.isWarning ? .warning : .information))
  }
}

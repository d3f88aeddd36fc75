import TumbleFiles
import TumbleHeadlessCommands
import TumblePanels
import TumbleWindow

/// The notices of the status line: each for as long as it matters.
final class Notices {
  /// The latest warning; shown until the next restart.
  private var warning: String?
  /// The text about what was just done, the time until which it is shown, and what it offers to do.
  private var news: (text: String, end: Duration, offer: Offer?)?
  /// The line that a person has read and closed, or read in full elsewhere.
  private var readLine: String?
  private let clock: () -> Duration

  private static let newsTime = Duration.seconds(4)
  /// The time for which a person may take an offer.
  private static let offerTime = Duration.seconds(10)

  private struct Offer {
    /// The words of the button.
    let answer: String
    let take: () -> Void
  }

  /// - Parameter clock: Does not jump.
  init(clock: @escaping () -> Duration) { self.clock = clock }
}

extension Notices {
  func tell(_ text: String) { news = (text, clock() + Self.newsTime, nil) }

  /// Tells something with a button over the stage.
  ///
  /// - Parameters:
  ///   - answer: The words of the button.
  ///   - take: What it does.
  func tell(_ text: String, offering answer: String, take: @escaping () -> Void) {
    news = (text, clock() + Self.offerTime, Offer(answer: answer, take: take))
  }

  /// Does what the line that is shown offers; that is over then.
  func takeOffer() {
    guard let offer = news?.offer else { return }
    news = nil
    offer.take()
  }

  /// The words of the button of the line that is shown; nil for none.
  var answer: String? { line == nil ? nil : news?.offer?.answer }

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

  /// Takes a warning back that is no longer so.
  func withdraw(_ text: String) { if warning == text { warning = nil } }

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

/// Tells over the stage what the line of status has too little room for, as in a narrow window, and what
/// has a button.
final class NoticePart: WindowPart {
  private let stage: Stage
  private let notices: Notices

  init(_ stage: Stage, _ notices: Notices) { (self.stage, self.notices) = (stage, notices) }
}

extension NoticePart {
  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .dismissToast: notices.markRead()
    case .answerToast: notices.takeOffer()
    default: return false
    }
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    let answer = notices.answer
    guard let line = notices.line, answer != nil || line == stage.cutNotice, !notices.isRead else { return }
    state.toasts.append(
      Toast(id: 0, line, kind: notices.isWarning ? .warning : .information, answer: answer))
  }
}

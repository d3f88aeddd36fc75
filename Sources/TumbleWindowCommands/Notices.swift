/// What a person is told in the line of status, and in a message over the stage: each for as long as it matters.
struct Notices {
  /// A message of several lines over the stage.
  var message: String?
  /// What went wrong and can be lived with; told until the next restart.
  private(set) var warning: String?
  /// What was just done, and until when it is told of.
  private var news: (text: String, end: Duration)?
  /// Until when another press of Esc quits.
  private var quitsUntil: Duration?

  /// How long news are told.
  private static let newsTime = Duration.seconds(4)
  private static let quitTime = Duration.seconds(3)
}

extension Notices {
  mutating func tell(_ text: String, at now: Duration) { news = (text, now + Self.newsTime) }

  /// - Returns: Whether it is not what was told last.
  mutating func warn(_ text: String) -> Bool {
    defer { warning = text }
    return text != warning
  }

  /// Forgets what another world makes void.
  mutating func clear() { (news, warning, message, quitsUntil) = (nil, nil, nil, nil) }

  mutating func clearNews() { (news, message) = (nil, nil) }

  /// Asks whether to quit.
  ///
  /// - Returns: Whether that was asked just now already.
  mutating func asksToQuit(at now: Duration) -> Bool {
    if let quitsUntil, now < quitsUntil { return true }
    quitsUntil = now + Self.quitTime
    news = ("Esc again to quit", now + Self.quitTime)
    return false
  }

  /// Something else than Esc was done: the next one asks again.
  mutating func takeBackQuestion() {
    guard quitsUntil != nil else { return }
    (quitsUntil, news) = (nil, nil)
  }

  /// What the line of status tells now, in place of the title.
  mutating func line(at now: Duration) -> String? {
    if let news, news.end < now { self.news = nil }
    return news?.text ?? warning
  }
}

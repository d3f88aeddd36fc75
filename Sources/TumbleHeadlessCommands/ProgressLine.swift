import Foundation
import TumbleFiles

/// How far long work has come, on one line of a terminal; nothing where standard error is no terminal.
package struct ProgressLine {
  private let what: String
  private let isShown: Bool
  private let clock: () -> Duration
  private var written: Duration?

  /// - Parameters:
  ///   - what: Such as `frame`.
  ///   - clock: What has passed since a moment before the work.
  package init(_ what: String, isShown: Bool = isatty(STDERR_FILENO) == 1, clock: @escaping () -> Duration) {
    self.what = what
    self.isShown = isShown
    self.clock = clock
  }

  /// To be called after each part; writes ten times per second at most.
  package mutating func show(_ done: Int, of count: Int) {
    guard isShown else { return }
    let now = clock()
    if let written, now - written < .milliseconds(100), done != count { return }
    written = now
    StandardError.write("\r\u{1B}[K" + Self.text(what, done, of: count, after: now))
  }

  /// Leaves the line empty for what is said next.
  package func finish() {
    if written != nil { StandardError.write("\r\u{1B}[K") }
  }

  /// Such as `frame 120 of 300, 12 s left`.
  static func text(_ what: String, _ done: Int, of count: Int, after passed: Duration) -> String {
    let text = "\(what) \(done) of \(count)"
    // The first parts take longer than the others.
    guard done > 0, done != count, passed > .seconds(1) else { return text }
    let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18
    let left = Int((seconds / Double(done) * Double(count - done)).rounded(.up))
    let isLong = left >= 120
    return text + (isLong ? ", \((left + 30) / 60) min left" : ", \(left) s left")
  }
}

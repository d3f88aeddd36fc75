import Foundation
import TumbleFiles

/// How far long work has come, on one line of a terminal; nothing where standard error is no terminal.
package struct ProgressLine {
  private let what: String
  private let isShown: Bool
  private let clock: () -> Duration
  private var written: Duration?
  /// Parts that were done before: their time is not known.
  private let start: Int

  /// - Parameters:
  ///   - what: Such as `frame`.
  ///   - start: How many parts were done before.
  ///   - clock: What has passed since a moment before the work.
  package init(
    _ what: String, from start: Int = 0, isShown: Bool = !Program.isQuiet && isatty(STDERR_FILENO) == 1,
    clock: @escaping () -> Duration
  ) {
    self.what = what
    self.start = start
    self.isShown = isShown
    self.clock = clock
  }

  /// To be called after each part; writes ten times per second at most.
  package mutating func show(_ done: Int, of count: Int) {
    guard isShown else { return }
    let now = clock()
    if let written, now - written < .milliseconds(100), done != count { return }
    written = now
    StandardError.write("\r\u{1B}[K" + Self.text(what, done, of: count, from: start, after: now))
  }

  /// Leaves the line empty for what is said next.
  package mutating func finish() {
    if written != nil { StandardError.write("\r\u{1B}[K") }
    written = nil
  }

  /// The bar's characters.
  private static let width = 20

  /// Such as `frame 120 of 300 [########------------] 12 s left`.
  static func text(
    _ what: String, _ done: Int, of count: Int, from start: Int = 0, after passed: Duration
  ) -> String {
    let filled = count > 0 ? Int(Double(done) / Double(count) * Double(width)) : width
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let text = "\(what) \(done) of \(count) [\(bar)]"
    // The first parts take longer than the others.
    guard done > start, done != count, passed > .seconds(1) else { return text }
    let left = passed / .seconds(1) / Double(done - start) * Double(count - done)
    if left >= 172_800 { return text + " \(Int(min(left / 86_400, 1e9).rounded())) days left" }
    if left >= 7_200 { return text + " \(Int((left / 3_600).rounded())) h left" }
    return text
      + (left > 119 ? " \(Int((left / 60).rounded())) min left" : " \(Int(left.rounded(.up))) s left")
  }
}

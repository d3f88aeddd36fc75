/// A recording with the lines on which its commands and checks stand, for messages.
package struct NumberedRecording: Sendable {
  package let recording: Recording
  /// The line of each command, counted from 1.
  package let commandLines: [Int]
  /// The line of each check, counted from 1.
  package let checkLines: [Int]

  init(recording: Recording, commandLines: [Int], checkLines: [Int]) {
    self.recording = recording
    self.commandLines = commandLines
    self.checkLines = checkLines
  }
}

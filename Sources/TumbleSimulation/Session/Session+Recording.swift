import TumbleFiles

extension Session {
  /// The file that the session is recorded in; nil without one.
  public var recordedFile: String? { recorder?.path }

  /// Finishes the recording.
  public func finish() throws(OutputError) {
    try withRecorder { (recorder) throws(OutputError) in try recorder.finish() }
  }

  /// Records something. If that fails there is no recorder any more: what follows would not fit what is in
  /// the file.
  func withRecorder(_ record: (Recorder) throws(OutputError) -> Void) throws(OutputError) {
    guard let recorder else { return }
    do throws(OutputError) {
      try record(recorder)
    } catch {
      (self.recorder, recordingFailure) = (nil, error)
      guard let onRecordingFailure else { throw error }
      onRecordingFailure(error)
    }
  }

  /// Records something that is no step; if that fails, and nobody else is to know it, the next step throws
  /// it.
  func recordBetweenSteps(_ record: (Recorder) throws(OutputError) -> Void) {
    do throws(OutputError) { try withRecorder(record) } catch { recordingError = error }
  }
}

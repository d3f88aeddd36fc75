import TumbleDrawing

/// Where the pictures of a film go. Until it is finished nothing stands under the film's name.
protocol FilmOutput {
  mutating func add(_ picture: Bitmap) throws
  mutating func finish() throws
  /// Takes away what was written.
  mutating func cancel()
  /// The same from another thread, for a program that is about to be ended.
  var abandon: @Sendable () -> Void { get }
}

extension FilmOutput {
  mutating func cancel() { abandon() }
}

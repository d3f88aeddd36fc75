/// A picture to be drawn, with all that it takes: it goes to the worker and comes back.
package protocol RedrawJob: Sendable {
  /// What it is drawn for.
  var slot: Int { get }
  /// The slot's generation that the job was made for; another one in the meantime makes it stale.
  var generation: Int { get }
  var state: RedrawState { get set }
  /// What drawing it took, by the clock that the queue was given; 0 without one.
  var seconds: Double { get set }
}

/// A session was interrupted before its last step.
public struct SessionInterruption: Error, Hashable, CustomStringConvertible {
  /// Steps taken.
  public let step: Int

  public init(step: Int) { self.step = step }

  public var description: String { "interrupted after step \(step)" }
}

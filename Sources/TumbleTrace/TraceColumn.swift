import TumbleFrames

/// A column that a trace has only where it is asked for.
public struct TraceColumn: Hashable, Sendable {
  /// As in the head of the trace.
  public let name: String
  public let content: Content

  public enum Content: Hashable, Sendable {
    /// Whether the row's body sleeps: 1 or 0.
    case sleeping
    /// `#rrggbb` or `#rrggbbaa` of the row's body; empty (in JSON Lines: null) where it has none of its own.
    case color
    /// A number of the row's body, such as `speed`.
    case ofBody(Channel.Number)
    /// A channel of the whole or of one object, such as `energy.kinetic` or `rope.force`: the same in all rows of a step.
    case channel(Channel)
  }

  public init(name: String, content: Content) {
    self.name = name
    self.content = content
  }

  /// A column that every world has; nil for other names.
  public init?(common name: String) {
    if let content = Self.own[name] {
      self.init(name: name, content: content)
    } else if let number = Channel.Number(Self.aliases[name] ?? name, of: .body) {
      self.init(name: name, content: .ofBody(number))
    } else if let quantity = Channel.Quantity(name, object: { _ in nil }),
      Channel.OfLoop(rawValue: name) == nil
    {
      self.init(name: name, content: .channel(Channel(name: name, quantity: quantity)))
    } else {
      return nil
    }
  }

  /// The names of all that every world has and a trace does not have anyway.
  public static let common: [String] =
    ["sleeping", "color", "scaleX", "scaleY"]
    + Channel.Number.all(of: .body).map(\.name).filter { !TraceWriter.columns.contains($0) }
    + Channel.common.filter { Channel.OfLoop(rawValue: $0) == nil }

  /// Columns that are no channels.
  private static let own: [String: Content] = ["sleeping": .sleeping, "color": .color]
  /// Names of columns that channels have other names for.
  private static let aliases = ["scaleX": "scale.x", "scaleY": "scale.y"]
}

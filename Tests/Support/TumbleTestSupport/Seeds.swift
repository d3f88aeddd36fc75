import Foundation

/// The seeds a property is tried with: few in `swift test`, many where `TUMBLE_SEEDS` says so.
public enum Seeds {
  /// `TUMBLE_SEED` alone if it is set (to try a failing one again); else `default` of them, or `TUMBLE_SEEDS`
  /// many.
  /// - Parameters:
  ///   - count: How many without a wish.
  ///   - max: How many at most; ten times the default if nil, as what is tried with few seeds takes long for
  ///     each.
  public static func list(default count: Int, atMost max: Int? = nil) -> [UInt64] {
    list(number("TUMBLE_SEEDS").map { min($0, max ?? 10 * count) } ?? count)
  }

  /// `TUMBLE_SEED` alone if it is set; else `default` of them, or `TUMBLE_SCENE_SEEDS` many: for a property
  /// that is tried with each of the scenes that come with Tumble.
  public static func ofEachScene(default count: Int = 1) -> [UInt64] {
    list(number("TUMBLE_SCENE_SEEDS") ?? count)
  }

  private static func list(_ count: Int) -> [UInt64] {
    if let one: UInt64 = number("TUMBLE_SEED") { return [one] }
    return (0..<UInt64(max(count, 1))).map { $0 }
  }

  private static func number<Number: LosslessStringConvertible>(_ name: String) -> Number? {
    ProcessInfo.processInfo.environment[name].flatMap(Number.init)
  }
}

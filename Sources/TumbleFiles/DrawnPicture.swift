/// A picture that no file holds: Tumble draws it from its number, always the same. A scene names it as `@landscape-7`.
package struct DrawnPicture: Hashable, Sendable {
  /// 1 to 999.
  package let number: Int

  package static let numbers = 1...999
  private static let prefix = "@landscape-"
  /// In pixels.
  package static let width = 1600
  package static let height = 1200

  /// nil for what is not the name of one.
  package init?(name: String) {
    guard name.hasPrefix(Self.prefix), let number = Int(name.dropFirst(Self.prefix.count)),
      Self.numbers.contains(number), name == Self.prefix + String(number)
    else { return nil }
    self.number = number
  }

  /// What their names are like, for messages.
  package static var names: String {
    "\(prefix)\(numbers.lowerBound) to \(prefix)\(numbers.upperBound)"
  }
}

import TumbleFrames

/// The units of all quantities, as they may follow a number in arithmetic.
enum ArithmeticUnits {
  /// The longest first, so that `m/s` is not taken for `m`. Not `/s`, which would take `10 /speed` for a unit.
  private static let units: [(unit: Quantity.Unit, quantity: Quantity, name: [Unicode.Scalar])] = {
    var seen: Set<String> = []
    let all = Quantity.allCases.flatMap { quantity in quantity.units.map { ($0, quantity) } }
    return all.filter { !$0.0.name.hasPrefix("/") && seen.insert($0.0.name).inserted }
      .map { ($0.0, $0.1, Array($0.0.name.unicodeScalars)) }
      .sorted { $0.2.count > $1.2.count }
  }()

  /// The unit that starts at an offset, and how many Unicode scalars it takes there.
  static func unit(at offset: Int, in text: [Unicode.Scalar]) -> (Quantity.Unit, Quantity, length: Int)? {
    for (unit, quantity, name) in units {
      if let length = match(name, at: offset, in: text) { return (unit, quantity, length) }
    }
    return nil
  }

  private static func match(_ name: [Unicode.Scalar], at offset: Int, in text: [Unicode.Scalar]) -> Int? {
    var (at, index) = (offset, 0)
    while index < name.count {
      guard at < text.count else { return nil }
      if text[at] == name[index] || (text[at] == "·" && name[index] == "*") {
        index += 1
      } else if text[at] == "²", name[index...].starts(with: "^2".unicodeScalars) {
        index += 2
      } else if text[at] == "°", name[index...].starts(with: "deg".unicodeScalars) {
        index += 3
      } else {
        return nil
      }
      at += 1
    }
    // A word goes on: `N*m2` is a force times a variable.
    guard at < text.count, name.last != "%" else { return at - offset }
    let next = text[at]
    let goesOn = ExpressionParser.isLetter(next) || ("0"..."9").contains(next) || next == "_"
    return goesOn ? nil : at - offset
  }
}

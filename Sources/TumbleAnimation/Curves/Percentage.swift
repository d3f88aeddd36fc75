/// Shares written in percent without losing a bit: the decimal point moves, the digits stay.
enum Percentage {
  /// The share as a decimal number of percent, such as `75.0` for 0.75.
  static func text(_ share: Double) -> String {
    let shortest = "\(share)"
    if let mark = shortest.firstIndex(of: "e"), let exponent = Int(shortest[shortest.index(after: mark)...]) {
      return "\(shortest[..<mark])e\(exponent + 2)"
    }
    let sign = shortest.hasPrefix("-") ? "-" : ""
    let parts = shortest.dropFirst(sign.count).split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 3 - fraction.count))
    let whole = (parts[0] + padded.prefix(2)).drop { $0 == "0" }
    return sign + (whole.isEmpty ? "0" : whole) + "." + padded.dropFirst(2)
  }

  /// The share nearest to a decimal number of percent; nil if it is not a number.
  static func share(_ text: String) -> Double? {
    let mark = text.firstIndex { $0 == "e" || $0 == "E" }
    guard let mark else { return Double(text + "e-2") }
    return Int(text[text.index(after: mark)...]).flatMap { Double("\(text[..<mark])e\($0 - 2)") }
  }
}

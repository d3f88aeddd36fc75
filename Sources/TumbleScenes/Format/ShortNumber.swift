/// Numbers as the writer and the messages show them: the shortest text that reads back to the same bits.
package enum ShortNumber {
  package static func text(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15, !(value == 0 && value.sign == .minus) {
      return String(Int(value))
    }
    return "\(value)"
  }
}

extension UInt64 {
  /// 16 digits, as hashes are written.
  package var hexadecimal16: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

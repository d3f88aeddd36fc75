/// What tells one content from another: FNV-1a of 128 bits. It is no protection against an attacker who searches for two contents of
/// the same digest.
package struct ContentDigest: Hashable, Sendable {
  private var state: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Adds more content behind what there is.
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // The parameters are those of the hash's authors: prime 2^88 + 2^8 + 0x3B.
    for byte in bytes { state = (state ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
  }

  /// As 32 hexadecimal digits.
  package var text: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}

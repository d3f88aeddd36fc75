/// The digest FNV-1a of 64 bits (Fowler, Noll, Vo).
///
/// Inlinable, because it is taken byte by byte.
package struct FNV1a: Hashable, Sendable {
  package var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable package init() {}

  @inlinable package mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte: byte) }
  }

  /// Adds eight bytes, the lowest first.
  @inlinable package mutating func add(bits: UInt64) {
    var bits = bits
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: bits))
      bits >>= 8
    }
  }
}

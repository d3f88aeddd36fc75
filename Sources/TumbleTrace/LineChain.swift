/// A digest of all lines of a recording so far, so that one that was changed, lost or moved is found: FNV-1a of 64 bits.
struct LineChain: Hashable, Sendable {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      value ^= UInt64(byte)
      value &*= 0x100_0000_01b3
    }
  }
}

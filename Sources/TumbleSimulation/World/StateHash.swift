import TumbleFiles
import TumbleFrames

/// A digest of all that is simulated at one step: two runs are the same if their hashes are.
///
/// FNV-1a 64 (Fowler, Noll, Vo) over the step and, for every body in file order, static ones too, the bits of x, y,
/// angle, vx, vy and w, all as eight bytes, the lowest first; then a byte 1 if it sleeps, 0 if not. Appearance and joints are not in it.
public struct StateHash: Hashable, Sendable {
  public var value: UInt64

  public init(value: UInt64) { self.value = value }

  public init(of snapshot: FrameSnapshot) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    Self.mix(UInt64(bitPattern: Int64(snapshot.step)), into: &hash)
    for body in snapshot.bodies {
      Self.mix(body.position.x.bitPattern, into: &hash)
      Self.mix(body.position.y.bitPattern, into: &hash)
      Self.mix(body.angle.bitPattern, into: &hash)
      Self.mix(body.velocity.x.bitPattern, into: &hash)
      Self.mix(body.velocity.y.bitPattern, into: &hash)
      Self.mix(body.angularVelocity.bitPattern, into: &hash)
      Self.mix(byte: body.isSleeping ? 1 : 0, into: &hash)
    }
    value = hash
  }

  private static func mix(_ bits: UInt64, into hash: inout UInt64) {
    var bits = bits
    for _ in 0..<8 {
      mix(byte: bits & 0xff, into: &hash)
      bits >>= 8
    }
  }

  private static func mix(byte: UInt64, into hash: inout UInt64) {
    hash = (hash ^ byte) &* 0x0000_0100_0000_01b3
  }
}

extension StateHash: CustomStringConvertible {
  /// 16 hexadecimal digits.
  public var description: String { value.hexadecimal16 }
}

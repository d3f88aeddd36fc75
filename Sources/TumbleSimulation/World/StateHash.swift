/// A digest of all that is simulated at one step: two runs are the same if their hashes are.
///
/// FNV-1a of 64 bits over the step and, for every body in file order, static ones too, the bits of x, y,
/// angle, vx, vy and w, all as eight bytes, the lowest first; then a byte 1 if it sleeps, 0 if not.
/// Appearance and joints are not in it.
public struct StateHash: Hashable, Sendable {
  /// The digest of all that is simulated.
  public var value: UInt64

  /// Creates a value by its parts, which are the properties of the same names.
  public init(value: UInt64) { self.value = value }

  /// Digests a snapshot.
  public init(of snapshot: FrameSnapshot) {
    var digest = FNV1a()
    digest.add(bits: UInt64(bitPattern: Int64(snapshot.step)))
    for body in snapshot.bodies {
      digest.add(bits: body.position.x.bitPattern)
      digest.add(bits: body.position.y.bitPattern)
      digest.add(bits: body.angle.bitPattern)
      digest.add(bits: body.velocity.x.bitPattern)
      digest.add(bits: body.velocity.y.bitPattern)
      digest.add(bits: body.angularVelocity.bitPattern)
      digest.add(byte: body.isSleeping ? 1 : 0)
    }
    value = digest.value
  }
}

extension StateHash: CustomStringConvertible {
  /// The text of 16 hexadecimal digits.
  public var description: String { value.hexadecimal }
}

import Foundation

/// Checks that the bytes of a PNG file are whole: its signature, every chunk's length and checksum, and the order that
/// the format demands (PNG specification, sections 5 and 11). What the chunks compress is not unpacked.
package enum PNGStructure {
  /// What is wrong, as a phrase about "it"; nil if nothing is.
  package static func problem(in bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { problem(in: $0) }
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func problem(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.starts(with: signature) else { return "it is not a PNG" }
    func number(at offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) }
    }
    var offset = signature.count
    var hasData = false
    while true {
      // Length, name and checksum take four bytes each.
      guard bytes.count - offset >= 12 else { return "it ends early" }
      let length = Int(number(at: offset))
      guard length <= bytes.count - offset - 12 else { return "it ends early" }
      let name = bytes[offset + 4..<offset + 8]
      guard name.allSatisfy({ (65...90).contains($0 & 0xDF) }) else { return "it has a chunk without a name" }
      let kind = String(decoding: name, as: UTF8.self)
      guard checksum(bytes[offset + 4..<offset + 8 + length]) == number(at: offset + 8 + length) else {
        return "its \(kind) chunk is damaged (the checksum differs)"
      }
      if offset == signature.count {
        guard kind == "IHDR", length == 13 else { return "it does not begin with its header" }
        guard isKnown(depth: bytes[offset + 16], colorType: bytes[offset + 17]) else {
          return "its header names a color type that PNG does not have"
        }
      }
      if kind == "IDAT" { hasData = true }
      offset += 12 + length
      if kind == "IEND" { return hasData ? nil : "it has no pixels" }
    }
  }

  private static func isKnown(depth: UInt8, colorType: UInt8) -> Bool {
    switch colorType {
    case 0: [1, 2, 4, 8, 16].contains(depth)
    case 3: [1, 2, 4, 8].contains(depth)
    case 2, 4, 6: [8, 16].contains(depth)
    default: false
    }
  }

  /// CRC-32 with the polynomial of ISO 3309 (PNG specification, annex D), a byte at a time.
  private static func checksum(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    checksums.withUnsafeBufferPointer { table in
      for byte in bytes { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }
    return ~sum
  }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  /// Adds the chunk that states how large a pixel is on paper (section 11.3.5.3), in front of the others.
  ///
  /// - Parameters:
  ///   - dotsPerInch: Above 0; what PNG has no room for becomes the nearest that it has.
  ///   - file: A whole PNG without such a chunk.
  package static func settingResolution(_ dotsPerInch: Double, in file: Data) -> Data {
    func bytes(_ number: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let perMeter =
      dotsPerInch.isNaN
      ? 1 : UInt32(min(max((dotsPerInch / 0.0254).rounded(), 1), 2_147_483_647))
    // The same in both directions; 1 says that they are per meter.
    let chunk = Array("pHYs".utf8) + bytes(perMeter) + bytes(perMeter) + [1]
    let sum = chunk.withUnsafeBufferPointer { checksum(Slice(base: $0, bounds: $0.indices)) }
    // Behind the signature and the header with its length, name and checksum.
    let header = signature.count + 25
    var result = Data(file.prefix(header))
    result.append(contentsOf: bytes(UInt32(chunk.count - 4)) + chunk + bytes(sum))
    result.append(contentsOf: file.dropFirst(header))
    return result
  }
}

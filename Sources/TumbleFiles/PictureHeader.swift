import Foundation

/// The part of a picture's file before any of its pixels: enough to refuse what is too large, and to plan its
/// decoding.
package struct PictureHeader: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case png, jpeg }

  package var kind: Kind
  /// The width in pixels, as the picture is seen: a photograph that was taken on its side has width and
  /// height exchanged.
  package var width: Int
  package var height: Int
  /// The turn of the pixels (Exif 2.3, section 4.6.4, tag 274): 1 as they are, to 8.
  package var orientation = 1

  package init(kind: Kind, width: Int, height: Int, orientation: Int = 1) {
    (self.kind, self.width, self.height, self.orientation) = (kind, width, height, orientation)
  }

  /// Bytes at the beginning of a file that hold the header of nearly all: a JPEG's may come behind a small
  /// picture in it.
  package static let length = 1 << 17

  /// The endings of the names of pictures' files, in the order in which a name is looked for.
  package static let endings = [".png", ".jpg", ".jpeg"]

  package enum Failure: Error, Hashable {
    /// A phrase about "it".
    case reason(String)
    /// The bytes end before the picture's size.
    case endsEarly
    /// The file is neither PNG nor JPEG.
    case unknownKind
  }

  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `Failure`.
  package init(of bytes: [UInt8]) throws(Failure) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      try self.init(png: bytes)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = try JPEGStructure.header(in: bytes)
    } else {
      throw .unknownKind
    }
    guard width > 0, height > 0 else { throw .reason("it is \(width) × \(height) pixels") }
  }

  /// The header of a file, of which no more is read than it takes.
  ///
  /// - Throws: `Failure`, `UntrustedFile.Failure`.
  package init(ofFile path: String, within folder: String? = nil) throws {
    do {
      try self.init(of: UntrustedFile.head(path, count: 1 << 12, within: folder))
    } catch Failure.endsEarly {
      do {
        try self.init(of: UntrustedFile.head(path, count: Self.length, within: folder))
      } catch Failure.endsEarly {
        try self.init(of: UntrustedFile.head(path, count: 1 << 23, within: folder))
      }
    }
  }

  private init(png bytes: [UInt8]) throws(Failure) {
    guard bytes.count >= 33 else { throw .endsEarly }
    guard Array(bytes[8..<16]) == [0, 0, 0, 13] + Array("IHDR".utf8) else {
      throw .reason("its header is cut off or broken")
    }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    self.init(kind: .png, width: number(16), height: number(20))
  }

  /// Returns a fault in the bytes of a whole file, as a phrase about "it"; nil if there is none. Compressed
  /// data are not unpacked.
  package func problem(in bytes: [UInt8]) -> String? {
    switch kind {
    case .png: PNGStructure.problem(in: bytes)
    case .jpeg: JPEGStructure.problem(in: bytes)
    }
  }
}

/// Checks that the bytes of a PNG file are whole: its signature, every chunk's length and checksum, and the
/// order that the format demands (PNG specification, sections 5 and 11). What the chunks compress is not
/// unpacked.
package enum PNGStructure {
  /// Returns a fault in the bytes, as a phrase about "it"; nil if there is none.
  package static func problem(in bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { problem(in: $0) }
  }

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func problem(in bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.starts(with: signature) else { return "it is not a PNG" }
    func number(at offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[offset + $1]) } }
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

  /// A number as a PNG has it.
  package static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A chunk with its length, its name and its checksum (section 5.3).
  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    let sum = named.withUnsafeBufferPointer { checksum(Slice(base: $0, bounds: $0.indices)) }
    return bytes(UInt32(content.count)) + named + bytes(sum)
  }

  /// Adds the chunk that states how large a pixel is on paper (section 11.3.5.3), in front of the others.
  ///
  /// - Parameters:
  ///   - dotsPerInch: Above 0; what PNG has no room for becomes the nearest that it has.
  ///   - file: A whole PNG without such a chunk.
  package static func settingResolution(_ dotsPerInch: Double, in file: Data) -> Data {
    let perMeter =
      dotsPerInch.isNaN
      ? 1 : UInt32(min(max((dotsPerInch / 0.0254).rounded(), 1), 2_147_483_647))
    // The same in both directions; 1 says that they are per meter.
    // Behind the signature and the header with its length, name and checksum.
    let header = signature.count + 25
    var result = Data(file.prefix(header))
    result.append(contentsOf: chunk("pHYs", bytes(perMeter) + bytes(perMeter) + [1]))
    result.append(contentsOf: file.dropFirst(header))
    return result
  }
}

/// Walks over the segments of a JPEG file (ITU-T T.81, annex B): its size and how it lies from its header,
/// and whether it is whole. What it compresses is not unpacked.
package enum JPEGStructure {
  private enum Marker {
    static let start: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let exif: UInt8 = 0xE1
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    /// The markers of frames. Of these the tables (C4, CC) and one without a meaning (C8) are none.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let noFrames: Set<UInt8> = [0xC4, 0xC8, 0xCC]
    /// Baseline, extended and progressive, by Huffman's codes: what programs write and libraries read.
    static let readFrames: ClosedRange<UInt8> = 0xC0...0xC2
  }

  /// Reads the size of a picture from its segments.
  ///
  /// - Throws: `endsEarly` where the bytes end before the picture's size.
  static func header(in bytes: [UInt8]) throws(PictureHeader.Failure) -> PictureHeader {
    var orientation = 1
    var reader = SegmentReader(bytes: bytes)
    while let segment = try reader.next() {
      if segment.marker == Marker.exif, let found = Self.orientation(in: bytes[segment.content]) {
        orientation = found
      }
      guard Marker.frames.contains(segment.marker), !Marker.noFrames.contains(segment.marker) else {
        guard segment.marker != Marker.scan, segment.marker != Marker.end else { break }
        continue
      }
      guard Marker.readFrames.contains(segment.marker) else {
        throw .reason("it is compressed in a way that is not read (only baseline and progressive JPEG are)")
      }
      let content = Array(bytes[segment.content])
      guard content.count >= 6 else { throw .reason("its header is broken") }
      guard content[0] == 8 else { throw .reason("it has \(content[0]) bits per color, and only 8 are read") }
      let (height, width) = (Int(content[1]) << 8 | Int(content[2]), Int(content[3]) << 8 | Int(content[4]))
      guard [1, 3, 4].contains(content[5]) else { throw .reason("it has \(content[5]) colors") }
      return orientation < 5
        ? PictureHeader(kind: .jpeg, width: width, height: height, orientation: orientation)
        : PictureHeader(kind: .jpeg, width: height, height: width, orientation: orientation)
    }
    throw .reason("it has no header before its pixels")
  }

  /// Returns a fault in the bytes, as a phrase about "it"; nil if there is none.
  package static func problem(in bytes: [UInt8]) -> String? {
    do {
      _ = try PictureHeader(of: bytes)
      var reader = SegmentReader(bytes: bytes)
      var hasPixels = false
      while let segment = try reader.next() {
        if segment.marker == Marker.end { return hasPixels ? nil : "it has no pixels" }
        guard segment.marker == Marker.scan else { continue }
        hasPixels = true
        reader.skipPixels()
      }
      return "it ends early"
    } catch {
      switch error {
      case .reason(let reason): return reason
      case .endsEarly: return "it ends early"
      case .unknownKind: return "it is not a JPEG"
      }
    }
  }

  private struct Segment {
    var marker: UInt8
    /// The range of the content, behind its length.
    var content: Range<Int>
  }

  private struct SegmentReader {
    let bytes: [UInt8]
    /// The offset of the next segment; at first behind the marker of the start.
    private var offset = 2

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() throws(PictureHeader.Failure) -> Segment? {
      guard bytes.count > offset else { throw .endsEarly }
      guard bytes[offset] == 0xFF else { throw .reason("a segment of it is damaged") }
      // Any number of these bytes may fill the space before a marker.
      while offset < bytes.count, bytes[offset] == 0xFF { offset += 1 }
      guard offset < bytes.count else { throw .endsEarly }
      let marker = bytes[offset]
      offset += 1
      if marker == Marker.end || marker == 0x01 || Marker.restarts.contains(marker) {
        return Segment(marker: marker, content: offset..<offset)
      }
      guard marker != 0, marker != Marker.start else { throw .reason("a segment of it is damaged") }
      guard bytes.count - offset >= 2 else { throw .endsEarly }
      let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
      guard length >= 2 else { throw .reason("a segment of it is damaged") }
      guard bytes.count - offset >= length else { throw .endsEarly }
      defer { offset += length }
      return Segment(marker: marker, content: offset + 2..<offset + length)
    }

    /// Goes to the next marker that ends compressed pixels: not a 0, which says that FF was meant, and no
    /// restart within them.
    mutating func skipPixels() {
      bytes.withUnsafeBufferPointer { bytes in
        while offset + 1 < bytes.count {
          if bytes[offset] == 0xFF {
            let next = bytes[offset + 1]
            if next != 0, next != 0xFF, !Marker.restarts.contains(next) { return }
          }
          offset += 1
        }
        offset = bytes.count
      }
    }
  }

  /// Returns the orientation in a segment of Exif; nil for any other, and for one that no picture has.
  private static func orientation(in segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: Array("Exif".utf8) + [0, 0]) else { return nil }
    // The rest is a TIFF file: its byte order, 42, the place of its first directory, and there entries of
    // twelve bytes.
    let tiff = Array(segment.dropFirst(6))
    let isLittle: Bool
    switch tiff.prefix(2) {
    case [0x49, 0x49]: isLittle = true
    case [0x4D, 0x4D]: isLittle = false
    default: return nil
    }
    func number(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= tiff.count else { return nil }
      let part = tiff[at..<at + count]
      return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let entries = number(directory, 2) else {
      return nil
    }
    for entry in 0..<min(entries, 1000) {
      let place = directory + 2 + 12 * entry
      guard let tag = number(place, 2) else { return nil }
      // A short number, by itself, at the beginning of the entry's value.
      guard tag == 274, number(place + 2, 2) == 3, let value = number(place + 8, 2) else { continue }
      return (1...8).contains(value) ? value : nil
    }
    return nil
  }
}

/// A picture that no file holds: Tumble draws it from its number, always the same. A scene names it as
/// `@landscape-7`.
package struct DrawnPicture: Hashable, Sendable {
  /// The number of the component, 1 to 999.
  package let number: Int

  package static let numbers = 1...999
  private static let prefix = "@landscape-"
  /// The width in pixels.
  package static let width = 1600
  package static let height = 1200

  /// Creates a picture by its name; nil for another name.
  package init?(name: String) {
    guard name.hasPrefix(Self.prefix), let number = Int(name.dropFirst(Self.prefix.count)),
      Self.numbers.contains(number), name == Self.prefix + String(number)
    else { return nil }
    self.number = number
  }

  /// The form of the names, for messages.
  package static var names: String { "\(prefix)\(numbers.lowerBound) to \(prefix)\(numbers.upperBound)" }
}

/// Walks over the segments of a JPEG file (ITU-T T.81, annex B): its size and how it lies from its header, and whether it is
/// whole. What it compresses is not unpacked.
package enum JPEGStructure {
  private enum Marker {
    static let start: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let exif: UInt8 = 0xE1
    static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    /// Of these the tables (C4, CC) and one that means nothing (C8) are no frames.
    static let frames: ClosedRange<UInt8> = 0xC0...0xCF
    static let noFrames: Set<UInt8> = [0xC4, 0xC8, 0xCC]
    /// Baseline, extended and progressive, by Huffman's codes: what programs write and libraries read.
    static let readFrames: ClosedRange<UInt8> = 0xC0...0xC2
  }

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
      let (height, width) = (
        Int(content[1]) << 8 | Int(content[2]), Int(content[3]) << 8 | Int(content[4])
      )
      guard [1, 3, 4].contains(content[5]) else { throw .reason("it has \(content[5]) colors") }
      return orientation < 5
        ? PictureHeader(kind: .jpeg, width: width, height: height, orientation: orientation)
        : PictureHeader(kind: .jpeg, width: height, height: width, orientation: orientation)
    }
    throw .reason("it has no header before its pixels")
  }

  /// What is wrong, as a phrase about "it"; nil if nothing is.
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
    /// Behind its length.
    var content: Range<Int>
  }

  /// Goes from segment to segment.
  private struct SegmentReader {
    let bytes: [UInt8]
    /// Behind the marker of the start.
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

    /// To the next marker that ends compressed pixels: not a 0, which says that FF was meant, and no restart within them.
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

  /// Of a segment with Exif in it; nil for any other, and for what no picture has.
  private static func orientation(in segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: Array("Exif".utf8) + [0, 0]) else { return nil }
    // The rest is a TIFF file: its byte order, 42, the place of its first directory, and there entries of twelve bytes.
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

@testable import TumblePage

/// Reads tracks as the page's script does.
struct TrackReader {
  var changes: ArraySlice<UInt8>
  var spans: ArraySlice<UInt8>
  var values: ArraySlice<UInt8> = []

  init(_ bytes: (changes: [UInt8], spans: [UInt8])) {
    (changes, spans) = (bytes.changes[...], bytes.spans[...])
  }

  init(_ data: PageData) {
    changes = data.bytes[..<data.spans]
    spans = data.bytes[data.spans..<data.values]
    values = data.bytes[data.values...]
  }

  var isAtEnd: Bool { changes.isEmpty && spans.isEmpty && values.isEmpty }

  mutating func track(_ count: Int, isMotion: Bool = true) -> [Int] {
    var (numbers, slope) = (count > 0 ? [signed()] : [], 0)
    while numbers.count < count {
      slope = signed() + (isMotion ? slope : 0)
      for _ in 0...Self.varint(&spans) { numbers.append(numbers[numbers.count - 1] + slope) }
    }
    return numbers
  }

  /// The values of channels.
  mutating func floats(_ channels: Int, _ frames: Int) -> [[Float]] {
    let (all, bytes) = (channels * frames, Array(values))
    values = []
    return (0..<channels).map { channel in
      (channel * frames..<(channel + 1) * frames).map { place in
        Float(bitPattern: (0..<3).reduce(0) { $0 | UInt32(bytes[place + $1 * all]) << (24 - 8 * UInt32($1)) })
      }
    }
  }

  private mutating func signed() -> Int {
    let code = Self.varint(&changes)
    return code % 2 == 0 ? code / 2 : -(code + 1) / 2
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 { break }
    }
    return number
  }
}

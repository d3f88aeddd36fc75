import CTumbleImGui
import TumbleGeometry

/// A line put together from texts and numbers without taking memory for it.
final class TextBuffer {
  private let memory: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    memory = .allocate(capacity: capacity)
    memory.initialize(repeating: 0, count: capacity)
  }

  deinit { memory.deallocate() }

  /// Valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

  func clear() { count = 0 }

  /// What has no room is left out.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes where count < capacity {
      memory[count] = byte
      count += 1
    }
  }

  func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  func append(_ text: String) { text.withBytes { append($0) } }

  /// With at most so many decimals; left out: as many as a person can tell apart.
  func append(_ number: Double, decimals: Int? = nil) {
    guard capacity - count > 32 else { return }
    let decimals = decimals ?? Self.decimals(for: number)
    let place = UnsafeMutableRawPointer(memory + count).assumingMemoryBound(to: CChar.self)
    count += tumble_ui_write_number(place, capacity - count, number, Int32(decimals))
  }

  /// As `Color.hex` has it.
  func append(_ color: Color) {
    func byte(_ component: Double) -> Int { component > 0 ? Int((min(component, 1) * 255).rounded()) : 0 }
    append("#")
    append(hexadecimal: byte(color.red))
    append(hexadecimal: byte(color.green))
    append(hexadecimal: byte(color.blue))
    if color.alpha != 1 { append(hexadecimal: byte(color.alpha)) }
  }

  private func append(hexadecimal byte: Int) {
    guard capacity - count >= 2 else { return }
    for shift in stride(from: 4, through: 0, by: -4) {
      let digit = byte >> shift & 15
      memory[count] = UInt8(digit < 10 ? 48 + digit : 87 + digit)
      count += 1
    }
  }

  /// Three digits that count, or all before the point.
  static func decimals(for number: Double) -> Int {
    switch abs(number) {
    case 1000...: 0
    case 100..<1000: 1
    case 1..<100: 2
    default: 3
    }
  }
}

extension String {
  /// Without taking memory, but for texts that are not Swift's own.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    var copy = self
    return copy.withUTF8(body)
  }
}

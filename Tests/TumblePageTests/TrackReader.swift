/// Reads tracks as the page's script does.
struct TrackReader {
  var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func track(_ count: Int) -> [Int] {
    var (numbers, last, slope, zeros) = ([Int](), 0, 0, 0)
    while numbers.count < count {
      var difference = 0
      if zeros > 0 {
        zeros -= 1
      } else {
        let code = varint()
        if code == 0 { zeros = varint() }
        difference = code % 2 == 0 ? code / 2 : -(code + 1) / 2
      }
      let number = last + slope + difference
      slope = numbers.isEmpty ? 0 : number - last
      last = number
      numbers.append(number)
    }
    return numbers
  }

  mutating func floats(_ count: Int) -> [Float] {
    (0..<count).map { _ in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes.popFirst() ?? 0) << UInt32(8 * $1) })
    }
  }

  private mutating func varint() -> Int {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 { break }
    }
    return number
  }
}

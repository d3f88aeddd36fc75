import Testing
import TumbleTestSupport

@testable import TumblePage

@Suite("A track")
struct TrackTests {
  private func bytes(_ numbers: [Int], isMotion: Bool = true) -> (changes: [UInt8], spans: [UInt8]) {
    var track = Track(isMotion: isMotion)
    for number in numbers { track.append(number) }
    return track.bytes
  }

  @Test("A track has how much the slope of each of its lines changes, and how many numbers are on it")
  func layout() {
    #expect(bytes([]) == ([], []))
    #expect(bytes([0]) == ([0], []))
    #expect(bytes([5]) == ([10], []))
    #expect(bytes([-5]) == ([9], []))
    // Rest, then an even motion, then rest.
    #expect(bytes([5, 5, 5, 5]) == ([10, 0], [2]))
    #expect(bytes([5, 8, 11, 14, 14]) == ([10, 6, 5], [2, 0]))
    // 64 is the first whose code takes two bytes.
    #expect(bytes([63, 64 + 63]) == ([126, 128, 1], [0]))
    #expect(bytes([64]) == ([128, 1], []))
    #expect(bytes([0, 0, 1, 2, 3, 0]) == ([0, 0, 2, 7], [0, 2, 0]))
    // Of what knows nothing of the numbers before, the differences.
    #expect(bytes([7, 9, 4, 4], isMotion: false) == ([14, 4, 9, 0], [0, 0, 0]))
  }

  @Test("A track of what rests for an hour takes a few bytes")
  func rest() {
    let bytes = bytes(Array(repeating: 123_456, count: 432_000))
    #expect(bytes.changes.count + bytes.spans.count == 7)
  }

  @Test(
    "A track with a tolerance is nowhere farther off, and takes less where it may be far",
    arguments: Seeds.list(default: 40))
  func tolerance(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Something that is thrown, bounces, and rests at times.
    var (place, speed) = (5000.0, 0.0)
    let numbers = (0..<600).map { _ in
      speed -= 8
      place += speed
      if place < 0 { (place, speed) = (0, -speed * Double.random(in: 0...1, using: &random)) }
      return Int(place)
    }
    var sizes: [Int] = []
    for tolerance in [0, 4, 100] {
      var track = Track()
      for number in numbers { track.append(number, within: tolerance) }
      var reader = TrackReader(track.bytes)
      let read = reader.track(numbers.count)
      #expect(reader.isAtEnd && read[0] == numbers[0])
      #expect(zip(read, numbers).allSatisfy { abs($0 - $1) <= tolerance }, "\(tolerance)")
      sizes.append(track.bytes.changes.count + track.bytes.spans.count)
    }
    #expect(sizes[2] < sizes[0] / 2, "\(sizes)")
  }

  @Test("A track knows whether its numbers are all the same")
  func constant() {
    var track = Track()
    #expect(track.isConstant)
    for _ in 0..<3 { track.append(-7) }
    #expect(track.isConstant && track.first == -7 && track.count == 3)
    track.append(-6)
    track.append(-7)
    #expect(!track.isConstant)
  }

  @Test("A track reads back as what it was made of, up to its limits", arguments: Seeds.list(default: 40))
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let numbers = (0..<Int.random(in: 1...300, using: &random)).map { index -> Int in
      switch Int.random(in: 0..<6, using: &random) {
      case 0: 0
      case 1: Track.limit
      case 2: -Track.limit
      case 3: Int.random(in: -Track.limit...Track.limit, using: &random)
      case 4: index * 7
      default: Int.random(in: -100...100, using: &random)
      }
    }
    for isMotion in [true, false] {
      var reader = TrackReader(bytes(numbers, isMotion: isMotion))
      #expect(reader.track(numbers.count, isMotion: isMotion) == numbers)
      #expect(reader.isAtEnd)
    }
  }

  @Test("A track has whole parts of what is finite and not too large, and of nothing else")
  func parts() {
    #expect(Track.parts(1, per: 128) == 128)
    #expect(Track.parts(-0.004, per: 128) == -1)
    #expect(Track.parts(-0.003, per: 128) == 0)
    #expect(Track.parts(1e9, per: 128) == 128_000_000_000)
    #expect(Track.parts(.nan, per: 128) == nil)
    #expect(Track.parts(.infinity, per: 128) == nil)
    #expect(Track.parts(-1e300, per: 128) == nil)
    #expect(Track.parts(Double(Track.limit), per: 1) == Track.limit)
    #expect(Track.parts(Double(Track.limit) + 1, per: 1) == nil)
  }
}

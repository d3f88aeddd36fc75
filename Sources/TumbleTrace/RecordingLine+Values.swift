import TumbleFiles
import TumbleFrames
import TumbleGeometry

// Checks and converts the values of a line's keys.
extension RecordingLine {
  static func stepHashes(_ text: String) throws(Wrong) -> [UInt32] {
    let digits = Array(text.utf8)
    var hashes: [UInt32] = []
    hashes.reserveCapacity(digits.count / 8)
    for start in stride(from: 0, to: digits.count, by: 8) {
      var hash: UInt32? = 0
      for digit in digits[start..<min(start + 8, digits.count)] {
        let value = Character(UnicodeScalar(digit)).hexDigitValue
        hash = value.flatMap { value in hash.map { $0 << 4 | UInt32(value) } }
      }
      guard let hash, digits.count % 8 == 0, hashes.count < Recording.maxStepHashes else {
        throw Wrong(
          problem: "each has 8 hexadecimal digits for every step, \(Recording.maxStepHashes) steps at most")
      }
      hashes.append(hash)
    }
    return hashes
  }

  /// Returns true for a name that a scene's file may give. Others are refused: names are shown in terminals.
  static func isName(_ name: String) -> Bool { name.utf8.count <= 64 && name.isName }

  static func bounded(_ value: Double, _ limit: Double, _ what: String) throws(Wrong) -> Double {
    guard value.magnitude <= limit else { throw Wrong(problem: "\(what) is at most \(limit), either way") }
    return value
  }

  static func checked(step: Int) throws(Wrong) -> Int {
    guard (0...Recording.maxSteps).contains(step) else {
      throw Wrong(problem: "a step is a whole number from 0 to \(Recording.maxSteps), not \(step)")
    }
    return step
  }

  static func point(_ numbers: [Double]) throws(Wrong) -> Vector {
    guard numbers.count == 2 else {
      throw Wrong(problem: "a point is two numbers, x and y, not \(numbers.count)")
    }
    guard numbers.allSatisfy({ $0.magnitude <= Vector.largestCoordinate }) else {
      throw Wrong(problem: "a coordinate is at most 1e9 points from the origin")
    }
    return Vector(numbers[0], numbers[1])
  }

  static func body(_ numbers: [Double]) throws(Wrong) -> BodySnapshot {
    guard numbers.count == 8, let id = Int(exactly: numbers[0]), id >= 0, numbers[7] == 0 || numbers[7] == 1
    else {
      throw Wrong(problem: "a body is eight numbers: id, x, y, angle, vx, vy, w, and 1 if it sleeps or 0")
    }
    return BodySnapshot(
      id: BodyID(id), position: Vector(numbers[1], numbers[2]), angle: numbers[3],
      velocity: Vector(numbers[4], numbers[5]), angularVelocity: numbers[6], isSleeping: numbers[7] == 1)
  }
}

import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("The lines of a file")
struct FileLinesTests {
  @Test(
    "The lines of a file are all of its bytes, whatever is read at a time", arguments: Seeds.list(default: 10)
  )
  func all(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scratch = try ScratchFolder()
    var data = Data()
    // Some lines are empty, and some longer than what is read at a time, which is 262,144 bytes.
    for _ in 0..<random.int(in: 0...60) {
      let length = random.pick([0, 1, 40, 262_142, 262_143, 262_144, 262_145, random.int(in: 0...600_000)])
      data += Data(repeating: UInt8(random.int(in: 65...90)), count: length)
      data.append(10)
    }
    if random.bool() { data += Data("no end".utf8) }
    let lines = FileLinesTests.lines(data)
    let file = try FileLines(scratch.file("a", data).path, limit: 1_000_000)
    var (read, whole) = ([[UInt8]](), 0)
    while let line = try file.next() {
      read.append(line.bytes)
      whole += line.isWhole ? line.bytes.count + 1 : 0
      #expect(line.isWhole || read.count == lines.count)
      #expect(file.wholeBytes == whole)
    }
    #expect(read == lines)
    #expect(try file.next() == nil)
  }

  private static func lines(_ data: Data) -> [[UInt8]] {
    var lines = data.split(separator: 10, omittingEmptySubsequences: false).map { [UInt8]($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  @Test("The lines of a file have a limit, and folders, devices and what is not there have none")
  func limits() throws {
    let scratch = try ScratchFolder()
    let long = try FileLines(
      scratch.file("long", Data(repeating: 65, count: 2_000_000)).path, limit: 1_000_000)
    #expect(throws: UntrustedFile.Failure.self) { try long.next() }
    for path in [scratch.url.path, "/dev/zero", scratch.url.path + "/absent"] {
      #expect(throws: UntrustedFile.Failure.self) { try FileLines(path, limit: 100) }
    }
  }
}

import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("The structure of a PNG")
struct PNGStructureTests {
  private func picture() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("ball.png")))
  }

  @Test("The PNG of every picture that comes with Tumble is whole")
  func assets() throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: ProjectFolder.assets, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "png" }
    #expect(!files.isEmpty)
    for file in files {
      #expect(PNGStructure.problem(in: [UInt8](try Data(contentsOf: file))) == nil, "\(file)")
    }
  }

  @Test("A PNG that was cut off anywhere is not whole")
  func cut() throws {
    let bytes = try picture()
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(PNGStructure.problem(in: Array(bytes[..<count])) != nil, "\(count) bytes")
    }
  }

  @Test("A PNG with any one bit changed is not whole", arguments: Seeds.list(default: 20))
  func flipped(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = try picture()
    bytes[generator.int(in: 0...bytes.count - 1)] ^= 1 << UInt8(generator.int(in: 0...7))
    #expect(PNGStructure.problem(in: bytes) != nil)
  }

  @Test("The check of a PNG says what is wrong")
  func messages() throws {
    let bytes = try picture()
    var damaged = bytes
    damaged[bytes.count / 2] ^= 1
    #expect(PNGStructure.problem(in: damaged) == "its IDAT chunk is damaged (the checksum differs)")
    #expect(PNGStructure.problem(in: Array("GIF89a".utf8)) == "it is not a PNG")
    #expect(PNGStructure.problem(in: Array(bytes.dropLast(20))) == "it ends early")
    // The signature, the header and the end, without pixels between.
    #expect(PNGStructure.problem(in: Array(bytes[..<33] + bytes.suffix(12))) == "it has no pixels")
    #expect(
      PNGStructure.problem(in: Array(bytes[..<8] + bytes.suffix(12))) == "it does not begin with its header")
  }
}

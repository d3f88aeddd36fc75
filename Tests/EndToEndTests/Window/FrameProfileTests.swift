import Foundation
import Testing
import TumbleTestSupport

@Suite("tumble run --profile")
struct FrameProfileTests {
  @Test(
    "`tumble run --profile` writes a row a frame and prints a table of all, and a steady frame uploads only what is new"
  )
  func rows() throws {
    let scratch = try ScratchFolder()
    let path = scratch.url.appendingPathComponent("frames.csv").path
    let result = try RunProgram("tumble")(
      "run", "matrix", "--offscreen", "--steps", "360", "--profile", path)
    #expect(result.code == 0, "\(result.errors)")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",").map(String.init)
    }
    let header = try #require(lines.first)
    #expect(header.first == "frame" && header.contains("drawing.ms") && header.contains("physics.ms"))
    let columns = ["draw.calls", "draw.switches", "draw.uploads", "draw.passes", "draw.blended"]
    let places = try columns.map { try #require(header.firstIndex(of: $0), "\($0)") }
    #expect(lines.count > 355 && lines.allSatisfy { $0.count == header.count })
    #expect(lines.dropFirst().enumerated().allSatisfy { $1[0] == "\($0 + 1)" })
    let values = lines.dropFirst().map { row in places.map { Double(row[$0]) ?? -1 } }
    #expect(values.allSatisfy { $0[0] > 100 && $0[1] > 1 && $0[1] <= $0[0] && $0[4] > 0 })
    // The line of status changes ten times per second; nothing else does, once most bodies have been drawn at
    // most angles: SDL's software renderer gets a picture of each.
    let median = values.suffix(60).map { $0[2] }.sorted()[30]
    #expect(median <= 1)
    for word in ["average", "99 %", "drawing", "texture switches", "off-screen passes", "overdraw"] {
      #expect(result.errors.contains(word), "\(word)")
    }
  }

  @Test("`tumble run --profile` does not share standard output with a hash")
  func standardOutput() throws {
    let both = try RunProgram("tumble")(
      "run", "crate", "--offscreen", "--steps", "3", "--hash", "--profile", "-")
    #expect(both.code == 64 && both.errors.contains("--profile -"))
    let alone = try RunProgram("tumble")("run", "crate", "--offscreen", "--steps", "3", "--profile", "-")
    #expect(alone.code == 0 && alone.text.hasPrefix("frame,work.ms,"))
  }
}

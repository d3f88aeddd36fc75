import Foundation
import Testing
import TumbleTestSupport

@Suite("A file that the system refuses")
struct RefusedFilesTests {
  /// An obstacle where a file goes, in a folder of its own.
  private static let obstacles = [
    "missing/x", "file/x", "folder", "loop", "/proc/nothing/x", "/proc/self/mem", "/dev/full",
  ]

  /// Words of Foundation's and of Swift's, which are for programmers.
  private static let raw = [
    "Cocoa", "NSPOSIX", "NSError", "Domain", "couldn’t be", "couldn't be", "reason(", "rawValue",
  ]

  /// The commands; `@` stands for the file, with the ending that it needs.
  private static let commands: [[String]] = [
    ["simulate", "@.yaml"], ["simulate", "--commands", "@"], ["simulate", "crates", "--scenes", "@"],
    ["simulate", "crates", "--steps", "1", "--trace", "@"],
    ["simulate", "crates", "--steps", "1", "--events", "@"],
    ["simulate", "crates", "--steps", "1", "--record", "@"],
    ["simulate", "crates", "--steps", "1", "--against", "@"],
    ["sweep", "crates", "--set", "crate1.x=1", "--duration", "0", "-o", "@"],
    ["sweep", "crates", "--set", "crate1.x=1", "--duration", "0", "--resume", "-o", "@"],
    ["sweep", "--merge", "@", "-o", "out.csv"], ["bench", "@.yaml"], ["validate", "@.yaml"],
    ["format", "@.yaml"], ["test", "@.yaml"], ["test", "crate", "--junit", "@"], ["diff", "@.csv", "@.csv"],
    ["new", "@.yaml"], ["new", "own", "--from", "@.yaml"], ["scenes", "--scenes", "@"],
    ["snapshot", "--commands", "@", "-o", "o.png"], ["snapshot", "crates", "-o", "@.png"],
    ["film", "crates", "--steps", "1", "-o", "@.png"],
    ["film", "crates", "--steps", "1", "-o", "@.png-sequence"],
    ["export", "crates", "--steps", "1", "-o", "@.html"],
    ["motion", "crates", "--steps", "1", "-o", "@.svg"], ["plot", "crates", "--steps", "1", "-o", "@.svg"],
    ["plot", "crates", "--steps", "1", "--with", "@.yaml", "-o", "o.svg"], ["curve", "ease", "-o", "@.svg"],
    ["outline", "@.png"], ["outline", "O", "--into", "@.yaml"],
    ["run", "crates", "--offscreen", "--steps", "1", "--record", "@"],
    ["run", "crates", "--offscreen", "--steps", "1", "--profile", "@"],
  ]

  @Test(
    "A file that the system refuses is told in a sentence that names it, by each command that reads or writes one",
    arguments: commands)
  func refused(command: [String]) throws {
    for obstacle in Self.obstacles {
      // A new folder each time: what is in the way is the same for each command.
      let scratch = try ScratchFolder()
      try scratch.file("file", "hello\n")
      let ending = command.lazy.compactMap { $0.hasPrefix("@") ? String($0.dropFirst()) : nil }.first ?? ""
      // A device and a file of /proc have no other name.
      let isFixed = obstacle.hasPrefix("/") && !obstacle.hasSuffix("/x")
      let name = isFixed ? "link" + ending : obstacle + ending
      for (place, target) in [
        ("folder" + ending, nil), ("loop" + ending, "loop" + ending), ("link" + ending, obstacle),
      ] {
        guard place == name else { continue }
        if let target {
          try FileManager.default.createSymbolicLink(atPath: scratch.path(place), withDestinationPath: target)
        } else {
          try FileManager.default.createDirectory(
            atPath: scratch.path(place), withIntermediateDirectories: false)
        }
      }
      var tumble = RunProgram("tumble")
      tumble.folder = scratch.url
      let result = try tumble.run(command.map { $0.hasPrefix("@") ? name : $0 })
      let said = result.errors + result.text
      for word in Self.raw { #expect(!said.contains(word), "\(command) \(obstacle): \(said)") }
      // A folder of scenes may be empty, and what is written through a link that leads nowhere is.
      guard result.code != 0 else { continue }
      #expect([1, 2, 64].contains(result.code), "\(command) \(obstacle): \(said)")
      // The folder may be what is refused, and a wrong use of options is told by their names.
      let folder = String(name.prefix(upTo: name.lastIndex(of: "/") ?? name.endIndex))
      let isNamed = [name, obstacle, folder].contains { said.contains($0) }
      #expect(result.code == 64 || isNamed, "\(command) \(obstacle): \(said)")
    }
  }
}

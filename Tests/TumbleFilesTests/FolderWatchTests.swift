import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("Files whose folders are watched")
struct FolderWatchTests {
  private let scratch: ScratchFolder
  private let watch: FolderWatch

  init() throws {
    scratch = try ScratchFolder()
    watch = try #require(FolderWatch())
  }

  private func write(_ name: String, _ text: String = "x") throws {
    let file = open(scratch.path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(file) }
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
  }

  /// The files of this folder that were told, each once.
  private func changes() -> [String] {
    var found: Set<String> = []
    watch.readChanges { found.insert(FilePath.file(of: $0)) }
    return found.sorted()
  }

  @Test("Watched files are told once when they are written, others not at all")
  func written() throws {
    for name in ["a.png", "b.png", "c.png"] { try write(name) }
    watch.add(scratch.path("a.png"))
    watch.add(scratch.path("b.png"))
    #expect(changes() == [])
    try write("b.png", "two")
    try write("c.png", "two")
    #expect(changes() == ["b.png"])
    #expect(changes() == [])
  }

  @Test("Watched files are told when another file takes their name, and when they are there at last")
  func replaced() throws {
    try write("a.png")
    watch.add(scratch.path("a.png"))
    watch.add(scratch.path("later.png"))
    try write("new")
    #expect(changes() == [])
    #expect(rename(scratch.path("new"), scratch.path("a.png")) == 0)
    #expect(changes() == ["a.png"])
    try write("later.png")
    #expect(changes() == ["later.png"])
  }

  @Test("Watched files are not told before they are whole")
  func whole() throws {
    watch.add(scratch.path("a.png"))
    let file = open(scratch.path("a.png"), O_WRONLY | O_CREAT, 0o644)
    #expect(Glibc.write(file, "half", 4) == 4)
    #expect(changes() == [])
    close(file)
    #expect(changes() == ["a.png"])
  }

  @Test("Watched files are told by the path that was added, where that is a link to them")
  func links() throws {
    try scratch.file("real/picture.png", "x")
    #expect(symlink(scratch.path("real/picture.png"), scratch.path("link.png")) == 0)
    watch.add(scratch.path("link.png"))
    try write("real/picture.png", "two")
    #expect(changes() == ["link.png"])
  }

  @Test("Watched files in a folder that is not there are never told")
  func noFolder() {
    watch.add(scratch.path("none/a.png"))
    #expect(changes() == [])
  }
}

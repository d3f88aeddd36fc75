import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("A file that is written over")
struct ReplacedFileTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url.path + "/a.yaml" }

  init() throws { scratch = try ScratchFolder() }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    stat(scratch.url.path + "/" + name, &status)
    return status.st_mode & 0o777
  }

  @Test("A replaced file is not written where a pipe has the name of the old file's copy")
  func pipe() throws {
    try scratch.file("a.yaml", "old")
    #expect(mkfifo(path + "~", 0o600) == 0)
    #expect(throws: OutputError.self) { try ReplacedFile.write("new".utf8, to: path) }
    #expect(try scratch.text("a.yaml") == "old")
  }

  @Test("A replaced file keeps its old content beside it, and its permissions")
  func keepsOld() throws {
    try scratch.file("a.yaml", "old")
    chmod(path, 0o664)
    #expect(try ReplacedFile.write(Array("new".utf8), to: path) == path + "~")
    #expect(try (scratch.text("a.yaml"), scratch.text("a.yaml~")) == ("new", "old"))
    #expect((mode("a.yaml"), mode("a.yaml~")) == (0o664, 0o664))
    try ReplacedFile.write(Array("newer".utf8), to: path)
    #expect(try (scratch.text("a.yaml"), scratch.text("a.yaml~")) == ("newer", "new"))
    #expect(try scratch.names() == ["a.yaml", "a.yaml~"])
  }

  @Test("A replaced file stays what a link leads to, and a link of the old content's name is not followed")
  func links() throws {
    try scratch.file("deep/real.yaml", "old")
    try scratch.file("victim", "precious")
    symlink("deep/real.yaml", path)
    symlink("../victim", scratch.url.path + "/deep/real.yaml~")
    #expect(try ReplacedFile.write(Array("new".utf8), to: path) == scratch.url.path + "/deep/real.yaml~")
    #expect(
      try (scratch.text("deep/real.yaml"), scratch.text("deep/real.yaml~"), scratch.text("victim")) == (
        "new", "old", "precious"
      ))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "deep/real.yaml")
  }

  @Test("A replaced file is as it was where it cannot be written, and what stands in the way is said")
  func failures() throws {
    try scratch.file("folder/x", "")
    let folder = #expect(throws: OutputError.self) {
      try ReplacedFile.write(Array("new".utf8), to: scratch.url.path + "/folder")
    }
    #expect("\(try #require(folder))".contains("it is a folder"))
    // The superuser may write anywhere but where there is nothing to write into.
    guard geteuid() != 0 else {
      #expect(throws: OutputError.self) {
        try ReplacedFile.write(Array("new".utf8), to: "/proc/self/none/a.yaml")
      }
      return
    }
    try scratch.file("a.yaml", "old")
    chmod(scratch.url.path, 0o500)
    defer { chmod(scratch.url.path, 0o700) }
    let error = #expect(throws: OutputError.self) { try ReplacedFile.write(Array("new".utf8), to: path) }
    #expect("\(try #require(error))".contains("cannot be written into"))
    #expect(try scratch.text("a.yaml") == "old")
  }

  @Test("A replaced file is not written over where a new one was asked for")
  func new() throws {
    let stem = scratch.url.path + "/moment"
    #expect(try ReplacedFile.writeNew(Array("1".utf8), stem: stem, ending: ".yaml") == stem + ".yaml")
    symlink("nowhere", stem + "-2.yaml")
    #expect(try ReplacedFile.writeNew(Array("3".utf8), stem: stem, ending: ".yaml") == stem + "-3.yaml")
    #expect(try (scratch.text("moment.yaml"), scratch.text("moment-3.yaml")) == ("1", "3"))
    #expect(try scratch.names() == ["moment-2.yaml", "moment-3.yaml", "moment.yaml"])
  }
}

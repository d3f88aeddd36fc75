import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("A file that is watched")
struct FileWatchTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url.path + "/a.yaml" }

  init() throws { scratch = try ScratchFolder() }

  private func write(_ text: String, _ name: String = "a.yaml") throws {
    let file = open(scratch.url.path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    defer { close(file) }
    #expect(Glibc.write(file, text, text.utf8.count) == text.utf8.count)
  }

  private func watch(_ content: String? = nil) throws -> FileWatch {
    try FileWatch(path, content: content.map { Data($0.utf8) }, limit: 1_000)
  }

  private func change(_ watch: FileWatch) -> String? {
    watch.change().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A watched file tells its new content once")
  func once() throws {
    try write("one")
    let watch = try watch("one")
    #expect(change(watch) == nil)
    try write("two")
    #expect(change(watch) == "two")
    #expect(change(watch) == nil)
  }

  @Test("A watched file that was changed before it was watched is a change")
  func before() throws {
    try write("two")
    #expect(try change(watch("one")) == "two")
  }

  @Test("A watched file tells what an editor writes beside it and gives its name")
  func renamed() throws {
    try write("one")
    let watch = try watch("one")
    for round in 0..<3 {
      try write("new \(round)", ".a.yaml.swp")
      rename(scratch.url.path + "/.a.yaml.swp", path)
      #expect(change(watch) == "new \(round)")
    }
    // The old one moved away, the new one written in its place.
    rename(path, path + "~")
    #expect(change(watch) == nil)
    try write("last")
    #expect(change(watch) == "last")
  }

  @Test("A watched file does not tell what is half written, its own content, or other files")
  func nothing() throws {
    try write("one")
    let watch = try watch("one")
    let file = open(path, O_WRONLY | O_TRUNC)
    Glibc.write(file, "tw", 2)
    #expect(change(watch) == nil)
    Glibc.write(file, "o", 1)
    close(file)
    #expect(change(watch) == "two")
    try write("two")
    #expect(change(watch) == nil)
    try write("x", "b.yaml")
    #expect(change(watch) == nil)
    unlink(path)
    let new = open(path, O_WRONLY | O_CREAT, 0o644)
    #expect(change(watch) == nil)
    Glibc.write(new, "three", 5)
    close(new)
    #expect(change(watch) == "three")
  }

  @Test("A watched file does not tell what this program said that it would write")
  func own() throws {
    try write("one")
    let watch = try watch("one")
    watch.expect("two".utf8)
    try ReplacedFile.write(Array("two".utf8), to: path)
    #expect(change(watch) == nil)
    try write("three")
    #expect(change(watch) == "three")
  }

  @Test(
    "A watched file is reported through a link, when what it leads to changes and when it leads elsewhere")
  func links() throws {
    try scratch.file("deep/real.yaml", "one")
    try scratch.file("other.yaml", "other")
    symlink("deep/real.yaml", path)
    let watch = try watch("one")
    #expect(change(watch) == nil)
    try write("two", "deep/real.yaml")
    #expect(change(watch) == "two")
    unlink(path)
    symlink("other.yaml", path)
    #expect(change(watch) == "other")
    try write("more", "other.yaml")
    #expect(change(watch) == "more")
  }

  @Test("A watched file is found again when its folder was away")
  func folder() throws {
    try scratch.file("in/a.yaml", "one")
    let watch = try FileWatch(scratch.url.path + "/in/a.yaml", content: Data("one".utf8), limit: 1_000)
    rename(scratch.url.path + "/in", scratch.url.path + "/out")
    #expect(change(watch) == nil)
    try write("two", "out/a.yaml")
    #expect(change(watch) == nil)
    try scratch.file("in/a.yaml", "three")
    #expect(change(watch) == "three")
  }

  @Test("A watched file is no pipe that is waited for, and no more than its limit")
  func hostile() throws {
    try write("one")
    let watch = try watch("one")
    unlink(path)
    mkfifo(path, 0o600)
    #expect(change(watch) == nil)
    unlink(path)
    try write(String(repeating: "x", count: 2_000))
    #expect(change(watch) == nil)
    try write("small")
    #expect(change(watch) == "small")
  }

  @Test("A watched file cannot be watched without a folder")
  func missing() {
    #expect(throws: OutputError.self) { try FileWatch("/nowhere/at/all.yaml", content: nil, limit: 10) }
  }
}

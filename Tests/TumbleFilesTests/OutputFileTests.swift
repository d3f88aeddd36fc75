import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("A file that is written")
struct OutputFileTests {
  private let scratch: ScratchFolder
  private let file: URL

  init() throws {
    scratch = try ScratchFolder()
    file = scratch.url.appendingPathComponent("trace.csv")
  }

  private func problem(_ path: String) -> String {
    do {
      let output = try OutputFile(path: path)
      try output.write("x")
      try output.finish()
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test("An output file appears under its name when it is finished, whole")
  func whole() throws {
    try scratch.file("trace.csv", "old")
    let output = try OutputFile(path: file.path)
    let text = String(repeating: "0123456789\n", count: 20_000)
    try output.write(text)
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
    try output.finish()
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
    #expect(try scratch.names() == ["trace.csv"])
  }

  @Test("An output file leaves nothing behind when it is let go of unfinished")
  func unfinished() throws {
    var output: OutputFile? = try OutputFile(path: file.path)
    try output?.write("half")
    try output?.flush()
    #expect(try scratch.names().count == 1)
    output = nil
    #expect(try scratch.names() == [])
  }

  @Test("An output file keeps a link a link and a file's permissions")
  func links() throws {
    let target = try scratch.file("target", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target.path)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    #expect(problem(file.path) == "none")
    #expect(try String(contentsOf: target, encoding: .utf8) == "x")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
    let mode = try FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  @Test("An output file goes straight to a device")
  func device() { #expect(problem("/dev/null") == "none") }

  @Test("An output file says what is in the way")
  func errors() {
    #expect(problem(scratch.url.path) == "cannot write \(scratch.url.path): it is a folder")
    #expect(problem("/nowhere/at/all") == "cannot write /nowhere/at/all: no such file or directory")
    #expect(problem("") == "cannot write a file: its name is empty")
    #expect(problem("/dev/full") == "cannot write /dev/full: no space left on device")
  }
}

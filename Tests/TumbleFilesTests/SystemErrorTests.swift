import Foundation
import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("An error of Foundation's")
struct SystemErrorTests {
  private func error(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "An error of Foundation's is told with the file and the system's reason, without a domain or a number")
  func sentences() throws {
    let scratch = try ScratchFolder()
    let (missing, file) = (scratch.path("missing"), scratch.path("file"))
    try scratch.file("file", "hello")
    let cases: [(path: String, reason: String, act: () throws -> Void)] = [
      (missing, "no such file", { _ = try Data(contentsOf: URL(fileURLWithPath: missing)) }),
      (missing, "no such file", { try FileManager.default.removeItem(atPath: missing) }),
      (
        file + "/x", "not a directory",
        {
          try FileManager.default.createDirectory(atPath: file + "/x", withIntermediateDirectories: false)
        }
      ),
      (missing + "/x", "no such file", { try Data().write(to: URL(fileURLWithPath: missing + "/x")) }),
    ]
    for (path, reason, act) in cases {
      let said = SystemError.explanation(of: try #require(error(act)))
      #expect(said.hasPrefix(path + ": ") && said.contains(reason), "\(said)")
      #expect(!said.contains("Domain") && !said.contains("Cocoa"), "\(said)")
    }
    #expect(SystemError.explanation(of: POSIXError(.ENOSPC)) == "no space left on device")
  }

  @Test("An error of Foundation's JSON is told in words")
  func json() throws {
    let encoding = try #require(error { _ = try JSONEncoder().encode([Double.infinity]) })
    #expect(SystemError.explanation(of: encoding) == "inf cannot be written as JSON")
    let decoding = try #require(error { _ = try JSONDecoder().decode([Int].self, from: Data("{".utf8)) })
    #expect(SystemError.explanation(of: decoding).hasPrefix("it is not the JSON that is expected"))
  }
}

import Testing
import TumbleFiles
import TumbleTestSupport

@Suite("A locked file")
struct LockedFileTests {
  private let scratch: ScratchFolder
  private var path: String { scratch.url.path + "/session.jsonl" }

  init() throws { scratch = try ScratchFolder() }

  @Test("A locked file is taken by nobody else while it is held, and by the first who asks once it is not")
  func held() throws {
    var file = try LockedFile.make(path)
    #expect(file != nil)
    #expect(LockedFile.take(path) == nil)
    file = nil
    let taken = LockedFile.take(path)
    #expect(taken != nil)
    #expect(LockedFile.take(path) == nil)
  }

  @Test("A locked file stays locked when it is replaced, by what replaced it, and is free with that")
  func replaced() throws {
    var file = try LockedFile.make(path)
    try file?.append([1])
    file = try file?.replaced(with: [2, 3])
    #expect(file?.path == path)
    #expect(file?.bytes(limit: 10) == [2, 3])
    #expect(LockedFile.take(path) == nil)
    try file?.append([4])
    #expect(file?.bytes(limit: 10) == [2, 3, 4])
    file = nil
    #expect(LockedFile.take(path) != nil)
  }
}

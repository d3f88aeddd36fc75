import Testing
import TumbleFiles
import TumbleTestSupport
import TumbleTrace

@testable import TumbleScenes

@Suite("A scene's name in a recording")
struct RecordedNameTests {
  @Test(
    "A scene's name in a recording is read back from the recording of any file that is not refused",
    arguments: Seeds.list(default: 10))
  func readBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<random.int(in: 0...8)).map { _ in UInt8(random.int(in: 0...255)) }
      let path = "scenes/" + String(decoding: bytes, as: UTF8.self) + random.pick(SceneLibrary.endings)
      guard (try? SceneLibrary.check(path: path)) != nil else { continue }
      let name = SceneLibrary.name(ofFileAt: path)
      let head = Recording.Head(scene: name, content: "tumble: 1\n", rate: 120, library: "7")
      let read = try Recording(bytes: Recording(head: head, end: 0).bytes)
      #expect(Array(read.head.scene.utf8) == Array(name.utf8), "\(bytes)")
    }
  }

  @Test(
    "A scene's name in a recording is refused with a sentence where a line feed is in it, before anything is recorded"
  )
  func refused() {
    let error = #expect(throws: SceneError.self) { try SceneLibrary.check(path: "a\nb.yaml") }
    #expect(error?.description.contains("rename the file") == true)
  }
}

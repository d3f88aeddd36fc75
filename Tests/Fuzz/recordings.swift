import Foundation
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// What libFuzzer calls: whatever the bytes, the reader answers in an orderly way. A recording that it takes is written and
/// read again as the same recording, and its commands can be given to the scene that it holds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecordings(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let recording: Recording
  do {
    recording = try Recording(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    precondition(!"\(error)".isEmpty, "refused without a word why")
    return 0
  }
  let second: Recording
  do {
    second = try Recording(bytes: recording.bytes)
  } catch {
    fatalError(
      "what was written cannot be read: \(error)\n\(String(decoding: recording.bytes, as: UTF8.self))")
  }
  // By bytes: a number that is not one never equals itself.
  precondition(second.bytes == recording.bytes, "what was written reads back otherwise")
  replay(recording)
  return 0
}

private func replay(_ recording: Recording) {
  var limits = SceneLimits()
  limits.bodies = 50
  limits.shapes = 100
  limits.nodes = 5_000
  let outcome = SceneReader(limits: limits).read(
    Data(recording.head.content.utf8), file: "fuzz.yaml", name: "fuzz")
  guard let scene = outcome.scene, let world = try? World(scene) else { return }
  for stamped in recording.commands.prefix(20) { _ = try? world.step([stamped.command]) }
}

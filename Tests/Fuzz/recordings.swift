import Foundation
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// The entry point for libFuzzer: whatever the bytes, the reader answers in an orderly way. A recording that
/// it takes is written and read again as the same recording, its beginning is a recording too, and its
/// commands can be given to the scene that it holds.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecordings(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
  read(bytes)
  // Nearly every change makes a digest wrong: what is behind it is reached without them.
  read(withoutDigests(bytes))
  return 0
}

private func withoutDigests(_ bytes: [UInt8]) -> [UInt8] {
  let key = Array(",\"digest\":\"".utf8)
  var result: [UInt8] = []
  var rest = bytes[...]
  while let next = rest.first {
    guard next == key[0], rest.starts(with: key),
      let end = rest.dropFirst(key.count).firstIndex(of: UInt8(ascii: "\""))
    else {
      result.append(rest.removeFirst())
      continue
    }
    rest = rest[(end + 1)...]
  }
  return result
}

private func read(_ bytes: [UInt8]) {
  let recording: Recording
  do {
    recording = try Recording(bytes: bytes)
  } catch {
    precondition(!"\(error)".isEmpty, "refused without a word why")
    return
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
  checkBeginning(of: bytes)
  replay(recording)
}

/// Checks that, whatever line a program was ended at, there is a recording up to it, if there is a head.
private func checkBeginning(of bytes: [UInt8]) {
  guard let last = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n")) else { return }
  do {
    let beginning = try Recording(bytes: Array(bytes[...last]))
    precondition(beginning.unfinishedAfter != nil, "an end line has something after it")
  } catch RecordingError.cutOff {
  } catch {
    fatalError("a recording's beginning is refused: \(error)")
  }
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

import Foundation
import TumbleScenes
import TumbleSimulation

/// The entry point for libFuzzer: whatever the bytes, the reader answers in an orderly way. A scene that it
/// takes is written and read again as the same scene, and where the linter finds no error it can be built and
/// stepped.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzScenes(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = bytes.map { Data(bytes: $0, count: count) } ?? Data()
  var limits = SceneLimits()
  limits.bodies = 300
  limits.shapes = 1000
  limits.nodes = 20_000
  let reader = SceneReader(limits: limits)
  let outcome = reader.read(data, file: "fuzz.yaml", name: "fuzz")
  _ = outcome.diagnostics.map(\.description)
  guard let scene = outcome.scene else {
    precondition(outcome.diagnostics.contains { $0.severity == .error }, "no scene, and no word why")
    precondition(outcome.diagnostics.count <= 2 * limits.errors + 2, "more diagnostics than promised")
    return 0
  }

  let text = SceneWriter().text(scene)
  var roomy = limits
  roomy.nodes = .max
  roomy.bytes = .max
  let again = SceneReader(limits: roomy).read(Data(text.utf8), file: "again.yaml", name: "fuzz")
  guard let second = again.scene else {
    fatalError("what was written cannot be read:\n\(text)\n\(again.diagnostics.map(\.description))")
  }
  guard second == scene else {
    fatalError("what was written reads back otherwise:\n\(text)\n\(scene)\n\(second)")
  }
  if let sound = SceneLinter().lint(outcome).scene { step(sound) }
  return 0
}

/// Things may fly off and be removed, which throws; they may not trap.
private func step(_ scene: Scene) {
  guard scene.bodies.count <= 100 else { return }
  do {
    let world = try World(scene)
    for _ in 0..<3 { _ = try? world.step() }
  } catch {
    fatalError("cannot be built: \(error)")
  }
}

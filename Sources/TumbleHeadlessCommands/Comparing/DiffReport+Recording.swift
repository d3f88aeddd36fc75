import Foundation
import TumbleFiles
import TumbleGeometry
import TumbleScenes
import TumbleTrace

extension DiffReport {
  init(_ a: NumberedRecording, _ b: NumberedRecording, _ titles: [String], limit: Int) {
    let comparison = RecordingComparison(a, b)
    let scenes = [a, b].map { Self.scene(of: $0.recording) }
    let sceneLines = Self.sceneLines(comparison, scenes)
    let isEqual = comparison.isEqualButForScene && sceneLines.isEmpty
    self.init(isEqual: isEqual, isEqual ? [] : ["\(titles[0]) and \(titles[1]) differ"])
    for difference in comparison.head {
      add("\(difference.name): \(difference.values.joined(separator: " → "))")
    }
    add("the scene that was run:", sceneLines, limit: limit)
    if comparison.hasOtherScene, sceneLines.isEmpty {
      add("the texts of the scenes differ, and say the same")
    }
    if let command = comparison.command {
      add("first different command:")
      for (title, (text, line)) in zip(titles, zip(command.texts, command.lines)) {
        let place = line.map { " (line \($0))" } ?? ""
        add("  \(title)\(place): \(text.map { String($0.prefix(300)) } ?? "there are no more")")
      }
    }
    add(comparison, scenes, titles, limit: limit)
    if comparison.ends[0] != comparison.ends[1] {
      add("steps run: \(comparison.ends[0]) → \(comparison.ends[1])")
    }
    for (title, recording) in zip(titles, [a.recording, b.recording]) {
      if let line = recording.unfinishedAfter {
        add("\(title) was not finished; its last whole line is line \(line)")
      }
    }
    guard isEqual else { return }
    let commands = Self.count(a.recording.commands.count, "command")
    let hashes = comparison.commonHashes == 1 ? "1 hash" : "\(comparison.commonHashes) hashes"
    add("\(titles[0]) and \(titles[1]): no difference in \(commands) and \(hashes)")
  }

  private mutating func add(
    _ comparison: RecordingComparison, _ scenes: [Scene?], _ titles: [String], limit: Int
  ) {
    guard let hash = comparison.hash else {
      if comparison.commonHashes == 0 { add("there is no step of which both have a hash") }
      return
    }
    let before = hash.lastEqual.map { "; the same after step \($0)" } ?? ""
    add("first different hash: after step \(hash.step)\(before)")
    guard let step = comparison.statesStep else { return }
    // The scene's bodies have the first ids, in its order.
    func name(_ id: BodyID, _ scene: Scene?) -> String {
      guard let scene, scene.bodies.indices.contains(id.number) else { return "body \(id)" }
      return scene.bodies[id.number].id
    }
    let states = comparison.states.map { state in
      let distance = state.distance.isFinite ? "by \(state.distance.shortText): " : ""
      return "\(name(state.body, scenes[0])).\(state.column) \(distance)"
        + state.values.map(\.shortText).joined(separator: ", ")
    }
    add("largest difference of each body after step \(step):", states, limit: limit)
    for (index, bodies) in comparison.bodiesOnlyIn.enumerated() where !bodies.isEmpty {
      add("only \(titles[index]) has then:", bodies.map { name($0, scenes[index]) }, limit: limit)
    }
  }

  private static func sceneLines(_ comparison: RecordingComparison, _ scenes: [Scene?]) -> [String] {
    guard comparison.hasOtherScene else { return [] }
    // A file of another version may no longer be read.
    guard let old = scenes[0], let new = scenes[1] else {
      return ["the texts differ, and not both can be read as a scene"]
    }
    return SceneComparison(old, new).differences.map(\.description)
  }

  private static func scene(of recording: Recording) -> Scene? {
    SceneReader().read(
      Data(recording.head.content.utf8), file: "the recorded scene", name: recording.head.scene
    ).scene
  }
}

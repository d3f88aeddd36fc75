import TumbleFrames
import Yams

/// The text of a scene with all that it was read with in it: the files that it includes, and the values that its variables were
/// and controls were
/// given from outside. It reads as the same scene anywhere.
enum SceneContent {
  static func text(
    _ text: SceneText, _ root: Node, included: [IncludedFiles.File], settings: [SceneSetting],
    controls: Set<String>
  ) -> String {
    guard !included.isEmpty || !settings.isEmpty, let tree = try? TextTree(text, root: root) else {
      return text.string
    }
    var edits = TextEdits(tree)
    let scene = SectionName.scene.section
    func set(_ key: String, _ settings: [SceneSetting]) {
      guard !settings.isEmpty else { return }
      // Of several for one name the last counts.
      let latest = settings.enumerated().filter { place, setting in
        !settings[(place + 1)...].contains { $0.name == setting.name }
      }.map(\.element)
      let values = latest.map { setting in
        (
          setting.name,
          NumberText.number(setting.value) == nil ? FormatNode.text(setting.value) : .plain(setting.value)
        )
      }
      if let entry = tree.root.entry(key, in: scene), entry.node.isMapping, !entry.node.entries.isEmpty {
        for (name, value) in values { edits.set(name, value, in: entry.node, nil) }
      } else {
        edits.set(key, .mapping(values), in: tree.root, scene)
      }
    }
    set("variables", settings.filter { !controls.contains($0.name) })
    set("set", settings.filter { controls.contains($0.name) })
    if !included.isEmpty {
      let files: [FormatNode] = included.map {
        .mapping([("file", .text($0.path)), ("content", .text($0.text.string))])
      }
      edits.set("included", .list(files), in: tree.root, scene)
    }
    return String(decoding: edits.applied(), as: UTF8.self)
  }
}

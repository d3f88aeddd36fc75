import Foundation
import TumbleGeometry
import Yams

/// Changes the text of a scene's file so that it reads as another scene, and leaves what need not change as it is: comments,
/// order, templates, variables, units, quotes, spacing and line ends.
///
/// - What several bodies take from a template stays there; a body that differs gets the key itself.
/// - A change that all bodies of a repeater share is made in the repeater's entry. A change to some of them unrolls it: its
///   entry is written once for each body, with the ids that they had. A chain of joints likewise.
/// - A number keeps its unit where it can be said in it exactly.
/// - The result is read again: what is returned reads as exactly the scene that was asked for.
public struct SceneTextPatch: Sendable {
  /// How the text is read: with which limits, included files and values of variables.
  public var reader: SceneReader
  /// A repeater of more bodies, or a chain of more joints, is not unrolled.
  public var longestUnrolled = 500

  public init(limits: SceneLimits = SceneLimits()) { reader = SceneReader(limits: limits) }

  public init(_ reader: SceneReader) {
    self.reader = reader
    // A patch is for the text; whether its pictures are there is no matter.
    self.reader.pictureFolders = nil
  }

  /// - Parameters:
  ///   - text: The file's bytes.
  ///   - scene: What they are to read as; its name and the paths of its pictures do not matter.
  public func patched(_ text: Data, to scene: Scene) throws(SceneTextPatchError) -> Data {
    var (text, reader) = (text, reader)
    try forgetSettings(&text, &reader, scene)
    var attempts: [String: Int] = [:]
    var isOurs = false
    // Each round may show what follows from the last: a joint's length was left out, and its bodies have moved.
    for _ in 0..<8 {
      let read = reader.read(text, file: "scene", name: scene.name)
      guard let old = read.scene, let source = read.source else {
        let errors = read.diagnostics.filter { $0.severity == .error }
        throw isOurs ? .invalid(errors) : .unreadable(errors)
      }
      var difference = SceneDifference(
        from: old, to: scene, source: source, tree: try tree(of: text), attempts: attempts)
      difference.longestUnrolled = longestUnrolled
      try difference.find()
      guard !difference.edits.isEmpty else {
        try check(old, scene, hasIncluded: source.hasIncluded)
        return text
      }
      attempts = difference.attempts
      text = Data(SceneText.byteOrderMark(of: text) + difference.edits.applied())
      isOurs = true
    }
    throw .refused("the scene cannot be written into its file's text; save it as a new file")
  }

  /// What controls were set to is written where it belongs, to what they set: else it would count again for the next reader.
  private func forgetSettings(_ text: inout Data, _ reader: inout SceneReader, _ scene: Scene)
    throws(SceneTextPatchError)
  {
    let read = reader.read(text, file: "scene", name: scene.name)
    guard let old = read.scene, !old.controls.isEmpty, SceneWriter().text(old) != SceneWriter().text(scene)
    else { return }
    reader.settings.removeAll { setting in old.controls.contains { $0.id == setting.name } }
    guard read.source?.root.has("set") == true else { return }
    let tree = try tree(of: text)
    var edits = TextEdits(tree)
    edits.remove("set", in: tree.root, SectionName.scene.section)
    text = Data(SceneText.byteOrderMark(of: text) + edits.applied())
  }

  private func tree(of data: Data) throws(SceneTextPatchError) -> TextTree {
    // Both have just been done by the reader.
    guard let text = try? SceneText(data, limits: reader.limits),
      let root = try? Parser(yaml: text.string, resolver: .basic, encoding: .utf8).singleRoot()
    else { throw .layout(line: 1) }
    return try TextTree(text, root: root)
  }

  /// What no comparison of single objects shows.
  private func check(_ read: Scene, _ scene: Scene, hasIncluded: Bool) throws(SceneTextPatchError) {
    guard SceneWriter().text(read) == SceneWriter().text(scene) else {
      if hasIncluded {
        throw .refused(
          "something was changed that an included file says; change it there, or save the scene as a new file"
        )
      }
      throw .refused("the scene cannot be written into its file's text; save it as a new file")
    }
  }
}

import ArgumentParser
import TumbleFiles
import TumbleScenes

package struct ScenesCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "List all scenes with their titles.")

  @OptionGroup var folder: SceneFolder

  @OptionGroup var json: JSONOptions

  /// A scene of the list, as JSON has it.
  private struct Entry: Encodable {
    var name: String
    /// nil for one that cannot be read.
    var title: String?
  }

  package init() {}

  package func run() throws {
    let library = try folder.library()
    let names = library.names()
    if json.isJSON {
      return try JSONOptions.print(names.map { Entry(name: $0, title: (try? library.scene($0))?.title) })
    }
    let width = names.map(\.count).max() ?? 0
    let output = try OutputFile(path: "-")
    for name in names {
      try output.write(
        "\(name)\(String(repeating: " ", count: width - name.count))  \(title(of: name, in: library))\n")
    }
    try output.finish()
  }

  private func title(of name: String, in library: SceneLibrary) -> String {
    guard let scene = try? library.scene(name) else {
      return "(cannot be read: try `tumble validate \(name)`)"
    }
    return scene.title
  }
}

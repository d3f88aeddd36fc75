import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes

package struct FormatCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Bring scene files into one style: indentation, spaces and empty lines.",
    discussion:
      "Values, comments, quotes and line breaks stay as they are. The names of files that were changed are printed."
  )

  @Argument(
    help: ArgumentHelp(
      "Scenes by name, or files by path; - is standard input to standard output.", valueName: "scene"),
    completion: .sceneNames)
  var scenes: [String]

  @OptionGroup var folder: SceneFolder

  @Flag(help: "Change nothing; print what would be changed, and exit with 1 if anything would be.")
  var check = false

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  package init() {}

  package func run() throws {
    let library = try folder.library()
    let output = try OutputFile(path: "-")
    var isOther = false
    for scene in scenes {
      if scene == "-" {
        let old = try library.readStandardInput()
        let new = try format(old, file: "standard input", library)
        if !check { try output.write(String(decoding: new, as: UTF8.self)) }
        isOther = isOther || new != old
        continue
      }
      let path = try library.path(of: scene)
      let old = try SceneFile(reading: path, limits: library.limits).text
      let new = try format(old, file: path, library)
      guard new != old else { continue }
      isOther = true
      if !check { try ReplacedFile.write(new, to: path, isOldKept: false) }
      if !isQuiet { try output.write(path + "\n") }
    }
    try output.finish()
    if check, isOther { throw ExitCode.failure }
  }

  private func format(_ text: Data, file: String, _ library: SceneLibrary) throws -> Data {
    do throws(SceneTextPatchError) {
      return try SceneTextFormat(limits: library.limits).formatted(text, file: file)
    } catch {
      switch error {
      case .unreadable(let diagnostics): throw SceneError.invalid(diagnostics)
      case .layout(let line):
        throw SceneError.unreadable(
          path: file, reason: "line \(line) is written in a way that cannot be formatted")
      default: throw SceneError.unreadable(path: file, reason: "\(error)")
      }
    }
  }
}

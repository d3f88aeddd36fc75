import ArgumentParser
import Foundation
import TumbleSimulation

package struct ScenesCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "List all scenes with their titles.")

  @OptionGroup var folder: SceneFolder

  @OptionGroup var json: JSONOptions

  /// A scene of the list, as JSON has it.
  private struct Entry: Encodable {
    var name: String
    /// The title; nil for a scene that cannot be read.
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

package struct NewCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin a scene of your own, from nothing or from another.",
    discussion: """
      The scene is written to Scenes/NAME.yaml, where `tumble run NAME` finds it; to a path that ends in \
      .yaml it is written as it is. Nothing is written over.
      """)

  @Argument(help: "The new scene's name, or a path to its file.")
  var name: String

  @OptionGroup var folder: SceneFolder

  @Option(
    help: ArgumentHelp("Copy a scene, with its comments and the files that it includes.", valueName: "scene"))
  var from: String?

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  package init() {}

  package func run() throws {
    let path = try self.path()
    guard !UntrustedFile.exists(path) else {
      throw SceneError.unreadable(path: path, reason: "there is a file of that name already")
    }
    let starter = try SceneStarter(title: SceneLibrary.name(ofFileAt: path), from: from, in: folder.library())
    try starter.write(to: path)
    guard !isQuiet else { return }
    try OutputFile.print(path + "\n")
  }

  private func path() throws -> String {
    // What is written is YAML.
    if SceneLibrary.isPath(name), !name.hasSuffix(".json") {
      try SceneLibrary.check(path: name)
      return name
    }
    guard SceneLibrary.isName(name) else { throw SceneError.badName(name) }
    return (folder.path ?? "Scenes") + "/" + name + ".yaml"
  }
}

package struct FormatCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "format",
    abstract: "Bring scene files into one style: indentation, spaces and empty lines.",
    discussion: """
      Values, comments, quotes and line breaks stay as they are. The names of files that were changed are \
      printed.
      """)

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

package struct ValidateCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check scene files and report errors with line and column.",
    discussion: "The exit code is 0 if there are only warnings, 1 if a file has an error.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Argument(
    help: ArgumentHelp(
      "Scenes by name, files, or folders of scene files; - is standard input.", valueName: "scene"),
    completion: .sceneNames)
  var scenes: [String]

  @OptionGroup var folder: SceneFolder

  @OptionGroup var values: SettingOptions

  @Option(help: "text for people, json for editors.")
  var format = Format.text

  @OptionGroup var json: JSONOptions

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  /// The result of checking one file, as JSON has it.
  private struct Report: Encodable {
    var scene: String
    var isValid: Bool
    var diagnostics: [SceneDiagnostic]
  }

  package init() {}

  package func run() throws {
    var library = try folder.library()
    library.settings = try values.settings
    try library.takeStandardInput(for: scenes)
    let reports = try scenes.flatMap { try SceneFolder.files($0, in: library) }.map { report($0, library) }
    let output = try OutputFile(path: "-")
    switch json.isJSON ? .json : format {
    case .text:
      let isColored = TerminalColors.areWanted(
        on: STDOUT_FILENO, environment: ProcessInfo.processInfo.environment)
      for report in reports {
        for diagnostic in report.diagnostics where !isQuiet || diagnostic.severity == .error {
          let text = diagnostic.description
          try output.write((isColored ? TerminalColors.colored(text) : text) + "\n")
        }
        if !isQuiet, report.diagnostics.allSatisfy({ $0.severity == .note }) {
          try output.write("\(report.scene): nothing wrong\n")
        }
      }
    case .json: try output.write(JSONOptions.text(reports))
    }
    try output.finish()
    if reports.contains(where: { !$0.isValid }) { throw ExitCode(1) }
  }

  private func report(_ scene: String, _ library: SceneLibrary) -> Report {
    do {
      let outcome = try library.check(scene)
      return Report(scene: scene, isValid: outcome.scene != nil, diagnostics: outcome.diagnostics)
    } catch SceneError.unreadable(let path, let reason) {
      return Report(
        scene: scene, isValid: false, diagnostics: [SceneDiagnostic(.error, file: path, message: reason)])
    } catch {
      return Report(
        scene: scene, isValid: false, diagnostics: [SceneDiagnostic(.error, file: scene, message: "\(error)")]
      )
    }
  }
}

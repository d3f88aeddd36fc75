import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation

package struct ValidateCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check scene files and report errors with line and column.",
    discussion: "The exit code is 0 if there are only warnings, 1 if a file has an error.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
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

  /// What came of one of them, as JSON has it.
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
    case .json:
      try output.write(JSONOptions.text(reports))
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

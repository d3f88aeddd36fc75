import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check scene files, and say what is wrong with them, and where.",
    discussion: "Warnings alone leave the exit code at 0; an error in any of the files makes it 1.")

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
  }

  @Argument(help: ArgumentHelp("Scenes by name, or files by path.", valueName: "scene"))
  var scenes: [String]

  @OptionGroup var folder: SceneFolder

  @Option(help: "text for people, json for editors.")
  var format = Format.text

  /// What came of one of them, as JSON has it.
  private struct Report: Encodable {
    var scene: String
    var isValid: Bool
    var diagnostics: [SceneDiagnostic]
  }

  func run() throws {
    let library = try folder.library()
    let reports = scenes.map { report($0, library) }
    let output = try OutputFile(path: "-")
    switch format {
    case .text:
      for report in reports {
        for diagnostic in report.diagnostics { try output.write("\(diagnostic)\n") }
        if report.diagnostics.allSatisfy({ $0.severity == .note }) {
          try output.write("\(report.scene): nothing wrong\n")
        }
      }
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try output.write(String(decoding: encoder.encode(reports), as: UTF8.self) + "\n")
    }
    try output.finish()
    if reports.contains(where: { !$0.isValid }) { throw ExitCode(1) }
  }

  /// Why the engine can't take a scene; nil if it can.
  private func refusal(of scene: Scene, file: String) -> SceneDiagnostic? {
    do {
      _ = try World(scene)
      return nil
    } catch {
      return SceneDiagnostic(.error, file: file, message: "the scene cannot be built: \(error)")
    }
  }

  private func report(_ scene: String, _ library: SceneLibrary) -> Report {
    do {
      let outcome = try library.read(scene)
      var diagnostics = outcome.diagnostics
      // What passes here must run: the reader has checked all that is known to be refused, and this asks the engine.
      if let made = outcome.scene, let refusal = refusal(of: made, file: outcome.file) {
        diagnostics.insert(refusal, at: 0)
      }
      return Report(
        scene: scene, isValid: diagnostics.allSatisfy { $0.severity != .error }, diagnostics: diagnostics)
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

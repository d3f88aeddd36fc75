import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes
import TumbleSimulation
import TumbleTrace

package struct DiffCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two traces, two recordings or two scenes.",
    discussion: """
      Of traces (CSV or JSON Lines) it prints the first value that differs and the largest difference of each body; of \
      recordings the first different command and hash; of scenes each key that changed. What a file is is found by its \
      content. The exit code is 0 if there is no difference, 1 if there is one, 2 if a file cannot be read; \
      with --quiet nothing else says so.
      """)

  @Argument(
    help: ArgumentHelp("A file, a scene's name, or - for standard input.", valueName: "a"),
    completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("What it is compared with.", valueName: "b"), completion: .file())
  var second: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Numbers of traces that are no further apart count as the same; default: 0, bit for bit.",
      valueName: "distance"))
  var tolerance: Double?

  @Option(parsing: .unconditional, help: "The most lines of each list.")
  var limit = 20

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  @OptionGroup var json: JSONOptions

  @OptionGroup var folder: SceneFolder

  package init() {}

  package func validate() throws {
    if let tolerance, !(tolerance >= 0 && tolerance.isFinite) {
      throw ValidationError("--tolerance is a number, 0 or more, not \(tolerance).")
    }
    if limit < 1 { throw ValidationError("--limit is a number of lines, 1 or more, not \(limit).") }
    if first == "-", second == "-" {
      throw ValidationError("Only one of the two files can be standard input.")
    }
  }

  package func run() throws {
    let report: DiffReport
    do {
      report = try self.report()
    } catch  where error is DiffError || error is SceneError {
      Program.say(Program.explain(error) ?? "Error: \(error)")
      throw ExitCode(2)
    }
    do {
      if !isQuiet { try print(report) }
    } catch {
      // 1 would say that they differ.
      Program.say("Error: \(error)")
      throw ExitCode(2)
    }
    if !report.isEqual { throw ExitCode(1) }
  }

  private func print(_ report: DiffReport) throws {
    if json.isJSON { return try JSONOptions.print(report) }
    let output = try OutputFile(path: "-")
    try output.write(report.text)
    try output.finish()
  }

  private func report() throws -> DiffReport {
    let library = try folder.library()
    let files = try [first, second].map { try ComparedFile($0, in: library) }
    guard files[0].kind == files[1].kind else {
      throw DiffError.differentKinds(files.map { ($0.title, $0.kind) })
    }
    if tolerance != nil, files[0].kind != .trace {
      throw ValidationError("--tolerance goes with traces; \(files[0].title) is \(files[0].kind.noun).")
    }
    let titles = files.map(\.title)
    switch files[0].kind {
    case .trace:
      do {
        let comparison = try TraceComparison(
          files[0].trace(), files[1].trace(), tolerance: tolerance ?? 0)
        return DiffReport(comparison, titles, limit: limit)
      } catch let error as TraceComparison.SideError {
        throw files[error.side].error(error.reason)
      }
    case .recording:
      return DiffReport(try files[0].recording(), try files[1].recording(), titles, limit: limit)
    case .scene:
      return DiffReport(
        SceneComparison(try files[0].scene(), try files[1].scene()), titles, limit: limit)
    }
  }
}

import ArgumentParser
import Foundation
import TumbleGeometry
import TumbleScenes

/// Which scenes are tested, and how that is reported.
package struct TestOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenes by name, files, or folders of scene files; - is standard input. Left out: all that `scenes` lists.",
      valueName: "scene"), completion: .sceneNames)
  var scenes: [String] = []

  @OptionGroup var folder: SceneFolder

  @Option(help: ArgumentHelp("Only scenes whose name has this text in it.", valueName: "text"))
  var filter: String?

  @Flag(help: "List the scenes with what they expect, and run nothing.")
  var list = false

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "How many scenes run at a time; default: as many as there are processors.")
  var jobs: Int?

  @OptionGroup var length: LengthOptions

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  @OptionGroup var json: JSONOptions

  @Flag(name: .shortAndLong, help: "Report each expectation.")
  var verbose = false

  @Option(
    help: ArgumentHelp("Write a report in JUnit's XML, which CI systems read.", valueName: "file"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Mark the lines in GitHub's view of a change; default: if GITHUB_ACTIONS is true.")
  var github: Bool?

  package init() {}

  package func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs is a number of scenes from 1 to 1024, not \(jobs).")
    }
    if isQuiet, verbose { throw ValidationError("--quiet and --verbose exclude each other.") }
    if junit == "-" { throw ValidationError("--junit writes to a file, not to standard output.") }
  }

  /// The scenes by name or path, each once, in the order in which they are reported.
  func names(in library: SceneLibrary) throws -> [String] {
    let all = try scenes.isEmpty ? library.names() : scenes.flatMap { try SceneFolder.files($0, in: library) }
    var names = all.uniqued()
    guard let filter else { return names }
    names = names.filter { SceneLibrary.name(ofFileAt: $0).contains(filter) }
    // A word that is mistyped is to be noticed.
    guard !names.isEmpty else {
      throw SceneError.unreadable(path: "--filter \(filter)", reason: "no scene has this in its name")
    }
    return names
  }

  var isForGitHub: Bool { github ?? (ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true") }
}

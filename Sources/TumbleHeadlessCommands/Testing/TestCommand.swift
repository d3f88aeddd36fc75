import ArgumentParser
import Foundation
import Synchronization
import TumbleSimulation

/// Tests scenes where nothing can be drawn.
struct TestCommand: QuietableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: TestOptions.abstract,
    discussion: TestOptions.discussion + " Expected pictures are skipped: `tumble test` checks them.")

  @OptionGroup var options: TestOptions

  var isQuiet: Bool { options.isQuiet }

  func run() throws { try TestRun(options).run() }
}

extension TestOptions {
  package static let abstract = "Run scenes and check what they expect."
  package static let discussion = """
    A scene says under `expect:` what a run of it must show. The exit code is 0 if all of it is met, 1 if \
    something is not, 2 if a scene cannot be read. Each runs to the latest time that it names, or for ten \
    seconds, unless --steps or --duration says otherwise. With --quiet only scenes that fail are reported. \
    Where a hash is expected, the program starts itself again with GLIBC_TUNABLES so that hashes are the \
    same on other processors.
    """
}

/// The options for which scenes are tested, and for the report.
package struct TestOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenes by name, files, or folders of scene files; - is standard input. Left out: all that `scenes` "
        + "lists.",
      valueName: "scene"), completion: .sceneNames)
  var scenes: [String] = []

  @OptionGroup var folder: SceneFolder

  @OptionGroup var values: SettingOptions

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

/// Tests scenes side by side and reports on them in their order.
package struct TestRun {
  /// A comparison of the pictures that a scene expects; called on any thread.
  package typealias Pictures = @Sendable (SceneTest) -> ExpectationChecker.PictureCheck

  private let options: TestOptions
  private let pictures: Pictures?

  /// - Parameter pictures: nil for a program that cannot draw.
  package init(_ options: TestOptions, pictures: Pictures? = nil) {
    self.options = options
    self.pictures = pictures
  }

  /// - Throws: `ExitCode` 1 where something that was expected is not met, 2 where a scene cannot be read.
  package func run() throws {
    // Standard input can be read once.
    if options.scenes.contains("-"), !LibmSetting.isInForce { try LibmSetting.restart() }
    let tests: [SceneTest]
    do {
      tests = try read()
    } catch let error as SceneError {
      Program.say("\(error)")
      throw ExitCode(2)
    }
    if options.list {
      guard options.json.isJSON else { return try list(tests) }
      return try JSONOptions.print(tests.map(TestRecord.init))
    }
    if tests.contains(where: \.expectsHash), !LibmSetting.isInForce { try LibmSetting.restart() }
    let junit = try options.junit.map { (path) throws(OutputError) in
      try OutputFile(path: path, sparing: tests.map(\.file))
    }
    let done = try run(tests)
    let output = try OutputFile(path: "-")
    if options.json.isJSON {
      try output.write(
        JSONOptions.text(done.filter { !options.isQuiet || !$0.isPassed }.map(TestRecord.init)))
    } else {
      let report = TestReport(done, isQuiet: options.isQuiet, isVerbose: options.verbose).text.printable
      try output.write(options.isForGitHub ? GitHubReport.quoted(report) + GitHubReport(done).text : report)
    }
    try output.finish()
    if let junit {
      try junit.write(JUnitReport(done).text)
      try junit.finish()
    }
    if done.contains(where: { $0.unreadable != nil }) { throw ExitCode(2) }
    if done.contains(where: { !$0.isPassed }) { throw ExitCode(1) }
  }

  private func read() throws -> [SceneTest] {
    var library = try options.folder.library()
    library.settings = try options.values.settings
    try library.takeStandardInput(for: options.scenes)
    return try options.names(in: library).map { SceneTest(reading: $0, in: library) }.namingFiles()
  }

  private func list(_ tests: [SceneTest]) throws {
    let output = try OutputFile(path: "-")
    for test in tests {
      try output.write("\(test.title)\n")
      for expectation in test.scene?.expectations ?? [] { try output.write("  \(expectation)\n") }
    }
    try output.finish()
    let unreadable = tests.compactMap(\.unreadable)
    for reason in unreadable { Program.say(reason) }
    if !unreadable.isEmpty { throw ExitCode(2) }
  }

  /// Worlds share nothing: each thread takes the next scene that nobody has taken.
  private func run(_ tests: [SceneTest]) throws -> [SceneTest] {
    let clock = ContinuousClock()
    let beginning = clock.now
    let state = Mutex(
      (done: [SceneTest](), progress: ProgressLine("scene") { beginning.duration(to: clock.now) }))
    defer { state.withLock { $0.progress.finish() } }
    let work = OrderedWork(
      tests.indices, capacity: max(tests.count, 1),
      work: { index in
        Result {
          var test = tests[index]
          try test.run(
            length: options.length.length, picture: pictures?(test),
            isInterrupted: { Program.exitSignals.isRequested })
          return test
        }
      },
      release: { result in
        let test = try result.get()
        state.withLock { state in
          state.done.append(test)
          state.progress.show(state.done.count, of: tests.count)
        }
      })
    _ = try work.run(
      threads: min(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(tests.count, 1)))
    return state.withLock { $0.done }
  }
}

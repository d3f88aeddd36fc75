import ArgumentParser
import Foundation
import Synchronization
import TumbleFiles
import TumbleScenes
import TumbleSimulation

/// Tests scenes side by side and reports on them in their order.
package struct TestRun {
  /// What compares the pictures that a scene expects; called on any thread.
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

import ArgumentParser
import Dispatch
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
    (self.options, self.pictures) = (options, pictures)
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
    if options.list { return try list(tests) }
    if tests.contains(where: \.expectsHash), !LibmSetting.isInForce { try LibmSetting.restart() }
    let junit = try options.junit.map { (path) throws(OutputError) in
      try OutputFile(path: path, sparing: tests.map(\.file))
    }
    let done = try run(tests)
    let output = try OutputFile(path: "-")
    try output.write(TestReport(done, isQuiet: options.quiet, isVerbose: options.verbose).text)
    if options.isForGitHub { try output.write(GitHubReport(done).text) }
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
    return try options.names(in: library).map { SceneTest(reading: $0, in: library) }
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
    let state = Mutex(State(tests: tests))
    let clock = ContinuousClock()
    let beginning = clock.now
    let progress = Mutex(ProgressLine("scene") { beginning.duration(to: clock.now) })
    let jobs = min(options.jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(tests.count, 1))
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while let index = state.withLock({ $0.take() }) {
        var test = tests[index]
        let result = Result {
          try test.run(
            duration: options.duration?.value, picture: pictures?(test),
            isInterrupted: { Program.exitSignals.isRequested })
        }
        let done = state.withLock { $0.put(test, result, at: index) }
        progress.withLock { $0.show(done, of: tests.count) }
      }
    }
    progress.withLock { $0.finish() }
    return try state.withLock { state in
      if let failure = state.failures.min(by: { $0.key < $1.key })?.value { throw failure }
      return state.tests
    }
  }

  private struct State {
    var tests: [SceneTest]
    var next = 0
    var done = 0
    var failures: [Int: any Error] = [:]

    mutating func take() -> Int? {
      guard next < tests.count, failures.isEmpty else { return nil }
      defer { next += 1 }
      return next
    }

    mutating func put(_ test: SceneTest, _ result: Result<Void, any Error>, at index: Int) -> Int {
      tests[index] = test
      if case .failure(let error) = result { failures[index] = error }
      done += 1
      return done
    }
  }
}

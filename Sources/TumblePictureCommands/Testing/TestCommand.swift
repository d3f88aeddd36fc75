import ArgumentParser
import Foundation
import TumbleHeadlessCommands

/// Tests scenes, their pictures too.
package struct TestCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "test", abstract: TestOptions.abstract,
    discussion: TestOptions.discussion
      + " Where a picture differs, what was drawn and a picture of the difference are written to the folder --pictures."
  )

  @OptionGroup var options: TestOptions

  package var isQuiet: Bool { options.isQuiet }

  @Option(
    help: ArgumentHelp("Where pictures of differences are written.", valueName: "dir"), completion: .directory
  )
  var pictures = "test-pictures"

  package init() {}

  package func run() throws {
    let folder = DifferenceFolder(path: pictures)
    // SDL draws on one thread at a time.
    let drawing = NSLock()
    try TestRun(options) { test in
      { world, picture, index in
        // One that cannot be compared is no reason to lose the rest of the report.
        drawing.withLock {
          do {
            return try ExpectedPicture(picture, of: test, index).compare(world, folder)
          } catch {
            return .failed("it cannot be compared: \(Program.explain(error) ?? "\(error)")")
          }
        }
      }
    }.run()
  }
}

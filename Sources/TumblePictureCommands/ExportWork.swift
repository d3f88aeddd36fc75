import ArgumentParser
import Foundation
import Synchronization
import TumbleHeadlessCommands
import TumbleSimulation

/// A command that makes a file of a run.
package protocol ExportingCommand: QuietableCommand {
  /// The kinds of files that it writes, the usual one first.
  static var forms: [ExportForm] { get }

  /// Writes the file: the whole of it, or nothing under its name.
  ///
  /// - Throws: What stopped it; `ExitCode.failure` for a whole file of a run that lost bodies.
  func write(_ source: RunSource, _ work: ExportWork) throws
}

/// A kind of file that a command writes.
package struct ExportForm: Hashable, Sendable {
  package let title: String
  /// The ending of the file's name, without its point.
  package let ending: String
  /// The options that it needs beside a name with that ending.
  package let arguments: [String]

  init(_ ending: String, title: String = "", arguments: [String] = []) {
    (self.title, self.ending, self.arguments) = (title + "." + ending, ending, arguments)
  }
}

/// An option as a command itself describes it.
package struct CommandOption: Decodable {
  package struct Name: Decodable { package let name: String }

  private let preferredName: Name?
  private let kind: String
  private let abstract: String?
  /// The value where the option is not given, as a person would give it.
  package let defaultValue: String?
  /// The words that it takes; nil if it takes any text.
  package let allValues: [String]?

  package var name: String { preferredName?.name ?? "" }
  /// Is true if it takes no value.
  package var isFlag: Bool { kind == "flag" }
  package var help: String { (abstract ?? "").replacing("--", with: "") }

  /// The options of a command by the order of its help.
  package static func all(of command: any ParsableCommand.Type) -> [CommandOption] {
    struct Tool: Decodable {
      struct Command: Decodable { let arguments: [CommandOption] }
      let command: Command
    }
    let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
    return tool?.command.arguments ?? []
  }
}

/// The surroundings in which a file is made: a terminal, or a window that goes on meanwhile.
package final class ExportWork: Sendable {
  /// A job that ends with the sentences about what it wrote.
  package typealias Job = BackgroundJob<Result<[String], any Error>>

  static let terminal = ExportWork(nil)

  private let job: Job?
  private let sentences = Mutex<[String]>([])

  private init(_ job: Job?) { self.job = job }

  /// Starts to write a file beside a window.
  ///
  /// - Parameters:
  ///   - arguments: What the command would get in a terminal, but for the recording.
  ///   - recording: What was done in the scene; it is run once more.
  package static func job(
    _ command: any ExportingCommand.Type, _ arguments: [String], _ recording: Recording, of scene: Scene
  ) -> Job {
    Job("tumble-export") { job in
      let work = ExportWork(job)
      return Result {
        do {
          try command.parse(arguments).write(RunSource(recording, of: scene), work)
        } catch is ExitCode {
          work.tell("warning: not every body stayed to the end")
        }
        return work.sentences.withLock { $0 }
      }
    }
  }
}

extension ExportWork {
  /// Tells a sentence, once.
  func tell(_ text: String) {
    guard job != nil else { return Program.tell(text) }
    sentences.withLock { if !$0.contains(text) { $0.append(text) } }
  }

  /// Reports what goes wrong in a session as it runs; a window has said it before.
  func report(on session: Session) {
    if job == nil { Program.report(on: session) }
  }

  private var isStopped: Bool { Program.exitSignals.isRequested || job?.isCancelled ?? false }

  /// Ends the work where that was asked for.
  ///
  /// - Throws: `SessionInterruption`.
  func check(_ world: World) throws {
    if isStopped { throw SessionInterruption(step: world.steps) }
  }

  /// Runs a session to its end.
  ///
  /// - Returns: What stopped it early, after which there is something to write.
  /// - Throws: `SessionInterruption`, and what observers throw.
  func run(_ session: Session) throws -> (any Error)? {
    try Program.runToWrite(session, until: { isStopped })
  }

  /// - Parameter what: Such as `step`.
  func progress(_ what: String) -> ProgressLine {
    let beginning = ContinuousClock.now
    let clock = { beginning.duration(to: .now) }
    guard let job else { return ProgressLine(what, clock: clock) }
    return ProgressLine(what, isShown: false, tell: { job.progress = $0 }, clock: clock)
  }
}

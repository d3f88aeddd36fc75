import ArgumentParser
import CTumbleArguments
import Foundation
import Synchronization
import TumbleSimulation

/// The start and the end of both programs: the one place where an error becomes a message and an exit code,
/// which is 64 for usage (swift-argument-parser's own), 1 for all that fails, 0 if the reader has closed the
/// pipe.
package enum Program {
  /// The signals that ask this process to end.
  package static let exitSignals = ExitSignals()

  /// Runs the command that the arguments name.
  ///
  /// - Parameter explain: What to say to a person about an error of this program's own; nil for an error that
  ///   is not one.
  package static func run(_ root: any ParsableCommand.Type, explain: (any Error) -> String? = explain) {
    StandardDescriptors.openThoseClosed()
    // A closed pipe is to show as an error of the write, not to end the program.
    signal(SIGPIPE, SIG_IGN)
    // So is a file that would become larger than the process may write.
    signal(SIGXFSZ, SIG_IGN)
    exitSignals.takeOver()
    var arguments: [String] = []
    do {
      arguments = try self.arguments()
      if let problem = unknownCommand(arguments.first, of: root) {
        say(problem)
        exit(ExitCode.validationFailure.rawValue)
      }
      var command = try root.parseAsRoot(arguments)
      let isQuiet = (command as? any QuietableCommand)?.isQuiet ?? false
      quiet.store(isQuiet, ordering: .relaxed)
      try command.run()
    } catch OutputError.closedPipe {
      exit(0)
    } catch let interruption as SessionInterruption {
      end(interruption)
    } catch let interruption as SweepInterruption {
      end(interruption)
    } catch {
      guard let text = explain(error) else {
        if root.exitCode(for: error) == .validationFailure, let problem = mistypedCommand(arguments, of: root)
        {
          say(problem)
          exit(ExitCode.validationFailure.rawValue)
        }
        if isOfParser(error, root) { root.exit(withError: error) }
        say("Error: \(SystemError.explanation(of: error))")
        exit(1)
      }
      say(text)
      exit(1)
    }
  }

  /// Returns true for an error that the parser has words for: usage, help, or an exit code of a command that
  /// has said all.
  private static func isOfParser(_ error: any Error, _ root: any ParsableCommand.Type) -> Bool {
    error is ExitCode || root.exitCode(for: error) != .failure
  }

  /// Ends as the signal would have that interrupted it.
  private static func end(_ interruption: any Error) -> Never {
    say("\(interruption)")
    ExitSignals.end(by: exitSignals.signal ?? SIGTERM)
  }

  /// An error as a person reads it; nil for usage, help, and unexpected errors.
  package static func explain(_ error: any Error) -> String? {
    switch error {
    // These begin with the file and say themselves what they are.
    case SceneError.invalid, SceneError.unreadable: "\(error)"
    case is SceneError, is EditRefusal, is WorldError, is OutputError, is ReplayError, is HeadlessError,
      is SweepError, is OtherBuildError, is DiffError, is SceneSettingError, is SceneVariantsError:
      "Error: \(error)"
    default: nil
    }
  }

  /// Says what goes wrong in a session as it runs: bodies that are lost, and what of its rules or commands is
  /// refused.
  package static func report(on session: Session) {
    session.onLoss = { say("Error: \($0)") }
    session.onRefusal = { tell("warning: \($0)") }
  }

  /// Runs a session to its end, or to a signal.
  ///
  /// - Parameter isInterrupted: Called between steps.
  /// - Returns: What the engine, or a recording that differs, stopped it with: what there is up to there is
  ///   written, and then the command fails with it.
  package static func runToWrite(
    _ session: Session, until isInterrupted: () -> Bool = { exitSignals.isRequested }
  ) throws -> (any Error)? {
    do {
      try session.run(until: isInterrupted)
      return nil
    } catch let error where error is WorldError || error is ReplayError {
      return error
    }
  }

  package static func commands(of root: any ParsableCommand.Type) -> [String] {
    root.configuration.subcommands.map { $0._commandName }
  }

  /// The file of this program, from the root.
  static var path: String { FilePath.throughLinks("/proc/self/exe") }

  /// The command that was likely meant by a word; nil if none is near.
  package static func nearestCommand(to word: String, of root: any ParsableCommand.Type) -> String? {
    Nearest.word(to: word, in: commands(of: root))
  }

  /// Returns what is wrong with the first argument of a program whose first argument is a command.
  private static func unknownCommand(_ word: String?, of root: any ParsableCommand.Type) -> String? {
    guard root.configuration.defaultSubcommand == nil, let word, !word.hasPrefix("-"), word != "help" else {
      return nil
    }
    let commands = commands(of: root)
    guard !commands.contains(word) else { return nil }
    let nearest = Nearest.word(to: word, in: commands).map { "; did you mean '\($0)'?" } ?? ""
    return "Error: there is no command named '\(word)'\(nearest)\nCommands: "
      + commands.joined(separator: ", ")
  }

  /// Returns what is likely wrong with arguments that the command which runs without its name does not take;
  /// nil if the first is near no command's name.
  private static func mistypedCommand(_ arguments: [String], of root: any ParsableCommand.Type) -> String? {
    guard arguments.count > 1, let word = arguments.first, !word.hasPrefix("-"),
      !commands(of: root).contains(word), let nearest = nearestCommand(to: word, of: root)
    else { return nil }
    return "Error: there is no command named '\(word)'; did you mean '\(nearest)'?"
  }

  /// Writes a line for a person to standard error: an error.
  package static func say(_ text: String) { StandardError.say(text) }

  /// Writes a line that is no error, such as a warning; nothing with --quiet.
  package static func tell(_ text: String) { if !isQuiet { say(text) } }

  /// Is true if the command is to print errors only.
  package static var isQuiet: Bool { quiet.load(ordering: .relaxed) }
  private static let quiet = Atomic(false)

  /// Returns the arguments after the program's name. Swift's texts are UTF-8: a path that is not would be
  /// mended in silence and lead to another file.
  private static func arguments() throws -> [String] {
    var arguments: [String] = []
    while let argument = tumble_argument(Int32(arguments.count + 1)) {
      guard let text = String(validatingCString: argument) else {
        throw ValidationError(
          "Argument \(arguments.count + 1) is not UTF-8: '\(String(cString: argument))'. Give a path that "
            + "is, such as a relative one from within the folder, or a link to it.")
      }
      arguments.append(text)
    }
    return arguments
  }
}

/// All that works without a window.
package struct HeadlessCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tumble-headless",
    abstract: "Simulate scenes without a window.",
    version: World.versionLine,
    subcommands: [
      SimulateCommand.self, SweepCommand.self, TestCommand.self, BenchCommand.self, DiffCommand.self,
      ValidateCommand.self, ScenesCommand.self, CurveCommand.self, FormatCommand.self, NewCommand.self,
    ])

  package init() {}
}

enum HeadlessError: Error {
  /// Some bodies went out of all bounds; each was reported when it happened.
  case bodiesLost
  /// More steps than anyone waits for.
  case tooLong(RunLength, rate: Int, limit: Int)
  /// The program could not start itself again with a setting in its environment.
  case cannotRestart(String)
}

extension HeadlessError: CustomStringConvertible {
  var description: String {
    switch self {
    case .bodiesLost: "not every body stayed to the end"
    case .cannotRestart(let setting):
      "a hash is expected, and the program cannot start itself again to compare it; set \(setting) and try "
        + "again"
    case .tooLong(.steps(let steps), _, let limit): "--steps is at most \(limit) here, not \(steps)"
    case .tooLong(.duration, let rate, let limit):
      "--duration is more than \(limit) steps at \(rate) per second"
    }
  }
}

/// SIGTERM, SIGINT and SIGHUP, taken as a wish to end.
///
/// A thread of its own waits for them, so that they are heeded whatever the others do. Loops ask
/// `isRequested` between steps and end in order. A program that does not (the engine is busy with one step
/// forever, or no one reads a pipe) is ended by the signal after half a second; what outputs hold is saved
/// before that.
package final class ExitSignals: Sendable {
  private let requested = Atomic<Int32>(0)
  private let outputs = Mutex<[@Sendable () -> Void]>([])
  /// The message to a person who asks for the end of a program that finishes its work first; nil for one that
  /// does not.
  private let patience = Mutex<String?>(nil)

  /// The time between the signal and the end of a program that does not heed it, in milliseconds.
  private static let grace = 500
  private static let numbers = [SIGTERM, SIGINT, SIGHUP]

  package init() {}
}

extension ExitSignals {
  /// Is true once the program was asked to end.
  package var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// The signal that asked; nil if none did.
  package var signal: Int32? {
    let number = requested.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Takes the signals over. To be called before another thread is started: a thread inherits which signals
  /// are blocked.
  package func takeOver() {
    var taken = sigset_t()
    sigemptyset(&taken)
    for number in Self.numbers where !Self.isIgnored(number) { sigaddset(&taken, number) }
    pthread_sigmask(SIG_BLOCK, &taken, nil)
    let signals = taken
    Thread.detachNewThread { self.wait(for: signals) }
  }

  /// Does something with an output of a program that has to be ended in the middle of its work. It runs on
  /// another thread than the one that writes, which may hold a lock forever: it may not wait for one.
  package func beforeBeingEnded(_ save: @escaping @Sendable () -> Void) {
    outputs.withLock { $0.append(save) }
  }

  /// Lets the program finish its work when a signal asks for its end, however long that takes. A second
  /// signal ends it at once.
  ///
  /// - Parameter text: What is said then, for a person.
  package func waitForWork(saying text: String) { patience.withLock { $0 = text } }

  /// Ends the program as the signal would have, so that the parent process sees the cause.
  package static func end(by number: Int32) -> Never {
    Foundation.signal(number, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
    exit(128 + number)
  }

  /// Returns true if the signal is ignored, as `nohup` and a shell's `&` have it: it stays ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    requested.store(number, ordering: .relaxed)
    // A second signal ends the program at once.
    if let text = patience.withLock({ $0 }) {
      StandardError.say(text)
      while sigwait(&signals, &number) != 0 {}
    } else {
      var grace = timespec(tv_sec: 0, tv_nsec: Self.grace * 1_000_000)
      while sigtimedwait(&signals, nil, &grace) < 0, errno == EINTR {}
    }
    outputs.withLockIfAvailable { for save in $0 { save() } }
    StandardError.sayAtOnce("ended in the middle of its work; what it had written is kept")
    Self.end(by: number)
  }
}

/// Standard input, output and error.
enum StandardDescriptors {
  /// Opens those that were closed when the program began.
  ///
  /// The next file that is opened would get the number of a closed one, and messages would be written into
  /// it. What they are opened on cannot be used (input is for writing only, output and error are for reading
  /// only): an output that nobody gets is an error, not a success.
  static func openThoseClosed() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      let access = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest free number is taken, which is this one. Where there is no /dev, a folder does as well.
      if open("/dev/null", access) < 0 { _ = open("/", O_RDONLY | O_DIRECTORY) }
    }
  }
}

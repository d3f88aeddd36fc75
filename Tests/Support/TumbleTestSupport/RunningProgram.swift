import Foundation

/// A program while it runs, with what it writes in files.
///
/// The kernel tells when a file changes and when the program ends: no wait depends on how busy the machine
/// is.
public final class RunningProgram {
  /// The longest wait for anything, in seconds: only a test that hangs gets there.
  public static let net = 600.0

  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  private let process = Process()
  private let scratch: ScratchFolder
  /// The pipe that can be read once the program has ended.
  private let exit = Pipe()
  /// The descriptor of what the kernel says of the folders that are watched; below 0 before the first.
  private var changes: Int32 = -1

  /// - Parameters:
  ///   - environment: All of it; nil for this process's own.
  ///   - output: A file handle or a pipe; nil for a file that `output()` reads.
  public init(
    path: String, _ arguments: [String], environment: [String: String]? = nil, folder: URL? = nil,
    input: String = "", output: Any? = nil
  ) throws {
    scratch = try ScratchFolder()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = try FileHandle(forReadingFrom: scratch.file("input", input))
    process.standardOutput = try output ?? FileHandle(forWritingTo: scratch.file("output", ""))
    process.standardError = try FileHandle(forWritingTo: scratch.file("errors", ""))
    process.terminationHandler = { [exit] _ in try? exit.fileHandleForWriting.write(contentsOf: [0]) }
    try process.runOpenToSignals()
  }

  deinit {
    // Not where it could not be started: it has no number then. Its end is not waited for: Foundation would
    // wait for what it has started, too.
    if process.isRunning { signal(SIGKILL) }
    if changes >= 0 { close(changes) }
  }

  public var processIdentifier: Int32 { process.processIdentifier }

  public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  public var isRunning: Bool {
    var end = pollfd(fd: exit.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&end, 1, 0) == 0
  }

  /// Waits until something is so, which is looked at whenever a file changes.
  ///
  /// - Parameters:
  ///   - what: What is waited for, such as "for the file".
  ///   - folder: Where files change, at any depth; nil for what the program writes to its output and its
  ///     errors.
  ///   - isPolled: Whether it is looked at all the time, as nothing tells of it.
  public func wait(
    _ what: String, in folder: URL? = nil, isPolled: Bool = false, _ isSo: () throws -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(Self.net)
    while true {
      // Watched, and known to run, before it is looked at: nothing comes between unseen.
      try watch(folder ?? scratch.url)
      let isRunning = isRunning
      if try isSo() { return }
      guard isRunning else { throw Failure("the program ended while waiting \(what): \(try errorText())") }
      try pause(what, until: end, isPolled: isPolled)
    }
  }

  /// The exit code once it has ended; minus the signal's number if one ended it.
  public func end() throws -> Int32 {
    let end = ContinuousClock.now + .seconds(Self.net)
    while isRunning { try pause("for the end", until: end, isPolled: false) }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  /// Returns when a watched file has changed, when the program has ended, or where it is polled in a moment.
  private func pause(_ what: String, until end: ContinuousClock.Instant, isPolled: Bool) throws {
    let rest = (end - .now) / .milliseconds(1)
    var sources = [exit.fileHandleForReading.fileDescriptor, changes].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = isPolled ? 30 : Int32(max(rest, 0).rounded(.up))
    // A change that comes untold is no help: it is not looked for at the end.
    guard rest > 0, poll(&sources, 2, milliseconds) != 0 || isPolled else {
      let name = process.executableURL?.lastPathComponent ?? ""
      throw Failure("gave up waiting \(what) of \(name) after \(Int(Self.net)) s: \(try errorText())")
    }
    var events = [UInt8](repeating: 0, count: 1 << 14)
    while changes >= 0, read(changes, &events, events.count) > 0 {}
  }

  /// Watches a folder and those in it; to watch one again is nothing.
  private func watch(_ folder: URL) throws {
    if changes < 0 { changes = inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC)) }
    guard changes >= 0 else { throw Failure("the system watches no more folders") }
    let mask = UInt32(IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVE | IN_DELETE | IN_ONLYDIR)
    inotify_add_watch(changes, folder.path, mask)
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? [] {
      // Refused where it is no folder.
      inotify_add_watch(changes, folder.path + "/" + path, mask)
    }
  }

  public func output() throws -> Data { try scratch.bytes("output") }
  public func outputText() throws -> String { String(decoding: try output(), as: UTF8.self) }
  public func errorText() throws -> String { String(decoding: try scratch.bytes("errors"), as: UTF8.self) }
}

// MARK: - What the system knows of it

extension RunningProgram {
  /// The processor time that it has taken, of all its threads, in ticks of a hundredth of a second; 0 once it
  /// has ended.
  public var processorTicks: Int {
    let text = known("stat")
    // The 14th and the 15th field; the 2nd, in parentheses, may hold spaces.
    guard let name = text.lastIndex(of: ")") else { return 0 }
    return text[name...].split(separator: " ").dropFirst(12).prefix(2).compactMap { Int($0) }.reduce(0, +)
  }

  /// The number of times that its main thread has waited for anything.
  public var waits: Int {
    let line = known("status").split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0
  }

  private func known(_ name: String) -> String {
    (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/\(name)", encoding: .utf8)) ?? ""
  }
}

extension Process {
  /// Lets this process heed what a terminal sends, as what it starts does then.
  private static let heedsTerminal: Void = {
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
  }()

  /// Dispatch's threads block all signals, and a shell has what runs in its background ignore those of the
  /// terminal: what is started would inherit both, and could not be ended by one.
  fileprivate func runOpenToSignals() throws {
    Self.heedsTerminal
    var none = sigset_t()
    var usual = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    try run()
  }
}

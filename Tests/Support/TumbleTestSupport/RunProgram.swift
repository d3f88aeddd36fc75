import Foundation

/// A program of this package, built and run for real.
public struct RunProgram: Sendable {
  public struct Result: Sendable {
    /// The exit code; minus the signal's number if a signal ended it.
    public let code: Int32
    public let output: Data
    public let errors: String

    public var text: String { String(decoding: output, as: UTF8.self) }
  }

  private let executable: URL
  /// The variables that are added to this process's environment; an empty value takes a name away.
  public var environment: [String: String] = [:]
  /// The folder in which the program runs; this process's own if nil.
  public var folder: URL?

  /// The program of a name, beside the test bundle.
  public init(_ name: String) {
    executable = Self.products.appendingPathComponent(name)
  }

  /// Any program by its path.
  public init(path: String) { executable = URL(fileURLWithPath: path) }

  /// The folder of the built programs: that of the running test bundle.
  public static var products: URL {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let arguments = ProcessInfo.processInfo.arguments
    let bundle = arguments.first { $0.hasSuffix(".xctest") }.map { URL(fileURLWithPath: $0) } ?? own
    return bundle.deletingLastPathComponent()
  }

  /// Runs to the end. Output goes through files, so that no amount of it blocks.
  public func callAsFunction(_ arguments: String..., input: String = "") throws -> Result {
    try run(arguments, input: input)
  }

  public func run(_ arguments: [String], input: String = "") throws -> Result {
    let running = try start(arguments, input: input)
    let code = try running.end()
    return Result(code: code, output: try running.output(), errors: try running.errorText())
  }

  /// Starts it, and leaves it running.
  ///
  /// - Parameter output: A file handle or a pipe; nil for a file of its own.
  public func start(_ arguments: [String], input: String = "", output: Any? = nil) throws -> RunningProgram {
    let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    return try RunningProgram(
      path: executable.path, arguments, environment: environment.filter { !$0.value.isEmpty },
      folder: folder, input: input, output: output)
  }
}

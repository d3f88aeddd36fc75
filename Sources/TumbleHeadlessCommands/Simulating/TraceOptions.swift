import ArgumentParser
import TumbleFiles
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

/// What a run writes of its steps: a trace and events, and of whom and from when on.
struct TraceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write a trace; - is standard output.", valueName: "file"), completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Write what happened in each step: contacts, what broke, came and went, ended animations, marks; - is standard output.",
      valueName: "file"), completion: .file())
  var events: String?

  @Option(help: "The format of the trace and of the events.")
  var format = TraceWriter.Format.csv

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Columns to append to the trace, with commas between several: of each row's body (\(Self.someColumns), …), or any channel, the same in all rows of a step (energy.kinetic, crate1.y, rope.force).",
      valueName: "column,…"), completion: .list(TraceColumn.common))
  var columns: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write only rows and events of these bodies, with commas between several: ids, patterns such as 'crate*', and templates for what is spawned from them.",
      valueName: "body,…"))
  var bodies: [String] = []

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Begin the trace and the events there.", valueName: "time"))
  var from: Seconds?

  private static let someColumns = "sleeping, speed, opacity, color, touches, load, crush"

  func validate() throws {
    if trace == nil, events == nil {
      let given = [(!bodies.isEmpty, "--bodies"), (from != nil, "--from")].first(where: \.0)
      if let given { throw ValidationError("\(given.1) goes with --trace or --events.") }
    }
    if trace == nil, !columns.isEmpty { throw ValidationError("--columns goes with --trace.") }
    if let from, !(0...Double(Recording.maxSteps)).contains(from.value) {
      throw ValidationError("--from is a number of seconds from 0 to \(Recording.maxSteps), not \(from).")
    }
    if let name = columnNames.firstRepeated {
      throw ValidationError("--columns names '\(name)' twice.")
    }
  }

  /// The files that are written.
  var files: [String?] { [trace, events] }

  private var columnNames: [String] { columns.commaSeparated }

  /// - Throws: `ValidationError` for one that the world does not have.
  func columns(of world: World) throws -> [TraceColumn] {
    try columnNames.map { name in
      if TraceWriter.columns.contains(name) {
        throw ValidationError("--columns: every trace has the column '\(name)'.")
      }
      if let column = TraceColumn(common: name) { return column }
      do {
        let channel = try Channel(name, in: world.description)
        guard channel.isSimulated else {
          throw ValidationError("--columns: \(name) is measured in a running window; a trace cannot have it.")
        }
        return TraceColumn(name: name, content: .channel(channel))
      } catch let error as ChannelError where name.contains(".") {
        throw ValidationError("--columns: \(error).")
      } catch is ChannelError {
        let nearest = Nearest.word(to: name, in: TraceColumn.common).map { "; did you mean '\($0)'?" } ?? ""
        throw ValidationError(
          "--columns: there is no column '\(name)'\(nearest.isEmpty ? "" : nearest)\nThere are "
            + TraceColumn.common.joined(separator: ", ") + ", and channels of one object, such as crate1.y.")
      }
    }
  }

  /// nil for all.
  ///
  /// - Throws: `ValidationError` for one that the world does not have and its scene cannot spawn.
  func patterns(of world: World) throws -> BodyPatterns? {
    guard !bodies.isEmpty else { return nil }
    let patterns = BodyPatterns(bodies.commaSeparated)
    let templates = world.scene.templates.map(\.id)
    for word in patterns.unmatched(in: world.description)
    where !BodyPatterns.isPattern(word) && !templates.contains(word) {
      let names = world.description.bodies.map(\.name)
      let hint =
        names.contains { $0.hasPrefix(word + "-") }
        ? "'\(word)-*' names its copies"
        : Nearest.word(to: word, in: names + templates).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "--bodies: there is no body or template named '\(word)'" + (hint.map { "; " + $0 } ?? ""))
    }
    if events == nil, let word = patterns.words.first(where: { world.isStatic($0) }) {
      throw ValidationError("--bodies: '\(word)' is static, and a trace has no rows of static bodies.")
    }
    return patterns
  }

  /// The first step that is written.
  ///
  /// - Throws: `ValidationError` for one beyond the last.
  func firstStep(of world: World, count: Int) throws -> Int {
    guard let from else { return 0 }
    let step = from.steps(at: world.rate)
    guard step <= Double(count) else {
      throw ValidationError(
        "--from \(from) is after the end of the run, \((Double(count) / Double(world.rate)).thousandthsText) s."
      )
    }
    return Int(step)
  }
}

extension World {
  fileprivate func isStatic(_ name: String) -> Bool {
    body(name).map { description[$0]?.kind == .static } ?? false
  }
}

extension TraceWriter.Format: ExpressibleByArgument {}

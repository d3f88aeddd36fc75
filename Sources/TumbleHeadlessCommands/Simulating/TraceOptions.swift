import ArgumentParser
import TumbleSimulation

/// The options for what a run writes of its steps: a trace and events, of which bodies and from when on.
struct TraceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Write a trace; - is standard output.", valueName: "file"), completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Write what happened in each step: contacts, what broke, came and went, ended animations, marks; - is "
        + "standard output.",
      valueName: "file"), completion: .file())
  var events: String?

  @Option(help: "The format of the trace and of the events.")
  var format = TraceWriter.Format.csv

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Columns to append to the trace, with commas between several: of each row's body (\(Self.someColumns), "
        + "…), or any channel, the same in all rows of a step (energy.kinetic, crate1.y, rope.force).",
      valueName: "column,…"), completion: .list(TraceColumn.common))
  var columns: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Write only rows and events of these bodies, with commas between several: ids, patterns such as "
        + "'crate*', and templates for what is spawned from them.",
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
    if let name = columnNames.firstRepeated { throw ValidationError("--columns names '\(name)' twice.") }
  }

  /// The files that are written.
  var files: [String?] { [trace, events] }

  private var columnNames: [String] { columns.commaSeparated }

  /// Finds the columns that the options ask for.
  ///
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
          "--columns: there is no column '\(name)'\(nearest)\nThere are "
            + TraceColumn.common.joined(separator: ", ") + ", and channels of one object, such as crate1.y.")
      }
    }
  }

  /// Returns the patterns of the bodies; nil for all.
  ///
  /// - Throws: `ValidationError` for one that the world does not have and its scene cannot spawn.
  func patterns(of world: World) throws -> BodyPatterns? {
    guard !bodies.isEmpty else { return nil }
    let patterns = try BodyPatterns(option: bodies, of: world)
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
        "--from \(from) is after the end of the run, \((Double(count) / Double(world.rate)).thousandthsText) "
          + "s.")
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

/// A trace on its way to a file.
final class TraceOutput {
  let file: OutputFile
  private var writer: TraceWriter
  private let bodies: BodyPatterns?
  /// The revision of the world's description that the writer has its names from.
  private var revision: Int
  private let first: Int
  private let every: Int
  /// The reader of the columns that are the same in all rows of a step, and their places among the extra
  /// ones.
  private let reader: ChannelReader
  private let places: [Int]
  private var read: [Double] = []
  private var values: [Double]
  private var buffer: [UInt8] = []
  private var hasHead = false

  /// - Parameters:
  ///   - bodies: Whose rows it has; nil: all.
  ///   - first: The first step that it may have.
  ///   - every: It has the steps that are a multiple of this.
  init(
    to file: OutputFile, _ format: TraceWriter.Format, of world: World, columns: [TraceColumn],
    bodies: BodyPatterns?, from first: Int, every: Int
  ) {
    (self.file, self.bodies, self.first, self.every) = (file, bodies, first, every)
    revision = world.descriptionRevision
    writer = TraceWriter(
      format: format, description: world.description, extraColumns: columns,
      isIncluded: bodies?.included(of: world.description))
    var (channels, places): ([Channel], [Int]) = ([], [])
    for (place, column) in columns.enumerated() {
      guard case .channel(let channel) = column.content else { continue }
      channels.append(channel)
      places.append(place)
    }
    reader = ChannelReader(channels)
    self.places = places
    values = Array(repeating: .nan, count: columns.count)
  }

  /// Writes a step's lines, if it is one of those asked for.
  func write(_ world: World) throws {
    if world.descriptionRevision != revision {
      revision = world.descriptionRevision
      writer.update(world.description, isIncluded: bodies?.included(of: world.description))
    }
    let snapshot = world.snapshot
    buffer.removeAll(keepingCapacity: true)
    let isFirst = !hasHead
    if isFirst {
      hasHead = true
      buffer += writer.head
    }
    if snapshot.step >= first, snapshot.step % every == 0 {
      if !places.isEmpty {
        reader.read(world, into: &read)
        for (index, place) in places.enumerated() { values[place] = read[index] }
      }
      writer.append(snapshot, to: &buffer, values: values) { world.value(of: $0, .body($1)) }
    }
    try file.write(buffer)
    // From then on it grows under its own name.
    if isFirst { try file.appear() }
  }
}

extension BodyPatterns {
  /// The bodies that an option `--bodies` names.
  ///
  /// - Throws: `ValidationError` for one that the world does not have and its scene cannot spawn.
  package init(option: [String], of world: World) throws {
    self.init(option.commaSeparated)
    let templates = world.scene.templates.map(\.id)
    for word in unmatched(in: world.description)
    where !Self.isPattern(word) && !templates.contains(word) {
      let names = world.description.bodies.map(\.name)
      let hint =
        names.contains { $0.hasPrefix(word + "-") }
        ? "'\(word)-*' names its copies"
        : Nearest.word(to: word, in: names + templates).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "--bodies: there is no body or template named '\(word)'" + (hint.map { "; " + $0 } ?? ""))
    }
  }
}

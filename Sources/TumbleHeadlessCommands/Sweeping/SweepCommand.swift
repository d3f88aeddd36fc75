import ArgumentParser
import Foundation
import TumbleSimulation

package struct SweepCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Run a scene once for each value of its properties, and report the results.",
    discussion: """
      Writes one row per run as soon as it and those before it are done: the values set, the results, and \
      why a run failed, if it did. The rows are CSV, with --json JSON Lines; each run lasts ten seconds \
      unless --steps or --duration says otherwise. Several settings give every combination, the last one \
      changing fastest, or with --sample N random ones.

        tumble sweep crates --set '*.elasticity=0..0.9/10' --tell settled,crate1.y
        tumble sweep crates --set 'crate1.x=20..280' --set 'crate1.mass=1..200' --sample 1000 -o rows.csv
        tumble sweep crates --set 'crate1.x=20..280/100000' --emit slurm --shards 100 -o rows.csv > job.sh
      """)

  enum Sampling: String, CaseIterable, ExpressibleByArgument {
    case random, latin
  }

  @Argument(help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  var scene: String?

  @OptionGroup var folder: SceneFolder

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      A property, a control or a variable and its values: BODY.friction=0.1..0.9/9, \
      world.gravity.y=-1000,-500, start='5..150 deg/10', JOINT.stiffness=…, \
      BODY.shapes[0].box=[10,20],[20,20], arm=60,80; * is every body. For samples a range needs no number: \
      arm=60..120.
      """,
      valueName: "setting"))
  var set: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      """
      What to report of each run, with commas between several: channels, such as crate1.y or \
      energy.kinetic, at the end, or with :min, :max or :mean of the whole run; 'crate1.y<50', the first \
      time that this is so; settled, collisions, lost, hash. (default: settled, hash)
      """,
      valueName: "measure"))
  var tell: [String] = []

  @OptionGroup var lengths: LengthOptions

  @Option(help: ArgumentHelp("Run so many points taken at random.", valueName: "n"))
  var sample: Int?

  @Option(help: "How points are taken: each value on its own, or as a Latin hypercube. (default: random)")
  var sampling: Sampling?

  @Option(help: ArgumentHelp("Other points for another seed.", valueName: "seed"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Run each point with several seeds: 20, 1..20 or 3,5,8. A scene's variable 'seed' gets them, or else "
        + "whatever in it has a seed.",
      valueName: "seeds"))
  var seeds: String?

  @OptionGroup var json: JSONOptions

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("Where rows go as they come; without it to standard output.", valueName: "file"))
  var output = "-"

  @Flag(help: "Go on with the file where it ends; begin it if it is not there.")
  var resume = false

  @Option(help: ArgumentHelp("How many runs at once; all processors unless said otherwise.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("Do one of N parts of the sweep, from 1.", valueName: "i/n"))
  var shard: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Put the files of all shards together, instead of running a scene.", valueName: "file")
  )
  var merge: [String] = []

  @Option(help: "Print the work for GNU parallel or for Slurm, instead of doing it.")
  var emit: SweepScript.Engine?

  @Option(help: ArgumentHelp("How many parts --emit makes.", valueName: "n"))
  var shards: Int?

  package init() {}

  private var measures: [String] { tell.isEmpty ? ["settled", "hash"] : tell.commaSeparated }
  private var length: RunLength { lengths.length ?? .usual }

  package func run() throws {
    if !merge.isEmpty {
      try SweepMerge(merge).write(to: output) { Program.exitSignals.isRequested }
    } else if let emit {
      try print(SweepScript(command: command, output: output, shards: shards ?? 1), for: emit)
    } else {
      try sweep(scene ?? "-")
    }
  }

  private func sweep(_ name: String) throws {
    var library = try folder.library()
    try library.takeStandardInput(for: [name])
    let source = try SweepScene(name, in: library)
    let plan = try plan()
    let job = try SweepJob(source, plan, measures: measures, length: length)
    source.notes(on: plan).forEach(Program.tell)
    let table = SweepTable(format: json.isJSON ? .json : .csv, inputs: plan.columns, measures: measures)
    // The first one would have no effect.
    if let name = plan.columns.firstRepeated { throw SweepError.repeatedSetting(name) }
    if json.isJSON, let name = table.repeatedName { throw SweepError.repeatedColumn(name) }
    let shard = shard.flatMap { SweepShard($0) } ?? .whole

    var runs = shard.runs(of: plan.count)
    let count = runs.count
    let output: SweepOutput
    if SweepOutput.isFile(self.output) {
      let head = SweepHead(
        scene: source, plan, measures: measures, format: table.format, duration: "\(length)", shard: shard)
      let file = try SweepFile.open(self.output, head, resumes: resume)
      runs = runs.dropFirst(file.rows)
      output = .file(file)
    } else {
      let stream = try OutputFile(path: self.output)
      if let names = table.names {
        try stream.write(names)
        try stream.flush()
      }
      output = .stream(stream)
    }
    if runs.isEmpty, count > 0 { Program.tell("\(self.output) is complete: it has all \(count) rows") }
    let writer = SweepWriter(output, table, count: count, from: count - runs.count)
    try work(job, runs, count, writer)
  }

  private func work(_ job: SweepJob, _ runs: Range<Int>, _ count: Int, _ writer: SweepWriter) throws {
    Program.exitSignals.waitForWork(saying: "finishing the runs in work; a second signal ends them")
    let work = OrderedWork(
      runs, capacity: Self.capacity, isInterrupted: { Program.exitSignals.isRequested },
      work: { job.row($0) }, release: { try writer.write($0) })
    do {
      let end = try work.run(
        threads: min(jobs ?? ProcessInfo.processInfo.activeProcessorCount, max(runs.count, 1)))
      try writer.finish()
      if end < runs.upperBound {
        throw SweepInterruption(rows: writer.rows, count: count, continuation: continuation)
      }
    } catch OutputError.failed(let path, let reason) where continuation != nil {
      writer.endProgress()
      throw OutputError.failed(
        path: path,
        reason: "\(reason); its \(writer.rows) whole rows of \(count) are kept, and --resume goes on")
    }
    if writer.failures > 0 {
      Program.tell(
        "warning: \(writer.failures) of \(runs.count) runs failed; the column '\(SweepTable.error)' of their "
          + "rows says why")
    }
  }

  /// Rows that wait for one that takes long.
  private static let capacity = 4096

  private func print(_ script: SweepScript, for engine: SweepScript.Engine) throws {
    // What is wrong with the sweep is said now, not by a thousand tasks.
    let plan = try plan()
    _ = try SweepJob(SweepScene(scene ?? "", in: folder.library()), plan, measures: measures, length: length)
    try OutputFile.print(script.text(for: engine))
    if engine == .slurm, script.shards > SweepScript.slurmTasks {
      Program.tell(
        "warning: Slurm's arrays end at \(SweepScript.slurmTasks) tasks unless MaxArraySize in slurm.conf "
          + "says more")
    }
    Program.tell("when all are done: \(script.mergeCommand)")
  }

  private func plan() throws -> SweepPlan {
    let settings = try set.map { try SweepSetting($0) }
    let kind: SweepSampling =
      switch (sample, sampling ?? .random) {
      case (nil, _): .grid
      case (let count?, .random): .random(count: count, seed: seed ?? 0)
      case (let count?, .latin): .latin(count: count, seed: seed ?? 0)
      }
    return try SweepPlan(settings, kind, seeds: seeds.flatMap { SweepSeeds($0) })
  }

  /// The command that goes on with an interrupted sweep; nil where its rows went to a stream.
  private var continuation: String? {
    guard SweepOutput.isFile(output) else { return nil }
    var words = CommandLine.arguments
    // After `--` there are no options.
    if !resume { words.insert("--resume", at: words.firstIndex(of: "--") ?? words.endIndex) }
    return ShellWord.command(words)
  }

  /// The command of this program with what all shards have in common.
  private var command: [String] {
    var words = [Program.path, "sweep", scene ?? ""]
    if let folder = folder.path { words += ["--scenes", folder] }
    for setting in set { words += ["--set", setting] }
    words += ["--tell", measures.joined(separator: ",")] + length.arguments
    if let sample {
      words += [
        "--sample", "\(sample)", "--sampling", (sampling ?? .random).rawValue, "--seed", "\(seed ?? 0)",
      ]
    }
    if let seeds { words += ["--seeds", seeds] }
    if json.isJSON { words.append("--json") }
    return words
  }
}

extension SweepCommand {
  package func validate() throws {
    if !merge.isEmpty {
      guard scene == nil else {
        throw ValidationError("--merge takes the files of all shards, and -o FILE; it runs no scene.")
      }
      let others = [
        (!set.isEmpty, "--set"), (!tell.isEmpty, "--tell"), (lengths.steps != nil, "--steps"),
        (lengths.duration != nil, "--duration"), (sample != nil, "--sample"),
        (sampling != nil, "--sampling"), (seed != nil, "--seed"), (seeds != nil, "--seeds"),
        (json.isJSON, "--json"), (resume, "--resume"), (jobs != nil, "--jobs"), (shard != nil, "--shard"),
        (emit != nil, "--emit"), (shards != nil, "--shards"), (folder.path != nil, "--scenes"),
      ].filter(\.0).map(\.1)
      guard others.isEmpty else {
        throw ValidationError(
          "--merge takes the files of all shards, and -o FILE; \(others.joined(separator: ", ")) would have "
            + "no effect.")
      }
      return
    }
    guard scene != nil else {
      throw ValidationError("Missing a scene: a name that the command `scenes` lists, or a path to a file.")
    }
    if set.isEmpty, seeds == nil {
      throw ValidationError("Give at least one --set, such as --set 'crate1.friction=0.1..0.9/9'.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs is a number from 1 to 1024, not \(jobs).")
    }
    try validateSamples()
    try validateShards()
    if resume, !SweepOutput.isFile(output) {
      throw ValidationError("--resume goes on with a file: say which by -o FILE.")
    }
  }

  private func validateSamples() throws {
    if let sample {
      guard (1...SweepPlan.maxRuns).contains(sample) else {
        throw ValidationError("--sample is a number from 1 to \(SweepPlan.maxRuns), not \(sample).")
      }
      if set.isEmpty { throw ValidationError("--sample takes its points from the ranges of --set.") }
    } else if seed != nil || sampling != nil {
      throw ValidationError("--seed and --sampling go with --sample N.")
    }
    if let seeds, SweepSeeds(seeds) == nil {
      throw ValidationError(
        "--seeds is a number, a range or a list, such as 20, 1..20 or 3,5,8, not '\(seeds)'.")
    }
  }

  private func validateShards() throws {
    if let shard {
      guard SweepShard(shard) != nil else {
        throw ValidationError(
          "--shard is I/N, with I from 1 to N and N at most \(SweepShard.maxCount), not '\(shard)'.")
      }
      guard SweepOutput.isFile(output) else {
        throw ValidationError("--shard writes to a file, to be merged: say which by -o FILE.")
      }
    }
    guard emit != nil else {
      if shards != nil { throw ValidationError("--shards goes with --emit; --shard I/N does one part.") }
      return
    }
    guard let shards, (1...SweepShard.maxCount).contains(shards) else {
      throw ValidationError("--emit needs --shards N, a number from 1 to \(SweepShard.maxCount).")
    }
    guard SweepOutput.isFile(output), scene != "-", shard == nil, !resume else {
      throw ValidationError("--emit needs -o FILE, the file of the whole, and a scene by its name or path.")
    }
  }
}

/// An error of a sweep as a whole; an error of one of its runs is in that run's row.
enum SweepError: Error {
  /// A bad setting, with the reason if more is known.
  case badSetting(String, String?)
  /// The range `FIRST..LAST` has no step where every value counts.
  case endlessRange(String)
  case unknownMeasure(String, others: [String])
  case badComparison(String)
  /// A comparison with something that the channel does not measure, and why.
  case badLimit(String, String)
  case unknownStatistic(String, nearest: String?)
  case repeatedColumn(String)
  case repeatedSetting(String)
  case noSeed, tooMany
  /// A word of a command with a control character in it, and the option that it is given to.
  case unscriptable(String, of: String)
  /// The file that is to be written, and why the sweep cannot be.
  case file(String, reason: String)
  /// Shards that do not make a whole, and why: a sentence each.
  case unmergeable([String])
}

extension SweepError: CustomStringConvertible {
  var description: String {
    switch self {
    case .badSetting(let text, let reason?):
      return "'\(String(text.prefix(200)).withoutControlCharacters)' sets nothing: \(reason)"
    case .badSetting(let text, nil):
      return """
        '\(text.prefix(200))' sets nothing: write BODY.PROPERTY=FIRST..LAST/COUNT, such as \
        crate1.friction=0.1..0.9/9, or values with commas between them
        """
    case .endlessRange(let text):
      return "'\(text)' has no number of values: write \(text)/9 for nine, or take samples with --sample N"
    case .unknownMeasure(let problem, let others):
      return "\(problem)\nBesides channels there are \(others.joined(separator: ", "))"
    case .badLimit(let text, let reason): return "'\(text)': \(reason)"
    case .badComparison(let text):
      return """
        '\(text)' compares nothing: write a channel, then <, <=, > or >=, then a number, such as \
        'crate1.y<50'
        """
    case .unknownStatistic(let text, let nearest):
      return "'\(text)' is not known; after the colon there can be final, max, mean, min"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .repeatedColumn(let name):
      return "two columns would be named '\(name)', and an object of JSON has each name once"
    case .repeatedSetting(let name):
      return "'\(name)' is set twice, and only the last one counts: write its values with commas between them"
    case .noSeed:
      return """
        the scene has nothing that a seed changes: give it a variable 'seed' for its random(seed), or \
        noise, shattering or spawned bodies
        """
    case .tooMany: return "a sweep has at most \(SweepPlan.maxRuns) runs; these settings make more"
    case .unscriptable(let word, let option):
      return """
        \(option): '\(word.withoutControlCharacters)' has a control character, such as a line feed, which \
        the lines of --emit's script cannot hold: write it without, or rename the file
        """
    case .file(let path, let reason): return "\(path): \(reason)"
    case .unmergeable(let problems):
      return "these files cannot be merged\n  " + problems.joined(separator: "\n  ")
    }
  }
}

import ArgumentParser
import TumbleFiles

/// A sweep as work for engines that spread it over machines.
struct SweepScript {
  enum Engine: String, CaseIterable, ExpressibleByArgument {
    /// A command a line, as GNU parallel reads them.
    case parallel
    /// A job array for `sbatch`.
    case slurm
  }

  /// The program and its arguments, without what concerns shards.
  let command: [String]
  /// The file of the whole.
  let output: String
  let shards: Int

  /// Slurm's arrays end there unless its configuration says otherwise (MaxArraySize).
  static let slurmTasks = 1000
  /// The number of times that a task of an array is tried in one place before it is put into the queue again.
  private static let attempts = 3

  /// - Throws: `SweepError.unscriptable` where a word has a control character: the engines read lines.
  init(command: [String], output: String, shards: Int) throws(SweepError) {
    (self.command, self.output, self.shards) = (command, output, shards)
    let words = command + ["-o", output]
    guard let place = words.firstIndex(where: \.hasControlCharacter) else { return }
    let option = words[max(place - 1, 0)]
    let isOfOption = option.hasPrefix("-") && !option.hasControlCharacter
    throw .unscriptable(
      words[place], of: isOfOption ? option : place == 0 ? "the program's path" : "the scene")
  }

  func text(for engine: Engine) -> String {
    switch engine {
    case .parallel: (1...shards).map { parallelLine($0) + "\n" }.joined()
    case .slurm: slurmScript
    }
  }

  /// The command that makes the whole of the shards.
  var mergeCommand: String {
    let (stem, ending) = FilePath.parts(of: output)
    let files = ShellWord.quoted(stem) + "-*-of-\(shards)" + ShellWord.quotedEnd(ending)
    return ShellWord.command([command[0], "sweep", "--merge"]) + " \(files) -o " + ShellWord.quoted(output)
  }

  /// The file of a shard, such as `rows-3-of-10.csv` for `rows.csv`.
  func file(of shard: String) -> String {
    let (stem, ending) = FilePath.parts(of: output)
    return "\(stem)-\(shard)-of-\(shards)\(ending)"
  }

  private func parallelLine(_ shard: Int) -> String {
    // Parallel runs one a processor.
    ShellWord.command(
      command + ["--jobs", "1", "--shard", "\(shard)/\(shards)", "--resume", "-o", file(of: "\(shard)")])
  }

  private var slurmScript: String {
    let (stem, ending) = FilePath.parts(of: output)
    let file = ShellWord.quoted(stem) + "-\"$shard\"-of-\(shards)" + ShellWord.quotedEnd(ending)
    return """
      #!/bin/bash
      #SBATCH --job-name=tumble-sweep
      #SBATCH --array=1-\(shards)
      #SBATCH --requeue
      #SBATCH --open-mode=append
      #SBATCH --output=/dev/null
      # A task of this array does one shard. A task that fails or is killed is tried again, and goes on where
      # its file ends; after \(Self.attempts) attempts in one place it is put into the queue
      # again, at most twice. Options of yours go to sbatch, such as --time=1:00:00.
      shard=$SLURM_ARRAY_TASK_ID
      log=\(ShellWord.quoted(stem))-"$shard"-of-\(shards).log
      for attempt in \((1...Self.attempts).map(String.init).joined(separator: " ")); do
        \(ShellWord.command(command)) --jobs "${SLURM_CPUS_PER_TASK:-1}" \\
          --shard "$shard/\(shards)" --resume -o \(file) 2>>"$log" && exit 0
        code=$?
        echo "attempt $attempt of shard $shard on $(hostname) ended with exit code $code" >>"$log"
      done
      if [ "${SLURM_RESTART_COUNT:-0}" -lt 2 ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$shard"
      fi
      exit "$code"

      """
  }
}

/// Text as a word of a POSIX shell.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%^".utf8)

  /// The word, quoted only where it must be.
  static func quoted(_ text: String) -> String {
    guard text.isEmpty || !text.utf8.allSatisfy(plain.contains) else { return text }
    return "'" + text.escaped { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The same for the end of a word, which may be empty.
  static func quotedEnd(_ text: String) -> String { text.isEmpty ? "" : quoted(text) }

  /// A command of a program and its arguments.
  static func command(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }
}

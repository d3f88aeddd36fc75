import ArgumentParser

extension SweepCommand {
  package func validate() throws {
    if !merge.isEmpty {
      guard scene == nil else {
        throw ValidationError("--merge takes the files of all shards, and -o FILE; it runs no scene.")
      }
      let others = [
        (!set.isEmpty, "--set"), (!tell.isEmpty, "--tell"), (lengths.steps != nil, "--steps"),
        (lengths.duration != nil, "--duration"),
        (sample != nil, "--sample"), (sampling != nil, "--sampling"), (seed != nil, "--seed"),
        (seeds != nil, "--seeds"), (json.isJSON, "--json"), (resume, "--resume"), (jobs != nil, "--jobs"),
        (shard != nil, "--shard"), (emit != nil, "--emit"), (shards != nil, "--shards"),
        (folder.path != nil, "--scenes"),
      ].filter(\.0).map(\.1)
      guard others.isEmpty else {
        throw ValidationError(
          "--merge takes the files of all shards, and -o FILE; \(others.joined(separator: ", ")) would have no effect."
        )
      }
      return
    }
    guard scene != nil else {
      throw ValidationError(
        "Missing a scene: a name that the command `scenes` lists, or a path to a file.")
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

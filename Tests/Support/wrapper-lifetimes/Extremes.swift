import Glibc

/// Random calls with the largest, smallest and worst numbers there are, in small spaces: each is refused with
/// an error or leaves everything finite. An abort of the engine would end the process, so seeds are tried in
/// children; a child that ends, or goes on for a minute, has its seeds tried one by one.
enum Extremes {
  static func check(first: UInt64, seeds: Int) {
    let batch = 2000
    for start in stride(from: 0, to: seeds, by: batch) {
      let range = first + UInt64(start)..<first + UInt64(min(start + batch, seeds))
      guard tried(range).died else { continue }
      for seed in range {
        let (died, words) = tried(seed..<seed + 1)
        if died { stop("extremes, seed \(seed): \(words)") }
      }
      stop("extremes, seeds \(range): ended together, and none of them alone")
    }
  }

  private static func tried(_ seeds: Range<UInt64>) -> (died: Bool, words: String) {
    Child.run {
      alarm(60)
      for seed in seeds {
        var run = ExtremeRun(seed: seed)
        if let problem = run.run() { fatalError(problem) }
      }
    }
  }
}

import Glibc

/// Code that may end its process, tried in a child.
enum Child {
  /// Runs code in a child process.
  /// - Returns: whether a signal ended it, and what it wrote on standard error.
  static func run(_ act: () -> Void) -> (died: Bool, words: String) {
    // Swift hides `fork` because a child has only the thread that made it. This program has no other.
    guard let symbol = dlsym(nil, "fork") else { stop("no fork in this libc") }
    let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { stop("no pipe") }
    let child = fork()
    guard child >= 0 else { stop("no child process could be made") }
    if child == 0 {
      // The default action of each signal, at once: no crash reporter.
      for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { Glibc.signal(signal, SIG_DFL) }
      dup2(ends[1], 2)
      act()
      _exit(0)
    }
    close(ends[1])
    var words: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 512)
    while case let length = read(ends[0], &chunk, chunk.count), length > 0 { words += chunk[..<length] }
    close(ends[0])
    var status: Int32 = 0
    guard waitpid(child, &status, 0) == child else { stop("the child process is gone") }
    return (status & 0x7f != 0, String(decoding: words, as: UTF8.self))
  }
}

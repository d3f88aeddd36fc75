import CTumbleChipmunk
import Glibc

// The engine's search for sleeping groups calls itself once for every body of a chain, and the engine's tree once for every
// level, which in a heap of shapes in one place means once for every shape. The caller's stack may be too small for that: then
// the call is made on a thread of its own with a stack that is large enough, while the caller waits.

/// Stack space for engine calls that recurse.
enum EngineStack {
  /// Room for everything that does not recurse, callbacks included.
  private static let reserve = 64 << 10

  /// Makes a call that may need so many bytes of stack for its recursion.
  static func run<Result, Failure: Error>(
    _ bytes: Int, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if bytes + reserve <= bytesLeft { return try call() }
    return try runOnOwnThread(bytes + 2 * reserve, call)
  }

  /// What is left of the calling thread's stack.
  private static var bytesLeft: Int {
    let here = Int(bitPattern: ctumble_frame_address())
    guard let limit = pthread_getspecific(limitKey) else { return here - findLimit(here) }
    return here - Int(bitPattern: limit)
  }

  /// Where each thread keeps the lowest address of its stack, once that is known.
  private static let limitKey: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { trap("the process has no thread-specific data left") }
    return key
  }()

  private static func findLimit(_ here: Int) -> Int {
    let known = Int(bitPattern: ctumble_stack_limit())
    // The system may not tell: for the main thread it reads /proc. Then only the reserve is counted on.
    let limit = known > 0 ? known : here - reserve
    pthread_setspecific(limitKey, UnsafeRawPointer(bitPattern: limit))
    return limit
  }

  private static func runOnOwnThread<Result, Failure: Error>(
    _ bytes: Int, _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result: Swift.Result<Result, Failure>?
    withoutActuallyEscaping(call) { call in
      let job = Job { result = .init { () throws(Failure) in try call() } }
      var (attributes, thread) = (pthread_attr_t(), pthread_t())
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      let isMade =
        pthread_attr_setstacksize(&attributes, (bytes + 0xffff) & ~0xffff) == 0
        && pthread_create(&thread, &attributes, Job.run, Unmanaged.passUnretained(job).toOpaque()) == 0
      guard isMade else {
        trap("no memory for a stack of \(bytes) bytes, which this many bodies or shapes need")
      }
      pthread_join(thread, nil)
    }
    return try result.unsafelyUnwrapped.get()
  }

  /// What a thread is to do.
  private final class Job {
    let act: () -> Void

    init(_ act: @escaping () -> Void) { self.act = act }

    static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { job in
      Unmanaged<Job>.fromOpaque(job.unsafelyUnwrapped).takeUnretainedValue().act()
      return nil
    }
  }
}

extension Space {
  /// Calls what may search the engine's tree or put shapes into it: at most 64 bytes of stack a level. Tumble's own trees
  /// are searched without recursion.
  func withTreeStack<Result, Failure: Error>(
    _ call: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if solver != nil { return try call() }
    return try EngineStack.run(96 * shapes.count, call)
  }

  /// Calls what takes a step: the engine's search for groups that sleep needs 96 bytes of stack a body of a chain, and
  /// its own step at most 144 bytes a level of the tree.
  func withStepStack(_ call: () -> Void) {
    EngineStack.run(max(solver == nil ? 192 * shapes.count : 0, 128 * bodies.count), call)
  }
}

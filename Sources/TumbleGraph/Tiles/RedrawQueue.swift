import Foundation

/// Draws pictures on a thread of its own, or at once where it has none: the graph's tiles, and those of what
/// stands still on a stage. Every job that goes in comes out once, in some final state.
///
/// All that both threads touch is behind the condition's lock, and one thread alone draws: hence the
/// unchecked conformance. Jobs are values: while one is drawn, the other thread has none of it.
package final class RedrawQueue<Job: RedrawJob>: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [Job] = []
  private var finished: [Job] = []
  /// The newest generation of every slot.
  private var generations: [Int] = []
  /// Jobs that went in and did not come out yet.
  private var outstanding = 0
  /// Read by the thread that draws.
  private var clock: (@Sendable () -> Double)?
  private var isClosing = false
  private var hasStarted = false
  private var hasEnded = false

  /// Draws a job; once what it is given says no, the job is no longer wanted. Only one thread at a time calls
  /// it.
  package typealias Draw = (_ job: inout Job, _ isWanted: () -> Bool) -> Void
  private let drawing: Draw
  private let inBackground: Bool
  private let name: String

  /// - Parameter name: The thread's.
  package init(inBackground: Bool, name: String, draw: @escaping Draw) {
    self.inBackground = inBackground
    self.name = name
    drawing = draw
  }

  /// Starts the thread with the first job: a graph that is never shown has none.
  private func startThread() {
    hasStarted = true
    let thread = Thread { [self] in run() }
    thread.name = name
    thread.start()
  }

  /// Makes jobs of this generation the only ones wanted for the slot from now on.
  package func setGeneration(_ generation: Int, of slot: Int) {
    condition.lock()
    while generations.count <= slot { generations.append(0) }
    generations[slot] = generation
    condition.unlock()
  }

  /// Makes drawing timed from now on, in seconds of this clock.
  package func setClock(_ clock: @escaping @Sendable () -> Double) {
    condition.lock()
    self.clock = clock
    condition.unlock()
  }

  /// Takes all the jobs over; the array is left empty, with its room.
  package func submit(_ jobs: inout [Job]) {
    guard !jobs.isEmpty else { return }
    condition.lock()
    outstanding += jobs.count
    if isClosing {
      for i in jobs.indices { jobs[i].state = .cancelled }
      finished.append(contentsOf: jobs)
    } else {
      waiting.append(contentsOf: jobs)
    }
    // Emptied under the lock: while two arrays hold a job, drawing on it would copy its pixels.
    jobs.removeAll(keepingCapacity: true)
    if !inBackground {
      drawWaiting()
    } else if !hasStarted, !isClosing {
      startThread()
    }
    condition.broadcast()
    condition.unlock()
  }

  /// Appends what has come out since the last time.
  /// - Parameter all: Whether to wait until everything that went in has come out.
  package func take(into jobs: inout [Job], all: Bool = false) {
    condition.lock()
    while all, finished.count < outstanding { condition.wait() }
    outstanding -= finished.count
    jobs.append(contentsOf: finished)
    finished.removeAll(keepingCapacity: true)
    condition.unlock()
  }

  /// Cancels what waits, lets the worker finish the tile it is at, and returns when its thread is done.
  package func close() {
    condition.lock()
    isClosing = true
    condition.broadcast()
    while hasStarted, !hasEnded { condition.wait() }
    condition.unlock()
  }

  // MARK: The worker

  private func run() {
    condition.lock()
    while !isClosing {
      if waiting.isEmpty { condition.wait() }
      drawWaiting()
    }
    for i in waiting.indices { waiting[i].state = .cancelled }
    finished.append(contentsOf: waiting)
    waiting.removeAll()
    hasEnded = true
    condition.broadcast()
    condition.unlock()
  }

  /// Draws until nothing waits or the queue is closed. The lock is held but while a tile is drawn.
  private func drawWaiting() {
    while !isClosing, !waiting.isEmpty {
      var job = waiting.remove(at: 0)
      if job.generation == generations[job.slot] {
        let clock = clock
        condition.unlock()
        let start = clock?() ?? 0
        let (slot, generation) = (job.slot, job.generation)
        drawing(&job) { isWanted(slot: slot, generation: generation) }
        job.seconds = (clock?() ?? 0) - start
        condition.lock()
        job.state = isClosing ? .cancelled : job.generation == generations[job.slot] ? .drawn : .stale
      } else {
        job.state = .stale
      }
      finished.append(job)
      condition.broadcast()
    }
  }

  private func isWanted(slot: Int, generation: Int) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return !isClosing && generations[slot] == generation
  }
}

/// A picture to be drawn, with all that it takes: it goes to the worker and comes back.
package protocol RedrawJob: Sendable {
  var slot: Int { get }
  /// The slot's generation that the job was made for; another one in the meantime makes it stale.
  var generation: Int { get }
  var state: RedrawState { get set }
  /// The time that drawing took, by the clock that the queue was given; 0 without one.
  var seconds: Double { get set }
}

/// A tile of a graph to be drawn.
struct TileJob: RedrawJob {
  var slot = 0
  var tile = 0
  var generation = 0
  /// The number of the common look that it shows.
  var epoch = 0
  var content = TileContent()
  var bitmap = Bitmap(width: 0, height: 0)
  var state = RedrawState.waiting
  var seconds = 0.0
}

extension RedrawQueue where Job == TileJob {
  /// A queue of a graph's tiles.
  convenience init(inBackground: Bool, surface: DrawingSurface = .bitmap) {
    // What tiles are drawn on before they are stood up. Only the thread that draws uses it.
    var side = Bitmap(width: 0, height: 0)
    self.init(inBackground: inBackground, name: "tumble.graph") { job, isWanted in
      let rasterizer = TileRasterizer(content: job.content, width: Double(job.content.look.grid.tileWidth))
      rasterizer.draw(on: &job.bitmap, side: &side, surface: surface, isWanted: isWanted)
      if job.content.look.needsConversion { job.bitmap.convertToStraightAlpha() }
    }
  }
}

import Foundation
import TumbleDrawing

struct FilmPicture: Sendable {
  let bitmap: Bitmap
  /// The bytes for the film's file; empty where the bitmap itself is used.
  let bytes: [UInt8]
  let omittedParticles: Int
}

/// Threads that draw the pictures of a film, which leave in the order in which their moments came.
///
/// Everything is behind the condition's lock but drawing itself, for which each thread has a camera of its
/// own: hence the unchecked conformance.
final class FilmCrew: @unchecked Sendable {
  private let condition = NSCondition()
  private var waiting: [(place: Int, moment: FilmMoment)] = []
  private var finished: [Int: Result<FilmPicture, any Error>] = [:]
  private var (added, taken) = (0, 0)
  private var isClosed = false
  /// Is true while the first picture is drawn, by one thread alone: SDL finds out with its first pixels what
  /// the processor can do, and takes no lock for it. Who saw half of the answer would round otherwise.
  private var isStarting = false
  /// The most pictures in work or waiting.
  private let capacity: Int

  /// - Parameters:
  ///   - cameras: Makes the camera of a thread.
  ///   - format: What a picture's bytes are made for, on the thread that drew it.
  init(jobs: Int, format: FilmFormat, cameras: () throws -> FilmCamera) throws {
    capacity = jobs + 1
    for _ in 0..<jobs {
      // Handed over to the thread.
      nonisolated(unsafe) let camera = try cameras()
      let thread = Thread { [self] in work(camera, format) }
      thread.name = "tumble.film"
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  /// Adds the moment of the next picture.
  func add(_ moment: FilmMoment) {
    condition.withLock {
      waiting.append((added, moment))
      added += 1
      condition.broadcast()
    }
  }

  /// Takes the next picture; waits for it where as many as may be are in work.
  ///
  /// - Parameter waits: Whether to wait for it in any case.
  /// - Returns: nil where it is not there, or all were taken.
  func next(waits: Bool = false) throws -> FilmPicture? {
    try condition.withLock {
      while finished[taken] == nil, taken < added, waits || added - taken >= capacity { condition.wait() }
      guard let picture = finished.removeValue(forKey: taken) else { return nil }
      taken += 1
      return try picture.get()
    }
  }

  /// Ends the threads, each after the picture that it is at.
  func close() {
    condition.withLock {
      isClosed = true
      condition.broadcast()
    }
  }

  private func work(_ camera: FilmCamera, _ format: FilmFormat) {
    condition.lock()
    defer { condition.unlock() }
    while true {
      while waiting.isEmpty || isStarting, !isClosed { condition.wait() }
      guard !isClosed else { return }
      let (place, moment) = waiting.removeFirst()
      isStarting = place == 0
      condition.unlock()
      let picture = Result {
        let bitmap = try camera.picture(of: moment)
        return FilmPicture(
          bitmap: bitmap, bytes: try format.bytes(of: bitmap), omittedParticles: camera.omittedParticles)
      }
      condition.lock()
      finished[place] = picture
      isStarting = false
      condition.broadcast()
    }
  }
}

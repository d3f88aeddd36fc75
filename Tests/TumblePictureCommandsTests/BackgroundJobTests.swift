import Testing
@testable import TumblePictureCommands

@Suite("A job in the background")
struct BackgroundJobTests {
  @Test("Its result is there once it is done, and is given once")
  func result() {
    let job = BackgroundJob("test") { _ in 42 }
    job.wait()
    #expect(job.take() == 42)
    #expect(job.take() == nil)
  }

  @Test("A job that is cancelled hears of it, and ends")
  func cancelled() {
    let job = BackgroundJob<Int>("test") { job in
      var turns = 0
      while !job.isCancelled { turns += 1 }
      return turns
    }
    #expect(job.take() == nil)
    job.cancel()
    job.wait()
    #expect(job.take() != nil)
  }

  @Test("Its progress stays within 0 to 1", arguments: [(-1.0, 0.0), (0.25, 0.25), (1, 1), (7, 1)])
  func progress(told: Double, shown: Double) {
    let job = BackgroundJob("test") { $0.progress = told }
    job.wait()
    #expect(job.progress == shown)
  }
}

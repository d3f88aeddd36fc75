import Testing
import TumbleTestSupport
@testable import TumbleWindow

@Suite("The profile")
struct ProfileTests {
  @Test("Each phase has the time from its beginning to the next one's, frame by frame")
  func phases() {
    var profile = Profile()
    var now = Duration.zero
    for frame in 1...3 {
      profile.endFrame(at: now)
      for (phase, milliseconds) in [(Phase.events, 1), (.physics, 4), (.drawing, 2), (.physics, frame)] {
        profile.begin(phase, at: now)
        now += .milliseconds(milliseconds)
      }
    }
    profile.endFrame(at: now)
    #expect(abs(profile.time(of: .physics, age: 0) - 0.007) < 1e-12)
    #expect(abs(profile.time(of: .physics, age: 2) - 0.005) < 1e-12)
    #expect(abs(profile.time(of: .events, age: 1) - 0.001) < 1e-12)
    #expect(profile.time(of: .graph, age: 0) == 0 && profile.time(of: .physics, age: 99) == 0)
    #expect(abs(profile.work(age: 0) - 0.010) < 1e-12)
  }

  @Test("What the parts of a phase take is reported for each and for the phase, and counts once")
  func parts() {
    var profile = Profile()
    var now = Duration.zero
    for _ in 0..<2 {
      profile.endFrame(at: now)
      for (phase, milliseconds) in [(Phase.physics, 1), (.positions, 2), (.contacts, 4), (.solving, 8)] {
        profile.begin(phase, at: now)
        now += .milliseconds(milliseconds)
      }
    }
    profile.endFrame(at: now)
    #expect(abs(profile.summary(of: .physics).now - 0.015) < 1e-12)
    #expect(abs(profile.summary(of: .contacts).now - 0.004) < 1e-12)
    #expect(abs(profile.summary(of: nil).now - 0.015) < 1e-12)
    #expect(Phase.allCases.filter { $0.whole == .physics } == [.positions, .contacts, .solving])
  }

  @Test(
    "The summaries are now, the average and the time that one frame in a hundred exceeds",
    arguments: Seeds.list(default: 30))
  func summaries(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var profile = Profile()
    var now = Duration.zero
    var lengths: [Double] = []
    for _ in 0..<random.int(in: 1...400) {
      profile.endFrame(at: now)
      profile.begin(.physics, at: now)
      let microseconds = random.int(in: 0...5000)
      lengths.append(Double(microseconds) * 1e-6)
      now += .microseconds(microseconds)
    }
    profile.endFrame(at: now)
    // The first call ends a frame in which nothing was done; the oldest are forgotten.
    lengths = Array(([0] + lengths).suffix(Profile.frames - 1))
    let summary = profile.summary(of: .physics)
    let sorted = lengths.sorted()
    #expect(abs(summary.now - (lengths.last ?? 0)) < 1e-9)
    #expect(abs(summary.average - lengths.reduce(0, +) / Double(lengths.count)) < 1e-9)
    #expect(abs(summary.percentile99 - sorted[sorted.count * 99 / 100]) < 1e-9)
    #expect(profile.summary(of: nil).now == summary.now)
  }
}

@Suite("The watch for stalls")
struct StallMonitorTests {
  var monitor = StallMonitor()

  /// A frame that takes so long, looked at every ten milliseconds.
  private mutating func frame(_ number: Int, milliseconds: Int, _ phase: Phase = .drawing) -> [Stall] {
    let began = Duration.seconds(number)
    return stride(from: 0, through: milliseconds, by: 10).compactMap {
      monitor.look(frame: number, began: began, phase: phase, now: began + .milliseconds($0))
    }
  }

  @Test("A quarter of a second is a stall, told once, while it lasts, with what was done")
  mutating func once() {
    #expect(frame(1, milliseconds: 240).isEmpty)
    let found = frame(3, milliseconds: 900, .physics)
    #expect(found == [Stall(kind: .once, phase: .physics, stood: .milliseconds(250))])
    #expect("\(found[0])" == "the window has stood still for 250 ms, in physics")
    #expect(frame(4, milliseconds: 300).count == 1)
  }

  @Test("Five frames in a row of a twentieth of a second are one; a fast one between begins again")
  mutating func inARow() {
    for number in 1...4 { #expect(frame(number, milliseconds: 60).isEmpty) }
    #expect(frame(5, milliseconds: 60) == [Stall(kind: .inARow, phase: .drawing, stood: .milliseconds(50))])
    for number in 6...9 { #expect(frame(number, milliseconds: 60).isEmpty) }
    #expect(frame(10, milliseconds: 20).isEmpty)
    for number in 11...14 { #expect(frame(number, milliseconds: 60).isEmpty) }
    #expect(frame(15, milliseconds: 60).count == 1)
  }

  @Test("Waiting is no stall")
  mutating func waiting() { #expect(frame(1, milliseconds: 5000, .waiting).isEmpty) }
}

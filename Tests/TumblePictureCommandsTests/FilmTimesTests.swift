import Testing
import TumbleGeometry
@testable import TumblePictureCommands
import TumbleTestSupport

@Suite("The moments of a film")
struct FilmTimesTests {
  @Test(
    "The moments of a film are as many as its length holds, one at least",
    arguments: [
      (10, 30, 1, 300), (1, 30, 0.25, 120), (1, 30, 2, 15), (0.01, 30, 1, 1), (0.05, 30, 1, 2),
    ] as [(Double, Int, Double, Int)])
  func count(duration: Double, rate: Int, speed: Double, count: Int) {
    #expect(FilmTimes(start: 0, duration: duration, rate: rate, speed: speed).count == count)
  }

  @Test(
    "The moments of a film lie on whole steps where they should, for every picture of an hour",
    arguments: [24, 25, 30, 60, 120])
  func wholeSteps(rate: Int) {
    let times = FilmTimes(start: 0.5, duration: 3600, rate: rate, speed: 1)
    for picture in 0..<times.count where picture * 120 % rate == 0 {
      let place = times.place(of: picture, stepsPerSecond: 120)
      #expect(place.step == 60 + picture * 120 / rate && place.part == nil)
    }
  }

  @Test("The moments of a film lie between the state before a step and the one after it")
  func between() {
    let times = FilmTimes(start: 0, duration: 1, rate: 120, speed: 0.25)
    let places = (0..<5).map { times.place(of: $0, stepsPerSecond: 120) }
    #expect(places.map(\.step) == [0, 1, 1, 1, 1])
    #expect(places.map(\.part) == [nil, 0.25, 0.5, 0.75, nil])
  }

  @Test(
    "The moments of a film never go back, and stay beside their own time", arguments: Seeds.list(default: 20))
  func order(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rate = Int.random(in: 1...240, using: &random)
    let steps = Int.random(in: 1...1000, using: &random)
    let times = FilmTimes(
      start: Double.random(in: 0...5, using: &random), duration: 4, rate: rate,
      speed: Double.random(in: 0.01...10, using: &random))
    var latest = -1.0
    for picture in 0..<min(times.count, 2000) {
      let place = times.place(of: picture, stepsPerSecond: steps)
      let time = Double(place.step) - 1 + (place.part ?? 1)
      let wanted = (times.start + Double(picture) * times.spacing) * Double(steps)
      #expect(abs(time - wanted) < 1e-5)
      #expect(time > latest)
      if let part = place.part { #expect(part > 0 && part < 1) }
      latest = time
    }
  }

  @Test("The moments of a contact sheet begin at its start and end at its end")
  func sheet() {
    let times = FilmTimes(start: 2, duration: 6, count: 4)
    #expect((0..<4).map { times.place(of: $0, stepsPerSecond: 10).step } == [20, 40, 60, 80])
    #expect(FilmTimes(start: 2, duration: 6, count: 1).place(of: 0, stepsPerSecond: 10).step == 20)
  }

  @Test(
    "Slow motion leads to every moment at the time that its length says, and goes on without a jump",
    arguments: Seeds.list(default: 50))
  func slowMotion(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let moment = Double.random(in: 0...5, using: &random)
    let speed = Double.random(in: 0.01...1, using: &random)
    let slow = SlowMotion(at: moment, speed: speed, filmSpeed: Double.random(in: 0.1...4, using: &random))
    let start = Double.random(in: 0...5, using: &random)
    #expect(slow.time(after: 0, from: start).distance(to: start).magnitude < 1e-9, "\(seed)")
    var latest = start
    for place in 1...400 {
      let length = Double(place) * 0.02
      let time = slow.time(after: length, from: start)
      #expect(abs(slow.length(from: start, to: time) - length) < 1e-9, "\(seed)")
      #expect(time - latest > 0.02 * speed - 1e-9, "\(seed)")
      #expect(time - latest < 0.02 + 1e-9, "\(seed)")
      latest = time
    }
    let span = 0.01
    let middle = slow.length(from: moment - span * speed, to: moment + span * speed)
    #expect(abs(middle - 2 * span) < 1e-9, "\(seed)")
  }
}

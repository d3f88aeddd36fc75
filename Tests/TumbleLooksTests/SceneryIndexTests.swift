import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
import TumbleSamples
import TumbleTestSupport

@Suite("The index of scenery")
struct SceneryIndexTests {
  @Test(
    "The index of scenery finds all that lies in a part of the world, in the order of drawing, and guesses no fewer",
    arguments: Seeds.list(default: 40))
  func finds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scenery = Samples.scenery(&random, most: 400)
    let index = SceneryIndex(scenery, picture: { _ in nil })
    #expect(index.count == scenery.reduce(0) { $0 + $1.places.count })
    for _ in 0..<30 {
      let size = random.pick([1.0, 30, 500, 10_000])
      let part = Rect(
        origin: Vector(random.double(in: -3500...3500), random.double(in: -3500...3500)),
        size: Size(size, size * random.double(in: 0.2...2)))
      let found = index.numbers(in: part)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "each once, rising")
      #expect(index.estimate(in: part) >= found.count)
      let known = Set(found)
      for number in 0..<Int32(index.count) {
        let (look, place) = index.picture(number)
        let bounds = index.looks[look].bounds
        guard place.angle == 0 else { continue }
        let box = Rect(min: bounds.min + place.position, max: bounds.max + place.position)
        if box.overlap(part) != nil { #expect(known.contains(number)) }
      }
    }
    let all = Rect(center: .zero, size: Size(1e5, 1e5))
    #expect(index.numbers(in: all) == Array(0..<Int32(index.count)))
  }

  @Test("The index of scenery has cells for what is there, however far apart it lies, and none for nothing")
  func extremes() {
    let dot = [Outline.circle(center: .zero, radius: 1)]
    let far = SceneryIndex(
      [
        SceneryDescription(
          name: "far", outlines: dot,
          places: [-1e9, 0, 1e9].map { SceneryDescription.Place(position: Vector($0, $0)) })
      ], picture: { _ in nil })
    #expect(far.numbers(in: Rect(center: .zero, size: Size(10, 10))).contains(1))
    #expect(far.numbers(in: Rect(center: Vector(1e9, 1e9), size: Size(10, 10))).contains(2))
    #expect(far.numbers(in: Rect(center: Vector(3e9, 0), size: Size(10, 10))).isEmpty)
    let none = SceneryIndex([SceneryDescription](), picture: { _ in nil })
    #expect(none.count == 0 && none.bounds == nil)
    #expect(
      none.numbers(in: Rect(size: Size(9, 9))).isEmpty && none.estimate(in: Rect(size: Size(9, 9))) == 0)
    let broken = SceneryIndex(
      [
        SceneryDescription(
          name: "broken", outlines: dot, places: [SceneryDescription.Place(position: Vector(.nan, 0))])
      ], picture: { _ in nil })
    #expect(broken.bounds == nil && broken.numbers(in: Rect(size: Size(9, 9))).isEmpty)
  }

  @Test("The index of scenery takes a small picture for what is shown small")
  func levels() {
    var picture = Bitmap(width: 64, height: 32)
    picture.clear(to: Color(red: 1, green: 0.5, blue: 0))
    let levels = PictureLevels(picture)
    #expect(levels.picture(width: 64).width == 64 && levels.picture(width: 1000).width == 64)
    #expect(levels.picture(width: 33).width == 64 && levels.picture(width: 32).width == 32)
    #expect(levels.picture(width: 0.1).width == 1)
    #expect(abs(levels.average.green - 0.5) < 0.01 && levels.average.alpha == 1)
    #expect(abs(PictureLevels(picture, opacity: 0.5).average.alpha - 0.5) < 0.01)
  }
}

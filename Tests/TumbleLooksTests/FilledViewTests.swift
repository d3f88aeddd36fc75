import Testing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleTestSupport

@Suite("The part of a world that fills a picture")
struct FilledViewTests {
  private let view = Rect(size: Size(400, 200))

  /// The part for a form, of a world with upright rectangles as scenery.
  private func part(_ aspect: Double, scenery: [Rect] = [], gravity: Double = -1000) -> Rect {
    var description = WorldDescription(name: "test", view: view)
    description.scenery = scenery.map {
      SceneryDescription(
        name: "s", outlines: [.rect($0)], places: [.init(position: .zero)])
    }
    let start = FrameSnapshot(step: 0, rate: 120, gravity: Vector(0, gravity))
    return FilledView(description, start: start).rect(aspect: aspect)
  }

  @Test("The scene's own view fills a picture of its own form")
  func same() {
    #expect(part(2) == view)
  }

  @Test("More of the world is shown as far as scenery goes on beyond the view")
  func scenery() {
    let sky = Rect(min: Vector(-50, -100), max: Vector(450, 600))
    #expect(part(1, scenery: [sky]) == Rect(min: Vector(0, -100), max: Vector(400, 300)))
  }

  @Test("The sides are cut off where scenery ends at the view's edge")
  func cut() {
    #expect(part(1, scenery: [view]) == Rect(min: Vector(100, 0), max: Vector(300, 200)))
  }

  @Test("More of bare paper is shown above what falls, and none below it")
  func falling() {
    #expect(part(1) == Rect(min: Vector(0, 0), max: Vector(400, 400)))
  }

  @Test("The ground's lower edge is not shown, though the sky goes on below it")
  func ground() {
    let sky = Rect(min: Vector(-900, -900), max: Vector(900, 900))
    let soil = Rect(min: Vector(-900, -200), max: Vector(900, 50))
    #expect(part(1, scenery: [sky, soil]) == Rect(min: Vector(0, -100), max: Vector(400, 300)))
    let thin = Rect(min: Vector(-900, -1), max: Vector(900, 50))
    #expect(part(1, scenery: [sky, thin]) == Rect(size: Size(400, 400)))
  }

  @Test("As much of bare paper is shown above as below where nothing falls")
  func floating() {
    #expect(part(1, gravity: 0) == Rect(min: Vector(0, -100), max: Vector(400, 300)))
  }

  @Test("The upper part is cut off where things fall and nothing goes on at the sides")
  func height() {
    #expect(part(4, scenery: [view]) == Rect(size: Size(400, 100)))
  }

  @Test(
    "A picture of any form is filled by a part of that form, as high or as wide as the view",
    arguments: Seeds.list(default: 100))
  func forms(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let aspect = random.double(in: 0.1...10)
    let scenery = (0..<3).map { _ in
      Rect(
        origin: Vector(random.double(in: -500...300), random.double(in: -500...100)),
        size: Size(random.double(in: 10...900), random.double(in: 10...900)))
    }
    let found = part(aspect, scenery: scenery, gravity: random.pick([-1000.0, 0, 1000]))
    #expect(abs(found.width / found.height - aspect) < 1e-9 * aspect, "\(seed)")
    let isHigher = aspect < 2
    #expect(isHigher ? found.height >= view.height - 1e-9 : found.width >= view.width - 1e-9, "\(seed)")
    #expect(isHigher ? found.width <= view.width + 1e-9 : found.height <= view.height + 1e-9, "\(seed)")
  }
}

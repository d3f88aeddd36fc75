import Testing
import TumbleGeometry
import TumbleRendering
import TumbleTestSupport

@Suite("The graph's place")
struct GraphPlacementTests {
  let stage = Rect(size: Size(800, 600))
  /// A graph that lies over the stage.
  private var over: GraphPlacement {
    var placement = GraphPlacement()
    placement.isDocked = false
    return placement
  }

  private func place(_ placement: GraphPlacement) throws -> Rect {
    try #require(placement.place(over: stage, density: 1))
  }

  @Test("Pulled by its upper edge it gets higher, within the stage")
  func height() throws {
    var placement = over
    let before = try place(placement)
    placement.drag(.top, by: Vector(5, -100), graph: before, stage: stage)
    #expect(try place(placement) == Rect(min: Vector(0, before.min.y - 100), max: before.max))
    placement.drag(.top, by: Vector(0, -5000), graph: try place(placement), stage: stage)
    #expect(try place(placement) == stage)
    placement.drag(.top, by: Vector(0, 5000), graph: try place(placement), stage: stage)
    #expect(try place(placement).height == GraphPlacement.smallest.height)
  }

  @Test("Pulled by its title it goes where it is wanted, as it is, and never off the stage")
  func carried() throws {
    var placement = over
    let size = try place(placement).size
    placement.drag(.title, by: Vector(0, -100), graph: try place(placement), stage: stage)
    #expect(try place(placement).size == size && place(placement).max.y == 500)
    placement.drag(.title, by: Vector(9000, -9000), graph: try place(placement), stage: stage)
    #expect(try place(placement).size == size && place(placement).min.y == 0)
  }

  @Test(
    "However it is pulled about, it stays on the stage, of a size that can be read",
    arguments: Seeds.list(default: 50))
  func pulledAbout(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var placement = GraphPlacement()
    for _ in 0..<200 {
      let graph = try place(placement)
      let grip = random.pick([
        GraphPlacement.Grip.title, .top, .left, .right, .topLeft, .topRight, .plot,
      ])
      let distance = Vector(random.double(in: -900...900), random.double(in: -900...900))
      placement.drag(grip, by: distance, graph: graph, stage: stage)
      if random.int(in: 0...9) == 0 { placement.isDocked.toggle() }
      let after = try place(placement)
      #expect(stage.insetBy(-0.5).contains(after.min) && stage.insetBy(-0.5).contains(after.max))
      #expect(after.width >= GraphPlacement.smallest.width && after.height >= GraphPlacement.smallest.height)
    }
  }

  @Test("The edges, the title and the plot are distinguished; along the lower edge there are no sides")
  func grips() {
    var placement = over
    let size = Size(400, 200)
    func grip(_ x: Double, _ y: Double) -> GraphPlacement.Grip {
      placement.grip(at: Vector(x, y), size: size, titleHeight: 20)
    }
    #expect(grip(200, 2) == .top && grip(200, 12) == .title && grip(200, 90) == .plot)
    #expect(grip(1, 90) == .plot && grip(1, 1) == .top)
    placement.part = Rect(min: Vector(0.1, 0.1), max: Vector(0.6, 0.4))
    #expect(grip(1, 90) == .left && grip(399, 90) == .right && grip(1, 1) == .topLeft)
    placement.isDocked = true
    #expect(grip(1, 90) == .plot && grip(200, 12) == .plot)
  }
}

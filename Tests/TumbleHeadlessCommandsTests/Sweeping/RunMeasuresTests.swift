import Testing
import TumbleScenes
import TumbleSimulation

@testable import TumbleHeadlessCommands

@Suite("Measures of a run")
struct RunMeasuresTests {
  private func world() throws -> World {
    let text = """
      tumble: 1
      world: {gravity: [0, -100], rate: 10}
      bodies:
        - {id: a, at: [0, 50], velocity: [3, 20], box: [10, 10], mass: 1}
      """
    return try World(Scene(text: text))
  }

  @Test("Measures of a run are those of all its steps, the start included")
  func statistics() throws {
    let world = try world()
    let names = [
      "a.y", "a.y:final", "a.y:min", "a.y:max", "a.y:mean", "a.y<45", "a.y <= 50", "a.y>1000",
      "a.velocity.y>=0",
    ]
    let measures = try RunMeasures(names, of: world)
    var heights: [Double] = []
    for step in 0...7 {
      if step > 0 { try world.step() }
      let body = try #require(world.description.body("a"))
      heights.append(world.value(of: try #require(Channel.Number("y", of: .body)), .body(body)))
      measures.observe(world)
    }
    let firstBelow = try #require(heights.firstIndex { $0 < 45 })
    #expect(
      measures.values(world, lost: 0) == [
        .number(heights[7]), .number(heights[7]), .number(heights.min() ?? 0), .number(heights.max() ?? 0),
        .number(heights.dropFirst().reduce(heights[0], +) / 8), .number(Double(firstBelow) / 10), .number(0),
        .none,
        .number(0),
      ])
    #expect(firstBelow > 0 && heights.max() != heights[0])
  }

  @Test(
    "Measures of a run are refused where they are none",
    arguments: [
      ("a.z", "no channel 'a.z'"), ("a.y:most", "final, max, mean, min"), ("a.y<", "compares nothing"),
      ("a.y<x", "compares nothing"), ("a.y<nan", "compares nothing"), ("a.y=5", "no channel"),
      ("<5", "no channel ''"),
      ("a.y<5 s", "'5 s' is a time, not a length"),
      ("setled", "'settled'"), ("a.y:mim", "did you mean 'min'?"),
    ])
  func refused(text: String, message: String) throws {
    let description = try world().description
    let error = #expect(throws: SweepError.self) { try SweepMeasure(text, description: description) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("A comparison takes the units of what its channel measures")
  func units() throws {
    let description = try world().description
    func bound(_ text: String, pointsPerMeter: Double? = nil) throws -> Double? {
      let measure = try SweepMeasure(text, description: description, pointsPerMeter: pointsPerMeter)
      guard case .channel(_, .first(_, let bound)) = measure.what else { return nil }
      return bound
    }
    #expect(try bound("a.y<50") == 50)
    #expect(try bound("a.y<50 pt") == 50)
    #expect(try bound("a.y >= 2 m", pointsPerMeter: 100) == 200)
    #expect(try bound("a.angle>90 deg") == Double.pi / 2)
    #expect(throws: SweepError.self) { try bound("a.y>2 m") }
  }
}

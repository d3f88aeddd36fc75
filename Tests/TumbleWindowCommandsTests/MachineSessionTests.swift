import Testing
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

/// A new scene with a floor, and a hand that draws in points of the world.
final class MakingTable {
  let bench: WindowBench
  /// The presses, drags and clicks so far.
  private(set) var actions = 0

  init() throws {
    bench = try WindowBench(size: PixelSize(1200, 900))
    try bench.press("Ctrl+N")
  }

  var session: Session { bench.session }
  /// The middle of the stage, above the floor.
  var middle: Vector { session.world.scene.view.rect.center }

  func press(_ action: WindowAction) throws {
    actions += 1
    try bench.press(try #require(bench.key(of: action)))
  }

  func draw(_ tool: WindowAction, _ from: Vector, _ to: Vector) throws {
    try press(tool)
    try pull(from, to)
  }

  /// Presses at one point, and lets go at another.
  func pull(_ from: Vector, _ to: Vector) throws {
    actions += 1
    let (start, end) = (bench.window.stage.viewport.pixel(from), bench.window.stage.viewport.pixel(to))
    try bench.hand.drag(from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 4)
    try bench.hand.wait(frames: 3)
  }

  func draw(_ tool: WindowAction, along points: [Vector]) throws {
    try press(tool)
    actions += 1
    try bench.hand.drag(
      along: points.map { point in
        let pixel = bench.window.stage.viewport.pixel(point)
        return (Int(pixel.x), Int(pixel.y))
      })
    try bench.hand.wait(frames: 3)
  }

  func click(_ tool: WindowAction, _ point: Vector) throws {
    try press(tool)
    actions += 1
    try bench.click(point.x, point.y)
  }

  /// Saves the scene under a name and reads it again.
  func saved(as name: String) throws -> Scene {
    try bench.press("Ctrl+S")
    try bench.hand.type(name)
    try bench.hand.wait(frames: 10)
    try bench.press("Return")
    return try bench.window.loop.scene.library.scene("\(bench.scratch.url.path)/own/\(name).yaml")
  }

  func undoAll() throws {
    while session.canUndo {
      session.undo()
      try bench.hand.waitForRerun()
    }
  }
}

@Suite("Machines that are built by hand from an empty scene")
struct MachineSessionTests {
  /// The greatest number of actions: two minutes at three seconds each.
  private static let mostActions = 40

  /// Expects that what was built is the same when it is read again, and the run when it is replayed.
  private func check(_ table: MakingTable, _ built: Scene, savedAs name: String) throws {
    #expect(table.actions <= Self.mostActions, "\(table.actions)")
    let saved = try table.saved(as: name)
    #expect(saved.bodies == built.bodies, "\(saved.bodies)")
    #expect(saved.joints == built.joints, "\(saved.joints)")
    try table.session.checkReplay(library: table.bench.window.loop.scene.library, path: nil)
    try table.undoAll()
    #expect(
      table.session.world.snapshot.bodies.count == 1,
      "\(table.session.world.snapshot.bodies.map { table.session.world.description[$0.id]?.name ?? "" })")
  }

  @Test("A pulley is a wheel with a hinge and a rope drawn over it: the lighter of two boxes rises")
  func pulley() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let hub = Vector(table.middle.x, 230)
      try table.draw(.circleTool, hub, hub + Vector(30, 0))
      try table.click(.pivotTool, hub)
      try table.draw(.boxTool, hub + Vector(-44, -130), hub + Vector(-24, -110))
      try table.draw(.boxTool, hub + Vector(19, -125), hub + Vector(49, -95))
      let over = (0...8).map { hub + Vector(angle: .pi * (1 - Double($0) / 8), length: 34) }
      try table.draw(.ropeTool, along: [hub + Vector(-34, -115)] + over + [hub + Vector(34, -100)])
      let built = table.session.startScene
      let start = try #require(table.session.world.snapshot["box1"]).position
      try table.press(.pause)
      try table.bench.hand.wait(frames: 90)
      let snapshot = table.session.world.snapshot
      let (light, heavy) = (try #require(snapshot["box1"]), try #require(snapshot["box2"]))
      #expect(light.position.y > start.y + 20, "light \(light.position)")
      #expect(heavy.position.y < 130, "heavy \(heavy.position)")
      #expect(abs(light.position.x - start.x) < 25, "x \(light.position) \(start)")
      let wheel = try #require(snapshot["ball1"])
      #expect(wheel.angle < -0.3, "wheel \(wheel)")
      try MachineSessionTests().check(table, built, savedAs: "pulley")
    }
  }

  @Test("A catapult is a beam with a hinge nearer to one end: what falls there throws a stone from the other")
  func catapult() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let place = Vector(table.middle.x, 70)
      try table.draw(.boxTool, place + Vector(-120, -8), place + Vector(60, 8))
      try table.click(.pivotTool, place)
      // The stone rests on the beam, whose long end lies on a box.
      try table.draw(.boxTool, place + Vector(-120, -50), place + Vector(-100, -10))
      try table.draw(.circleTool, place + Vector(-110, 20), place + Vector(-110, 30))
      try table.draw(.boxTool, place + Vector(20, 110), place + Vector(70, 160))
      let built = table.session.startScene
      let start = try #require(table.session.world.snapshot["ball1"]).position
      try table.press(.pause)
      var top = start.y
      for _ in 0..<90 {
        try table.bench.hand.wait(frames: 1)
        top = max(top, table.session.world.snapshot["ball1"]?.position.y ?? 0)
      }
      #expect(top > start.y + 60, "\(top) after \(start)")
      try MachineSessionTests().check(table, built, savedAs: "catapult")
    }
  }

  @Test("A seesaw is a plank with a hinge in its middle: the heavier of two boxes goes down")
  func seesaw() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let place = Vector(table.middle.x, 90)
      try table.draw(.boxTool, place - Vector(120, 6), place + Vector(120, 6))
      try table.click(.pivotTool, place)
      try table.draw(.boxTool, place + Vector(-110, 20), place + Vector(-80, 50))
      try table.draw(.boxTool, place + Vector(60, 20), place + Vector(110, 70))
      let built = table.session.startScene
      try table.press(.pause)
      try table.bench.hand.wait(frames: 90)
      let plank = try #require(table.session.world.snapshot["box1"])
      #expect(plank.angle < -0.15, "\(plank.angle)")
      #expect(plank.position.distance(to: place) < 1)
      try MachineSessionTests().check(table, built, savedAs: "seesaw")
    }
  }
}

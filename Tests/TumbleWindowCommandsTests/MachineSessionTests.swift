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
    actions += 1
    let (start, end) = (bench.window.stage.viewport.pixel(from), bench.window.stage.viewport.pixel(to))
    try bench.hand.drag(from: (Int(start.x), Int(start.y)), to: (Int(end.x), Int(end.y)), moves: 4)
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
    #expect(table.session.world.snapshot.bodies.count == 1)
  }

  private func height(_ table: MakingTable, _ body: String) throws -> Double {
    try #require(table.session.world.snapshot[body]).position.y
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

  @Test(
    "A catapult is a beam with a hinge: what falls on its short arm throws what lies on its long one"
  )
  func catapult() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let place = Vector(table.middle.x, 90)
      try table.draw(.boxTool, place - Vector(160, 5), place + Vector(60, 5))
      try table.click(.pivotTool, place)
      try table.draw(.circleTool, place + Vector(-148, 14), place + Vector(-140, 14))
      try table.draw(.boxTool, place + Vector(30, 160), place + Vector(110, 240))
      let built = table.session.startScene
      try table.press(.pause)
      var highest = 0.0
      for _ in 0..<180 {
        try table.bench.hand.wait()
        highest = max(highest, try MachineSessionTests().height(table, "ball1"))
      }
      #expect(highest > place.y + 100, "\(highest)")
      try MachineSessionTests().check(table, built, savedAs: "catapult")
    }
  }

  @Test("A pulley is a rope over a wheel on a hinge: the heavier of two boxes lifts the other")
  func pulley() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let place = Vector(table.middle.x, 260)
      try table.draw(.circleTool, place, place + Vector(30, 0))
      try table.click(.pivotTool, place)
      let top = place + Vector(0, 32)
      try table.draw(.boxTool, top + Vector(-100, -12), top + Vector(-76, 12))
      try table.draw(.boxTool, top + Vector(76, -24), top + Vector(124, 24))
      try table.draw(.ropeTool, top + Vector(-88, 0), top + Vector(100, 0))
      let built = table.session.startScene
      try table.press(.pause)
      var lowest = place.y
      for _ in 0..<180 {
        try table.bench.hand.wait()
        lowest = min(lowest, try MachineSessionTests().height(table, "box1"))
      }
      let light = try MachineSessionTests().height(table, "box1")
      let heavy = try MachineSessionTests().height(table, "box2")
      #expect(light > lowest + 30, "\(light), at least \(lowest)")
      #expect(heavy < light - 40, "\(heavy), \(light)")
      try MachineSessionTests().check(table, built, savedAs: "pulley")
    }
  }
}

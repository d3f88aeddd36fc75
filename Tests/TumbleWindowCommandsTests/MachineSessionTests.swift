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

import Testing
import TumbleFrames
import TumbleGeometry
import TumbleSimulation
import TumbleTestSupport

@Suite("The past of a world")
struct HistoryTests {
  private func snapshot(_ step: Int, bodies: Int, moving: Int, seed: UInt64 = 0) -> FrameSnapshot {
    var random = SeededGenerator(seed: UInt64(step) &* 31 &+ seed)
    var snapshot = FrameSnapshot(step: step, rate: 120, gravity: Vector(0, -Double(step)))
    for id in 0..<bodies {
      var body = BodySnapshot(id: BodyID(id), position: Vector(Double(id), 1), angle: 0.5)
      body.appearance.color = id % 3 == 0 ? Color(red: 1, green: 0.5, blue: 0.25) : nil
      if id < moving {
        body.position = Vector(random.double(in: 0...300), random.double(in: 0...300))
        body.velocity = Vector(random.double(in: -9...9), 2)
        body.isSleeping = random.bool()
      }
      snapshot.bodies.append(body)
    }
    for id in 0..<(bodies / 2) {
      snapshot.joints.append(JointSnapshot(id: JointID(id), a: Vector(1, Double(id)), b: Vector(2, 3)))
    }
    return snapshot
  }

  @Test(
    "The past of a world gives back each snapshot to the bit while there is room for all",
    arguments: Seeds.list(default: 6))
  func same(seed: UInt64) {
    let history = History(budget: 8 << 20, rate: 120)
    var random = SeededGenerator(seed: seed)
    var all: [FrameSnapshot] = []
    var bodies = 25
    for step in 0..<300 {
      // Bodies come and go.
      if random.int(in: 0...20) == 0 { bodies = random.int(in: 0...300) }
      all.append(snapshot(step, bodies: bodies, moving: min(bodies, 12), seed: seed))
      history.append(all[step])
    }
    #expect(history.count == 300 && history.firstStep == 0 && history.lastStep == 299)
    var read = FrameSnapshot(step: 0, rate: 120)
    for _ in 0..<300 {
      let step = random.int(in: 0...299)
      #expect(history.nearest(step, into: &read) && read == all[step])
    }
  }

  @Test("The past of a world takes what stands still only once")
  func shared() {
    let (moving, still) = (History(budget: 8 << 20, rate: 120), History(budget: 8 << 20, rate: 120))
    for step in 0..<50 {
      moving.append(snapshot(step, bodies: 400, moving: 400))
      still.append(snapshot(step, bodies: 400, moving: 4))
    }
    #expect(still.bytesUsed * 5 < moving.bytesUsed)
  }

  @Test("The past of a world stays within its budget for ever, and keeps the whole past in even steps")
  func thinned() {
    let history = History(budget: 1 << 20, rate: 120)
    var most = 0
    for step in 0..<20_000 {
      history.append(snapshot(step, bodies: 60, moving: 60))
      most = max(most, history.bytesUsed)
      guard step % 1000 == 999 else { continue }
      var largest = 0
      var before = 0
      for wanted in stride(from: 0, through: step, by: 1) {
        let near = history.nearestStep(to: wanted)!
        largest = max(largest, near - before)
        before = near
      }
      #expect(history.firstStep == 0 && history.lastStep == step)
      #expect(largest <= 8 * max((step + 1) / history.count, 1), "after \(step) steps")
    }
    #expect(most <= history.budget && most > history.budget / 2)
    var read = FrameSnapshot(step: 0, rate: 120)
    for wanted in stride(from: 0, to: 20_000, by: 37) {
      history.nearest(wanted, into: &read)
      #expect(read == snapshot(read.step, bodies: 60, moving: 60))
    }
  }

  @Test("The past of a world is cut after a step, and goes on from there")
  func cut() {
    let history = History(budget: 1 << 20, rate: 120)
    for step in 0..<3000 { history.append(snapshot(step, bodies: 30, moving: 30)) }
    history.truncate(after: 1000)
    #expect(history.lastStep! <= 1000)
    for step in 1001..<1100 { history.append(snapshot(step, bodies: 30, moving: 30, seed: 5)) }
    var read = FrameSnapshot(step: 0, rate: 120)
    history.nearest(1050, into: &read)
    #expect(read == snapshot(read.step, bodies: 30, moving: 30, seed: 5) && read.step == 1050)
    history.truncate(after: -1)
    #expect(history.count == 0 && history.bytesUsed == 0 && !history.nearest(5, into: &read))
  }

  @Test("A history of a budget too small for one snapshot holds none, and that is no error")
  func tiny() {
    for budget in [0, 100, 600, 5000] {
      let history = History(budget: budget, rate: 120)
      for step in 0..<50 { history.append(snapshot(step, bodies: 90, moving: 90)) }
      #expect(history.bytesUsed <= budget)
    }
  }
}

import TumblePhysics

/// Lets go of spaces in which groups sleep: the engine sets the contacts of each group aside, in memory that
/// only its waking gives back. What was lost shows under valgrind alone.
enum SleepingSpaces {
  static func check() {
    for groups in 1...6 {
      for woken in 0..<groups {
        do { try drop(groups, waking: woken) } catch { stop("\(groups) groups asleep: \(error)") }
        expectNothingAlive("\(groups) groups asleep, \(woken) woken")
      }
    }
  }

  /// - Parameter woken: The group that is woken before; 0 for none.
  private static func drop(_ groups: Int, waking woken: Int) throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -1000), sleepTimeThreshold: 0.05))
    let ground = try Body(BodyDefinition(kind: .static))
    try space.add(ground)
    let look = ShapeDefinition(friction: 0.8)
    try space.add(Shape(.segment(from: Vector(-500, -5), to: Vector(500, -5), radius: 5), on: ground, look))
    for i in 0..<2 * groups {
      let place = Vector(Double(i / 2) * 30, 5 + 10 * Double(i % 2))
      let crate = try Body(
        BodyDefinition(position: place, mass: 1, moment: Moment.box(mass: 1, size: Size(10, 10))))
      try space.add(crate)
      try space.add(Shape(.box(Size(10, 10)), on: crate, look))
    }
    for _ in 0..<60 { try space.step(1.0 / 120) }
    let sleepers = space.bodies.filter { $0.isSleeping }
    expect(sleepers.count == 2 * groups, "\(sleepers.count) of \(2 * groups) crates fell asleep")
    if woken > 0 { sleepers[2 * woken].wake() }
  }
}

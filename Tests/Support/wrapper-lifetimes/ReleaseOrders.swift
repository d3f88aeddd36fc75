import TumblePhysics

/// Lets go of a space, two bodies, two shapes and a joint in every order there is.
enum ReleaseOrders {
  static func check() {
    for order in permutations(of: 6) {
      for steps in [0, 3] {
        do { try release(order, steps) } catch { stop("order \(order), \(steps) steps: \(error)") }
        expectNothingAlive("order \(order), \(steps) steps")
      }
    }
  }

  private static func release(_ order: [Int], _ steps: Int) throws {
    let space = try Space(SpaceDefinition(gravity: Vector(0, -100), sleepTimeThreshold: 0.5))
    let a = try Body(BodyDefinition(mass: 1, moment: 1))
    let b = try Body(BodyDefinition(position: Vector(5, 0), mass: 1, moment: 1))
    let shapeA = try Shape(.circle(radius: 3), on: a)
    let shapeB = try Shape(.box(Size(4, 4)), on: b)
    let joint = try DampedSpring(a, b, stiffness: 10, damping: 1)
    try space.add(a)
    try space.add(b)
    try space.add(shapeA)
    try space.add(shapeB)
    try space.add(joint)
    for _ in 0..<steps { try space.step(0.01) }

    var references: [AnyObject?] = [space, a, b, shapeA, shapeB, joint]
    for place in order {
      references[place] = nil
      // Whatever is still referred to is whole: reading it must touch nothing that is gone.
      for case let body as Body in references { expect(body.position.isFinite, "position after \(order)") }
      for case let shape as Shape in references {
        expect(shape.boundingBox.isFinite && shape.body.position.isFinite, "box after \(order)")
      }
      for case let spring as DampedSpring in references {
        expect(spring.ends.b.isFinite, "ends after \(order)")
      }
      for case let space as Space in references { try space.step(0.01) }
    }
  }

  private static func permutations(of count: Int) -> [[Int]] {
    (0..<count).reduce([[]]) { lists, next in
      lists.flatMap { list in (0...list.count).map { Array(list[..<$0]) + [next] + Array(list[$0...]) } }
    }
  }
}

/// The ledger of what was made and let go of.
func expectNothingAlive(_ when: String) {
  // A release build does not count.
  #if DEBUG
    let alive = LifetimeCount.now
    expect(alive == (0, 0, 0, 0), "\(when): still alive (spaces, bodies, shapes, constraints): \(alive)")
  #endif
}

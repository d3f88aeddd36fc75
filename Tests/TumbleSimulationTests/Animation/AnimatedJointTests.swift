import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

@Suite("A joint under animation")
struct AnimatedJointTests {
  private func world(
    _ joint: String, _ animation: String, gravity: String = "[0, -1000]", body: String = ""
  ) throws -> World {
    try World(
      Scene(
        text:
          """
          tumble: 1
          world: {gravity: \(gravity), pointsPerMeter: 100, rate: 120}
          bodies:
            - {id: hook, kind: static, at: [0, 0]}
            - {id: lamp, at: [0, -60], circle: 5, mass: 2\(body)}
          joints:
            - {id: j, a: hook, b: lamp, \(joint)}
          animations:
            - {id: a, \(animation)}
          """))
  }

  private func lamp(_ world: World) throws -> BodySnapshot { try #require(world.snapshot["lamp"]) }

  private func run(_ world: World, to step: Int) throws { while world.steps < step { try world.step() } }

  @Test(
    "An animated joint turns as hard as its maxForce is, and without limit again when the animation is over")
  func maxForce() throws {
    let world = try world(
      "type: motor, rate: 10", "of: j.maxForce, type: basic, from: 0, to: 20, duration: 1 s",
      gravity: "[0, 0]")
    let moment = 2 * 25.0 / 2
    try run(world, to: 60)
    // Half of the way from 0 to 20, for half a second: 2.5 in all.
    #expect(abs(try lamp(world).angularVelocity * moment - 2.5) < 0.1)
    try run(world, to: 122)
    #expect(abs(try lamp(world).angularVelocity - 10) < 1e-9)
  }

  @Test(
    "An animated joint without a limit begins at the largest that a file may give, and comes down to what it animates to"
  )
  func unlimited() throws {
    let world = try world(
      "type: motor, rate: 10", "of: j.maxForce, type: basic, to: 0, duration: 0.5 s, fillMode: forwards",
      gravity: "[0, 0]")
    try world.step()
    #expect(abs(try lamp(world).angularVelocity - 10) < 1e-9)
    try run(world, to: 61)
    try world.apply(.edit(.set(.body("lamp"), path: "angularVelocity", value: "3")))
    try run(world, to: 90)
    #expect(abs(try lamp(world).angularVelocity - 3) < 1e-9)
  }

  @Test("An animated joint carries along what hangs on a pivot whose anchor moves, and wakes it")
  func anchors() throws {
    let world = try world(
      "type: pivot, anchorA: [0, 0], anchorB: [0, 60]",
      "of: j.anchorA, type: basic, by: [80 pt, 0.2 m], beginTime: 2 s, duration: 1 s, fillMode: forwards")
    try run(world, to: 230)
    #expect(try lamp(world).position.distance(to: Vector(0, -60)) < 0.1)
    try run(world, to: 480)
    let joint = try #require(world.snapshot[JointID(0)])
    #expect(joint.a == Vector(80, 20) && joint.b.distance(to: joint.a) < 1)
  }

  @Test("An animated joint winds up what hangs on a slide whose limit shrinks, and wakes it")
  func slide() throws {
    let world = try World(
      Scene(
        text:
          """
          tumble: 1
          world: {gravity: [0, -1000], sleepAfter: 0.5 s}
          bodies:
            - {id: hook, kind: static, at: [0, 0]}
            - {id: lamp, at: [0, -60], circle: 5, mass: 2}
          joints:
            - {id: j, type: slide, a: hook, b: lamp, min: 0, max: 60}
          animations:
            - {id: a, of: j.max, type: basic, to: 20, beginTime: 3 s, duration: 1 s, fillMode: forwards}
          """))
    try run(world, to: 340)
    #expect(try lamp(world).isSleeping)
    try run(world, to: 600)
    #expect(abs(try lamp(world).position.y + 20) < 0.5)
    #expect(try world.copy().hash == world.hash)
  }

  @Test("An animated joint turns what its limits push, in degrees")
  func rotaryLimit() throws {
    let world = try world(
      "type: rotary-limit, min: -10 deg, max: 10 deg",
      "of: j.min, type: keyframe, values: [-10 deg, 5 deg], duration: 1 s, fillMode: forwards",
      gravity: "[0, 0]")
    try run(world, to: 360)
    #expect(try lamp(world).angle > 5 * .pi / 180 - 0.01)
  }

  @Test(
    "An animated joint is left as it is where an anchor would leave it without a solution, and the world goes on"
  )
  func unsolvable() throws {
    let world = try world(
      "type: pivot, anchorA: [0, 0], anchorB: [0, 60]",
      "of: j.anchorB, type: basic, from: [0, 60], to: [1e9, 0], duration: 1 s", body: ", moment: 1e-6")
    try run(world, to: 240)
    #expect(try lamp(world).position.length < 1e6)
  }

  @Test("An animated joint that is made again by an edit goes on where its animation is")
  func edited() throws {
    let world = try world(
      "type: slide, min: 0, max: 60",
      "of: j.max, type: basic, from: 60, to: 20, duration: 1 s, fillMode: forwards")
    try run(world, to: 200)
    try world.apply(.edit(.set(.joint("j"), path: "min", value: "5")))
    try run(world, to: 400)
    #expect(abs(try lamp(world).position.y + 20) < 0.5)
    try world.apply(.edit(.remove(.animation("a"))))
    try run(world, to: 600)
    #expect(abs(try lamp(world).position.y + 60) < 0.5, "its own limit again")
  }

  @Test("An animated joint has several of its numbers animated at a time")
  func several() throws {
    let world = try World(
      Scene(
        text:
          """
          tumble: 1
          world: {gravity: [0, -1000]}
          bodies:
            - {id: hook, kind: static, at: [0, 0]}
            - {id: lamp, at: [0, -60], circle: 5, mass: 2}
          joints:
            - {id: j, type: slide, a: hook, b: lamp, min: 0, max: 60}
          animations:
            - {id: a, of: j.max, type: basic, to: 20, duration: 1 s, fillMode: forwards}
            - {id: b, of: j.anchorA, type: basic, to: [0, 50], duration: 1 s, fillMode: forwards}
            - {id: c, of: j.maxForce, type: basic, from: 1e6, to: 0, beginTime: 3 s, duration: 0.1 s, fillMode: forwards}
          """))
    try run(world, to: 340)
    #expect(abs(try lamp(world).position.y - 30) < 0.5)
    try run(world, to: 480)
    #expect(try lamp(world).position.y < -100, "it pulls with nothing any more")
  }
}

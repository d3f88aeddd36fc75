import Testing
import TumbleFrames
import TumbleGeometry
import TumbleScenes

@testable import TumbleSimulation

@Suite("Every scene that comes with Tumble")
struct ShippedSceneTests {
  static let names = (try? SceneLibrary().names()) ?? []

  @Test(
    "Every scene that comes with Tumble can be built, loses nobody, and runs the same again", arguments: names
  )
  func runs(name: String) throws {
    let scene = try SceneLibrary().scene(name)
    let (first, second) = (try World(scene), try World(scene))
    for _ in 0..<120 {
      try first.step()
      try second.step()
    }
    #expect(first.hash == second.hash)
    #expect(first.snapshot.joints.count == scene.joints.count)
    // Triggers make bodies from templates, and what shatters becomes more bodies.
    guard scene.templates.isEmpty, scene.bodies.allSatisfy({ $0.shatter == nil }) else { return }
    #expect(first.snapshot.bodies.count == scene.bodies.count)
    #expect(first.description.bodies.count == scene.bodies.count)
  }

  @Test(
    "Every scene that comes with Tumble has nothing wrong or odd to the linter", arguments: names)
  func linted(name: String) throws {
    let found = try SceneLibrary().check(name).diagnostics.filter { $0.severity != .note }.map(\.message)
    #expect(found == [])
  }

  @Test(
    "Every control of a scene that comes with Tumble says what it does, and shows and takes its values",
    arguments: names)
  func controls(name: String) throws {
    let scene = try SceneLibrary().scene(name)
    for control in scene.controls {
      let world = try World(scene)
      #expect(!control.help.isEmpty, "\(control.id)")
      #expect(world.control(control.id) != nil, "\(control.id) shows none of its values at first")
      for value in control.widget.ends {
        try world.apply(.control(control.id, value))
        #expect(world.control(control.id) == value, "\(control.id)")
        for _ in 0..<20 { try world.step() }
        let isFinite = world.snapshot.bodies.allSatisfy { $0.position.x.isFinite && $0.angle.isFinite }
        #expect(isFinite, "\(control.id) = \(value)")
      }
    }
  }

  @Test("At least 25 of the scenes that come with Tumble have controls")
  func played() throws {
    let played = try Self.names.filter { try !SceneLibrary().scene($0).controls.isEmpty }
    #expect(played.count >= 25)
  }

  @Test("Every scene that comes with Tumble is found")
  func some() { #expect(Self.names.contains("crates")) }

  @Test(
    "Every scene that comes with Tumble has something to see after two seconds, ten and thirty",
    arguments: names)
  func lives(name: String) throws {
    let world = try World(SceneLibrary().scene(name))
    for moment in [2, 10, 30] {
      while world.steps < moment * world.rate { try world.step() }
      let before = world.snapshot
      var hasChanged = false
      while !hasChanged, world.steps < (moment + 3) * world.rate {
        for _ in 0..<world.rate / 10 { try world.step() }
        hasChanged = world.snapshot.differs(from: before, in: world.description.view)
      }
      #expect(hasChanged, "nothing moves, turns, changes its look or comes after \(moment) s")
    }
  }

  @Test(
    "Every scene that goes round by animations alone looks different after two seconds, ten and thirty",
    arguments: ["ship", "timing"])
  func moments(name: String) throws {
    let world = try World(SceneLibrary().scene(name))
    var earlier: [FrameSnapshot] = []
    for moment in [2, 10, 30] {
      while world.steps < moment * world.rate { try world.step() }
      for other in earlier {
        #expect(
          world.snapshot.differs(from: other, in: world.description.view),
          "\(moment) s look like \(other.step / world.rate) s")
      }
      earlier.append(world.snapshot)
    }
  }

  @Test("The scene of a lander sets it down by itself, again and again, until a key takes over")
  func lander() throws {
    let world = try World(SceneLibrary().scene("lander"))
    var marks: [String] = []
    for _ in 0..<30 * world.rate {
      try world.step()
      marks += world.marks
    }
    #expect(marks.filter { $0 == "touchdown" }.count >= 3 && !marks.contains("crash"))
    let flown = try World(SceneLibrary().scene("lander"))
    try flown.step([.input("burn", 1)])
    try flown.step([.input("burn", 0)])
    for _ in 0..<3 * flown.rate {
      try flown.step()
      #expect(flown.snapshot.strengths == [0, 0])
    }
  }

  @Test("The scene of sorted balls sorts them: each color lies in a bin of its own")
  func sorter() throws {
    let scene = try SceneLibrary().scene("sorter")
    let world = try World(scene)
    for _ in 0..<36 * world.rate { try world.step() }
    let bins = [("red", 0.0...150), ("blue", 150...275), ("green", 275...480)]
    for body in world.snapshot.bodies {
      let id = scene.bodies[body.id.number].id
      guard let (_, bin) = bins.first(where: { id.hasPrefix($0.0 + "-") }) else { continue }
      #expect(bin.contains(body.position.x) && body.position.y < 140, "\(id) at \(body.position)")
    }
  }

  @Test(
    "The scene of a minute rings its bell before the minute is over, each link by the one before it, and begins again"
  )
  func goldberg() throws {
    let world = try World(SceneLibrary().scene("goldberg"))
    let start = world.snapshot
    let links =
      [("parcel", "tray"), ("boat", "switch")]
      + ["first", "second", "third", "fourth", "hammer"].map { ("ball", $0) }
      + [("hammer", "domino-1")] + (1...7).map { ("domino-\($0)", "domino-\($0 + 1)") } + [
        ("domino-8", "second-ball")
      ]
      + ["fifth", "sixth", "wheel", "seventh", "latch"].map { ("second-ball", $0) } + [("balloon", "bell")]
    var marks: [String] = []
    var began: [Set<String>: Int] = [:]
    for _ in 0..<60 * world.rate {
      try world.step()
      marks += world.marks
      for contact in world.contacts where contact.kind == .began {
        let pair = Set([contact.a, contact.b].map { world.model.scene.bodies[$0.number].id })
        if began[pair] == nil { began[pair] = world.steps }
      }
    }
    #expect(marks == ["parcel", "boat", "dominoes", "thread", "bell"])
    let steps = try links.map { try #require(began[[$0, $1]], "\($0) never touches \($1)") }
    #expect(steps == steps.sorted(), "the links are \(links), touched at \(steps)")
    #expect(
      (1...8).allSatisfy { began[["ball", "domino-\($0)"]] == nil }, "the hammer topples them, not the ball")
    let (was, isNow) = (try #require(start["ball"]).position, try #require(world.snapshot["ball"]).position)
    #expect(was.distance(to: isNow) < 5)
  }

  @Test(
    "The scene of a pinball table has flippers that turn with their keys, and serves each ball another way")
  func pinball() throws {
    let world = try World(SceneLibrary().scene("pinball"))
    func angle(_ flipper: String) throws -> Double { try #require(world.snapshot[flipper]).angle }
    for _ in 0..<world.rate / 2 { try world.step() }
    #expect(try angle("left") < -0.4 && angle("right") > 0.4)
    try world.step([.input("flipLeft", 1), .input("flipRight", 1)])
    for _ in 0..<world.rate / 4 { try world.step() }
    #expect(try angle("left") > 0.4 && angle("right") < -0.4)
    try world.step([.input("flipLeft", 0), .input("flipRight", 0)])
    // How fast each ball leaves the lane.
    var speeds: [Int] = []
    var height = 0.0
    for _ in 0..<90 * world.rate {
      try world.step()
      let ball = try #require(world.snapshot["ball"])
      if ball.position.x > 284, height < 370, ball.position.y >= 370, ball.velocity.y > 0 {
        speeds.append(Int(ball.velocity.y))
      }
      height = ball.position.y
    }
    #expect(speeds.count > 3 && Set(speeds).count == speeds.count, "\(speeds)")
  }

  @Test("The scene of a trebuchet throws its stone into the wall, and is loaded again after eight seconds")
  func trebuchet() throws {
    let world = try World(SceneLibrary().scene("trebuchet"))
    var marks: [String] = []
    func stone() throws -> BodySnapshot { try #require(world.snapshot["stone"]) }
    let start = try stone().position
    for _ in 0..<8 * world.rate - 1 {
      try world.step()
      marks += world.marks
    }
    #expect(marks.starts(with: ["stone", "wall"]) && world.joint("sling") == nil)
    #expect(try stone().position.x > 600)
    try world.step()
    #expect(try stone().position == start && world.joint("sling") != nil)
  }
}

extension FrameSnapshot {
  /// Is true if somebody who looks again sees, within a view, that something has moved, turned, changed its
  /// look or come.
  fileprivate func differs(from earlier: FrameSnapshot, in view: Rect) -> Bool {
    bodies.contains { body in
      guard view.contains(body.position) else { return false }
      guard let old = earlier[body.id] else { return true }
      return body.position.distance(to: old.position) > 3 || (body.angle - old.angle).magnitude > 0.1
        || body.appearance != old.appearance
    }
  }
}

extension Scene.Control.Widget {
  /// The first and the last of its values, as commands give them.
  fileprivate var ends: [Double] {
    switch self {
    case .slider(let range, let step, _):
      guard let step else { return [range.lowerBound, range.upperBound] }
      let count = ((range.upperBound - range.lowerBound) / step).rounded(.down)
      return [range.lowerBound, range.lowerBound + count * step]
    case .toggle: return [0, 1]
    case .choice(let options): return [0, Double(options.count - 1)]
    }
  }
}

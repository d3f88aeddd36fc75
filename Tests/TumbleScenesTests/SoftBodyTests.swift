import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("A rope, a chain, a cloth, a blob")
struct SoftBodyTests {
  private func scene(_ text: String) throws -> Scene {
    try Scene(text: "tumble: 1\n" + text, name: "f")
  }

  /// The two ends of a pivot or a slide at the start, in the world.
  private func ends(_ joint: Scene.Joint, in scene: Scene) -> (Vector, Vector)? {
    let (a, b) = (scene.bodies[joint.a].transform, scene.bodies[joint.b].transform)
    switch joint.form {
    case .pivot(let x, let y), .slide(let x, let y, _, _): return (a.apply(x), b.apply(y))
    default: return nil
    }
  }

  @Test("A rope goes from its start to its end, its links held where they meet, and tied at both ends")
  func rope() throws {
    let scene = try scene(
      """
      bodies:
        - {id: hook, kind: static, at: [10, 200], angle: 0.5}
        - {id: line, at: [20, 180], mass: 2, repeat: {rope: {by: [60, -80], count: 5, a: hook, b: lamp, thickness: 6, bend: 70, bendDamping: 3}}}
        - {id: lamp, at: [80, 90], circle: 9}
      joints: [{id: own, type: pivot, a: hook, b: line-3}]
      """)
    #expect(scene.bodies.map(\.id) == ["hook", "line-1", "line-2", "line-3", "line-4", "line-5", "lamp"])
    #expect(scene.bodies[1].position == Vector(26, 172) && scene.bodies[5].position == Vector(74, 108))
    #expect(scene.bodies[1].mass == .body(2, .fromShapes))
    #expect(
      scene.joints.map(\.id)
        == (1...8).map { "line-link-\($0)" } + ["line-start", "line-end", "own"])
    for joint in scene.joints.dropLast() {
      #expect(!joint.collideBodies)
      guard let (a, b) = ends(joint, in: scene) else { continue }
      #expect(a.distance(to: b) < 1e-9, "\(joint.id)")
    }
    let start = try #require(ends(scene.joints[8], in: scene))
    #expect(start.0.distance(to: Vector(20, 180)) < 1e-9)
    #expect(scene.joints[1].form == .rotarySpring(restAngle: 0, stiffness: 70, damping: 3))
    // As thick as was said, and no longer than a link.
    let bounds = try #require(scene.bodies[1].bounds)
    #expect(bounds.height == 6 && abs(bounds.width - 20) < 1e-9)
    #expect(Set(scene.bodies[1...5].map { $0.shapes[0].filter.group }) == [1] && scene.groups == ["line"])
  }

  @Test(
    "A rope that goes through points lies along them, its links held where they meet",
    arguments: Seeds.list(default: 40))
  func through(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func place() -> Vector { Vector(random.double(in: -200...200), random.double(in: -200...200)) }
    let (points, end) = ((0..<random.int(in: 1...6)).map { _ in place() }, place())
    let count = random.int(in: 12...80)
    func text(_ point: Vector) -> String { "[\(point.x), \(point.y)]" }
    let scene = try scene(
      """
      bodies:
        - id: line
          at: [30, 40]
          repeat: {rope: {by: \(text(end)), through: [\(points.map(text).joined(separator: ", "))], count: \(count)}}
      """)
    #expect(scene.bodies.count == count, "seed \(seed)")
    for joint in scene.joints {
      let (a, b) = try #require(ends(joint, in: scene))
      #expect(a.distance(to: b) < 1e-6, "seed \(seed): \(joint.id)")
    }
    // Its joints lie on the line: no link goes astray.
    let line = ([.zero] + points + [end]).map { $0 + Vector(30, 40) }
    for own in scene.joints {
      let joint = try #require(ends(own, in: scene)).0
      // What it adds to the way between the two corners that it lies between: nothing.
      let detours = zip(line, line.dropFirst()).map { from, to in
        from.distance(to: joint) + joint.distance(to: to) - from.distance(to: to)
      }
      #expect(try #require(detours.min()) < 1e-6, "seed \(seed)")
    }
    #expect(try Scene(text: SceneWriter().text(scene)).bodies == scene.bodies, "seed \(seed)")
  }

  @Test("A cloth with shear has springs across its meshes, both ways, under names of their own")
  func shear() throws {
    let scene = try scene(
      "bodies: [{id: c, repeat: {cloth: {columns: 3, rows: 2, spacing: [3, 4], shear: 7, damping: 2, pin: top}}}]"
    )
    let across = scene.joints.filter { $0.id.hasPrefix("c-shear-") }
    #expect(across.map { [$0.a, $0.b] } == [[0, 4], [1, 3], [1, 5], [2, 4]])
    let form = Scene.JointForm.spring(
      anchorA: .zero, anchorB: .zero, restLength: 5, stiffness: 7, damping: 2)
    #expect(across.allSatisfy { $0.form == form })
    // Those between pinned pieces are left out: two across below, and three up.
    #expect(scene.joints.count == 5 + across.count)
  }

  @Test("A chain's links may go a little way from each other")
  func chain() throws {
    let scene = try scene(
      "bodies: [{id: c, at: [0, 50], repeat: {chain: {by: [100, 0], count: 10, play: 3}}}]")
    #expect(scene.bodies.count == 10 && scene.joints.count == 9)
    for joint in scene.joints {
      guard case .slide(_, _, 0, 3) = joint.form else {
        Issue.record("\(joint.form)")
        continue
      }
      let (a, b) = try #require(ends(joint, in: scene))
      #expect(abs(a.distance(to: b) - 3) < 1e-9)
    }
  }

  @Test(
    "A cloth is a net, pinned where that is said",
    arguments: ["top", "bottom", "left", "right", "corners", "none"])
  func cloth(pin: String) throws {
    let scene = try scene(
      "bodies: [{id: c, at: [5, 7], velocity: [1, 0], repeat: {cloth: {columns: 4, rows: 3, spacing: [10, 8], pin: \(pin)}}}]"
    )
    #expect(scene.bodies.count == 12 && scene.bodies[7].position == Vector(35, 15))
    let pinned = scene.bodies.indices.filter { scene.bodies[$0].kind == .static }.map { $0 + 1 }
    let expected = [
      "top": [9, 10, 11, 12], "bottom": [1, 2, 3, 4], "left": [1, 5, 9], "right": [4, 8, 12],
      "corners": [9, 12], "none": [],
    ]
    #expect(pinned == expected[pin])
    #expect(scene.bodies.allSatisfy { $0.kind == .dynamic || $0.velocity == .zero })
    // Nine across and eight up, but those between what stands.
    let between = ["top": 3, "bottom": 3, "left": 2, "right": 2][pin] ?? 0
    #expect(scene.joints.count == 17 - between)
    for joint in scene.joints {
      let distance = scene.bodies[joint.a].position.distance(to: scene.bodies[joint.b].position)
      #expect(joint.form == .slide(anchorA: .zero, anchorB: .zero, min: 0, max: distance))
    }
    #expect(
      try self.scene(
        "bodies: [{id: c, repeat: {cloth: {columns: 2, rows: 2, spacing: 9, stiffness: 5, damping: 2}}}]"
      )
      .joints[0].form == .spring(anchorA: .zero, anchorB: .zero, restLength: 9, stiffness: 5, damping: 2))
  }

  @Test("A blob's discs touch their neighbours and reach just as far as it is large")
  func blob() throws {
    let scene = try scene(
      "bodies: [{id: b, at: [100, 60], density: 0.01, repeat: {blob: {radius: 40, count: 9, stiffness: 30, damping: 1}}}]"
    )
    #expect(scene.bodies.count == 10 && scene.joints.count == 27)
    guard case .circle(_, let radius) = scene.bodies[0].shapes[0].form else {
      Issue.record("no disc")
      return
    }
    for index in 0..<9 {
      let (a, b) = (scene.bodies[index].position, scene.bodies[(index + 1) % 9].position)
      #expect(abs(a.distance(to: b) - 2 * radius) < 1e-9)
      #expect(abs(a.distance(to: Vector(100, 60)) + radius - 40) < 1e-9)
    }
    #expect(scene.bodies[9].position == Vector(100, 60))
    #expect(scene.bodies[0].shapes[0].mass == .density(0.01))
  }

  @Test("A soft body keeps the shape and the group that the body says")
  func own() throws {
    let scene = try scene(
      "bodies: [{id: r, box: [9, 2], group: mine, repeat: {rope: {by: [90, 0], count: 9}}}, {id: s, circle: 2, repeat: {chain: {by: [0, 40], count: 3}}}]"
    )
    #expect(scene.bodies[0].bounds == Rect(min: Vector(-4.5, -1), max: Vector(4.5, 1)))
    #expect(scene.groups == ["mine", "s"])
    #expect(scene.bodies[9].shapes[0].form == .circle(center: .zero, radius: 2))
  }

  @Test("A row along a path is even by its length, whole circles without their end upon their start")
  func along() throws {
    let line = try scene(
      "bodies: [{id: a, at: [5, 5], circle: 1, repeat: {along: {path: {from: [0, 0], steps: [[30, 0], [30, 10]]}, count: 5, turn: true}}}]"
    )
    #expect(line.bodies.map(\.position) == [5, 15, 25, 35].map { Vector($0, 5) } + [Vector(35, 15)])
    #expect(abs(line.bodies[4].angle - .pi / 2) < 1e-9 && line.bodies[1].angle == 0)
    let circle = try scene(
      "bodies: [{id: a, circle: 1, repeat: {along: {path: {from: [10, 0], steps: [{arc: {center: [0, 0], turn: 1 turn}}]}, count: 4}}}]"
    )
    for (body, place) in zip(circle.bodies, [Vector(10, 0), Vector(0, 10), Vector(-10, 0), Vector(0, -10)]) {
      #expect(body.position.distance(to: place) < 1e-6)
    }
  }

  // MARK: - Saved

  private static let file = """
    tumble: 1
    bodies:
      # the first
      - {id: one, at: [0, 100], color: red, repeat: {rope: {by: [40, 0], count: 4}}}
      - {id: sail, at: [0, 10], mass: 1, repeat: {cloth: {columns: 2, rows: 2, spacing: 9, pin: top}}}
      - {id: ball, at: [200, 0], circle: 9}
    joints:
      - {id: tie, type: pivot, a: ball, b: one-4}

    """

  private func patched(_ change: (inout Scene) -> Void) throws -> String {
    var new = try Scene(text: Self.file, name: "f")
    change(&new)
    let data = try SceneTextPatch().patched(Data(Self.file.utf8), to: new)
    let read = try SceneReader().read(data, file: "f", name: "f").get()
    #expect(SceneWriter().text(read) == SceneWriter().text(new))
    return String(decoding: data, as: UTF8.self)
  }

  @Test("A soft body is saved as what makes it, where all of it was changed or nothing")
  func saved() throws {
    #expect(try patched { _ in } == Self.file)
    #expect(
      try patched { for i in 0..<4 { $0.bodies[i].position.y += 5 } }
        == Self.file.replacingOccurrences(of: "at: [0, 100]", with: "at: [0, 105]"))
    #expect(
      try patched { scene in scene.bodies.append(Scene.Body(id: "new")) }.hasPrefix(
        Self.file.replacingOccurrences(of: "joints:", with: "")
          .components(separatedBy: "  - {id: tie").first?.dropLast(1) ?? "?"))
  }

  @Test(
    "What is soft has pieces that a file may have, or is refused where it stands: to the last bit",
    arguments: ["cloth", "blob"])
  func smallest(kind: String) throws {
    func soft(_ size: Double) throws -> Scene {
      let soft =
        kind == "cloth"
        ? "{columns: 2, rows: 2, spacing: \(size)}" : "{radius: \(size), count: 6, stiffness: 5}"
      return try scene("bodies: [{id: c, repeat: {\(kind): \(soft)}}]")
    }
    var (refused, taken) = (0.001, 1.0)
    while refused.nextUp < taken {
      let middle = Double(bitPattern: (refused.bitPattern + taken.bitPattern) / 2)
      if (try? soft(middle)) == nil { refused = middle } else { taken = middle }
    }
    let made = try soft(taken)
    guard case .circle(_, let radius)? = made.bodies[0].shapes.first?.form else {
      Issue.record("\(made.bodies[0].shapes)")
      return
    }
    #expect((0.001...0.001.nextUp.nextUp).contains(radius))
    #expect(try Scene(text: SceneWriter().text(made)).bodies == made.bodies)
    let message = try refusal { try soft(refused) }
    #expect(message.contains("the pieces of the \(kind) have a radius of"))
    #expect(message.contains("f:2:"))
  }

  private func refusal(_ make: () throws -> Scene) throws -> String {
    do {
      _ = try make()
      return ""
    } catch { return "\(error)" }
  }
}

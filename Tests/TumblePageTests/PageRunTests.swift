import Foundation
import Testing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleTestSupport

@testable import TumblePage

@Suite("A page's run")
struct PageRunTests {
  private func description(_ count: Int) -> WorldDescription {
    WorldDescription(
      name: "test", view: Rect(size: Size(300, 300)),
      bodies: (0..<count).map { index in
        BodyDescription(
          name: "b\(index)", kind: index == 0 ? .static : .dynamic,
          outlines: [.box(Size(20 + Double(index), 20 + Double(index)))])
      })
  }

  private func snapshot(_ step: Int, _ bodies: [BodySnapshot], _ joints: [JointSnapshot] = [])
    -> FrameSnapshot
  {
    FrameSnapshot(step: step, rate: 120, gravity: Vector(0, -1000), bodies: bodies, joints: joints)
  }

  /// The frames with all values of an entry's tracks, in the order of the data.
  private func values(_ run: PageRun) -> (
    bodies: [[String: [Double]]], joints: [[[Double]]], channels: [[Float]]
  ) {
    var reader = TrackReader(run.data())
    let units: [String: Double] = ["x": 64, "y": 64, "o": 255, "r": 255, "g": 255, "b": 255, "t": 255]
    var bodies = run.bodies.map { _ in [String: [Double]]() }
    for letter in PageBody.letters {
      for (index, body) in run.bodies.enumerated() where body.tracks.contains(where: { $0.letter == letter })
      {
        bodies[index][letter] = reader.track(body.count).map { Double($0) / (units[letter] ?? body.unit) }
      }
    }
    let joints = run.joints.map { joint in
      (0..<4).map { _ in reader.track(joint.count).map { Double($0) / 64 } }
    }
    let channels = reader.floats(run.values.count, run.frameCount)
    #expect(reader.isAtEnd)
    return (bodies, joints, channels)
  }

  @Test(
    "A page's run has what the camera showed in every frame, before all else",
    arguments: Seeds.list(default: 8))
  func camera(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var run = PageRun(stride: 1)
    var poses: [CameraPose] = []
    for step in 0..<30 {
      var snapshot = snapshot(step, [])
      poses.append(
        CameraPose(
          center: Vector(random.double(in: -900...900), random.double(in: -900...900)),
          zoom: random.double(in: 0.1...10)))
      snapshot.camera = poses[step]
      run.add(snapshot, description(0), revision: 0)
    }
    var reader = TrackReader(run.data())
    let tracks = (0..<3).map { _ in reader.track(30) }
    let home = Vector(150, 90)
    for (step, pose) in poses.enumerated() {
      let center = Vector(Double(tracks[0][step]) / 64, Double(tracks[1][step]) / 64)
      #expect(center.distance(to: pose.center) < 0.012)
      #expect((Double(tracks[2][step]) / 6400 - pose.zoom).magnitude < 0.0001)
      let shown = Rect(center: pose.center, size: Size(300 / pose.zoom, 300 / pose.zoom))
      for depth in [0, 0.5, 1] {
        let way = (pose.center - home) * depth
        let reach = run.cameraReach(atDepth: depth, from: home)?.insetBy(-1e-9)
        #expect(reach?.union(Rect(min: shown.min - way, max: shown.max - way)) == reach)
      }
    }
  }

  @Test(
    "A page's run has every place to within 0.1 points, and nothing that turns is farther off",
    arguments: Seeds.list(default: 20))
  func poses(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let size = pow(10, Double.random(in: 0...3, using: &random))
    var description = description(2)
    description.bodies[1].outlines = [
      .box(Size(size, size / 3)), .circle(radius: 1, offset: Vector(size, 0)),
    ]
    let bodies = (0..<60).map { _ in
      BodySnapshot(
        id: 1,
        position: Vector(.random(in: 0...300, using: &random), .random(in: 0...300, using: &random)),
        angle: .random(in: -100...100, using: &random),
        appearance: Appearance(
          opacity: .random(in: 0...1, using: &random),
          scale: Vector(.random(in: 0.1...3, using: &random), .random(in: -1...1, using: &random))))
    }
    var run = PageRun(stride: 1)
    for (step, body) in bodies.enumerated() { run.add(snapshot(step, [body]), description, revision: 0) }
    let shown = values(run).bodies[0]
    #expect(run.bodies.count == 1)
    let corner = Vector(size + 1, 0)
    for (frame, body) in bodies.enumerated() {
      guard let x = shown["x"]?[frame], let y = shown["y"]?[frame], let angle = shown["a"]?[frame],
        let opacity = shown["o"]?[frame], let width = shown["w"]?[frame], let height = shown["h"]?[frame]
      else {
        Issue.record("a track is missing")
        return
      }
      #expect(Vector(x, y).distance(to: body.position) < 0.1)
      #expect(corner.rotated(by: angle).distance(to: corner.rotated(by: body.angle)) < 0.1)
      #expect(abs(opacity - body.appearance.opacity) < 0.002)
      #expect(abs(width - body.appearance.scale.x) * size < 0.008)
      #expect(abs(height - body.appearance.scale.y) * size < 0.008)
    }
  }

  @Test(
    "A page's run has what is outside of the picture as coarsely as its distance allows, unless a joint holds it",
    arguments: Seeds.list(default: 8))
  func outside(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var places: [Vector] = [Vector(150, 150)]
    for _ in 0..<400 {
      let way = Vector(.random(in: -40...40, using: &random), .random(in: -40...40, using: &random))
      places.append((places[places.count - 1] + way) * 1.001)
    }
    var sizes: [Int] = []
    for isHeld in [false, true] {
      var description = description(3)
      if isHeld { description.joints = [JointDescription(name: "rod", kind: .pin, a: 1, b: 2)] }
      var run = PageRun(stride: 1)
      for (step, place) in places.enumerated() {
        let bodies = [
          BodySnapshot(id: 1, position: place, angle: 0), BodySnapshot(id: 2, position: .zero, angle: 0),
        ]
        let joints = isHeld ? [JointSnapshot(id: 0, a: place, b: .zero)] : []
        run.add(snapshot(step, bodies, joints), description, revision: 0)
      }
      let shown = values(run).bodies[0]
      for (frame, place) in places.enumerated() {
        let told = Vector(shown["x"]?[frame] ?? .nan, shown["y"]?[frame] ?? .nan)
        let away = max(-place.x, place.x - 300, -place.y, place.y - 300, 0)
        #expect(told.distance(to: place) < 0.1 + (isHeld ? 0 : away), "frame \(frame), seed \(seed)")
      }
      sizes.append(run.data().bytes.count)
    }
    #expect(sizes[0] < sizes[1])
  }

  @Test("A page draws nothing for a body that is never in the picture")
  func neverSeen() {
    var run = PageRun(stride: 1)
    for step in 0..<3 {
      let bodies = [50, -400].enumerated().map { id, x in
        BodySnapshot(id: BodyID(id + 1), position: Vector(Double(x + step), 100), angle: 0)
      }
      run.add(snapshot(step, bodies), description(3), revision: 0)
    }
    #expect(run.bodies.map(\.isSeen) == [true, false])
    let painter = PagePainter(
      run, description(3), view: description(3).view, themes: [Theme()], cache: TextureCache(warn: { _ in }))
    painter.paint()
    #expect(painter.marks.count == 2 && painter.marks.allSatisfy { $0.values["body"] == .whole(1) })
  }

  @Test("A page's run leaves out what says nothing: full opacity, a scale of 1, no color")
  func plain() {
    var run = PageRun(stride: 1)
    for step in 0..<5 {
      run.add(snapshot(step, [BodySnapshot(id: 0, position: .zero, angle: 0)]), description(1), revision: 0)
    }
    #expect(run.bodies[0].tracks.map(\.letter) == ["x", "y", "a"])
    // Three of a static body: a few bytes each.
    #expect(run.data().bytes.count < 12)
  }

  @Test("A page's run has a body from where it appears to where it goes, and again where it comes back")
  func appearing() throws {
    var run = PageRun(stride: 1)
    for step in 0..<10 {
      var bodies = [BodySnapshot(id: 0, position: .zero, angle: 0)]
      if (3..<5).contains(step) || step >= 8 {
        bodies.append(BodySnapshot(id: 1, position: Vector(Double(step), 0), angle: 0))
      }
      run.add(snapshot(step, bodies), description(2), revision: 0)
    }
    #expect(run.bodies.map(\.name) == ["b0", "b1", "b1"])
    #expect(run.bodies.map(\.first) == [0, 3, 8])
    #expect(run.bodies.map(\.count) == [10, 2, 2])
    let places = try #require(values(run).bodies[2]["x"])
    #expect(places.count == 2 && places[0] == 8 && abs(places[1] - 9) < 0.1)
    #expect(run.bodyCount == 2)
  }

  @Test(
    "A page's run begins a body again where its look changes: its outline, its picture, or that it has a color"
  )
  func changing() {
    var description = description(1)
    description.pictures = ["a.png"]
    var run = PageRun(stride: 1)
    func add(_ color: Color? = nil, _ looks: [LookChange] = [], revision: Int) {
      var snapshot = snapshot(
        run.frameCount, [BodySnapshot(id: 0, position: .zero, angle: 0, appearance: Appearance(color: color))]
      )
      snapshot.looks = looks
      run.add(snapshot, description, revision: revision)
    }
    add(revision: 0)
    // Another revision alone is no change.
    add(revision: 1)
    description.bodies[0].outlines = [.circle(radius: 5)]
    add(revision: 2)
    add(.white, revision: 2)
    add(.black, revision: 2)
    add(.black, [LookChange(body: 0, step: 5, picture: 0, oldPicture: nil)], revision: 3)
    // And back to what there was.
    description.bodies[0].outlines = [.box(Size(20, 20))]
    add(revision: 4)
    #expect(run.bodies.map(\.first) == [0, 2, 3, 5, 6])
    #expect(run.bodies.map(\.look) == [0, 1, 1, 2, 0])
    #expect(run.bodies.map(\.hasColor) == [false, false, true, true, false])
    #expect(run.looks[2].texture == "a.png")
    #expect(values(run).bodies[2]["g"] == [1, 0])
  }

  @Test("A page's run leaves out a body while its numbers cannot be drawn")
  func wild() {
    var run = PageRun(stride: 1)
    for (step, x) in [0, .nan, 1, .infinity, 1e300, 2].enumerated() {
      let body = BodySnapshot(id: 0, position: Vector(x, 0), angle: 0)
      run.add(snapshot(step, [body]), description(1), revision: 0)
    }
    #expect(run.bodies.map(\.first) == [0, 2, 5])
    #expect(run.bodies.map(\.count) == [1, 1, 1])
    _ = values(run)
  }

  @Test("A page's run takes wild looks to the nearest that there are")
  func wildLooks() {
    var run = PageRun(stride: 1)
    let color = Color(red: .nan, green: 7, blue: -1, alpha: 0.5)
    run.add(
      snapshot(
        0, [BodySnapshot(id: 0, position: .zero, angle: 0, appearance: Appearance(opacity: 9, color: color))]),
      description(1), revision: 0)
    let tracks = values(run).bodies[0]
    #expect(tracks["o"] == nil)
    #expect(tracks["r"] == [0] && tracks["g"] == [1] && tracks["b"] == [0] && tracks["t"] == [128.0 / 255])
  }

  @Test("A page's run has no body at all, and is still a run")
  func empty() {
    var run = PageRun(stride: 4, channels: 1)
    for step in [8, 12, 16] { run.add(snapshot(step, []), description(0), revision: 0, [Double(step)]) }
    #expect(run.bodies.isEmpty && run.frameCount == 3 && run.firstStep == 8 && run.rate == 120)
    #expect(values(run).channels == [[8, 12, 16]])
    let none = PageRun(stride: 1)
    #expect(none.data().bytes.isEmpty)
  }

  @Test("A page's run keeps what a channel cannot say: NaN and infinities")
  func channels() {
    var run = PageRun(stride: 1, channels: 2)
    for (step, value) in [1.5, .nan, -.infinity, 1e300].enumerated() {
      run.add(snapshot(step, []), description(0), revision: 0, [value, 0])
    }
    let values = values(run).channels
    #expect(
      values[0][0] == 1.5 && values[0][1].isNaN && values[0][2] == -.infinity && values[0][3] == .infinity)
    #expect(values[1] == [0, 0, 0, 0])
  }

  @Test(
    "A page's run has a joint's ends in its bodies' coordinates, which stay where they are while the bodies move"
  )
  func joints() {
    var description = description(3)
    description.joints = [JointDescription(name: "rod", kind: .pin, a: 1, b: 2)]
    var run = PageRun(stride: 1)
    let (inA, inB) = (Vector(10, 0), Vector(0, -7.5))
    for step in 0..<50 {
      let a = BodySnapshot(id: 1, position: Vector(Double(step) * 3.3, 50), angle: Double(step) * 0.17)
      let b = BodySnapshot(id: 2, position: Vector(100, Double(step)), angle: Double(step) * -0.3)
      let joint = JointSnapshot(
        id: 0, a: a.position + inA.rotated(by: a.angle), b: b.position + inB.rotated(by: b.angle))
      // It goes with one of its bodies.
      run.add(snapshot(step, step < 40 ? [a, b] : [a], [joint]), description, revision: 0)
    }
    #expect(run.joints.map(\.count) == [40])
    #expect(values(run).joints[0] == [10, 0, 0, -7.5].map { Array(repeating: $0, count: 40) })
    #expect(run.joints[0].tracks.allSatisfy { $0.isConstant })
  }

  @Test("A page's run has the ends of joints to within 0.15 points, far beyond a small body too")
  func farEnds() {
    var description = description(2)
    description.joints = [JointDescription(name: "rod", kind: .pin, a: 1, b: 0)]
    var run = PageRun(stride: 1)
    let anchor = Vector(400, 0)
    let bodies = (0..<60).map { step in
      BodySnapshot(id: 1, position: .zero, angle: 0.02 * Double(step % 7) * Double(step % 3))
    }
    for (step, body) in bodies.enumerated() {
      let still = BodySnapshot(id: 0, position: .zero, angle: 0)
      let joint = JointSnapshot(id: 0, a: anchor.rotated(by: body.angle), b: .zero)
      run.add(snapshot(step, [still, body], [joint]), description, revision: 0)
    }
    let angles = values(run).bodies[1]["a"] ?? []
    #expect(angles.count == bodies.count)
    for (angle, body) in zip(angles, bodies) {
      #expect(anchor.rotated(by: angle).distance(to: anchor.rotated(by: body.angle)) < 0.15)
    }
  }

  @Test("A page's run gives the same bytes for the same frames", arguments: Seeds.list(default: 3))
  func deterministic(seed: UInt64) {
    func data() -> PageData {
      var random = SeededGenerator(seed: seed)
      var run = PageRun(stride: 1, channels: 1)
      for step in 0..<30 {
        let bodies = (0..<20).filter { _ in Bool.random(using: &random) }.map { id in
          BodySnapshot(
            id: BodyID(id), position: Vector(.random(in: 0...300, using: &random), 0),
            angle: .random(in: 0...1, using: &random))
        }
        run.add(
          snapshot(step, bodies), description(20), revision: step / 7, [.random(in: 0...1, using: &random)])
      }
      return run.data()
    }
    #expect(data() == data())
  }
}

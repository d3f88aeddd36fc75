import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A scene's camera")
struct SceneCameraTests {
  /// Two balls that fly about a view of 300 × 200 points.
  private func scene(_ camera: String, _ rest: String = "") throws -> Scene {
    let text = """
      tumble: 1
      view: {size: [300, 200]}
      \(camera)
      world: {gravity: [0, -300]}
      bodies:
        - {id: a, at: [40, 60], circle: 5, velocity: [90, 200]}
        - {id: b, at: [200, 100], circle: 5, velocity: [-30, 100]}
      \(rest)
      """
    return try SceneReader().read(Data(text.utf8), file: "camera.yaml", name: "camera").get()
  }

  /// Calls with a world before its first step and after each of some steps.
  private func run(_ scene: Scene, steps: Int = 240, _ act: (World) throws -> Void) throws {
    let world = try World(scene)
    try act(world)
    for _ in 0..<steps {
      try world.step()
      try act(world)
    }
  }

  @Test("The camera stands in the middle of the bodies that it follows, moved by its offset")
  func follows() throws {
    try run(scene("camera: {follow: [a, b], offset: [7, -3]}")) { world in
      let bodies = ["a", "b"].compactMap { world.snapshot[$0]?.position }
      let middle = (bodies[0] + bodies[1]) * 0.5 + Vector(7, -3)
      #expect(world.snapshot.camera!.center.distance(to: middle) < 1e-9, "step \(world.steps)")
    }
  }

  @Test("With lag the camera makes up 63 % of its distance in that time, whatever the rate")
  func lag() throws {
    for rate in [60, 240] {
      var scene = try scene("camera: {follow: a, lag: 500 ms}")
      scene.world.rate = rate
      scene.world.gravity = .zero
      scene.bodies[0].velocity = .zero
      let world = try World(scene)
      // An edit of the second step: until then the camera stands where the body is.
      try world.step()
      try world.step([.edit(.set(.body("a"), path: "at", value: "[140, 60]"))])
      let start = world.snapshot.camera!.center.x
      for _ in 0..<rate / 2 { try world.step() }
      let way = (world.snapshot.camera!.center.x - start) / (140 - start)
      #expect((way - 0.632).magnitude < 0.001, "\(rate): \(way)")
    }
  }

  @Test("The camera's zoom is its animation's value at each step, and its own without one")
  func zooms() throws {
    let rest =
      "animations: [{id: near, of: camera.zoom, type: basic, from: 1, to: 3, duration: 1, beginTime: 0.5}]"
    try run(scene("camera: {zoom: 2}", rest)) { world in
      let time = world.snapshot.time
      let expected = time < 0.5 || time >= 1.5 ? 2 : 1 + (time - 0.5) * 2
      #expect((world.snapshot.camera!.zoom - expected).magnitude < 1e-9, "step \(world.steps)")
    }
  }

  @Test("The camera trembles as far as it is to, in each direction, and the same each time")
  func shakes() throws {
    var runs: [[Vector]] = [[], []]
    for i in 0...1 {
      try run(scene("camera: {shake: 4}")) { runs[i].append($0.snapshot.camera!.center - Vector(150, 100)) }
    }
    #expect(runs[0] == runs[1])
    let (x, y) = (runs[0].map(\.x), runs[0].map(\.y))
    #expect(x.max()! <= 4 && x.min()! >= -4 && y.max()! <= 4 && y.min()! >= -4)
    #expect(x.max()! > 2 && x.min()! < -2 && y.max()! > 2 && y.min()! < -2)
  }

  @Test("A camera that stays in the view shows nothing outside it, at any zoom")
  func staysInView() throws {
    for zoom in [1.0, 1.5, 4] {
      try run(scene("camera: {follow: a, zoom: \(zoom), staysInView: true}")) { world in
        let pose = world.snapshot.camera!
        let shown = Rect(center: pose.center, size: Size(300 / pose.zoom, 200 / pose.zoom))
        let view = Rect(size: Size(300, 200)).insetBy(-1e-9)
        #expect(view.contains(shown.min) && view.contains(shown.max), "\(zoom), step \(world.steps)")
      }
    }
  }

  @Test("A camera whose body went out of the world stays where it was")
  func lostBody() throws {
    let world = try World(scene("camera: {follow: a}"))
    for _ in 0..<30 { try world.step() }
    let last = world.snapshot.camera
    try world.step([.edit(.remove(.body("a")))])
    #expect(world.snapshot["a"] == nil && world.snapshot.camera == last)
    // A scene that is saved then follows nothing, and can be read.
    #expect(world.sceneNow().camera?.follow == [])
  }

  @Test("No camera changes a hash, whatever it does", arguments: Seeds.list(default: 8))
  func hashes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let camera = """
      camera: {follow: \(random.pick(["a", "[a, b]"])), lag: \(random.double(in: 0...2)), \
      zoom: \(random.double(in: 0.1...9)), shake: \(random.double(in: 0...50))}
      """
    let rest = """
      animations: [{id: o, of: camera.offset, type: basic, to: [90, 20], duration: 1}]
      when: [{event: time, at: 1 s, do: [{action: set, of: camera.zoom, to: 3, over: 500 ms}]}]
      """
    var hashes: [[StateHash]] = [[], []]
    try run(scene("")) { hashes[0].append(StateHash(of: $0.snapshot)) }
    try run(scene(camera, rest)) { hashes[1].append(StateHash(of: $0.snapshot)) }
    #expect(hashes[0] == hashes[1])
  }

  @Test("A trigger sets the camera's zoom, and an edit its keys, also of a scene that had none")
  func edits() throws {
    let rest = "when: [{event: time, at: 100 ms, do: [{action: set, of: camera.zoom, to: 3}]}]"
    let world = try World(scene("camera: {}", rest))
    for _ in 0..<14 { try world.step() }
    #expect(world.snapshot.camera?.zoom == 3)
    let plain = try World(scene(""))
    #expect(plain.snapshot.camera == nil)
    try plain.step([
      .edit(.set(.camera, path: "follow", value: "b")), .edit(.set(.camera, path: "zoom", value: "2")),
    ])
    #expect(plain.sceneNow().camera?.follow == ["b"])
    #expect(try Channel("camera.zoom", in: plain.description).unit == "")
    #expect(plain.snapshot.camera?.zoom == 2)
    #expect(throws: (any Error).self) {
      try plain.apply(.edit(.set(.camera, path: "follow", value: "nobody")))
    }
  }

  @Test("The past shows what the camera showed")
  func past() throws {
    let history = History(rate: 120)
    var poses: [CameraPose?] = []
    try run(scene("camera: {follow: a, zoom: 2}")) { world in
      history.append(world.snapshot)
      poses.append(world.snapshot.camera)
    }
    var snapshot = FrameSnapshot(step: 0, rate: 120)
    for step in [0, 7, 100, 240] {
      history.nearest(step, into: &snapshot)
      #expect(snapshot.camera == poses[step])
    }
  }

  @Test("A camera is written as it was read, and what is wrong in one is refused by name")
  func format() throws {
    let scene = try scene("camera: {follow: [a, b], lag: 0.25, offset: [1, 2], zoom: 3, staysInView: true}")
    let written = SceneWriter().text(scene)
    let again = SceneReader().read(Data(written.utf8), file: "again.yaml", name: "camera")
    #expect(try again.get().camera == scene.camera)
    for (camera, rest, problem) in [
      ("camera: {follow: nobody}", "", "nobody"), ("camera: {zoom: 0}", "", "zoom"),
      ("", "animations: [{id: z, of: camera.zoom, type: basic, to: 2}]", "the scene has no camera"),
      ("camera: {}", "animations: [{id: z, of: a.zoom, type: basic, to: 2}]", "only the camera has 'zoom'"),
    ] {
      let error = #expect(throws: (any Error).self) { try self.scene(camera, rest) }
      #expect("\(error!)".contains(problem), "\(error!)")
    }
  }
}

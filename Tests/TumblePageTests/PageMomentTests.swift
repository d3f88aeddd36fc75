import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleTestSupport

@testable import TumblePage

@Suite("What a page's run tells of moments")
struct PageMomentTests {
  /// All numbers of finished tracks.
  private func numbers(_ tracks: [Track]) -> [[Int]] {
    tracks.map { track in
      var reader = TrackReader(track.bytes)
      return reader.track(track.count, isMotion: track.isMotion)
    }
  }

  @Test(
    "A page's births give the particles that there are at each moment, also those born just at a frame",
    arguments: Seeds.list(default: 8))
  func births(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var cell = ParticleCell(birthRate: 60, lifetime: .random(in: 0.1...0.6, using: &random))
    (cell.velocity, cell.velocityRange, cell.angleRange) = (90, 40, 3)
    (cell.size, cell.scaleSpeed, cell.acceleration) = (8, -0.3, Vector(0, -200))
    // Children that are born at frames exactly, as their parents are.
    var child = ParticleCell(birthRate: 60, lifetime: 0.3)
    (child.velocity, child.alphaSpeed) = (30, -1)
    cell.cells = [child]
    let emitter = Emitter(seed: seed, cells: [cell])
    let described = EmitterDescription(name: "e", emitter: emitter, position: Vector(100, 50), angle: 0.4)
    var told = PageEmitter(described, place: 0, first: 0)
    for step in 0..<120 {
      var snapshot = FrameSnapshot(step: step, rate: 120)
      snapshot.emitterCounts = [0]
      told.append(snapshot, span: 1 / 120)
    }
    let births = numbers(told.tracks).enumerated().map { index, track in
      track.map { Double($0) / PageEmitter.units[index] }
    }
    for step in [1, 37, 60, 118] {
      // Between frames: what is born at one is told with the next.
      let time = (Double(step) + 0.5) / 120
      var shown: [Vector] = []
      for index in births[0].indices {
        let age = time - births[0][index]
        guard age >= 0, age < births[1][index] else { continue }
        let cell = told.cells[Int(births[2][index])]
        shown.append(
          Vector(births[3][index], births[4][index]) + Vector(births[5][index], births[6][index]) * age
            + cell.acceleration * (age * age / 2))
      }
      var wanted: [Vector] = []
      ParticleSystem(emitter).forEachParticle(at: time, position: described.position, angle: described.angle)
      {
        wanted.append($0.position)
      }
      #expect(abs(shown.count - wanted.count) <= 1, "step \(step), seed \(seed)")
      let farthest = wanted.map { place in shown.map { $0.distance(to: place) }.min() ?? .infinity }.sorted()
      // One may have gone, by the lifetime's rounding.
      #expect(farthest.dropLast().allSatisfy { $0 < 0.15 }, "step \(step), seed \(seed)")
    }
  }

  @Test("A page's transition tells of both pictures as long as both are seen, and then of none")
  func transition() {
    var description = WorldDescription(
      name: "test", view: Rect(size: Size(300, 300)),
      bodies: [BodyDescription(name: "b", kind: .dynamic, outlines: [.box(Size(20, 20))])])
    description.pictures = ["a.png"]
    description.transitions = [Transition(.push, duration: 0.05, timingFunction: .linear)]
    var run = PageRun(stride: 1)
    for step in 0..<20 {
      var snapshot = FrameSnapshot(
        step: step, rate: 120, bodies: [BodySnapshot(id: 0, position: .zero, angle: 0)])
      if step >= 4 {
        snapshot.looks = [LookChange(body: 0, step: 4, picture: 0, oldPicture: nil, transition: 0)]
      }
      run.add(snapshot, description, revision: step < 4 ? 0 : 1)
    }
    #expect(run.bodies.map(\.first) == [0, 4])
    let shown = run.bodies[1].transition
    #expect(shown?.count == 6 && shown?.old == run.looks[0])
    // At half of the time the old one is half gone to the right, and half of the new one has come; where the
    // picture ends, its sprite goes on.
    let picture = Rect(center: .zero, size: Size(20, 20))
    let sprite = Rect(min: Vector(-12, -11), max: Vector(20, 11))
    let tracks = [true, false].map { shown?.tracks(ofOld: $0, picture, in: sprite) ?? [] }
    let half = 1024 * 12 / 32
    #expect(numbers(tracks[0]).map { $0[3] } == [1024, 0, 0, half, 1024, 1024 * 10, 0])
    #expect(numbers(tracks[1]).map { $0[3] } == [1024, half, 0, 1024, 1024, -1024 * 10, 0])
  }

  @Test("A page's fluid reaches from the vessel's floor to its level, with a line where there is a surface")
  func fluid() {
    let description = FluidDescription(
      name: "lake", outline: [Vector(0, 0), Vector(100, 0), Vector(100, 80), Vector(0, 80)])
    let view = Rect(size: Size(300, 300))
    var fluid = PageFluid(description, place: 0, in: view, pixel: 0.5, first: 0)
    for (step, level) in [40.0, 50, 200].enumerated() {
      fluid.append(level, FrameSnapshot(step: step, rate: 30), pixel: 0.5)
    }
    let columns = fluid.columns.flatMap { $0 }
    #expect(columns.count == 26 && columns.allSatisfy { $0.y == 0 } && columns.last?.x == 100)
    let tracks = numbers(fluid.tracks.flatMap { $0 })
    for column in columns.indices {
      let tops = tracks[2 * column].map { Double($0) / PageFluid.parts }
      // The ripples are 1.1 points high.
      for (top, level) in zip(tops, [40.0, 50, 80]) { #expect(abs(top - level) <= 1.2) }
      #expect(tracks[2 * column + 1].allSatisfy { $0 == 12 })
    }
  }

  @Test("A page's cloth is whole as long as its joints hold, and then is the discs and threads that it was")
  func surface() throws {
    var description = WorldDescription(
      name: "test", view: Rect(size: Size(300, 300)),
      bodies: (1...4).map {
        BodyDescription(name: "net-\($0)", kind: .dynamic, outlines: [.circle(center: .zero, radius: 3)])
      })
    let ends: [(BodyID, BodyID)] = [(0, 1), (1, 3), (3, 2), (2, 0)]
    description.joints = ends.enumerated().map {
      JointDescription(name: "net-link-\($0.offset + 1)", kind: .slide, a: $0.element.0, b: $0.element.1)
    }
    var run = PageRun(stride: 1)
    for step in 0..<24 {
      let bodies = (0..<4).map { id in
        BodySnapshot(id: BodyID(id), position: Vector(Double(id % 2) * 20, Double(id / 2) * 20), angle: 0)
      }
      let joints = ends.indices.filter { $0 > 0 || step < 9 }.map { index in
        JointSnapshot(id: JointID(index), a: .zero, b: .zero)
      }
      run.add(FrameSnapshot(step: step, rate: 120, bodies: bodies, joints: joints), description, revision: 0)
    }
    // Told 30 times a second: at every fourth frame.
    try #require(run.surfaces.count == 1)
    #expect(run.surfaces[0].states.map(\.first) == [0, 12] && run.surfaces[0].lights[0].count == 6)
    #expect(run.surfaces[0].states.map(\.moment.isWhole) == [[true], [false]])
    #expect(run.bodies.allSatisfy { $0.count == 24 && $0.tracks.allSatisfy { $0.track.count == 6 } })
    let painter = PagePainter(
      run, description, view: description.view, themes: [Theme()], cache: TextureCache(warn: { _ in }))
    painter.paint()
    let (meshes, links) = (
      painter.marks.filter { $0.kind == "mesh" }, painter.marks.filter { $0.kind == "link" }
    )
    #expect(meshes.map(\.frames) == [0..<24])
    // The three threads that are left, and the four discs; their shadows are there all the time.
    #expect(links.map(\.frames) == [12..<24, 12..<24, 12..<24])
    #expect(painter.jointTracks.map(\.count) == [0, 6, 6, 6])
    let sprites = painter.marks.filter { $0.kind == "sprite" }.map(\.frames)
    #expect(sprites.count == 8 && sprites.suffix(4).allSatisfy { $0 == 12..<24 })
    #expect(sprites.prefix(4).allSatisfy { $0 == 0..<24 })
  }
}

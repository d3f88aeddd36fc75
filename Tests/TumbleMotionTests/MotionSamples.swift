import Foundation
import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleScenes
import TumbleSimulation

@testable import TumbleMotion

/// A run of a shipped scene with the frames it was made of.
struct TracedRun {
  static let scenes = ["crates", "trebuchet", "newtons-cradle", "fairground", "ragdoll"]

  let run: MotionRun
  let description: WorldDescription
  let frames: [FrameSnapshot]
  let document: MotionDocument

  init(_ scene: String, seconds: Double, stride: Int = 1, bodies: [String]? = nil) throws {
    let world = try World(SceneLibrary().scene(scene))
    var run = MotionRun(stride: stride, bodies: bodies.map { BodyPatterns($0) })
    var frames: [FrameSnapshot] = []
    for step in 0...Int(seconds * Double(world.rate)) {
      if step > 0 { try world.step() }
      run.note(world.contacts, world.description)
      guard step.isMultiple(of: stride) else { continue }
      run.add(world.snapshot, world.description, revision: world.descriptionRevision)
      frames.append(world.snapshot)
    }
    (self.run, description, self.frames) = (run, world.description, frames)
    document = try Self.document(run, world.description)
  }

  static func document(_ run: MotionRun, _ description: WorldDescription, tolerance: Double = 0.1) throws
    -> MotionDocument
  {
    var options = MotionDocument.Options()
    options.program = "Tumble */ <\"test\"> \n\\"
    options.tolerance = tolerance
    return try MotionDocument(run, description, options, textures: TextureCache(warn: { _ in }))
  }

  /// Compares what was read back with the run: places in points of the world, angles in radians.
  ///
  /// - Parameter pose: The pose of a layer at a time in seconds; nil where it is not there.
  func expect(
    within tolerance: Double = 0.1, degrees: Double = 0.1,
    _ pose: (_ layer: MotionLayer, _ seconds: Double) throws -> (place: Vector, angle: Double)?
  ) throws {
    var compared = 0
    for layer in document.moving {
      let id = try #require(layer.body).id
      for frame in layer.frames where frame % 7 == 0 || frame == layer.frames.upperBound - 1 {
        let body = try #require(frames[frame][id])
        let seconds = Double(frame) / document.frameRate
        guard let (place, angle) = try pose(layer, seconds) else {
          Issue.record("\(layer.name) is not there at \(seconds) s")
          return
        }
        let error = max(abs(place.x - body.position.x), abs(place.y - body.position.y))
        #expect(error <= tolerance, "\(layer.name) at \(seconds) s: \(place), not \(body.position)")
        let turn = abs(angle - body.angle) * 180 / .pi
        #expect(turn <= degrees, "\(layer.name) at \(seconds) s: turned by \(turn)° more")
        compared += 1
      }
    }
    #expect(compared > 90, "only \(compared) poses were compared")
  }
}

/// Keys as they were read from a file.
struct ReadKeys {
  enum Curve {
    case line, hold
    case bezier(CubicBezier)
  }

  private(set) var times: [Double] = []
  private(set) var values: [Double] = []
  private(set) var curves: [Curve] = []

  init() {}

  init(_ value: Double) { add(0, value, .line) }

  mutating func add(_ time: Double, _ value: Double, _ curve: Curve) {
    times.append(time)
    values.append(value)
    curves.append(curve)
  }

  func value(at time: Double) -> Double {
    // A time in a file is rounded.
    guard let next = times.firstIndex(where: { $0 > time + 1e-6 }) else { return values[values.count - 1] }
    guard next > 0 else { return values[0] }
    let part = min(max((time - times[next - 1]) / (times[next] - times[next - 1]), 0), 1)
    let progress =
      switch curves[next - 1] {
      case .line: part
      case .hold: 0.0
      case .bezier(let curve): curve.value(at: part)
      }
    return values[next - 1] + (values[next] - values[next - 1]) * progress
  }
}

extension ReadKeys.Curve {
  /// Reads `cubic-bezier(a,b,c,d)`, `step-end` or `linear`.
  init(css text: some StringProtocol) throws {
    if text == "step-end" {
      self = .hold
    } else if text == "linear" {
      self = .line
    } else {
      let numbers = text.dropFirst("cubic-bezier(".count).dropLast().split { $0 == "," || $0 == " " }
        .compactMap { Double($0) }
      try #require(numbers.count == 4, "\(text)")
      self = .bezier(try CubicBezier(numbers[0], numbers[1], numbers[2], numbers[3]))
    }
  }
}

/// Frames without a world: what a person's hand would have to set up.
struct MadeRun {
  var description = WorldDescription(
    name: "made", title: "Made", view: Rect(size: Size(300, 200)),
    bodies: [BodyDescription(name: "a", kind: .dynamic, outlines: [.box(Size(20, 20))])])
  var run = MotionRun(stride: 1)
  private var step = 0

  init() {}

  mutating func add(_ bodies: [BodySnapshot], joints: [JointSnapshot] = [], looks: [LookChange] = []) {
    var snapshot = FrameSnapshot(
      step: step, rate: 60, gravity: Vector(0, -100), bodies: bodies, joints: joints)
    snapshot.looks = looks
    run.add(snapshot, description, revision: 0)
    step += 1
  }

  func document() throws -> MotionDocument { try TracedRun.document(run, description) }

  static func body(_ id: Int, x: Double, y: Double = 100, _ appearance: Appearance = Appearance())
    -> BodySnapshot
  {
    BodySnapshot(id: BodyID(id), position: Vector(x, y), angle: 0, appearance: appearance)
  }
}

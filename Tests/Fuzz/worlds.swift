import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation

/// The entry point for libFuzzer: a scene edited as its bytes say, as a program might edit it, is written
/// without a trap, and is built and stepped, or refused with a sentence. Compiled with the tests'
/// `SceneEditor.swift`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWorlds(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let drawn = ByteGenerator(Array(UnsafeBufferPointer(start: bytes, count: count)))
  var editor = SceneEditor(scene: startScene, random: drawn)
  editor.edit(times: 1 + min(count / 8, 60))
  precondition(!SceneWriter().text(editor.scene).isEmpty, "nothing was written")
  do {
    let world = try World(editor.scene)
    world.hitThreshold = editor.pick([nil, 0, -1, 100, .nan, .infinity])
    let points = [Vector.zero, Vector(150, 100), Vector(1e9, -1e9), Vector(.nan, 0)]
    for _ in 0..<4 {
      let point = editor.pick(points)
      let commands: [Command] = [
        .grab(point), .move(point), .tilt(point), .release, .run(layer: "slow", speed: point.x),
        .scrub(layer: "slow", to: point.y),
      ]
      _ = try? world.step([editor.pick(commands)])
    }
  } catch {
    precondition(!"\(error)".isEmpty, "refused without a word why")
  }
  return 0
}

/// The input's bytes, one a draw; 0 from its end on.
struct ByteGenerator: RandomNumberGenerator {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> UInt64 { bytes.popFirst().map(UInt64.init) ?? 0 }
}

/// A scene with something of all that it can hold.
private let startScene: Scene = {
  let text = """
    tumble: 1
    world: {gravity: [0, -900], rate: 120, sleepAfter: 0.5}
    categories: [red, blue]
    layers: [{id: slow, speed: 0.5}]
    bodies:
      - {id: floor, kind: static, box: [400, 10]}
      - {id: lift, kind: kinematic, at: [-90, 40], box: [40, 6]}
      - {id: arrow, at: [0, 60], polygon: [[0, 0], [20, -10], [0, 30], [-20, -10]], group: g}
      - {id: ball, at: [60, 60], circle: 8, density: 0.01, categories: red}
      - {id: rod, at: [120, 60], segment: {from: [-10, 0], to: [10, 0], radius: 3}, asleep: true}
      - {id: crate, at: [0, 120], mass: 2, box: [20, 20], repeat: {stack: 3}}
    joints:
      - {id: rope, type: slide, a: lift, b: arrow, min: 0, max: 90}
      - {id: coil, type: spring, a: arrow, b: ball, stiffness: 9}
      - {id: hinge, type: pivot, a: ball, b: rod, at: [90, 60]}
      - {id: engine, type: motor, a: floor, b: ball, rate: 3}
    rules:
      - {between: [ball, floor], friction: 0.9}
      - {between: [crate, lift], oneWay: up}
    animations:
      - {id: up, of: lift.position.y, type: basic, by: 50, duration: 1 s, repeat: forever, autoreverses: true}
      - {id: fade, of: ball.opacity, type: keyframe, values: [1, 0.2, 1], duration: 1 s, layer: slow}
      - {id: turn, of: engine.rate, type: basic, to: 9, duration: 1 s}
    """
  do {
    return try SceneReader().read(Data(text.utf8), file: "start.yaml", name: "start").get()
  } catch {
    fatalError("the scene to start from is wrong: \(error)")
  }
}()

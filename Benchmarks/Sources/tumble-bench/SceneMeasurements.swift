import Foundation
import TumbleScenes
import Yams

/// The measurements `scenes/…`: reading a scene against what parsing its text alone costs, and how the cost
/// grows.
enum SceneMeasurements {
  static func all() -> [Measurement] {
    let (large, small) = (text(bodies: 10_000), text(bodies: 1_000))
    return [
      Measurement(
        name: "scenes/yams", promised: 2, rounds: 7, ours: { read(large, bodies: 10_000) },
        base: { compose(large, bodies: 10_000) }),
      Measurement(
        name: "scenes/growth", promised: 1.3, rounds: 7, ours: { read(large, bodies: 10_000) },
        base: { (0..<10).map { _ in read(small, bodies: 1_000) }.reduce(0, +) / 10 }),
    ]
  }

  /// Bodies apart from each other, in block style, with what a body usually has.
  private static func text(bodies: Int) -> Data {
    var text = "tumble: 1\nmaterials:\n  wood: {friction: 0.5, elasticity: 0.8}\nbodies:\n"
    for index in 0..<bodies {
      let (row, column) = index.quotientAndRemainder(dividingBy: 100)
      text += """
          - id: crate\(index)
            at: [\(column * 60), \(row * 60)]
            angle: \(index % 360) deg
            mass: 100
            material: wood
            box: [32, 32]
            color: "#aa8844"

        """
    }
    return Data(text.utf8)
  }

  /// Nanoseconds a body.
  private static func read(_ data: Data, bodies: Int) -> Double {
    timed(per: bodies) {
      let outcome = SceneReader().read(data, file: "f", name: "f")
      precondition(outcome.scene?.bodies.count == bodies, "\(outcome.diagnostics)")
    }
  }

  private static func compose(_ data: Data, bodies: Int) -> Double {
    timed(per: bodies) {
      let node = try? Parser(yaml: data).singleRoot()
      precondition(node?["bodies"]?.sequence?.count == bodies)
    }
  }
}

import TumbleEditor
import TumbleSimulation

extension Thruster {
  /// Returns the thrusters of an input: what it pushes bodies with that turns with them.
  static func all(of input: Scene.Input, in world: World) -> [Thruster] {
    input.drives.flatMap { drive -> [Thruster] in
      guard case .force(let bodies, let force) = drive, force.isLocal else { return [] }
      return bodies.names.compactMap { name in
        world.body(name).map {
          Thruster(
            input: input.id,
            key: [input.keys.first, input.reverseKeys.first].compactMap { $0 }.joined(separator: " / "),
            body: $0, place: force.place ?? .zero, force: force.amount,
            isAlone: input.drives.count == 1 && bodies.names.count == 1)
        }
      }
    }
  }
}

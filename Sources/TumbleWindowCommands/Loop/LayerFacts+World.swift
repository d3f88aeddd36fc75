import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleSimulation
import TumbleWindow

extension LayerFacts {
  /// Reads what the stage wants to know of a world for a frame, in the memory of what it knew before.
  mutating func read(_ wanted: Stage.FactsWanted, of world: World) {
    hovered = wanted.hovered.flatMap(world.facts)
    if wanted.touches { touches = world.touches }
    bodies.removeAll(keepingCapacity: true)
    guard wanted.bodies else { return }
    sleepSpeed = world.sleepSpeed
    for number in world.description.bodies.indices { bodies.append(world.facts(of: BodyID(number))) }
  }
}

import TumbleRendering
import TumbleSimulation

extension Status {
  package init(_ world: World) {
    let description = world.description
    self.init(
      title: description.title.isEmpty ? description.name : description.title, step: world.steps,
      rate: world.rate)
  }
}

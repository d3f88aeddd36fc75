/// What can be drawn over the bodies to see what the physics does.
package struct Layers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let outlines = Layers(rawValue: 1 << 0)
  package static let joints = Layers(rawValue: 1 << 1)
  package static let contacts = Layers(rawValue: 1 << 2)
  package static let boxes = Layers(rawValue: 1 << 3)
  package static let centers = Layers(rawValue: 1 << 4)
  package static let velocities = Layers(rawValue: 1 << 5)
  package static let trails = Layers(rawValue: 1 << 6)
  package static let sleeping = Layers(rawValue: 1 << 7)
  package static let awake = Layers(rawValue: 1 << 8)
  package static let names = Layers(rawValue: 1 << 9)
  package static let broadPhase = Layers(rawValue: 1 << 10)

  /// What is shown where nobody chose: what most questions are about.
  package static let usual: Layers = [.outlines, .joints, .contacts, .centers, .velocities, .sleeping]
}

extension Layers {
  /// A row of the menu in which they are chosen.
  package struct Entry: Hashable, Sendable {
    package var layer: Layers
    /// As it is kept in the settings.
    package var name: String
    package var title: String
    package var help: String
  }

  package static let entries = [
    Entry(layer: .outlines, name: "outlines", title: "Outlines", help: "the edges that collide"),
    Entry(layer: .joints, name: "joints", title: "Joints", help: "what each holds, and where"),
    Entry(
      layer: .contacts, name: "contacts", title: "Contacts",
      help: "where bodies touch, in which direction, and the impulse of the latest step"),
    Entry(
      layer: .boxes, name: "boxes", title: "Bounding boxes", help: "the upright rectangle around each shape"),
    Entry(layer: .centers, name: "centers", title: "Centres", help: "centres of gravity and axes"),
    Entry(
      layer: .velocities, name: "velocities", title: "Velocities",
      help: "the way of the next tenth of a second"),
    Entry(
      layer: .trails, name: "trails", title: "Trails", help: "where bodies have been in the last seconds"),
    Entry(layer: .sleeping, name: "sleeping", title: "Sleeping", help: "bodies that sleep are dimmed"),
    Entry(
      layer: .awake, name: "awake", title: "Kept awake",
      help: "red: moves too much to fall asleep; amber: slow enough, and waits for its neighbours"),
    Entry(layer: .names, name: "names", title: "Names", help: "each body's id"),
    Entry(
      layer: .broadPhase, name: "broad-phase", title: "Broad phase",
      help: "pairs whose boxes overlap: what the engine looks at more closely"),
  ]

  /// By the names in the settings; unknown ones are left out.
  package init(names: some Sequence<String>) {
    self = names.reduce(into: []) { layers, name in
      if let entry = Self.entries.first(where: { $0.name == name }) { layers.insert(entry.layer) }
    }
  }

  package var names: [String] { Self.entries.filter { contains($0.layer) }.map(\.name) }
}

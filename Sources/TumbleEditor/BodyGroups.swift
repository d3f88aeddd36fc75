import TumbleFrames
import TumbleGeometry

/// Sets of bodies that are selected together; a body is in one at most.
struct BodyGroups {
  private var groups: [[BodyID]] = []

  /// A selection with everything that is in a group with something of it.
  func completed(_ selection: Selection) -> Selection {
    groups.reduce(selection) { all, group in
      group.contains { selection.contains(.body($0)) } ? all.union(Selection(bodies: group)) : all
    }
  }

  /// The same bodies by their names in another world.
  mutating func follow(_ old: WorldDescription, to new: WorldDescription) {
    groups = groups.map { $0.compactMap { new.counterpart(of: $0, in: old) } }.filter { $0.count > 1 }
  }

  /// Takes bodies out of their groups, and makes them one where that is wanted.
  mutating func set(_ bodies: [BodyID], isGroup: Bool) {
    groups = groups.map { group in group.filter { !bodies.contains($0) } }.filter { $0.count > 1 }
    if isGroup, bodies.count > 1 { groups.append(bodies) }
  }
}

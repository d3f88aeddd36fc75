import TumbleFrames
import TumbleGeometry

/// What is chosen, by rising ids.
package struct Selection: Hashable, Sendable {
  package private(set) var bodies: [BodyID]
  package private(set) var joints: [JointID]
  /// By their places in the description.
  package private(set) var emitters: [Int]

  package init(
    bodies: some Sequence<BodyID> = [], joints: some Sequence<JointID> = [],
    emitters: some Sequence<Int> = []
  ) {
    self.bodies = Array(Set(bodies)).sorted()
    self.joints = Array(Set(joints)).sorted()
    self.emitters = Array(Set(emitters)).sorted()
  }

  package init(_ target: Target) {
    switch target {
    case .body(let id): self.init(bodies: [id])
    case .joint(let id): self.init(joints: [id])
    case .emitter(let place): self.init(emitters: [place])
    }
  }

  /// A thing that can be chosen.
  package enum Target: Hashable, Sendable {
    case body(BodyID)
    case joint(JointID)
    case emitter(Int)
  }
}

extension Selection {
  package var isEmpty: Bool { bodies.isEmpty && joints.isEmpty && emitters.isEmpty }
  package var count: Int { bodies.count + joints.count + emitters.count }

  package func contains(_ target: Target) -> Bool {
    switch target {
    case .body(let id): bodies.sortedIndex(of: id) { $0 } != nil
    case .joint(let id): joints.sortedIndex(of: id) { $0 } != nil
    case .emitter(let place): emitters.contains(place)
    }
  }

  package func union(_ other: Selection) -> Selection {
    Selection(
      bodies: bodies + other.bodies, joints: joints + other.joints, emitters: emitters + other.emitters)
  }

  package func subtracting(_ other: Selection) -> Selection {
    Selection(
      bodies: bodies.filter { !other.contains(.body($0)) },
      joints: joints.filter { !other.contains(.joint($0)) },
      emitters: emitters.filter { !other.contains(.emitter($0)) })
  }

  /// The same things by their names in another world.
  func following(_ old: WorldDescription, to new: WorldDescription) -> Selection {
    Selection(
      bodies: bodies.compactMap { new.counterpart(of: $0, in: old) },
      joints: joints.compactMap { new.counterpart(of: $0, in: old) },
      emitters: emitters.compactMap { place in
        old.emitters.indices.contains(place) ? new.emitter(old.emitters[place].name) : nil
      })
  }

  /// Without what is not there any more.
  func kept(in view: EditorView) -> Selection {
    let snapshot = view.snapshot
    if bodies.allSatisfy({ snapshot[$0] != nil }) && joints.allSatisfy({ snapshot[$0] != nil })
      && emitters.allSatisfy({ view.place(ofEmitter: $0) != nil })
    {
      return self
    }
    return Selection(
      bodies: bodies.filter { snapshot[$0] != nil }, joints: joints.filter { snapshot[$0] != nil },
      emitters: emitters.filter { view.place(ofEmitter: $0) != nil })
  }
}

import TumbleGeometry

// By id, in the time of a binary search.
extension Space {
  /// The body of an id; nil if it is not in the space.
  public func body(_ id: BodyID) -> Body? {
    let place = bodies.insertionIndex { $0.id < id }
    return place < bodies.count && bodies[place].id == id ? bodies[place] : nil
  }

  /// The shape of an id; nil if it is not in the space.
  public func shape(_ id: ShapeID) -> Shape? {
    let place = shapes.insertionIndex { $0.id < id }
    return place < shapes.count && shapes[place].id == id ? shapes[place] : nil
  }

  /// The constraint of an id; nil if it is not in the space.
  public func constraint(_ id: JointID) -> Constraint? {
    let place = constraints.insertionIndex { $0.id < id }
    return place < constraints.count && constraints[place].id == id ? constraints[place] : nil
  }
}

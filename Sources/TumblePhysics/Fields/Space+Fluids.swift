import CTumbleChipmunk
import TumbleGeometry

/// Names a fluid of a space, for changing it and taking it back; never used twice in a process.
public struct FluidID: Hashable, Sendable {
  let number: Int
}

extension Space {
  /// The fluids in the order in which they were added, which is that in which they act.
  public var fluids: [(id: FluidID, fluid: Fluid)] {
    influences?.fluids.map { (FluidID(number: $0.number), $0.value) } ?? []
  }

  /// Adds a fluid, in which bodies float from the next step on: each shape, sensors aside, is lifted by the weight that the
  /// space's gravity gives to the fluid in its place, and slowed down. What sleeps in it wakes.
  /// - Throws: for a number out of range, and an outline that crosses itself or has no area.
  @discardableResult
  public func add(_ fluid: Fluid) throws -> FluidID {
    let pieces = try fluid.checkedPieces()
    let id = FluidID(number: needInfluences().append(fluid, pieces))
    wakeInFluid(at: (influences?.fluidTerms.count ?? 0) - 1)
    return id
  }

  /// Puts another fluid in a fluid's place. What sleeps in either wakes.
  /// - Throws: as ``add(_:)-(Fluid)``, and if there is no such fluid in this space.
  public func set(_ fluid: Fluid, for id: FluidID) throws {
    let pieces = try fluid.checkedPieces()
    let index = try index(of: id)
    guard let influences, influences.fluids[index].value != fluid else { return }
    wakeInFluid(at: index)
    influences.set(fluid, pieces, at: index)
    wakeInFluid(at: index)
  }

  /// Sets the height of a fluid's surface alone, which allocates nothing; nil for the top of its outline. What sleeps in
  /// it wakes if it is another.
  /// - Throws: for a height out of range, and if there is no such fluid in this space.
  public func setLevel(_ level: Double?, of id: FluidID) throws {
    if let level { try Rule.coordinate.check(level, "level", of: "fluid") }
    let index = try index(of: id)
    guard let influences, influences.fluids[index].value.level != level else { return }
    wakeInFluid(at: index)
    influences.setLevel(level, at: index)
    wakeInFluid(at: index)
  }

  /// Takes a fluid away. What sleeps in it wakes.
  /// - Throws: if there is no such fluid in this space.
  public func remove(_ id: FluidID) throws {
    let index = try index(of: id)
    wakeInFluid(at: index)
    influences?.removeFluid(at: index)
    dropEmptyInfluences()
  }

  private func index(of id: FluidID) throws -> Int {
    guard let index = influences?.fluids.firstIndex(where: { $0.number == id.number }) else {
      throw PhysicsError.notInSpace(object: "fluid \(id.number)")
    }
    return index
  }

  private func wakeInFluid(at index: Int) {
    guard hasSleepers(pointer), let water = influences?.fluidTerms[index] else { return }
    for shape in shapes where shape.body.isSleeping && !shape.isSensor {
      if water.bounds.intersects(shape.boundingBox) { shape.body.activate() }
    }
  }
}

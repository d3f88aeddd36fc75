import TumbleGeometry

/// The fields and fluids of a space, made ready for its steps.
final class Influences {
  private(set) var fields: [Entry<ForceField>] = []
  private(set) var fluids: [Entry<Fluid>] = []
  /// As the steps use them, in the same order.
  private(set) var terms: [FieldTerm] = []
  private(set) var fluidTerms: [FluidTerm] = []
  /// Of all regions that are polygons.
  private(set) var corners: [Vector] = []
  /// For the areas under water; its memory is asked for once.
  var clipping = AreaClipping()
  /// The time of fields that change by themselves, in seconds.
  var time = 0.0

  struct Entry<Value> {
    let number: Int
    var value: Value
    /// In whose coordinates it is.
    var frame: Body?
  }

  /// Whether a field changes velocities in proportion to them.
  private(set) var hasSlowing = false
  /// Whether a field pulls the body that it is on, too.
  private(set) var hasReaction = false

  var isEmpty: Bool { fields.isEmpty && fluids.isEmpty }

  /// Of the fields that act on a body everywhere and alike at all times.
  func potentialEnergy(of body: Body) -> Double {
    let (center, mass) = (body.worldCenterOfGravity, body.mass)
    var sum = 0.0
    for i in terms.indices where terms[i].frame == nil && acts(terms[i], on: body.pointer) {
      sum += terms[i].potentialEnergy(at: center, mass: mass)
    }
    return sum
  }

  // MARK: - Fields

  func append(_ field: ForceField, frame: Body?) -> Int {
    let number = Identity.next()
    terms.append(FieldTerm(field, frame: frame?.pointer, corners: &corners))
    takeStock()
    fields.append(Entry(number: number, value: field, frame: frame))
    return number
  }

  func set(_ field: ForceField, at index: Int) {
    fields[index].value = field
    makeTerms()
  }

  /// Of a field; without building anything again, for callers that set it at every step.
  func setStrength(_ strength: Double, at index: Int) {
    fields[index].value.strength = strength
    terms[index].strength = strength
  }

  func removeField(at index: Int) {
    fields.remove(at: index)
    makeTerms()
  }

  private func makeTerms() {
    corners.removeAll(keepingCapacity: true)
    terms.removeAll(keepingCapacity: true)
    for entry in fields {
      terms.append(FieldTerm(entry.value, frame: entry.frame?.pointer, corners: &corners))
    }
    takeStock()
  }

  private func takeStock() {
    hasSlowing = terms.contains(where: \.slows)
    hasReaction = terms.contains(where: \.hasReaction)
  }

  // MARK: - Fluids

  func append(_ fluid: Fluid, _ pieces: [Polygon]) -> Int {
    let number = Identity.next()
    fluidTerms.append(FluidTerm(fluid, pieces))
    fluids.append(Entry(number: number, value: fluid, frame: nil))
    return number
  }

  func set(_ fluid: Fluid, _ pieces: [Polygon], at index: Int) {
    fluids[index].value = fluid
    fluidTerms[index] = FluidTerm(fluid, pieces)
  }

  func setLevel(_ level: Double?, at index: Int) {
    fluids[index].value.level = level
    fluidTerms[index].setLevel(fluids[index].value.surface)
  }

  func removeFluid(at index: Int) {
    fluids.remove(at: index)
    fluidTerms.remove(at: index)
  }
}

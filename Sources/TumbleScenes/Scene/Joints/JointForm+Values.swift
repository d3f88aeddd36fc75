import TumbleGeometry

extension Scene.JointForm {
  /// Goes over the values of this form, each with its key of the scene format, and lets them be changed.
  ///
  /// Nothing else binds the keys to the values: the reader, the writer and sweeps go by it.
  package mutating func forEachValue(
    number: (_ key: String, inout Double) -> Void, vector: (_ key: String, inout Vector) -> Void
  ) {
    switch self {
    case .pin(var anchorA, var anchorB, var length):
      vector("anchorA", &anchorA)
      vector("anchorB", &anchorB)
      number("length", &length)
      self = .pin(anchorA: anchorA, anchorB: anchorB, length: length)
    case .slide(var anchorA, var anchorB, var min, var max):
      vector("anchorA", &anchorA)
      vector("anchorB", &anchorB)
      number("min", &min)
      number("max", &max)
      self = .slide(anchorA: anchorA, anchorB: anchorB, min: min, max: max)
    case .pivot(var anchorA, var anchorB):
      vector("anchorA", &anchorA)
      vector("anchorB", &anchorB)
      self = .pivot(anchorA: anchorA, anchorB: anchorB)
    case .groove(var from, var to, var anchorB):
      vector("from", &from)
      vector("to", &to)
      vector("anchorB", &anchorB)
      self = .groove(from: from, to: to, anchorB: anchorB)
    case .spring(var anchorA, var anchorB, var restLength, var stiffness, var damping):
      vector("anchorA", &anchorA)
      vector("anchorB", &anchorB)
      number("restLength", &restLength)
      number("stiffness", &stiffness)
      number("damping", &damping)
      self = .spring(
        anchorA: anchorA, anchorB: anchorB, restLength: restLength, stiffness: stiffness, damping: damping)
    case .rotarySpring(var restAngle, var stiffness, var damping):
      number("restAngle", &restAngle)
      number("stiffness", &stiffness)
      number("damping", &damping)
      self = .rotarySpring(restAngle: restAngle, stiffness: stiffness, damping: damping)
    case .rotaryLimit(var min, var max):
      number("min", &min)
      number("max", &max)
      self = .rotaryLimit(min: min, max: max)
    case .ratchet(var phase, var click):
      number("phase", &phase)
      number("click", &click)
      self = .ratchet(phase: phase, click: click)
    case .gear(var phase, var ratio):
      number("phase", &phase)
      number("ratio", &ratio)
      self = .gear(phase: phase, ratio: ratio)
    case .motor(var rate):
      number("rate", &rate)
      self = .motor(rate: rate)
    }
  }
}

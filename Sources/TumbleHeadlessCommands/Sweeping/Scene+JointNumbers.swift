import TumbleScenes

extension Scene.Joint {
  /// Those of its numbers that a sweep sets, maxForce and breakAt included.
  var numbers: [String] {
    let own =
      switch form {
      case .pin: ["length"]
      case .slide, .rotaryLimit: ["min", "max"]
      case .pivot, .groove: [String]()
      case .spring: ["restLength", "stiffness", "damping"]
      case .rotarySpring: ["restAngle", "stiffness", "damping"]
      case .ratchet: ["phase", "click"]
      case .gear: ["phase", "ratio"]
      case .motor: ["rate"]
      }
    return own + ["maxForce", "breakAt"]
  }

  /// False for a property that it has not.
  mutating func setNumber(_ property: String, to value: Double) -> Bool {
    guard numbers.contains(property) else { return false }
    if property == "maxForce" {
      maxForce = value
      return true
    }
    if property == "breakAt" {
      breakAt = value
      return true
    }
    func pick(_ name: String, _ old: Double) -> Double { name == property ? value : old }
    switch form {
    case .pin(let a, let b, _): form = .pin(anchorA: a, anchorB: b, length: value)
    case .slide(let a, let b, let min, let max):
      form = .slide(anchorA: a, anchorB: b, min: pick("min", min), max: pick("max", max))
    case .pivot, .groove: break
    case .spring(let a, let b, let length, let stiffness, let damping):
      form = .spring(
        anchorA: a, anchorB: b, restLength: pick("restLength", length),
        stiffness: pick("stiffness", stiffness),
        damping: pick("damping", damping))
    case .rotarySpring(let angle, let stiffness, let damping):
      form = .rotarySpring(
        restAngle: pick("restAngle", angle), stiffness: pick("stiffness", stiffness),
        damping: pick("damping", damping))
    case .rotaryLimit(let min, let max): form = .rotaryLimit(min: pick("min", min), max: pick("max", max))
    case .ratchet(let phase, let click):
      form = .ratchet(phase: pick("phase", phase), click: pick("click", click))
    case .gear(let phase, let ratio): form = .gear(phase: pick("phase", phase), ratio: pick("ratio", ratio))
    case .motor: form = .motor(rate: value)
    }
    return true
  }
}

import TumbleGeometry

extension SceneBuilder {
  /// Warns of springs that swing faster than the steps can follow: they gain energy until everything flies off.
  ///
  /// A step of t seconds follows a swing of angular frequency ω as long as (ω t)² < 4. For a spring alone ω² is its
  /// stiffness by what the two ends yield to a unit of impulse. Of springs in a row the fastest swing is at most the sum of
  /// both ends' over all the springs that hold them.
  func findStiffSprings() {
    let springs = scene.joints.indices.filter { isSpring(scene.joints[$0].form) }
    guard !springs.isEmpty else { return }
    var inertias: [Int: Inertia] = [:]
    for index in springs {
      for body in [scene.joints[index].a, scene.joints[index].b] where inertias[body] == nil {
        inertias[body] = Inertia(scene.bodies[body])
      }
    }
    var linear: [Int: Double] = [:]
    var rotary: [Int: Double] = [:]
    for index in springs {
      let joint = scene.joints[index]
      switch joint.form {
      case .spring(let anchorA, let anchorB, _, let stiffness, _):
        for (body, anchor) in [(joint.a, anchorA), (joint.b, anchorB)] {
          linear[body, default: 0] += stiffness * (inertias[body]?.mobility(at: anchor) ?? 0)
        }
      case .rotarySpring(_, let stiffness, _):
        for body in [joint.a, joint.b] {
          rotary[body, default: 0] += stiffness * (inertias[body]?.inverseMoment ?? 0)
        }
      default: break
      }
    }
    var told: Set<Located.Place> = []
    for index in springs {
      let joint = scene.joints[index]
      let isRotary = if case .rotarySpring = joint.form { true } else { false }
      let sums = isRotary ? rotary : linear
      let rate = Double(scene.world.rate)
      let swing = ((sums[joint.a] ?? 0) + (sums[joint.b] ?? 0)) / (rate * rate)
      let place = jointRecords[index].place("stiffness")
      guard swing > Self.stiffest, told.insert(place).inserted else { continue }
      let most = (jointRecords[index].number("stiffness") ?? 0) * Self.stiffest / swing
      var cures = ["a stiffness up to \(Self.rounded(most))"]
      cures.append(isRotary ? "bodies that are harder to turn" : "heavier bodies")
      let enough = (rate * (swing / Self.stiffest).squareRoot()).rounded(.up)
      if enough <= 10_000 { cures.append("\(Int(enough)) steps per second") }
      reading.warn(
        place,
        "'\(joint.id)' is too stiff for \(scene.world.rate) steps per second: it may swing wider and wider until all flies off",
        hint: "what would do: " + cures.joined(separator: ", or "))
    }
  }

  /// Of 4, where the swing begins to grow without end: from 2 on it already swings wider than it was pulled.
  private static let stiffest = 2.0

  private func isSpring(_ form: Scene.JointForm) -> Bool {
    switch form {
    case .spring, .rotarySpring: true
    default: false
    }
  }

  /// Down to two digits.
  private static func rounded(_ value: Double) -> String {
    guard value >= 1e-9 else { return "0" }
    var scale = 1.0
    while value * scale < 10 { scale *= 10 }
    while value * scale >= 100 { scale /= 10 }
    return ShortNumber.text(((value * scale).rounded(.down) / scale * 1e12).rounded() / 1e12)
  }
}

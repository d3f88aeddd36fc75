import TumbleFiles
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension SceneFindings {
  /// Warns of springs that swing faster than the steps can follow: they gain energy until everything flies
  /// off.
  ///
  /// A step of t seconds follows a swing of angular frequency ω as long as (ω t)² < 4. For a spring alone ω²
  /// is its stiffness times what its two ends yield to a unit of impulse. Of springs in a row the fastest
  /// swing is at most the sum of both ends' over all the springs that hold them.
  mutating func findStiffSprings(_ built: BuiltScene) {
    var linear: [Int: Double] = [:]
    var rotary: [Int: Double] = [:]
    for joint in scene.joints {
      switch joint.form {
      case .spring(let anchorA, let anchorB, _, let stiffness, _):
        for (body, anchor) in [(joint.a, anchorA), (joint.b, anchorB)] {
          linear[body, default: 0] += stiffness * (built.bodies[body]?.mobility(at: anchor) ?? 0)
        }
      case .rotarySpring(_, let stiffness, _):
        for body in [joint.a, joint.b] {
          rotary[body, default: 0] += stiffness * (built.bodies[body]?.inverseMoment ?? 0)
        }
      default: break
      }
    }
    var reported: Set<SourcePlace> = []
    for (index, joint) in scene.joints.enumerated() {
      let (stiffness, sums): (Double, [Int: Double])
      switch joint.form {
      case .spring(_, _, _, let value, _): (stiffness, sums) = (value, linear)
      case .rotarySpring(_, let value, _): (stiffness, sums) = (value, rotary)
      default: continue
      }
      let isRotary = if case .rotarySpring = joint.form { true } else { false }
      let rate = Double(scene.world.rate)
      let swing = ((sums[joint.a] ?? 0) + (sums[joint.b] ?? 0)) / (rate * rate)
      guard swing > Self.maxSwing, let place = source.place(of: .joint(index), "stiffness"),
        reported.insert(place).inserted
      else { continue }
      var cures = ["a stiffness up to \(Self.rounded(stiffness * Self.maxSwing / swing))"]
      cures.append(isRotary ? "bodies that are harder to turn" : "heavier bodies")
      let enough = (rate * (swing / Self.maxSwing).squareRoot()).rounded(.up)
      if enough <= 10_000 { cures.append("\(Int(enough)) steps per second") }
      list.warn(
        place,
        """
        '\(joint.id)' is too stiff for \(scene.world.rate) steps per second: it may swing wider and wider \
        until all flies off
        """,
        hint: "what would do: " + cures.joined(separator: ", or "))
    }
  }

  /// The swing from which a spring is reported; at 4 it begins to grow without end, and from 2 on it already
  /// swings wider than it was pulled.
  private static let maxSwing = 2.0

  /// Down to two digits.
  private static func rounded(_ value: Double) -> String {
    guard value >= 1e-9 else { return "0" }
    var scale = 1.0
    while value * scale < 10 { scale *= 10 }
    while value * scale >= 100 { scale /= 10 }
    return (((value * scale).rounded(.down) / scale * 1e12).rounded() / 1e12).shortText
  }
}

extension SceneFindings {
  /// Warns of light bodies that carry much heavier ones by joints: the engine corrects joints one after the
  /// other, and of the error of a light body between a heavy one and the rest, each pass leaves a part of m /
  /// (m + light). After as many passes as a step has, a load of some times the iterations still pulls the
  /// joints apart.
  mutating func findHeavyLoads(_ built: BuiltScene) {
    let iterations = Double(scene.world.iterations)
    var holders: [Int: Int] = [:]
    let rigid = scene.joints.indices.filter { index in
      switch scene.joints[index].form {
      case .pin, .slide, .pivot, .groove: true
      case .spring, .rotarySpring, .rotaryLimit, .ratchet, .gear, .motor: false
      }
    }
    for index in rigid {
      for body in [scene.joints[index].a, scene.joints[index].b] { holders[body, default: 0] += 1 }
    }
    var reported: Set<SourcePlace> = []
    for index in rigid {
      let joint = scene.joints[index]
      guard let a = built.bodies[joint.a], let b = built.bodies[joint.b], a.kind == .dynamic,
        b.kind == .dynamic
      else { continue }
      let (light, heavy) = a.mass < b.mass ? (joint.a, joint.b) : (joint.b, joint.a)
      let (link, load) = (min(a.mass, b.mass), max(a.mass, b.mass))
      // A light body at the end of a chain carries nothing.
      guard load > Self.maxLoad * iterations * link, holders[light, default: 0] > 1,
        let place = source.place(of: .joint(index), keys: ["id"]), reported.insert(place).inserted
      else { continue }
      let enough = (load / link / Self.maxLoad).rounded(.up)
      list.warn(
        place,
        """
        '\(scene.bodies[light].id)' of \(Self.rounded(link)) kg is too light to hold \
        '\(scene.bodies[heavy].id)' of 
        """
          + "\(Self.rounded(load)) kg: its joints are pulled apart",
        hint: "what would do: a mass of \(Self.rounded(load / (Self.maxLoad * iterations))) kg and more, "
          + (enough <= 1000 ? "iterations: \(Int(enough)), " : "") + "or a lighter load")
    }
  }

  /// Times a link's mass, for each of a step's iterations, that it holds.
  private static let maxLoad = 20.0
}

extension Body {
  fileprivate var inverseMoment: Double { kind == .dynamic ? 1 / moment : 0 }

  /// Returns the change of a point's own velocity by a unit of impulse there, in the worst direction.
  fileprivate func mobility(at anchor: Vector) -> Double {
    guard kind == .dynamic else { return 0 }
    return 1 / mass + inverseMoment * (anchor - centerOfGravity).lengthSquared
  }
}

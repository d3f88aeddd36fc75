import TumbleFrames
import TumbleGeometry
import TumbleLooks

// Joints: what the stage draws of them, from the points that they hold.

extension DocumentMaker {
  func look(of joint: JointMotion) -> JointLook { JointLook(joint.description, in: description) }

  mutating func add(_ joint: JointMotion) throws {
    let color = joint.description.color
    switch look(of: joint) {
    case .rod: try addLine(joint, joint.a, joint.b, shapes.bar(width: 4, .color(color ?? theme.rod)))
    case .rope: try addRope(joint)
    case .coil:
      let length = joint.a.indices.reduce(0) { max($0, joint.a[$1].distance(to: joint.b[$1])) }
      try addLine(
        joint, joint.a, joint.b, shapes.coil(length: max(length, 1), color ?? theme.spring),
        length: max(length, 1))
    case .thread:
      return try addLine(
        joint, joint.a, joint.b, shapes.bar(width: 4, .color(color ?? joint.color ?? theme.rope)))
    case .hub: return try addDot(joint, joint.b, shapes.disc(radius: 4.2, theme.rod), isShared: true)
    case .groove:
      if let track = joint.description.track {
        let turned = joint.angleA.map { (track.to - track.from).angle + $0 }
        try addDot(joint, joint.b, shapes.piston, angle: turned)
        try addDot(joint, joint.b, shapes.disc(radius: 3.2, theme.pivot))
      } else {
        try addDot(joint, joint.b, shapes.disc(radius: 4.2, theme.rod))
      }
      return
    case .cog: return try addDot(joint, joint.b, shapes.cog, angle: joint.angleB)
    case .cogs:
      try addDot(joint, joint.a, shapes.cog, angle: joint.angleA)
      return try addDot(joint, joint.b, shapes.cog, angle: joint.angleB)
    case .none: return
    }
    for ends in [joint.a, joint.b] {
      try addDot(joint, ends, shapes.disc(radius: 3.2, theme.pivot), isShared: true)
    }
  }

  /// Adds the groove that a joint's second body slides in.
  mutating func addTrack(of joint: JointMotion) throws {
    guard let track = joint.description.track else { return }
    func ends(_ point: Vector) -> [Vector] {
      zip(joint.positionA, joint.angleA).map { $0 + point.rotated(by: $1) }
    }
    try addLine(joint, ends(track.from), ends(track.to), shapes.bar(width: 5, .color(theme.slot)))
    for point in [track.from, track.to] {
      try addDot(joint, ends(point), shapes.disc(radius: 4.2, theme.rod), isShared: true)
    }
  }

  /// Adds a rope: a straight line, or where it hangs at some frame, as many as its curve shows.
  private mutating func addRope(_ joint: JointMotion) throws {
    let ropes = zip(joint.a, joint.b).map { a, b in
      HangingRope(from: a, to: b, length: joint.description.length ?? 0, gravity: run.gravity)
    }
    let isHanging = zip(ropes, zip(joint.a, joint.b)).contains { rope, ends in
      rope.point(at: 0.5).distance(to: ends.0.interpolated(to: ends.1, by: 0.5)) > 2 * shapes.pixel
    }
    let pieces = isHanging ? 8 : 1
    for piece in 0..<pieces {
      func points(_ place: Int) -> [Vector] { ropes.map { $0.point(at: Double(place) / Double(pieces)) } }
      try addLine(
        joint, points(piece), points(piece + 1),
        shapes.bar(width: 2.5, .color(joint.description.color ?? theme.rope)))
    }
  }

  /// - Parameter length: That of the shapes, in points.
  private mutating func addLine(
    _ joint: JointMotion, _ from: [Vector], _ to: [Vector], _ content: [MotionShape], length: Double = 1
  ) throws {
    var angles: [Double] = []
    for (a, b) in zip(from, to) {
      let angle = (b - a).angle
      guard let before = angles.last else {
        angles.append(angle)
        continue
      }
      angles.append(before + (angle - before).remainder(dividingBy: 2 * .pi))
    }
    let lengths = zip(from, to).map { $0.distance(to: $1) / length }
    layers.append(
      try fit.layer(
        joint.description.name, frames: joint.first..<joint.end,
        [.x: from.map(\.x), .y: from.map(\.y), .angle: angles, .scaleX: lengths], reach: length,
        turned: length * (lengths.max() ?? 1), content))
  }

  /// - Parameter isShared: Whether one is enough where several are at the same places.
  private mutating func addDot(
    _ joint: JointMotion, _ places: [Vector], _ content: [MotionShape], angle: [Double]? = nil,
    isShared: Bool = false
  ) throws {
    if isShared {
      // To a tenth of a point: the bodies that a pin holds are not quite at one place.
      let key = [Double(joint.first)] + places.flatMap { [($0.x * 5).rounded(), ($0.y * 5).rounded()] }
      guard pins.insert(key).inserted else { return }
    }
    var samples: [MotionChannel: [Double]] = [.x: places.map(\.x), .y: places.map(\.y)]
    if let angle { samples[.angle] = angle }
    layers.append(
      try fit.layer(
        joint.description.name + "-pin", frames: joint.first..<joint.end, samples, reach: 8 * shapes.pixel,
        content))
  }
}

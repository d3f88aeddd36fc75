import TumbleAnimation
import TumbleFrames

// What is done for each body in each frame can be inlined where it is drawn.

extension BodySnapshot {
  /// The body drawn part of the way from a snapshot before, the angle too: it is not wrapped, so a turn goes
  /// the way it went.
  @inlinable package func drawn(from previous: BodySnapshot, by alpha: Double) -> BodySnapshot {
    var drawn = self
    drawn.position = previous.position.interpolated(to: position, by: alpha)
    drawn.angle = previous.angle + (angle - previous.angle) * alpha
    guard previous.appearance != appearance else { return drawn }
    let before = previous.appearance
    drawn.appearance.opacity = before.opacity + (appearance.opacity - before.opacity) * alpha
    drawn.appearance.glow = before.glow + (appearance.glow - before.glow) * alpha
    drawn.appearance.scale = before.scale.interpolated(to: appearance.scale, by: alpha)
    if let from = before.color, let to = appearance.color {
      drawn.appearance.color = from.interpolated(to: to, by: alpha)
    }
    return drawn
  }

  /// Is true if it can be drawn.
  @inlinable package var isFinite: Bool {
    position.isFinite && angle.isFinite && appearance.scale.isFinite && appearance.opacity.isFinite
  }
}

extension Frame {
  /// Calls with every body as it is now, and as it is drawn at the frame's moment, in order; one that only
  /// the later snapshot has is drawn where that says. Ids rise in both: new bodies come last.
  @inlinable package func forEachBody(_ act: (_ now: BodySnapshot, _ drawn: BodySnapshot) throws -> Void)
    rethrows
  {
    var i = 0
    for now in current.bodies {
      while i < previous.bodies.count, previous.bodies[i].id < now.id { i += 1 }
      if i < previous.bodies.count, previous.bodies[i].id == now.id {
        try act(now, now.drawn(from: previous.bodies[i], by: alpha))
      } else {
        try act(now, now)
      }
    }
  }

  /// The same in another order of ids; nil for their own.
  @inlinable package func forEachBody(
    _ order: [BodyID]?, _ act: (_ now: BodySnapshot, _ drawn: BodySnapshot) throws -> Void
  ) rethrows {
    guard let order else { return try forEachBody(act) }
    for id in order {
      guard let now = current[id] else { continue }
      try act(now, drawn(now))
    }
  }

  /// A body as it is drawn at the frame's moment; nil where it is not there.
  @inlinable package func drawn(_ id: BodyID) -> BodySnapshot? { current[id].map(drawn) }

  @inlinable package func drawn(_ now: BodySnapshot) -> BodySnapshot {
    previous[now.id].map { now.drawn(from: $0, by: alpha) } ?? now
  }

  /// The pose of the scene's camera at the frame's moment; nil of a scene without one.
  package var camera: CameraPose? {
    guard let now = current.camera, let before = previous.camera else { return current.camera }
    return CameraPose(
      center: before.center.interpolated(to: now.center, by: alpha),
      zoom: before.zoom + (now.zoom - before.zoom) * alpha)
  }

  /// The world time at the frame's moment, in seconds.
  package var time: Double {
    (Double(previous.step) + Double(current.step - previous.step) * alpha) / Double(max(current.rate, 1))
  }

  /// Calls with the points of a trail at the frame's moment, from the body back, each with the part of the
  /// trail's time since then: 0 at the body, 1 at its end; always 0 of one without an end. A point that is
  /// not finite parts the trail.
  package func forEachPoint(
    of span: TrailSpan, _ length: Trail.Length, _ act: (_ place: Vector, _ age: Double) -> Void
  ) {
    let moment = Double(previous.step) + Double(current.step - previous.step) * alpha
    let longest =
      switch length {
      case .time(let seconds): seconds * Double(current.rate)
      case .forever: Double.infinity
      }
    var last = (place: Vector(.nan, .nan), age: 0.0)
    if let head = drawn(span.body)?.position {
      last.place = head
      act(head, 0)
    }
    var index = Int((moment / Double(span.spacing)).rounded(.up)) - 1
    let oldest = max(current.step / span.spacing - span.range.count + 1, 0)
    while index >= oldest {
      let place = current.trailPlaces[span.range.lowerBound + index % span.range.count]
      let age = moment - Double(index * span.spacing)
      guard age < longest else {
        return act(last.place.interpolated(to: place, by: (longest - last.age) / (age - last.age)), 1)
      }
      act(place, age / longest)
      last = (place, age)
      index -= 1
    }
  }

  /// Calls with every joint and its ends at the frame's moment, in order.
  @inlinable package func forEachJoint(_ body: (JointSnapshot) throws -> Void) rethrows {
    var i = 0
    for now in current.joints {
      while i < previous.joints.count, previous.joints[i].id < now.id { i += 1 }
      if i < previous.joints.count, previous.joints[i].id == now.id {
        let before = previous.joints[i]
        try body(
          JointSnapshot(
            id: now.id, a: before.a.interpolated(to: now.a, by: alpha),
            b: before.b.interpolated(to: now.b, by: alpha)))
      } else {
        try body(now)
      }
    }
  }
}

/// Finds what lies under the mouse in a frame, by the rule of the mouse joint: of those that contain the
/// point the one drawn on top, else the nearest.
package struct BodyPicker {
  /// A body that lies so near a point counts as there, in points: a mouse is not that exact.
  package static let reach = 5.0

  /// - Parameters:
  ///   - reach: In points.
  ///   - kinds: Which bodies count.
  package static func body(
    at point: Vector, in frame: Frame, _ description: WorldDescription, within reach: Double = reach,
    kinds: Set<BodyKind> = [.dynamic, .kinematic, .static]
  ) -> BodyID? {
    var found: (id: BodyID, distance: Double)?
    frame.forEachBody { body, pose in
      guard let known = description[body.id], kinds.contains(known.kind), pose.isFinite,
        pose.appearance.opacity > 0
      else { return }
      let place = (point - pose.position).rotated(by: -pose.angle)
      for outline in known.outlines {
        let distance = max(outline.distance(to: place), 0)
        guard distance <= reach else { continue }
        if let other = found {
          guard distance <= other.distance else { continue }
          if distance == other.distance, !description.isInFront(body.id, of: other.id) { continue }
        }
        found = (body.id, distance)
      }
    }
    return found?.id
  }
}

extension Outline {
  /// Returns the distance from its edge, in points; negative inside.
  package func distance(to point: Vector) -> Double {
    switch self {
    case .circle(let center, let radius): return point.distance(to: center) - radius
    case .segment(let from, let to, let radius): return point.distance(toSegment: from, to) - radius
    case .polygon, .rect:
      let corners = points
      var nearest = Double.infinity
      var isInside = false
      for i in corners.indices {
        let (a, b) = (corners[i], corners[(i + 1) % corners.count])
        nearest = min(nearest, point.distance(toSegment: a, b))
        // A ray to the right crosses the edges of what it is inside of an odd number of times.
        if (a.y > point.y) != (b.y > point.y), point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x {
          isInside.toggle()
        }
      }
      return (isInside ? -nearest : nearest) - radius
    }
  }
}

/// The order in which a world's bodies are drawn where their layers differ. It depends on the description
/// alone, so a frame neither sorts nor allocates.
package struct DepthOrder {
  /// All bodies; nil where their own order is that of drawing.
  package let bodies: [BodyID]?
  /// The lowest depth of the bodies that are sprites: what is static and higher lies in front of one.
  private var lowestSprite = Int.max

  package init(_ description: WorldDescription) {
    guard description.bodies.contains(where: { $0.depth != 0 }) else {
      bodies = nil
      return
    }
    bodies = description.bodies.indices.map { BodyID($0) }.sorted { description.isInFront($1, of: $0) }
  }

  /// Finds the depth below which the backdrop can show static bodies.
  ///
  /// - Parameter isSprite: Whether a body is a sprite whatever its depth.
  package mutating func findSprites(
    in snapshot: FrameSnapshot, _ description: WorldDescription, _ isSprite: (BodySnapshot) -> Bool
  ) {
    guard bodies != nil else { return }
    var lowest = Int.max
    for body in snapshot.bodies where isSprite(body) {
      if let depth = description[body.id]?.depth { lowest = min(lowest, depth) }
    }
    lowestSprite = lowest
  }

  /// Returns true if a static body of a depth is behind all sprites.
  package func isBehindSprites(_ depth: Int) -> Bool { bodies == nil || depth <= lowestSprite }
}

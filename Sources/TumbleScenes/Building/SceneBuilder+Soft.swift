extension SceneBuilder {
  /// The pieces that a repeater made and that are held together, for when all bodies are known.
  struct MadeSoft {
    var id: String
    var soft: SoftBody
    /// The index of its first piece.
    var first: Int
    var record: Record
  }

  /// The bodies that ropes and chains are tied to, by their indices.
  var tiedBodies: [Int] {
    softs.flatMap { made in
      made.soft.ties.compactMap { made.soft.record.text($0.key).flatMap { names[.body][$0] } }
    }
  }

  /// Makes the joints of ropes, chains, cloths and blobs: before those that the file lists.
  func makeSoftJoints() {
    for made in softs where !reading.isFull {
      let links = made.soft.links
      let pieces = made.first..<made.first + made.soft.places.count
      if let body = pieces.first.map({ scene.bodies[$0] }), body.kind != .dynamic,
        pieces.allSatisfy({ scene.bodies[$0].kind != .dynamic })
      {
        reading.error(
          made.record.place("repeat"),
          "a \(made.soft.kind.rawValue) is made of dynamic bodies, and '\(made.id)' is \(body.kind.rawValue)")
        continue
      }
      let longest = links.contains { !$0.isSeen } ? "-shear" : "-link"
      guard names.isShort(made.id + longest, copies: links.count, at: made.record.place("id")) else {
        continue
      }
      for (number, link) in links.enumerated() {
        let id = "\(made.id)-\(link.word)-\(number + 1)"
        guard add(link.form, id, made.first + link.a, made.first + link.b, made, isSeen: link.isSeen) else {
          return
        }
      }
      for tie in made.soft.ties { guard add(tie, made) else { return } }
    }
  }

  private func add(_ tie: SoftBody.Tie, _ made: MadeSoft) -> Bool {
    let record = made.soft.record
    guard let name = record.text(tie.key), let other = names.body(name, at: record.place(tie.key)) else {
      return true
    }
    let body = scene.bodies[other]
    let anchor = (tie.at - body.position).rotated(by: -body.angle)
    guard !(made.first..<made.first + made.soft.places.count).contains(other) else {
      reading.error(record.place(tie.key), "'\(made.id)' cannot be tied to itself")
      return true
    }
    guard reading.isReached(anchor, record.place(tie.key), "this end, seen from '\(body.id)',") else {
      return true
    }
    return add(
      .pivot(anchorA: anchor, anchorB: tie.anchor), "\(made.id)-\(tie.name)", other, made.first + tie.piece,
      made)
  }

  /// Adds a joint; false if there are too many.
  private func add(
    _ form: Scene.JointForm, _ id: String, _ a: Int, _ b: Int, _ made: MadeSoft, isSeen: Bool = true
  ) -> Bool {
    guard jointsBefore + scene.joints.count < reading.limits.joints else {
      return reading.refuse(
        made.record.place("repeat"), "the scene has more than \(reading.limits.joints) joints",
        hint: "ropes, cloths and blobs count with all joints that they make")
    }
    guard names.claim(id, at: made.record.place("id")) else { return true }
    var joint = Scene.Joint(id: id, form: form, a: a, b: b)
    joint.collideBodies = false
    if !isSeen { joint.color = .clear }
    add(joint, from: made.record)
    return true
  }
}

/// The joints that hold the pieces of a rope, a chain, a cloth or a blob together, and a piece's look if
/// nothing is said.
///
/// A blob of n discs has them as the corners of a regular polygon: with s = sin(π / n) discs of radius R s /
/// (1 + s) touch their neighbors and reach just to R.
struct SoftBody {
  /// A joint between two pieces, by their numbers from 0.
  struct Link {
    var a: Int
    var b: Int
    var form: Scene.JointForm
    /// Is true for the threads of what is drawn: it is held by others too.
    var isSeen = true

    /// The word of its name: a surface is drawn between links.
    var word: String { isSeen ? "link" : "shear" }
  }

  /// A pivot between a piece and another body, at a place in the world.
  struct Tie {
    /// The name of the end: `start` or `end`.
    var name: String
    /// The key of the end: `a` or `b`.
    var key: String
    var piece: Int
    var anchor: Vector
    var at: Vector
  }

  let kind: SoftWord
  let record: Record
  private(set) var places: [RepeaterPlaces.Place] = []
  private(set) var form: Form?
  private(set) var links: [Link] = []
  private(set) var ties: [Tie] = []

  /// Creates a soft body; nil for a repeater that joins nothing, and for one that is broken, which has been
  /// reported.
  init?(_ repeater: Record, at: Vector) {
    guard let kind = SoftWord.allCases.first(where: { repeater.has($0.rawValue) }),
      let record = repeater.record(kind.rawValue), !record.isBroken
    else { return nil }
    self.kind = kind
    self.record = record
    switch kind {
    case .rope, .chain: makeRow(at)
    case .cloth: makeCloth(at)
    case .blob: makeBlob(at)
    }
  }

  // MARK: - Rows

  private mutating func makeRow(_ at: Vector) {
    guard let by = record.vector("by"), let count = record.count("count") else { return }
    let isChain = kind == .chain
    let through = record.list("through").compactMap(\.vector)
    let pitch = ([.zero] + through + [by]).lineLength / Double(count)
    let play: Double = isChain ? min(record.value("play"), pitch / 2) : 0
    let half = (pitch - play) / 2
    let thickness: Double = record.value("thickness")
    let radius = thickness / 2
    // A round end reaches as far as the link is long.
    form = .segment(
      from: Vector(-max(half - radius, half / 8), 0), to: Vector(max(half - radius, half / 8), 0),
      radius: radius)
    /// Half the way from joint to joint of each link: one at a corner cuts it.
    var halves = Array(repeating: half, count: count)
    if through.isEmpty {
      for index in 0..<count {
        places.append(
          RepeaterPlaces.Place(position: at + by * ((Double(index) + 0.5) / Double(count)), angle: by.angle))
      }
    } else {
      let path = Path(start: .zero, segments: (through + [by]).map { .line(to: $0) })
      guard let track = try? PathTrack(PathAnimation(path, pacing: .paced)) else { return }
      let joints = (0...count).map { track.sample(at: Double($0) / Double(count)).position }
      for (index, (from, to)) in zip(joints, joints.dropFirst()).enumerated() {
        halves[index] = max((to - from).length - play, 0) / 2
        places.append(
          RepeaterPlaces.Place(position: at + from.interpolated(to: to, by: 0.5), angle: (to - from).angle))
      }
    }
    for index in 0..<count - 1 {
      let (head, tail) = (Vector(halves[index], 0), Vector(-halves[index + 1], 0))
      links.append(
        Link(
          a: index, b: index + 1,
          form: isChain
            ? .slide(anchorA: head, anchorB: tail, min: 0, max: play) : .pivot(anchorA: head, anchorB: tail)))
      if let bend = record.number("bend"), bend > 0 {
        links.append(
          Link(
            a: index, b: index + 1,
            form: .rotarySpring(restAngle: 0, stiffness: bend, damping: record.value("bendDamping"))))
      }
    }
    if record.has("a") {
      ties.append(Tie(name: "start", key: "a", piece: 0, anchor: Vector(-halves[0], 0), at: at))
    }
    if record.has("b") {
      ties.append(
        Tie(name: "end", key: "b", piece: count - 1, anchor: Vector(halves[count - 1], 0), at: at + by))
    }
  }

  // MARK: - Cloth

  private mutating func makeCloth(_ at: Vector) {
    guard let columns = record.count("columns"), let rows = record.count("rows"),
      let spacing = record.vector("spacing")
    else { return }
    form = .circle(center: .zero, radius: min(spacing.x, spacing.y) * 0.3)
    let pin: ClothPin = record.value("pin")
    for row in 0..<rows {
      for column in 0..<columns {
        let isPinned =
          switch pin {
          case .none: false
          case .top: row == rows - 1
          case .bottom: row == 0
          case .left: column == 0
          case .right: column == columns - 1
          case .corners: row == rows - 1 && (column == 0 || column == columns - 1)
          }
        places.append(
          RepeaterPlaces.Place(
            position: at + Vector(Double(column) * spacing.x, Double(row) * spacing.y),
            kind: isPinned ? .static : nil))
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        if column + 1 < columns { thread(index, index + 1, spacing.x) }
        if row + 1 < rows { thread(index, index + columns, spacing.y) }
      }
    }
    guard let shear = record.number("shear"), shear > 0 else { return }
    for row in 0..<rows - 1 {
      for column in 0..<columns - 1 {
        let index = row * columns + column
        for (a, b) in [(index, index + columns + 1), (index + 1, index + columns)]
        where places[a].kind == nil || places[b].kind == nil {
          links.append(spring(a, b, spacing.length, shear, isSeen: false))
        }
      }
    }
  }

  private mutating func thread(_ a: Int, _ b: Int, _ length: Double) {
    // Nothing can move what stands.
    guard places[a].kind == nil || places[b].kind == nil else { return }
    guard let stiffness = record.number("stiffness") else {
      links.append(Link(a: a, b: b, form: .slide(anchorA: .zero, anchorB: .zero, min: 0, max: length)))
      return
    }
    links.append(spring(a, b, length, stiffness))
  }

  private func spring(
    _ a: Int, _ b: Int, _ length: Double, _ stiffness: Double, isSeen: Bool = true
  ) -> Link {
    Link(
      a: a, b: b,
      form: .spring(
        anchorA: .zero, anchorB: .zero, restLength: length, stiffness: stiffness,
        damping: record.value("damping")), isSeen: isSeen)
  }

  // MARK: - Blobs

  private mutating func makeBlob(_ at: Vector) {
    guard let radius = record.number("radius"), let count = record.count("count"),
      let stiffness = record.number("stiffness")
    else { return }
    let half = Trigonometry.sine(.pi / Double(count))
    let disc = radius * half / (1 + half)
    let reach = radius - disc
    form = .circle(center: .zero, radius: disc)
    for index in 0..<count {
      let angle = 2 * .pi * Double(index) / Double(count)
      places.append(
        RepeaterPlaces.Place(
          position: at + Vector(Trigonometry.cosine(angle), Trigonometry.sine(angle)) * reach))
    }
    places.append(RepeaterPlaces.Place(position: at))
    func length(_ a: Int, _ b: Int) -> Double { places[a].position.distance(to: places[b].position) }
    for index in 0..<count {
      let (next, second) = ((index + 1) % count, (index + 2) % count)
      links.append(
        Link(a: index, b: next, form: .pin(anchorA: .zero, anchorB: .zero, length: length(index, next))))
      // Across one neighbor, against folding; and to the middle, against being flattened.
      links.append(spring(index, second, length(index, second), stiffness))
      links.append(spring(count, index, reach, stiffness))
    }
  }
}

/// Random points in an area, a gap apart; the same for the same seed, everywhere.
struct Scatter {
  private var random: SplitMix64
  private let area: Vector
  private let gap: Double
  /// Points by the cell of a grid they fall in, so that only near ones are looked at.
  private var cells: [Cell: [Vector]] = [:]

  private struct Cell: Hashable {
    var x: Int
    var y: Int
  }

  init(seed: UInt64, area: Vector, gap: Double) {
    random = SplitMix64(seed: seed)
    self.area = area
    self.gap = gap
  }

  /// Returns the next point; nil if none was found in 100 tries.
  mutating func next() -> Vector? {
    for _ in 0..<100 {
      let point = Vector(random.nextFraction() * area.x, random.nextFraction() * area.y)
      guard gap > 0 else { return point }
      // A cell as large as the gap, yet no more of them than an Int can count.
      let side = max(gap, max(area.x, area.y) * 1e-6)
      let cell = Cell(x: Int(point.x / side), y: Int(point.y / side))
      if isFree(point, cell) {
        cells[cell, default: []].append(point)
        return point
      }
    }
    return nil
  }

  mutating func angle() -> Double { random.nextFraction() * 2 * .pi }

  private func isFree(_ point: Vector, _ cell: Cell) -> Bool {
    for x in cell.x - 1...cell.x + 1 {
      for y in cell.y - 1...cell.y + 1 {
        for other in cells[Cell(x: x, y: y)] ?? [] where (point - other).lengthSquared < gap * gap {
          return false
        }
      }
    }
    return true
  }
}

extension Record {
  /// The path that a record of that section gives; nil where it is broken, which has been reported.
  var path: Path? {
    guard !isBroken, let start = vector("from") else { return nil }
    var segments: [Path.Segment] = []
    var end = start
    for step in records("steps") {
      if let to = step.vector("line") {
        segments.append(.line(to: to))
        end = to
      } else if let arc = step.record("arc"), let center = arc.vector("center"), let turn = arc.number("turn")
      {
        segments.append(.arc(center: center, sweep: turn))
        end = center + (end - center).rotated(by: turn)
      } else {
        let points = step.list("curve").compactMap(\.vector)
        guard points.count >= 2 else { return nil }
        end = points[points.count - 1]
        segments.append(
          points.count == 2
            ? .quadratic(control: points[0], to: end)
            : .cubic(control1: points[0], control2: points[1], to: end))
      }
    }
    if flag("closed") == true && end != start { segments.append(.line(to: start)) }
    return Path(start: start, segments: segments)
  }
}

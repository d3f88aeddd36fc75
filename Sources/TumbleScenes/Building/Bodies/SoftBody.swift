import TumbleGeometry

/// What holds the pieces of a rope, a chain, a cloth or a blob together, and what a piece looks like where nothing is said.
///
/// A blob of n discs has them as the corners of a regular polygon: with s = sin(π / n) discs of radius R s / (1 + s) touch their
/// neighbours and reach just to R.
struct SoftBody {
  /// A joint between two pieces, by their numbers from 0.
  struct Link {
    var a: Int
    var b: Int
    var form: Scene.JointForm
  }

  /// A pivot between a piece and another body, at a place in the world.
  struct Tie {
    /// `start` or `end`.
    var name: String
    /// `a` or `b`.
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

  /// nil for a repeater that joins nothing, and for one that is broken, which has been reported.
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
    let pitch = by.length / Double(count)
    let play: Double = isChain ? min(record.value("play"), pitch / 2) : 0
    let half = (pitch - play) / 2
    let thickness: Double = record.value("thickness")
    let radius = thickness / 2
    // A round end reaches as far as the link is long.
    form = .segment(
      from: Vector(-max(half - radius, half / 8), 0), to: Vector(max(half - radius, half / 8), 0),
      radius: radius)
    for index in 0..<count {
      places.append(
        RepeaterPlaces.Place(
          position: at + by * ((Double(index) + 0.5) / Double(count)), angle: by.angle))
    }
    let (head, tail) = (Vector(half, 0), Vector(-half, 0))
    for index in 0..<count - 1 {
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
    if record.has("a") { ties.append(Tie(name: "start", key: "a", piece: 0, anchor: tail, at: at)) }
    if record.has("b") {
      ties.append(Tie(name: "end", key: "b", piece: count - 1, anchor: head, at: at + by))
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

  private func spring(_ a: Int, _ b: Int, _ length: Double, _ stiffness: Double) -> Link {
    Link(
      a: a, b: b,
      form: .spring(
        anchorA: .zero, anchorB: .zero, restLength: length, stiffness: stiffness,
        damping: record.value("damping")))
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
      // Across one neighbour, against folding; and to the middle, against being flattened.
      links.append(spring(index, second, length(index, second), stiffness))
      links.append(spring(count, index, reach, stiffness))
    }
  }
}

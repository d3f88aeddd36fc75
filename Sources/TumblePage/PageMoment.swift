import TumbleAnimation
import TumbleFrames
import TumbleLooks

/// A transition between two pictures of a body, over its frames.
struct PageTransition: Hashable, Sendable {
  /// The look before, and its color.
  let old: BodyDescription
  let oldColor: Color?
  /// Is true if the new picture lies below the old one.
  private(set) var isNewBelow = false
  private var quads: [[TransitionQuad]] = []

  static let unit = 1024.0

  init(old: BodyDescription, oldColor: Color?) { (self.old, self.oldColor) = (old, oldColor) }

  var count: Int { quads.count }

  mutating func append(_ quads: [TransitionQuad]) {
    isNewBelow = quads.first?.isOld == false && quads.count > 1
    self.quads.append(quads)
  }

  /// The numbers of the old picture or of the new one: the opacity, the part of its sprite (left, bottom,
  /// right and top, 0 to 1), and how far it is moved, in points.
  ///
  /// - Parameters:
  ///   - picture: The picture's place, in points.
  ///   - sprite: That of its sprite, which has a rim too where the picture ends.
  func tracks(ofOld isOld: Bool, _ picture: Rect, in sprite: Rect) -> [Track] {
    func part(_ share: Double, _ low: (Rect) -> Double, _ length: (Rect) -> Double) -> Double {
      guard share > 0, share < 1 else { return min(max(share, 0), 1) }
      return (low(picture) + length(picture) * share - low(sprite)) / length(sprite)
    }
    var tracks = Array(repeating: Track(), count: 7)
    for quads in quads {
      let quad = quads.first { $0.isOld == isOld }
      let way = quad.map { $0.destination.min - $0.source.min } ?? .zero
      let source = quad?.source ?? Rect(size: .zero)
      let (across, up) = ([source.min.x, source.max.x], [source.min.y, source.max.y])
      let (x, y) = (across.map { part($0, \.min.x, \.width) }, up.map { part($0, \.min.y, \.height) })
      let numbers = [
        quad?.opacity ?? 0, x[0], y[0], x[1], y[1], way.x * picture.width, way.y * picture.height,
      ]
      for (index, number) in numbers.enumerated() {
        tracks[index].append(Track.parts(number, per: Self.unit) ?? 0)
      }
    }
    return tracks
  }
}

/// A fluid over the frames in which it is there, as columns from the vessel's floor to the surface.
struct PageFluid: Sendable {
  let description: FluidDescription
  /// Among the world's fluids.
  let place: Int
  /// The frame it begins with, and the one after its last.
  let first: Int
  var end: Int
  /// The columns of each piece of the vessel: where they are, and where they begin.
  let columns: [[Vector]]
  /// Two for each column: the place where the water ends, and the thickness of its surface's line.
  private(set) var tracks: [[Track]]
  private var surface: FluidSurface

  /// Parts per point.
  static let parts = 16.0

  /// - Parameter pixel: The width of a fine line, in points.
  init(_ description: FluidDescription, place: Int, in view: Rect, pixel: Double, first: Int) {
    (self.description, self.place, self.first, end) = (description, place, first, first)
    var surface = FluidSurface(description)
    surface.stand(at: 1e9, with: [])
    columns = surface.pieces.map { piece in
      guard let bounds = piece.bounds?.overlap(view) else { return [] }
      let count = min(max(Int(bounds.width / (8 * pixel)), 1), 400)
      return (0...count).compactMap { column in
        let x = bounds.min.x + bounds.width * Double(column) / Double(count)
        return surface.span(of: piece, at: x, 0).map { Vector(x, $0.bottom) }
      }
    }
    tracks = columns.map { Array(repeating: Track(), count: $0.count * 2) }
    self.surface = surface
  }

  mutating func append(_ level: Double, _ snapshot: FrameSnapshot, pixel: Double) {
    surface.stand(at: level, with: snapshot.bodies)
    for (place, piece) in surface.pieces.enumerated() {
      for (index, column) in columns[place].enumerated() {
        let span = surface.span(of: piece, at: column.x, snapshot.time)
        let line = span?.isSurface == true ? FluidSurface.rimWidth * pixel : 0
        tracks[place][2 * index].append(Track.parts(span?.top ?? column.y, per: Self.parts) ?? 0)
        tracks[place][2 * index + 1].append(Track.parts(line, per: Self.parts) ?? 0)
      }
    }
  }
}

/// A cloth or a blob over some frames: its faces as long as they are whole, and how much light falls on its
/// pieces.
struct PageSurface: Sendable {
  /// The faces that are whole from a frame on.
  struct State: Sendable {
    let first: Int
    let moment: SurfaceMoment
  }

  let form: SoftSurface
  /// The frame it begins with, and the one after its last.
  let first: Int
  var end: Int
  private(set) var states: [State] = []
  private(set) var lights: [Track]
  private var moment: SurfaceMoment
  private let places: [BodyID: Int]
  private let edges: [JointID: Int]

  static let parts = 32.0

  init(_ form: SoftSurface, first: Int) {
    (self.form, self.first, end) = (form, first, first)
    lights = form.pieces.map { _ in Track() }
    moment = SurfaceMoment(form)
    places = Dictionary(uniqueKeysWithValues: zip(form.pieces, form.pieces.indices))
    edges = Dictionary(
      form.edges.enumerated().flatMap { edge in edge.element.joints.map { ($0, edge.offset) } },
      uniquingKeysWith: { first, _ in first })
  }

  mutating func append(_ snapshot: FrameSnapshot, frame: Int) {
    moment.clear()
    for joint in snapshot.joints { if let edge = edges[joint.id] { moment.hold(edge) } }
    for body in snapshot.bodies {
      guard let place = places[body.id], body.isFinite, snapshot.look(of: body.id) == nil else { continue }
      let alpha = (body.appearance.color?.alpha ?? 1) * max(0, min(body.appearance.opacity, 1))
      moment.put(place, at: body.position, .black.withAlpha(alpha))
    }
    moment.findFaces()
    for index in lights.indices {
      lights[index].append(Track.parts(moment.pieces[index].light, per: Self.parts) ?? 0)
    }
    let last = states.last?.moment
    if last?.isWhole != moment.isWhole || last?.isOpaque != moment.isOpaque {
      states.append(State(first: frame, moment: moment))
    }
  }

  /// Calls with the frames of each state.
  func forEachState(_ act: (SurfaceMoment, Range<Int>) -> Void) {
    for (index, state) in states.enumerated() {
      act(state.moment, state.first..<(index + 1 < states.count ? states[index + 1].first : end))
    }
  }

  /// The place of a piece; nil for another body.
  func place(of body: BodyID) -> Int? { places[body] }
  func edge(of joint: JointID) -> Int? { edges[joint] }
}

/// An emitter over some frames: the births of all its particles.
struct PageEmitter: Sendable {
  let description: EmitterDescription
  let place: Int
  let first: Int
  var end: Int
  private let system: ParticleSystem
  /// Numbers of each birth, as ``units`` says.
  private(set) var tracks = units.map { _ in Track(isMotion: false) }

  /// Parts per unit of a birth's numbers: its time, lifetime, cell, place, velocity, angle, spin, width and
  /// its growth, color, what that is multiplied by, and alpha.
  static let units = [
    4096.0, 4096, 1, 16, 16, 4, 4, 256, 256, 64, 64, 255, 255, 255, 255, 255, 255, 255,
  ]

  /// A span around a frame, in seconds.
  private static let margin = 1e-7

  init(_ description: EmitterDescription, place: Int, first: Int) {
    (self.description, self.place, self.first, end) = (description, place, first, first)
    system = ParticleSystem(description.emitter)
  }

  var cells: [ParticleCell] { system.cells }

  /// Adds what was born since the frame before; in the first one, all that is there.
  ///
  /// - Parameter span: From frame to frame, in seconds.
  mutating func append(_ snapshot: FrameSnapshot, span: Double) {
    guard let range = snapshot.samples(ofEmitter: place) else { return }
    let (time, limit) = (snapshot.time, end == first ? .infinity : span + Self.margin)
    end += 1
    func take(_ birth: ParticleBirth, _ age: Double) {
      // What is born at a frame may be there or not, by a rounding: it is taken with the next one.
      if age >= Self.margin, age < limit { add(birth, at: time - age) }
    }
    if range.isEmpty {
      system.forEachBirth(
        at: time, position: description.position, angle: description.angle, within: limit, take)
    } else {
      system.forEachBirth(
        at: time, samples: snapshot.emitterSamples, in: range, step: snapshot.step, rate: snapshot.rate,
        wasThere: description.body == nil, within: limit, take)
    }
  }

  /// Adds all particles of a burst, which is at 0 and begins at time 0 in the emitter's description.
  mutating func append(_ burst: Burst, rate: Int) {
    let (start, late) = (Double(burst.step) / Double(max(rate, 1)), 0.1)
    system.forEachBirth(at: late, position: burst.position, angle: burst.angle) { birth, age in
      add(birth, at: start + late - age)
    }
  }

  private mutating func add(_ birth: ParticleBirth, at time: Double) {
    let numbers = [
      time, birth.lifetime, Double(birth.cell), birth.position.x, birth.position.y, birth.velocity.x,
      birth.velocity.y, birth.angle, birth.spin, birth.width(at: 0),
      birth.width(at: 1) - birth.width(at: 0),
      birth.color.red, birth.color.green, birth.color.blue, birth.inherited.red, birth.inherited.green,
      birth.inherited.blue, birth.alpha,
    ]
    let parts = zip(numbers, Self.units).compactMap { Track.parts($0, per: $1) }
    guard parts.count == numbers.count else { return }
    for (index, number) in parts.enumerated() { tracks[index].append(number) }
  }
}

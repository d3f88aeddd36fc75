import Foundation
import TumbleFiles

extension SceneBuilder {
  func readBodies() {
    for own in root.records("bodies") where !reading.isFull {
      var record = own
      if let name = own.text("template") {
        if let template = parts.template(name, at: own.place("template")) {
          record = own.completed(by: template)
        } else {
          // What it would have given is not what the body lacks.
          record.isBroken = true
        }
      }
      guard let id = own.text("id"), names.claim(id, at: own.place("id")) else {
        _ = shapes.make(of: record)
        continue
      }
      let soft = own.record("repeat").flatMap { SoftBody($0, at: record.value("at")) }
      let forms = soft.map { shapes.make(of: record, softly: $0, id: id) } ?? shapes.make(of: record)
      let body = self.body(id, record, shapes: forms.map(\.shape))
      let written = SceneSource.BodySource(record: record, shapes: forms.map(\.record))
      guard let repeater = own.record("repeat") else {
        if add(body, written, at: own.place) { continue } else { return }
      }
      let first = bodiesBefore + scene.bodies.count
      let places = soft?.places ?? RepeaterPlaces(reading: reading).places(repeater, about: body)
      guard names.isShort(id, copies: places.count, at: own.place("id")) else { continue }
      for (index, place) in places.enumerated() {
        var copy = body
        copy.id = "\(id)-\(index + 1)"
        copy.position = place.position
        copy.angle += place.angle
        copy.style.caption = numbered(body.style.caption, index + 1)
        if let kind = place.kind { copy.stand(as: kind) }
        if let name = record.text("texture"), Self.isNumbered(name) {
          let numbered = name.replacing(Self.copyNumber, with: String(index + 1))
          copy.texture = texture(numbered, at: record.place("texture"))
          // What is missing for one is likely to be for the others.
          guard pictures == nil || copy.texture?.path != nil else { break }
        }
        guard reading.isReached(copy.position, own.place("repeat"), "'\(copy.id)'"),
          reading.isTurnable(copy.angle, own.place("repeat"), "the angle of '\(copy.id)'")
        else { break }
        guard add(copy, written, at: own.place) else { return }
      }
      names.repeaters[id] = first..<bodiesBefore + scene.bodies.count
      if let soft { softs.append(MadeSoft(id: id, soft: soft, first: first, record: own)) }
    }
  }

  /// Adds a body; false if there are too many.
  private func add(_ body: Scene.Body, _ written: SceneSource.BodySource, at place: SourcePlace) -> Bool {
    tally.count(body)
    let limits = reading.limits
    let validationError =
      bodiesBefore + scene.bodies.count >= limits.bodies
      ? "more than \(limits.bodies) bodies"
      : tally.shapes > limits.shapes
        ? "more than \(limits.shapes) shapes"
        : tally.corners > limits.allCorners ? "more than \(limits.allCorners) corners" : nil
    if let validationError {
      return reading.refuse(
        place, "the scene has " + validationError, hint: "repeaters count with all that they make")
    }
    names.add(body.id, .body, at: bodiesBefore + scene.bodies.count)
    if body.id != written.record.text("id") { _ = names.claim(body.id, at: written.record.place("id")) }
    scene.bodies.append(body)
    source.bodies.append(written)
    return true
  }

  func body(_ id: String, _ record: Record, shapes: [Scene.Shape]) -> Scene.Body {
    var body = Scene.Body(id: id)
    Format.bodyFields.read(record, into: &body)
    if let name = record.text("texture"), !(record.has("repeat") && Self.isNumbered(name)) {
      body.texture = texture(name, at: record.place("texture"))
    }
    style(record, into: &body.style)
    if let outline = record.record("outline") { checkOrigin(outline) }
    if let shatter = record.record("shatter"), let impulse = shatter.number("at") {
      var own = Scene.Shatter(impulse: impulse)
      Format.shatterFields.read(shatter, into: &own)
      body.shatter = own
    }
    if let follow = record.record("follow") {
      let own = Format.followFields.object(follow)
      checkFollowing(own, follow)
      body.follow = own
    }
    body.shapes = shapes
    body.mass = mass(record, body)
    checkMotion(body, record)
    return body
  }

  private func checkFollowing(_ follow: Scene.Follow, _ record: Record) {
    let most = Double(scene.world.rate) / 4
    guard follow.frequency > most else { return }
    reading.error(
      record.place("frequency"),
      "'frequency' is at most a quarter of the \(scene.world.rate) steps per second: \(most.shortText) Hz")
  }

  /// Warns of a picture that is another than when its outline was taken.
  private func checkOrigin(_ outline: Record) {
    guard let pictures, let name = outline.text("picture"), !name.contains("/"),
      let digest = outline.text("digest")
    else { return }
    let again = "take it again: tumble outline \(Excerpts.short(name)).png --into FILE --body ID"
    switch pictures.find(name) {
    case .found(let path):
      let bytes = (try? UntrustedFile.read(path, limit: 8 * reading.limits.pixels + 1 << 20)) ?? Data()
      guard ShapeOutline.digest(bytes) != digest else { return }
      reading.warn(
        outline.place("digest"), "the picture '\(name)' has changed since its outline was taken", hint: again)
    case .missing:
      reading.warn(
        outline.place("picture"),
        "there is no picture named '\(Excerpts.short(name))', of which the outline was taken")
    case .broken(let reason):
      reading.warn(outline.place("picture"), "the picture '\(name)' cannot be read: \(reason)")
    }
  }

  /// Keeps a picture that an action gives to a body.
  func note(_ texture: Scene.Texture) {
    if !scene.actionTextures.contains(texture) { scene.actionTextures.append(texture) }
  }

  /// Stands in the name of a repeater's texture, and in its caption, for the number of each copy.
  static var copyNumber: String { "#" }

  private static func isNumbered(_ texture: String) -> Bool { texture.contains(copyNumber) }

  func texture(_ name: String, at place: SourcePlace) -> Scene.Texture? {
    let refusal = pictures?.refusal(of: name, likely: reading.didYouMean) ?? Pictures.refusal(ofName: name)
    if let refusal { return reading.refuse(place, refusal.message, hint: refusal.hint) }
    guard case .found(let path)? = pictures?.find(name) else { return Scene.Texture(name: name) }
    return Scene.Texture(name: name, path: path)
  }

  private func mass(_ record: Record, _ body: Scene.Body) -> Scene.Mass {
    guard let mass = record.number("mass") else {
      if record.has("moment") && !record.has("mass") {
        reading.error(
          record.place("moment"), "'moment' stands only beside 'mass'",
          hint: "without a mass both follow from the shapes")
      }
      return .fromShapes
    }
    if record.text("moment") == "infinite" { return .body(mass, .infinite) }
    if let moment = record.number("moment") { return .body(mass, .value(moment)) }
    // A shape that is wrong is not one that is missing.
    if body.shapes.isEmpty && body.kind == .dynamic && !record.isBroken,
      !Format.forms.contains(where: record.has), !record.has("shapes")
    {
      reading.error(
        record.place("mass"), "the body '\(body.id)' has no shape that its moment could follow from",
        hint: "give it a shape, or a moment beside its mass")
    }
    return .body(mass, .fromShapes)
  }

  private func checkMotion(_ body: Scene.Body, _ record: Record) {
    if body.kind == .static {
      for key in ["velocity", "angularVelocity"] where record.has(key) {
        reading.error(
          record.place(key), "a static body does not move", hint: "leave '\(key)' out, or use kind: kinematic"
        )
      }
    }
    guard body.isAsleep else { return }
    if body.kind != .dynamic {
      reading.error(record.place("asleep"), "only a dynamic body sleeps")
    } else if scene.world.sleepAfter == nil {
      reading.error(
        record.place("asleep"), "nothing sleeps in this world",
        hint: "give the world sleepAfter, such as sleepAfter: 500 ms")
    }
  }
}

extension Scene.Body {
  /// Makes it one that does not move.
  fileprivate mutating func stand(as kind: Kind) {
    self.kind = kind
    (velocity, angularVelocity, isAsleep) = (.zero, 0, false)
  }
}

extension SceneBuilder {
  /// Reads the fill, the edge and the label of a body's outlines; its corner radius is one of the body's
  /// fields.
  func style(_ record: Record, into style: inout BodyStyle) {
    style.gradient = record.record("gradient").flatMap(gradient)
    style.border = record.record("border").map(Format.borderFields.object)
    style.caption = record.record("caption").flatMap(caption)
    style.trail = record.record("trail").map(Format.trailFields.object)
  }

  func gradient(_ record: Record) -> Gradient? {
    var gradient = Format.gradientFields.object(record)
    let colors = record.list("colors").compactMap(\.color)
    guard !colors.isEmpty, !record.isBroken else { return nil }
    for key in Format.gradientKeys(foreignTo: gradient.kind) where record.has(key) {
      let other: Gradient.Kind = gradient.kind == .linear ? .radial : .linear
      return reading.refuse(
        record.place(key), "a \(gradient.kind.rawValue) gradient has no '\(key)'",
        hint: "it belongs to type: \(other.rawValue)")
    }
    gradient.stops = Gradient(colors).stops
    guard record.has("locations") else { return gradient }
    let list = record.list("locations")
    let locations = list.compactMap(\.number)
    guard locations.count == colors.count else {
      return reading.refuse(
        record.place("locations"),
        "there are \(colors.count) colors and \(locations.count) locations", hint: "each color has one")
    }
    for index in locations.indices {
      if index > 0, locations[index] < locations[index - 1] {
        return reading.refuse(list[index].place, "this location lies before the one of the color before")
      }
      gradient.stops[index].location = locations[index]
    }
    return gradient
  }

  private static let longestCaption = 200

  private func caption(_ record: Record) -> Caption? {
    guard let text = record.text("text") else { return nil }
    let count = text.unicodeScalars.count
    guard text.contains(where: { !$0.isWhitespace }), count <= Self.longestCaption else {
      return reading.refuse(
        record.place("text"),
        count > Self.longestCaption
          ? "a caption has at most \(Self.longestCaption) characters, not \(count)" : "the caption is empty",
        hint: count > 0 ? nil : "leave 'caption' out for none")
    }
    var caption = Caption(text)
    Format.captionFields.read(record, into: &caption)
    return caption
  }

  /// The caption of a copy, by its number.
  func numbered(_ caption: Caption?, _ number: Int) -> Caption? {
    guard var caption else { return nil }
    caption.text = caption.text.replacing(Self.copyNumber, with: String(number))
    return caption
  }
}

/// Works out where a repeater puts its copies.
struct RepeaterPlaces {
  let reading: Reading

  struct Place {
    var position: Vector
    var angle = 0.0
    /// The kind; nil: as the file says.
    var kind: Scene.Body.Kind?
  }

  /// Returns the places of a repeater's bodies, in their order; the first error ends it.
  func places(_ repeater: Record, about body: Scene.Body) -> [Place] {
    guard let made = self.repeater(repeater, bounds: body.bounds) else { return [] }
    // One more than there may be is enough to tell.
    return places(made, written: repeater, at: body.position, limit: reading.limits.bodies + 1)
      .map { Place(position: $0.position, angle: $0.angle) }
  }

  /// - Parameters:
  ///   - bounds: Of what is repeated, for spacings that are left out.
  /// - Returns: nil, and reported, for what is not one.
  func repeater(_ record: Record, bounds: Rect?) -> Scene.Repeater? {
    if let grid = record.record("grid"), let columns = grid.count("columns"),
      let spacing = grid.vector("spacing")
    {
      return .grid(columns: columns, rows: grid.value("rows"), spacing: spacing)
    }
    if let stack = record.record("stack"), let count = stack.count("count") {
      return .stack(count: count, spacing: stack.number("spacing") ?? bounds?.height ?? 0)
    }
    if let pyramid = record.record("pyramid"), let rows = pyramid.count("rows") {
      let size = bounds.map { Vector($0.width, $0.height) } ?? .zero
      return .pyramid(rows: rows, spacing: pyramid.vector("spacing") ?? size)
    }
    if let ring = record.record("ring"), let count = ring.count("count"), let radius = ring.number("radius") {
      return .ring(count: count, radius: radius, isTurned: ring.value("turn"))
    }
    if let along = record.record("along"), let path = along.record("path")?.path,
      let count = along.count("count")
    {
      return .along(path, count: count, isTurned: along.value("turn"))
    }
    if let scatter = record.record("scatter"), let count = scatter.count("count"),
      let area = scatter.vector("area")
    {
      return .scatter(
        count: count, area: area, gap: scatter.value("gap"), isTurned: scatter.value("turn"),
        seed: scatter.value("seed"))
    }
    return nil
  }

  /// - Parameters:
  ///   - written: Where it was read from, for errors.
  ///   - limit: The most that are made.
  func places(_ repeater: Scene.Repeater, written: Record, at: Vector, limit: Int) -> [Scene.Place] {
    let places = repeater.places(at: at, limit: limit)
    let wanted = min(repeater.count, limit)
    guard places.count < wanted else { return places }
    if let along = written.record("along") {
      reading.error(along.place("path"), "this path has no length")
    } else if let scatter = written.record("scatter") {
      reading.error(
        scatter.place("gap"), "only \(places.count) of \(wanted) fit into the area with this gap",
        hint: "a larger area, a smaller gap, or fewer")
    }
    return places
  }
}

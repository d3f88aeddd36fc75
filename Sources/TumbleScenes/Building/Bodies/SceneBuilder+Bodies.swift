import Foundation
import TumbleFiles
import TumbleGeometry

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

  /// False if there are too many.
  private func add(_ body: Scene.Body, _ written: SceneSource.BodySource, at place: SourcePlace) -> Bool {
    tally.shapes += body.shapes.count
    for shape in body.shapes {
      if case .polygon(let corners, _) = shape.form { tally.corners += corners.count }
    }
    let limits = reading.limits
    let validationError =
      bodiesBefore + scene.bodies.count >= limits.bodies
      ? "more than \(limits.bodies) bodies"
      : tally.shapes > limits.shapes
        ? "more than \(limits.shapes) shapes"
        : tally.corners > limits.allCorners ? "more than \(limits.allCorners) corners" : nil
    if let validationError {
      reading.error(
        place, "the scene has " + validationError, hint: "repeaters count with all that they make")
      return false
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
    body.shapes = shapes
    body.mass = mass(record, body)
    checkMotion(body, record)
    return body
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
    let refusal =
      pictures?.refusal(of: name, likely: reading.didYouMean) ?? Pictures.refusal(ofName: name)
    if let refusal {
      reading.error(place, refusal.message, hint: refusal.hint)
      return nil
    }
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

import TumbleFrames
import TumbleGeometry
import TumblePhysics
import TumbleScenes

extension World {
  /// Puts pieces in the place of the bodies that were hit harder in this step than they bear. Who they are follows from the
  /// scene alone: no command says it.
  func shatterBodies() throws {
    shattered.removeAll(keepingCapacity: true)
    if shatterableRevision != descriptionRevision {
      shatterableRevision = descriptionRevision
      shatterable = bodies.present.filter {
        model.scene.bodies[$0.index].shatter != nil && model.scene.bodies[$0.index].kind == .dynamic
      }
    }
    var hit: [WorldBody] = []
    for record in shatterable {
      guard let body = record.body, let shatter = model.scene.bodies[record.index].shatter,
        body.contactLoad().largest >= shatter.impulse
      else { continue }
      hit.append(record)
    }
    for body in hit where try shatter(body) { shattered.append(body.id) }
  }

  /// false where there is no room for its pieces.
  private func shatter(_ record: WorldBody) throws -> Bool {
    let index = record.index
    guard let body = record.body, let shatter = model.scene.bodies[index].shatter else { return false }
    model.place(SceneModel.Motion(of: body), body: index)
    let whole = model.scene.bodies[index]
    var pieces = whole.pieces(shatter, salt: index, mass: body.mass, center: body.centerOfGravity)
    if let fullness = fullness(adding: pieces) {
      if !record.isShatterRefused { refusals.append("'\(whole.id)' does not shatter: \(fullness)") }
      record.isShatterRefused = true
      return false
    }
    for place in pieces.indices { pieces[place].id += "-piece" }
    for change in model.replace(body: index, by: pieces) {
      do { try follow(change) } catch {
        // A splinter that the engine finds too thin is left out.
        guard case .copiedBody(let piece, let original) = change else { throw error }
        skip(piece: piece, of: original)
      }
    }
    return true
  }

  /// Leaves a piece out, which the engine did not take.
  func skip(piece: Int, of original: Int) {
    skip(WorldBody(model.scene.bodies[piece], BodyID(piece), nil, types: [], copyOf: original))
  }
}

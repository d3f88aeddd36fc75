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
      shatterable = present.filter {
        model.scene.bodies[$0].shatter != nil && model.scene.bodies[$0].kind == .dynamic
      }
    }
    var hit: [Int] = []
    for index in shatterable {
      guard let body = bodies[index], let shatter = model.scene.bodies[index].shatter,
        body.contactLoad().largest >= shatter.impulse
      else { continue }
      hit.append(index)
    }
    for index in hit where try shatter(index) { shattered.append(BodyID(index)) }
    guard !shattered.isEmpty else { return }
    snapshot.bodyIDs = bodyIDs
    previous.bodyIDs = bodyIDs
  }

  /// False where there is no room for its pieces.
  private func shatter(_ index: Int) throws -> Bool {
    guard let body = bodies[index], let shatter = model.scene.bodies[index].shatter else { return false }
    model.place(
      SceneModel.Motion(
        position: body.position, angle: body.angle, velocity: body.velocity,
        angularVelocity: body.angularVelocity), body: index)
    let whole = model.scene.bodies[index]
    var pieces = whole.pieces(shatter, salt: index, mass: body.mass, center: body.centerOfGravity)
    if let fullness = fullness(adding: pieces) {
      if unshattered.insert(index).inserted {
        refusals.append("'\(whole.id)' does not shatter: \(fullness)")
      }
      return false
    }
    for place in pieces.indices { pieces[place].id += "-piece" }
    for change in model.replace(body: index, by: pieces) {
      do { try follow(change) } catch {
        // A splinter that the engine finds too thin is left out.
        guard case .copiedBody(let piece, let original) = change else { throw error }
        skip(piece, of: original)
      }
    }
    return true
  }

  /// Ids are places: what could not be added keeps its own, as one that has gone.
  func skip(_ piece: Int, of original: Int) {
    model.forget(.body, piece)
    bodies.append(nil)
    appearance.append(model.scene.bodies[piece].appearance)
    collisionTypes.append([])
    animation.addBody(model.scene.bodies[piece].id, BodyID(piece))
    var skipped = BodyDescription(of: model.scene.bodies[piece])
    skipped.original = BodyID(original)
    description.bodies.append(skipped)
  }
}

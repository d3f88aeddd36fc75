import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes

// A transition changes the scene at once. What a picture needs to show it, the old look and the step of the change, goes
// into snapshots beside the state, so that the past and a picture of any moment are the same each time.

extension World {
  /// Sets a body's texture or color, which a transition shows from now on.
  func change(_ owner: String, _ path: String, to text: String, by transition: Transition) throws {
    guard let index = model.knownIndex(of: .body, owner) else { return }
    let body = bodies[index]
    let (texture, color) = (model.scene.bodies[index].texture, body.appearance.color)
    if body.firstTexture == nil { body.firstTexture = texture?.path ?? "" }
    try make(.set(.body(owner), path: path, value: text))
    guard model.scene.bodies[index].texture != texture || body.appearance.color != color else { return }
    description.bodies[index].texture = body.shownTexture
    note(
      LookChange(
        body: body.id, step: steps, picture: place(of: model.scene.bodies[index].texture?.path),
        oldPicture: place(of: texture?.path), oldColor: color,
        transition: Self.place(of: transition, in: &description.transitions)))
  }

  /// A texture that was set at once: a body that has had a transition shows it since this step, and the past does not.
  func noteTexture(of body: WorldBody, from old: Scene.Texture?) {
    guard body.firstTexture != nil else { return }
    note(
      LookChange(
        body: body.id, step: steps, picture: place(of: model.scene.bodies[body.index].texture?.path),
        oldPicture: place(of: old?.path), oldColor: body.appearance.color))
  }

  func forgetLook(of body: Int) { looks.removeAll { $0.body.number == body } }

  private func note(_ change: LookChange) {
    let place = looks.partitioningIndex { $0.body >= change.body }
    if place < looks.count, looks[place].body == change.body {
      looks[place] = change
    } else {
      looks.insert(change, at: place)
    }
    descriptionRevision += 1
  }

  private func place(of path: String?) -> Int? {
    path.map { Self.place(of: $0, in: &description.pictures) }
  }

  private static func place<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
    if let place = list.firstIndex(of: value) { return place }
    list.append(value)
    return list.count - 1
  }
}

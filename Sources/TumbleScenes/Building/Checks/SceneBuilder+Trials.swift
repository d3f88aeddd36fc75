import TumbleGeometry

// What sets properties while the scene runs is tried as the scene is read, so that what cannot be is reported at once.
extension SceneBuilder {
  /// As little of the scene as there must be to set something of an object; nil, and reported, where there is no such object.
  ///
  /// - Parameter words: What `it` and `other` stand for: the only body of the scene then.
  func trial(of name: String, _ words: EventBodies, at place: SourcePlace) -> SceneModel? {
    var small = Scene(world: scene.world, categories: scene.categories, groups: parts.groups)
    small.view = scene.view
    /// Takes along the body that something is on, as the only one of the small scene.
    func onlyBody(_ body: Int?) -> Int? {
      guard let body else { return nil }
      small.bodies = [scene.bodies[body]]
      return 0
    }
    if name == "world" || name == "view" { return SceneModel(small) }
    if let joint = names[.joint][name] {
      var copy = scene.joints[joint]
      small.bodies = [scene.bodies[copy.a], scene.bodies[copy.b]]
      (copy.a, copy.b) = (0, 1)
      small.joints = [copy]
      return SceneModel(small)
    }
    if let field = names[.field][name] {
      small.fields = [scene.fields[field]]
      small.fields[0].body = onlyBody(scene.fields[field].body)
      return SceneModel(small)
    }
    if let fluid = names[.fluid][name] {
      small.fluids = [scene.fluids[fluid]]
      return SceneModel(small)
    }
    if let emitter = names[.emitter][name] {
      small.emitters = [scene.emitters[emitter]]
      small.emitters[0].body = onlyBody(scene.emitters[emitter].body)
      return SceneModel(small)
    }
    if Scene.BodySelector.isOfEvent(name), names[.body][name] == nil {
      guard let selector = name == Scene.BodySelector.it ? words.it : words.other else {
        reading.error(place, "there is no '\(name)' here", hint: "its event is not one of bodies")
        return nil
      }
      guard let body = sample(selector) else { return nil }
      small.bodies = [body]
      return SceneModel(small)
    }
    guard let body = names[.body][name] else {
      reading.error(
        place, "there is no body, joint, field, fluid or emitter named '\(Excerpts.short(name))'",
        hint: names.repeaterHint(name) ?? reading.didYouMean(name, names.all(bodies: 2000)))
      return nil
    }
    small.bodies = [scene.bodies[body]]
    return SceneModel(small)
  }

  /// That a property can be set while the world runs.
  static func checkSettable(_ owner: String, _ path: String) throws(EditRefusal) {
    guard owner == "world", ["rate", "spatialHash"].contains(String(path.prefix { $0 != "." })) else {
      return
    }
    throw EditRefusal("'\(path)' of a world that runs cannot be changed")
  }

  /// One of a selector.
  func sample(_ selector: Scene.BodySelector) -> Scene.Body? {
    guard let name = selector.names.first else {
      return scene.bodies.first { $0.kind == .dynamic } ?? scene.bodies.first
    }
    return bodyOrTemplate(Scene.BodySelector.owner(of: name))
  }

  /// The body of an id, or the template that bodies are spawned from.
  func bodyOrTemplate(_ id: String) -> Scene.Body? {
    names[.body][id].map { scene.bodies[$0] } ?? scene.templates.first { $0.id == id }
  }
}

import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation
import TumbleWindow

// What the stage shows of a world and its scene.
extension WindowLoop {
  /// Another world has taken the place of the one before: begun again, rerun, or of another scene.
  func show(_ world: World) {
    frames.measure(world)
    let isOther = scene.opensAnother || world.scene.name != shownScene.name
    for part in parts { part.worldChanged(isOther: isOther) }
    if let followed = stage.followed {
      stage.follow(isOther ? nil : world.description.counterpart(of: followed, in: stage.description))
    }
    (framesDue, statusIsDue, shownRevision) = (12, .zero, nil)
    // Keys that are held down count in the new world too.
    for command in stage.sceneCommands({ world.input($0) ?? 0 }) { mouseJoint.give(command) }
    let isNew = isOther || world.scene != shownScene
    guard world.steps == 0 || isNew else {
      feed.mark("run again", .blue)
      feed.runAgain(session)
      return showReplacedGraphs()
    }
    guard isNew else {
      stage.restart()
      // Before the first step there is no run that ends.
      guard feed.step > 0 else { return }
      feed.restart(world)
      time.note(.restart)
      return feed.mark("restart", .blue)
    }
    if isOther { (droppedBefore, hasToldOmission) = (session.dropped, false) }
    shownScene = world.scene
    takeSceneKeys()
    graphedRevision = session.revision
    feed = GraphFeed(world, isRepeatable: isRepeatable)
    if !editor.plotted.isEmpty { feed.plot(editor.plotted, session) }
    if world.steps > 0 { feed.readAll(session) }
    status = Status(world)
    if !isOther, let fileName, world.scene.title.isEmpty { status.title = fileName }
    stage.restart(
      world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(of: world.scene, panels.appearance), isOther: isOther)
  }

  /// Takes the first sample of the graphs again where something was edited before the first step: it is of
  /// that, and so are the bodies whose heights they show.
  func renewFirstSample() {
    guard session.world.steps == 0, session.rerun == nil, graphedRevision != session.revision else { return }
    graphedRevision = session.revision
    feed.renewStart(session.world)
    if !editor.plotted.isEmpty { feed.plot(editor.plotted, session) }
    stage.setGraphs(feed.graphs, showsLast: false)
  }

  /// Shows the graphs that have got the past they lacked.
  func showReplacedGraphs() {
    if let graphs = feed.takeReplaced() { stage.setGraphs(graphs, showsLast: false) }
  }

  /// Takes the keys of a scene that runs, which go before the window's own.
  func takeSceneKeys() {
    shownInputs = session.world.presentInputs
    stage.setSceneKeys(session.world.presentInputs.map { SceneInput($0) })
    let keys = keys.yielding(stage.sceneGestures)
    stage.setKeys(keys)
    help.keys = keys
    menu.setKeys(keys)
  }
}

// What comes back with the next start.
extension WindowLoop {
  /// Shows what an earlier run left.
  ///
  /// - Parameter isSameScene: Whether its camera is of the scene that is shown.
  func restore(_ settings: Settings, camera isSameScene: Bool) {
    if isSameScene, let camera = settings.camera {
      stage.restoreCamera(center: Vector(camera.x, camera.y), zoom: camera.zoom)
    }
    for part in parts { part.restore(settings) }
    if settings.toggles["maximized"] == true { stage.maximize() }
    stage.sceneTransition =
      switch settings.sceneTransition {
      case .fade: Transition(.fade)
      case .reveal: Transition(.reveal, from: .right)
      case .none: nil
      }
  }

  /// Writes down what the next start comes back with.
  func keep(in settings: inout Settings) {
    if let size = stage.windowSize { settings.windowSize = (size.width, size.height) }
    settings.toggles["maximized"] = stage.isMaximized
    let camera = stage.camera
    settings.camera = camera.isHome ? nil : (camera.center.x, camera.center.y, camera.zoom)
    for part in parts { part.keep(in: &settings) }
    let isInterrupted = Program.exitSignals.isRequested && !session.log.isEmpty
    // Who has quit was asked whether to save, and is not asked again.
    guard !help.hasQuit, isInterrupted || scene.isEdited else { return recovery.finish() }
    // What was not saved, or was ended from outside, can be recovered: all of it, though its time has not
    // come.
    recovery.tick(at: elapsed + .seconds(60))
  }
}

extension LayerFacts {
  /// Reads what the stage wants to know of a world for a frame, in the memory of what it knew before.
  mutating func read(_ wanted: Stage.FactsWanted, of world: World) {
    hovered = wanted.hovered.flatMap(world.facts)
    if wanted.touches { touches = world.touches }
    bodies.removeAll(keepingCapacity: true)
    guard wanted.bodies else { return }
    sleepSpeed = world.sleepSpeed
    for number in world.description.bodies.indices { bodies.append(world.facts(of: BodyID(number))) }
  }
}

extension SceneInput {
  init(_ input: Scene.Input) {
    self.init(
      id: input.id, keys: input.keys, reverse: input.reverseKeys, pad: input.pad,
      pointer: input.pointer?.rawValue)
    let driven = input.drives.map { drive in
      switch drive {
      case .motor(let joint, _), .length(let joint, _): joint
      case .force, .toward, .follow: nil as String?
      }
    }
    if !driven.contains(nil) { joints = Set(driven.compactMap { $0 }) }
    motors = input.motors ?? []
  }
}

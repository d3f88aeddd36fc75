import TumbleFrames
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation
import TumbleWindow

// What the stage shows of a world and its scene.
extension WindowLoop {
  /// Another world has taken the place of the one before: begun again, run again, or of another scene.
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
      return feed.runAgain(session)
    }
    guard isNew else {
      stage.restart()
      feed.restart(world)
      time.note(.restart)
      return feed.mark("restart", .blue)
    }
    shownScene = world.scene
    takeSceneKeys()
    feed = GraphFeed(world, isRepeatable: isRepeatable)
    feed.onChange = { [stage] in stage.setGraphs($0, showsLast: false) }
    if !editor.plotted.isEmpty { feed.plot(editor.plotted, session) }
    if world.steps > 0 { feed.readAll(session) }
    status = Status(world)
    stage.restart(
      world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(of: world.scene.view, panels.appearance), isOther: isOther)
  }

  /// While a scene runs its keys go before the window's own.
  func takeSceneKeys() {
    shownInputs = session.world.presentInputs
    stage.setSceneKeys(session.world.presentInputs.map { SceneInput($0) })
    let keys = keys.yielding(stage.sceneGestures)
    stage.setKeys(keys)
    help.keys = keys
    menu.setKeys(keys)
  }
}

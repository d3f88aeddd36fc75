import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleHeadlessCommands
import TumbleScenes
import TumbleSimulation
import TumbleStage

/// What a person asks for, done.
extension WindowLoop {
  func perform(_ action: Action) throws {
    if action != .named(.close) { notices.takeBackQuestion() }
    switch action {
    case .command(let command): give(command)
    case .named(let name): try perform(name)
    case .graph(.export(let extent)): standingStill { export(extent) }
    case .openFile, .graph, .camera, .redraw, .texturesLost: break
    }
  }

  private func perform(_ name: ActionName) throws {
    switch name {
    case .quit: hasQuit = true
    case .close: close()
    case .pause:
      session.isPaused.toggle()
      if session.isPaused { feed.mark("pause", .blue) }
    case .stepForth:
      session.isPaused = true
      try session.step()
    case .restart: try standingStill { try restart() }
    case .slower: session.slowDown()
    case .faster: session.speedUp()
    case .realTime: session.speed = 1
    case .help: showsHelp.toggle()
    default: break
    }
  }

  private func give(_ command: Command) {
    do {
      try session.give(command)
      if session.isPaused, case .grab = command {
        notices.tell(
          "paused: what is dragged moves when time goes on (Space) or takes a step (.)", at: elapsed)
      }
    } catch {
      warn("\(error)")
    }
  }

  /// Closes what lies over the stage, the uppermost first; with nothing there it asks whether to quit, and then does.
  private func close() {
    if showsHelp {
      showsHelp = false
    } else if notices.message != nil {
      notices.message = nil
    } else if notices.asksToQuit(at: elapsed) {
      hasQuit = true
    }
  }

  private func standingStill(_ body: () throws -> Void) rethrows {
    let start = elapsed
    defer { stoodStill += elapsed - start }
    try body()
  }

  /// From the scene's file as it is now. Where that has a mistake, it is told and the world goes on as it was.
  private func restart() throws {
    let before = session.world.scene
    notices.clearNews()
    do {
      let (scene, content) = try reload()
      let kept = try session.restart(scene, content: content)
      notices.clear()
      if let kept { tellNews("kept the recording so far as \(kept)") }
    } catch let error where error is SceneError || error is WorldError {
      let text = Program.explain(error) ?? "\(error)"
      // The line of status has room for one line: the others, which show the place, lie over the stage.
      if notices.warn(String(text.prefix { $0 != "\n" })) { Program.say(text) }
      notices.message = text
      return
    }
    let world = session.world
    frames.measure(world)
    guard world.scene != before else {
      stage.restart()
      feed.restart(world)
      return feed.mark("restart", .blue)
    }
    showWorldAnew()
    stage.restart(
      world.description, gravity: world.scene.world.gravity, graphs: feed.graphs,
      theme: Theme(background: world.scene.view.background))
  }

  /// Writes the graph that is shown beside where the program was started.
  private func export(_ extent: ScrollingGraph.Extent) {
    guard let graph = stage.shownGraph else { return tellNews("G shows a graph, and E writes it to files") }
    let export = GraphExport(graph: graph, extent: extent, size: Size(960, 480))
    do {
      let name = try export.write(named: session.world.description.name)
      tellNews("wrote \(name).csv, .svg and .png")
    } catch {
      tellNews("the graph could not be written: \(error)")
    }
  }

  /// Says on standard error what the line of status says too, once.
  func warn(_ text: String) {
    if notices.warn(text) { Program.say("warning: \(text)") }
  }

  func tellNews(_ text: String) {
    notices.tell(text, at: elapsed)
    Program.say(text)
  }
}

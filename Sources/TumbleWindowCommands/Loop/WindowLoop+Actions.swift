import TumbleInput
import TumblePanels
import TumbleWindow

// Handing what is asked for to the part that does it.
extension WindowLoop {
  /// Does what keys and the mouse asked for since the last look.
  func takeActions() throws {
    // Esc that gave up a menu, and another one after a click, are no wish to quit.
    if stage.wasPressed { help.forgetQuit() }
    for action in stage.actions {
      (framesDue, statusIsDue) = (12, .zero)
      try perform(action)
      try routeEvents()
    }
    try routeEvents()
  }

  /// Does what was asked for in panels.
  ///
  /// - Returns: Whether there was anything.
  func takePanelActions() throws -> Bool {
    let actions = stage.panelActions
    guard !actions.isEmpty else { return false }
    help.noteActivity(nil)
    for action in actions { try perform(action) }
    (framesDue, statusIsDue) = (12, .zero)
    // So that the status shows the values that the edit has just changed.
    renewStatus()
    return true
  }

  /// Does what was done in a panel.
  func perform(_ action: PanelAction) throws {
    if case .chooseMenuItem(let id) = action, let name = WindowAction(rawValue: id) {
      // Through the stage, as a key would: some is done there.
      try perform(stage.perform(name, session.frame))
    } else if action == .copyError {
      stage.setClipboard(scene.errorText ?? "")
    } else {
      for part in parts { _ = try part.perform(action) }
    }
    try routeEvents()
  }

  private func perform(_ action: Action) throws {
    switch action {
    case .command(let command):
      mouseJoint.give(command)
      let hovered = stage.factsWanted.hovered.flatMap { session.world.description[$0]?.name }
      animator.note(command, on: hovered)
    case .named(let name): try perform(name)
    case .graph(.export(let extent)): standStill { graph.export(extent) }
    case .contextMenu(let point): editor.openMenu(at: point) { animator.obstacle(to: $0) }
    case .openFile(let path): try scene.open(path)
    case .graph, .camera, .redraw, .texturesLost: break
    }
    switch action {
    case .redraw, .texturesLost: break
    case .named(let name): help.noteActivity(name)
    default: help.noteActivity(nil)
    }
  }

  private func perform(_ name: WindowAction) throws {
    if name == .close {
      try closeTopmost()
    } else if animator.takes(name) {
      animator.performOnKeys(name)
    } else if [.undo, .redo].contains(name), editor.giveUpDrag() {
      // What the hand is doing is what was meant.
    } else if let obstacle = obstacle(to: name) {
      notices.tell(obstacle)
    } else {
      for part in parts { _ = try part.perform(name) }
    }
  }

  /// Returns the reason why an action can do nothing now; nil if it can.
  func obstacle(to name: WindowAction) -> String? {
    animator.takes(name) ? nil : parts.lazy.compactMap { $0.obstacle(to: name) }.first
  }

  /// Closes a card, what the hand has taken up, or the part of the column that was opened last; where nothing
  /// is open, asks whether to quit.
  private func closeTopmost() throws {
    // What was done before in this frame counts.
    renewStatus()
    if let card = panels.openCard {
      try close(card)
    } else if !editor.giveUp() {
      guard let part = openParts.last else { return help.askToQuit() }
      try close(part)
    }
  }

  private func close(_ panel: InterfacePanel) throws {
    for part in parts { _ = try part.perform(.close(panel)) }
  }

  /// Runs what takes time that the world does not miss.
  private func standStill(_ work: () throws -> Void) rethrows {
    let start = elapsed
    defer { stoodStill += elapsed - start }
    try work()
  }
}

// MARK: - Events

extension WindowLoop {
  /// Does what parts have to tell others, until none has any more.
  func routeEvents() throws {
    var areThere = true
    while areThere {
      areThere = false
      for part in parts {
        for event in part.takeEvents() {
          areThere = true
          try route(event)
        }
      }
    }
  }

  private func route(_ event: WindowEvent) throws {
    switch event {
    case .changed: (framesDue, statusIsDue) = (12, .zero)
    case .animate(let object, let property): animator.openCard(object, property)
    case .when(let event, let about, let animation): when.add(on: event, about: about, starting: animation)
    case .plot(let channels):
      feed.plot(channels, session)
      stage.setGraphs(feed.graphs, showsLast: !channels.isEmpty)
    case .named(let name):
      stage.setName(name)
      fileName = name
      if session.world.scene.title.isEmpty { status.title = name }
    case .edited(let isEdited): stage.isEdited = isEdited
    case .openRecording(let path): try standStill { try recording.open(path) }
    case .pastIsReady: time.showTimeline()
    case .paused: feed.mark("pause", .blue)
    case .quit: if scene.mayQuit() { help.quit() }
    case .stoodStill(let length): stoodStill += length
    }
  }
}

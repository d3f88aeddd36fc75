import CTumbleSDL2
import TumbleFrames
import TumbleInput
import TumbleLooks
import TumbleRendering

// Reading events, and offering each to the panels, the tools and the stage in turn.
extension Stage {
  /// Puts what was done since the last look into `actions`, in order; of moves that follow each other the
  /// last. What comes after a key's action waits for the next look.
  ///
  /// - Parameters:
  ///   - frame: What is shown: what lies under the mouse in it.
  ///   - wait: How long to wait for something to be done, in milliseconds.
  package func readInput(_ frame: Frame, waitingAtMost wait: Int = 0) {
    actions.removeAll(keepingCapacity: true)
    wasPressed = false
    var event = SDL_Event()
    // Where no frame is drawn panels take nothing in.
    let isBehind = panels?.isBehind == true && !isHidden
    var hasEvent = isBehind ? 0 : wait > 0 ? SDL_WaitEventTimeout(&event, Int32(wait)) : SDL_PollEvent(&event)
    while hasEvent != 0 {
      if read(event, frame) == .endsLook { break }
      hasEvent = SDL_PollEvent(&event)
    }
    window.captureMouse(input.isDragging || isTaken || input.scene.isHeld)
  }

  /// The meaning of an event to those that follow it.
  private enum Reading {
    case goesOn
    /// The end of reading in this frame, for the meaning of the next event depends on what is done with this
    /// one (a card opens, a tool is another).
    case endsLook
  }

  private func read(_ event: SDL_Event, _ frame: Frame) -> Reading {
    pads?.take(event)
    hasNews = hasNews || SDL_EventType(event.type) == SDL_MOUSEMOTION
    wasPressed = wasPressed || SDL_EventType(event.type) == SDL_MOUSEBUTTONDOWN
    if SDL_EventType(event.type) == SDL_DROPFILE, let name = event.drop.file {
      actions.append(.openFile(String(cString: name)))
      SDL_free(name)
      return .goesOn
    }
    var isForPanels = isForPanels(event)
    if !isForPanels, let key = TypedKey(event), typingTaker?(key) == true {
      hasNews = true
      return .goesOn
    }
    if PanelHost.isKey(event), panels?.hasMenu == true, isPlain(event.key) { isForPanels = true }
    if let commands = input.scene.take(event, isForPanels: isForPanels) {
      actions += commands.map { .command($0) }
      return .goesOn
    }
    if isForPanels { return PanelHost.mayChange(by: event) ? .endsLook : .goesOn }
    let layout = layout
    let viewport = viewport(in: layout)
    let surroundings = InputMap.Surroundings(
      viewport: viewport, stage: layout.stage, graph: layout.graph,
      pixelsPerUnit: target.pixelsPerUnit, density: layout.density)
    let pointer = PointerEvent(event, in: viewport, pixelsPerUnit: target.pixelsPerUnit)
    let isFree = !isTaken && !input.isDragging
    if let pointer, isFree, layout.graph?.contains(pointer.pixel) != true {
      let (commands, isScenes) = input.scene.take(pointer, isRunning: isRunning)
      actions += commands.map { .command($0) }
      if isScenes { return .goesOn }
    }
    if let pointer, isTaken || layout.graph?.contains(pointer.pixel) != true, offer(pointer) {
      input.note(pointer.pixel)
      return .goesOn
    }
    guard let action = input.action(for: event, in: surroundings) else { return .goesOn }
    take(action, frame, layout, viewport)
    if let last = actions.last, action.replaces(last) { actions.removeLast() }
    actions.append(action)
    guard case .named = action else { return .goesOn }
    // A key that is held must not go on after it was let go, however slow frames are.
    let isRepeated = SDL_EventType(event.type) == SDL_KEYDOWN && event.key.repeat != 0
    return isRepeated ? .goesOn : .endsLook
  }

  /// Offers an event to the taker, and returns true if it has it.
  private func offer(_ pointer: PointerEvent) -> Bool {
    let isHandPulling = input.isDragging && !isTaken
    guard let pointerTaker else { return false }
    let takes = pointerTaker(pointer)
    if takes { hasNews = true }
    guard !isHandPulling else { return false }
    switch pointer.kind {
    case .press: isTaken = isTaken || takes
    case .release(.left): isTaken = false
    case .move, .release: break
    }
    return takes
  }

  /// Lets the panels have an event; false where it is the stage's as well.
  private func isForPanels(_ event: SDL_Event) -> Bool {
    guard let panels else { return false }
    // While time stands still no frame would come to show what it does.
    if panels.append(event, pixelsPerPoint: target.pixelsPerUnit) { hasNews = true }
    if PanelHost.isKey(event) { return panels.takesKey(event.key) && !quits(event.key) }
    // What was begun on the stage goes on there.
    guard !input.isDragging, !isTaken, panels.takesMouse(event, pixelsPerUnit: target.pixelsPerUnit) else {
      return false
    }
    if case .graph(let action) = input.leave() { graphs.take(action, in: layout) }
    pointerLeft?()
    return true
  }

  /// Returns true for a key alone, or with Shift, which could be the first letter of what a list has.
  private func isPlain(_ event: SDL_KeyboardEvent) -> Bool {
    Modifiers(sdl: UInt32(event.keysym.mod)).isDisjoint(with: [.control, .alt, .desktop])
  }

  /// Returns true if a key with Control quits: whatever is typed into, or waits for an answer, the window can
  /// be closed.
  private func quits(_ event: SDL_KeyboardEvent) -> Bool {
    let modifiers = Modifiers(sdl: UInt32(event.keysym.mod))
    return modifiers.contains(.control)
      && input.keys.entry(forKey: Key(code: event.keysym.sym), with: modifiers)?.name == .quit
  }

  /// Is true if the arrows move what is selected, and do not lean gravity.
  package var nudges: Bool {
    get { input.nudges }
    set { input.nudges = newValue }
  }

  /// Does of an action what is the stage's to do: for the menu and for buttons.
  ///
  /// - Returns: What a key would have asked for, for callers that do the rest of it.
  package func perform(_ name: WindowAction, _ frame: Frame) -> Action {
    let (action, layout) = (input.action(for: name), layout)
    take(action, frame, layout, viewport(in: layout))
    return action
  }

  private func take(_ action: Action, _ frame: Frame, _ layout: Layout, _ viewport: Viewport) {
    switch action {
    case .command(.grab(let point)): marks.grab(at: point, in: frame, description)
    case .command(.release): marks.release()
    case .graph(let action): graphs.take(action, in: layout)
    case .camera(let action): control.take(action, frame, description, in: viewport, stage: layout.stage)
    case .named(.fullScreen): window.toggleFullScreen()
    case .named(.layers): marks.showsLayers.toggle()
    case .redraw: window.keepMinimum()
    case .texturesLost:
      renderer.discardTextures()
      overlay.discardTextures()
      graphs.discardTextures()
      marks.discardTextures()
      panels?.discardTextures()
    default: break
    }
  }
}

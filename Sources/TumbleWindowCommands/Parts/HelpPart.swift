import TumbleInput
import TumblePanels
import TumbleSimulation

/// The help for a newcomer: the line of the first seconds, the scene's note, the table of keys; and the
/// question before the window closes.
final class HelpPart: TellingPart {
  private let session: Session
  /// The keys that the window has while this scene runs.
  var keys: KeyTable
  private let clock: () -> Duration
  private(set) var hasQuit = false
  var events: [WindowEvent] = []
  private var help: HelpState?
  private var hintEnd: Duration?
  /// Is true until a frame has shown the hint: what opened a scene does not end it.
  private var isHintNew = true
  private var noteEnd: Duration?
  /// The time until which another press of Esc quits.
  private var quitsUntil: Duration?

  private static let hintTime = Duration.seconds(8)
  private static let quitTime = Duration.seconds(3)
  /// The last part of their time in which texts fade.
  private static let fadeTime = Duration.seconds(1)

  /// - Parameter clock: Does not jump.
  init(_ session: Session, keys: KeyTable, clock: @escaping () -> Duration) {
    (self.session, self.keys, self.clock) = (session, keys, clock)
    worldChanged(isOther: true)
  }
}

extension HelpPart {
  func worldChanged(isOther: Bool) {
    // A world that was rerun is the one that is known.
    guard session.world.steps == 0 else { return }
    if isOther { (hintEnd, isHintNew) = (clock() + Self.hintTime, true) }
    let note = session.world.scene.note
    // A longer note takes longer to read: about fifteen letters per second.
    noteEnd = note.isEmpty ? nil : clock() + .seconds(4) + .milliseconds(note.count * 65)
  }

  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .help: help = help == nil ? state : nil
    case .quit: events.append(.quit)
    default: return false
    }
    return true
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .close(.help): help = nil
    case .searchHelp(let text): help?.search = text
    case .close(.note), .dismissNote: noteEnd = nil
    default: return false
    }
    return true
  }

  /// Notes that something was asked for: the hint has done its work, and the next Esc asks again.
  func noteActivity(_ name: WindowAction?) {
    if !isHintNew { hintEnd = hintEnd.map { min($0, clock() + Self.fadeTime) } }
    if name != .close { forgetQuit() }
  }

  /// Lets the next Esc ask again.
  func forgetQuit() { quitsUntil = nil }

  /// Asks whether to quit if nothing is open, and quits when asked again.
  func askToQuit() {
    let now = clock()
    if let quitsUntil, now < quitsUntil { events.append(.quit) }
    quitsUntil = now + Self.quitTime
  }

  /// Quits; nothing is lost by it.
  func quit() { hasQuit = true }

  func show(in state: inout InterfaceState, at now: Duration) {
    state.help = help
    isHintNew = false
    if let end = hintEnd {
      if end > now { state.hint = HintState(hint, opacity: fading(end, now)) } else { hintEnd = nil }
    }
    if let end = noteEnd, help == nil {
      let scene = session.world.scene
      if end > now {
        state.note = NoteState(
          title: scene.title.isEmpty ? scene.name : scene.title, text: scene.note, opacity: fading(end, now))
      } else {
        noteEnd = nil
      }
    }
    if let end = quitsUntil {
      if end > now { state.quitWarning = QuitWarning(opacity: fading(end, now)) } else { quitsUntil = nil }
    }
  }

  /// The text of the hint: the scene's own keys, of which two have room, or what every scene takes.
  private var hint: String {
    let own = session.world.presentInputs.lazy.filter { !$0.keys.isEmpty }.prefix(2).map { input in
      let keys = (input.keys + input.reverseKeys).joined(separator: " ")
      return "\(keys): \(input.help.isEmpty ? input.id : input.help)"
    }
    let others =
      own.isEmpty
      ? ["drag things", "\(keys.shortcut(of: .help)) keys", "\(keys.shortcut(of: .open)) scenes"]
      : ["\(keys.shortcut(of: .pause)) pauses", "\(keys.shortcut(of: .help)) keys"]
    return (own + others).joined(separator: " · ")
  }

  /// Is true if something fades, so that frames are wanted although time stands still.
  var isFading: Bool { hintEnd != nil || noteEnd != nil || quitsUntil != nil }

  /// The opacity while fading out, in twentieths, so that few frames need drawing.
  private func fading(_ end: Duration, _ now: Duration) -> Double {
    (min(max((end - now) / Self.fadeTime, 0), 1) * 20).rounded() / 20
  }

  /// The sections about the scene's own keys and its use of the mouse.
  private var sceneKeys: [HelpState.Section] {
    let inputs = session.world.presentInputs
    guard !inputs.isEmpty else { return [] }
    return [
      HelpState.Section(
        "This scene",
        inputs.map { input in
          let mouse =
            input.pointer.map { [$0 == .always ? "Mouse" : "\($0.rawValue.capitalized) button"] } ?? []
          return HelpState.Row(
            mouse + input.keys + input.reverseKeys, input.help.isEmpty ? input.id : input.help)
        })
    ]
  }

  private var state: HelpState {
    let lines = keys.lines
    let sections = KeyTable.Group.allCases.map { group in
      HelpState.Section(
        group.rawValue,
        lines.filter { $0.group == group && !$0.keys.isEmpty }.map { line in
          let isRow = line.names.count > 1
          return HelpState.Row(
            isRow ? [line.keys] : line.keys.split(separator: ", ").map(String.init), line.description)
        })
    }
    return HelpState(sections: sceneKeys + sections, note: session.world.scene.note)
  }
}

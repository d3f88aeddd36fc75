import CTumbleSDL2
import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

/// Does anything to a window: keys, clicks, pulls, words typed, files changed under it, made from a seed.
package struct RandomInput {
  package let input: WindowInput
  private var random: SeededGenerator
  /// The folder of the scenes that are changed and dropped.
  private let folder: URL
  /// Is true if each rerun is waited for as soon as it begins, so that the same seed does the same every
  /// time; otherwise the moment at which it is done is the machine's.
  private let waitsForReruns: Bool
  private var edits = 0
  /// The latest inputs, for people who look for the cause of a failure.
  package private(set) var lately: [String] = []

  private let size: PixelSize

  /// - Parameters:
  ///   - size: The window's.
  ///   - folder: Of scenes that may be changed.
  package init(_ input: WindowInput, seed: UInt64, size: PixelSize, folder: URL, waitsForReruns: Bool) {
    self.input = input
    self.size = size
    random = SeededGenerator(seed: seed)
    self.folder = folder
    self.waitsForReruns = waitsForReruns
  }

  /// Does one thing, which may be several events.
  package mutating func act() throws {
    input.frameLength = .microseconds(random.int(in: 0...59) == 0 ? 700_000 : random.int(in: 0...34_000))
    input.isHasty = random.bool()
    switch random.int(in: 0...99) {
    case 0...27: try pressKnownKey()
    case 28...33: try pressAnyKey()
    case 34...52: try click()
    case 53...67: try drag()
    case 68...72: try useTool()
    case 73...77: try turnWheel()
    case 78...83: try typeValue()
    case 84...88: try edit()
    case 89...91: try wander()
    case 92...93: try goBack()
    case 94: try changeFile()
    case 95: try dropFile()
    case 96: try disturb()
    case 97: try input.waitForRerun()
    case 98: try getGoing()
    default: try input.wait(frames: random.int(in: 1...12))
    }
    if waitsForReruns { try input.waitForRerun() }
  }

  /// Keys, clicks, turns of the wheel and edits so far.
  package var inputs: Int { input.inputs + edits }

  /// Lets time run, with nothing open: otherwise input that pauses as often as it goes on gets nowhere.
  private mutating func getGoing() throws {
    note("gets going")
    for _ in 0..<3 { try input.press("Esc") }
    let session = input.window.session
    (session.isPaused, session.speed) = (false, random.pick([1, 1, 2, 4]))
    session.view(step: nil)
    try input.wait(frames: random.int(in: 5...30))
  }

  private mutating func note(_ what: String) {
    if lately.count >= 60 { lately.removeFirst(20) }
    lately.append("step \(input.window.session.world.steps): \(what)")
  }

  // MARK: - Keys

  private mutating func pressKnownKey() throws {
    let known = KeyTable.standard.entries.flatMap { entry in entry.gestures.filter(\.isKey) }
    let gesture = random.pick(known)
    note("key \(gesture.text)")
    try input.press(gesture.text)
  }

  private mutating func pressAnyKey() throws {
    let name = random.pick([
      "Enter", "Esc", "Tab", "Space", "Delete", "Backspace", "Home", "End", "↑", "↓", "←", "→",
    ])
    let key = random.bool() ? Key(name: name) : Key(code: Int32(random.int(in: 33...126)))
    let modifiers = random.pick([[], .control, .shift, .alt, [.control, .shift]] as [Modifiers])
    guard let key else { return }
    note("key \(modifiers) \(key.name)")
    input.press(key, with: modifiers)
    try input.wait()
  }

  private mutating func typeValue() throws {
    let word = random.pick([
      "12", "-3", "0", "30 deg", "1e9", "abc", "2.5 m", "50 %", "#ff0000", "crate", "ö€", "1e400", "nan",
      "10 rpm",
    ])
    note("types \(word)")
    if random.bool() { try input.press("Ctrl+A") }
    try input.type(word)
    if random.int(in: 0...3) > 0 { try input.press("Enter") }
  }

  // MARK: - The mouse

  /// A place anywhere, more often over the panels: the menu above, the tools to the left, the column to the
  /// right, the time below.
  private mutating func place() -> (x: Int, y: Int) {
    let (width, height) = (size.width, size.height)
    let (x, y) = (random.int(in: -20...width + 20), random.int(in: -20...height + 20))
    return switch random.int(in: 0...9) {
    case 0: (x, random.int(in: 0...24))
    case 1: (random.int(in: 0...60), y)
    case 2, 3: (random.int(in: width - 290...width), y)
    case 4: (x, random.int(in: height - 90...height - 20))
    default: (x, y)
    }
  }

  private mutating func button() -> Gesture.Button {
    random.pick([.left, .left, .left, .left, .middle, .right])
  }

  private mutating func modifiers() -> Modifiers {
    random.int(in: 0...4) > 0 ? [] : random.pick([.control, .shift, [.control, .shift]])
  }

  private mutating func click() throws {
    let (place, button, clicks) = (place(), button(), random.int(in: 0...5) == 0 ? 2 : 1)
    note("clicks \(clicks) × \(button) at \(place)")
    input.hold(modifiers())
    try input.click(place.x, place.y, button, clicks: clicks)
    input.hold([])
  }

  private mutating func drag() throws {
    let (start, button) = (place(), button())
    let end =
      random.bool() ? place() : (start.x + random.int(in: -80...80), start.y + random.int(in: -80...80))
    note("pulls \(button) from \(start) to \(end)")
    input.hold(modifiers())
    try input.drag(from: start, to: end, button, moves: random.int(in: 0...5))
    // Sometimes another key or button comes in the middle of it.
    if random.int(in: 0...5) == 0 {
      input.down(button)
      try pressKnownKey()
      if random.bool() { try disturb() }
      if random.int(in: 0...3) > 0 { input.up(button) }
      try input.wait()
    }
    input.hold([])
  }

  private mutating func useTool() throws {
    let tools = KeyTable.standard.entries.filter { $0.group == .tools }
    guard let key = random.pick(tools).gestures.first else { return }
    note("tool \(key.text)")
    try input.press(key.text)
    for _ in 0...random.int(in: 0...2) { try drag() }
    if random.bool() { try input.press("V") }
  }

  private mutating func turnWheel() throws {
    let place = place()
    note("wheel at \(place)")
    input.move(to: place.x, place.y)
    input.hold(modifiers())
    let sideways = random.int(in: 0...4) == 0 ? random.double(in: -2...2) : 0
    input.turnWheel(sideways, random.double(in: -4...4))
    try input.wait()
    input.hold([])
  }

  private mutating func wander() throws {
    note("wanders")
    for _ in 0..<random.int(in: 1...10) {
      let place = place()
      input.move(to: place.x, place.y)
      try input.wait()
    }
  }

  // MARK: - The world

  private mutating func edit() throws {
    let session = input.window.session
    let world = session.world
    let bodies = world.snapshot.bodies.compactMap { world.description[$0.id]?.name }
    let name = bodies.isEmpty ? "nobody" : random.pick(bodies)
    let point = Vector(random.double(in: 0...300), random.double(in: 0...300))
    let edit: Edit
    switch random.int(in: 0...8) {
    case 0:
      let form = random.pick([
        "box: [20, 12]", "circle: 9", "polygon: [[0, 10], [-10, -10], [0, -3], [10, -10]]",
      ])
      edit = .add(.body, "{id: \(world.freeName("new")), at: [\(point.x), \(point.y)], \(form), density: 2}")
    case 1: edit = .remove(.body(name))
    case 2: edit = .duplicate([name], names: [world.freeName("copy")], by: Vector(20, 20))
    case 3: edit = .pin(name, at: point, name: world.freeName("pin"))
    case 4:
      edit = .add(
        .joint,
        "{id: \(world.freeName("link")), a: \(name), b: \(random.pick(bodies + ["nobody"])), type: pin}")
    case 5:
      edit = .add(
        .emitter,
        "{id: \(world.freeName("spark")), body: \(name), cells: {rate: 30, lifetime: 0.4, velocity: 40}}")
    case 6:
      let emitter = random.pick(world.description.emitters.map(\.name) + ["nobody"])
      edit = random.pick([
        .remove(.emitter(emitter)), .duplicate([emitter], names: [world.freeName("copy")], by: Vector(9, 9)),
        .set(.emitter(emitter), path: random.pick(SceneProperty.all(of: .emitter)).name, value: "0.5"),
        .set(.emitter(emitter), path: "cells[0].lifetime", value: "\(random.double(in: 0...3))"),
      ])
    default:
      let value = random.pick([
        "0.5", "3", "30 deg", "[100, 200]", "true", "static", "kinematic", "dynamic", "1e300", "[",
      ])
      edit = .set(.body(name), path: random.pick(SceneProperty.all(of: .body)).name, value: value)
    }
    note("edit \(edit)")
    // What makes no sense is refused.
    edits += 1
    try? session.give(edit)
    try input.wait()
  }

  private mutating func goBack() throws {
    let session = input.window.session
    note("goes back")
    switch random.int(in: 0...3) {
    case 0: for _ in 0..<random.int(in: 1...9) { try input.press(",") }
    case 1: session.view(step: random.int(in: -5...session.world.steps + 5))
    case 2:
      session.view(step: random.int(in: 0...max(session.world.steps, 0)))
      session.resume()
    default:
      for _ in 0..<random.int(in: 1...4) { try input.press(random.pick(["Ctrl+Z", "Ctrl+Z", "Ctrl+Y"])) }
    }
    try input.wait()
  }

  // MARK: - What comes from outside

  private mutating func scene() -> URL? {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    let scenes = files.filter { $0.hasSuffix(".yaml") }
    return scenes.isEmpty ? nil : folder.appendingPathComponent(random.pick(scenes))
  }

  private mutating func changeFile() throws {
    guard let file = scene(), let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    let changed: String
    switch random.int(in: 0...4) {
    case 0: changed = text + "\n# a remark"
    case 1: changed = text.replacingOccurrences(of: "-1000", with: random.pick(["-500", "-1000", "300"]))
    case 2: changed = text.replacingOccurrences(of: "mass:", with: random.pick(["mas:", "mass:"]))
    case 3: changed = String(text.prefix(random.int(in: 0...text.count)))
    default: changed = text
    }
    note("changes \(file.lastPathComponent)")
    try? Data(changed.utf8).write(to: file, options: .atomic)
    try input.wait(frames: 3, each: .milliseconds(300))
    // It is whole again, so that there is something to go on with.
    try? Data(text.utf8).write(to: file, options: .atomic)
    try input.wait(frames: 3, each: .milliseconds(300))
  }

  private mutating func dropFile() throws {
    let path = random.int(in: 0...3) == 0 ? "/nowhere/at-all.yaml" : scene()?.path ?? folder.path
    note("drops \(path)")
    input.drop(path)
    try input.wait()
  }

  private mutating func disturb() throws {
    switch random.int(in: 0...5) {
    case 0: input.loseTextures()
    case 1: input.tell(SDL_WINDOWEVENT_LEAVE)
    case 2: input.tell(SDL_WINDOWEVENT_FOCUS_LOST)
    case 3: input.tell(SDL_WINDOWEVENT_CLOSE)
    case 4: input.resize(to: PixelSize(random.int(in: 100...900), random.int(in: 100...700)))
    default: input.resize(to: size)
    }
    try input.wait()
  }
}

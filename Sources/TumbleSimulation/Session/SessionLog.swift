import TumbleFrames
import TumbleScenes

/// The commands in force of a session, as units of what a person did, and what can be undone and redone of
/// them.
///
/// The log is only ever added to at its end, or cut there: a unit that is undone is its last.
struct SessionLog: Sendable {
  /// The commands by step; several of one step in the order in which they are carried out.
  private(set) var commands: [StampedCommand] = []
  private var undos: [Unit] = []
  private var redos: [Undone] = []
  /// A unit to which the next commands belong.
  private var open: (name: String, start: Int, isDrag: Bool)?

  /// Something that is undone as a whole.
  private struct Unit {
    var name: String
    /// The log's length before it.
    var start: Int
    /// The part that going on from an earlier step took away; nil for a gesture.
    var cut: Cut?
  }

  private struct Cut {
    var commands: [StampedCommand]
    var units: [Unit]
    /// The step that was given up, and the one that was gone on from.
    var from: Int
    var to: Int
  }

  private struct Undone {
    var name: String
    var commands: [StampedCommand]
    /// The step that it went on from; nil for a gesture.
    var cutTo: Int?
  }
}

extension SessionLog {
  var undoName: String? { open?.start ?? commands.count < commands.count ? open?.name : undos.last?.name }
  var redoName: String? { redos.last?.name }

  /// The steps at which the latest two units began: a checkpoint is kept before each.
  var latestStarts: [Int] {
    undos.suffix(2).reversed().compactMap { unit in
      unit.cut?.to ?? (unit.start < commands.count ? commands[unit.start].step : nil)
    }
  }

  /// The steps of the latest unit if that goes on from the past: the one that it went on from, and the later
  /// one that was left.
  var latestCut: (to: Int, from: Int)? { undos.last?.cut.map { ($0.to, $0.from) } }
  /// The last step of the latest discarded part that undo can restore.
  var lastStepGivenUp: Int? { undos.last { $0.cut != nil }?.cut?.from }

  /// Notes a command that has been carried out at a step.
  mutating func note(_ command: Command, at step: Int) {
    redos.removeAll()
    let start = commands.count
    commands.append(StampedCommand(step: step, command: command))
    switch command {
    case _ where open != nil:
      if open?.isDrag == true, case .release = command { close() }
    case .grab: open = ("drag", start, true)
    // A hand that was already at work.
    case .move where goesOnDragging, .release where goesOnDragging: break
    // What is driven with one key is one unit, however often it is pressed.
    case .input(let id, _) where undos.last?.cut == nil && undos.last?.name == id: break
    // Where the pointer is belongs to what was done before: to undo that must not take a move of the mouse
    // each.
    case .point where undos.last.map({ $0.cut == nil }) ?? false: break
    default: undos.append(Unit(name: Self.name(of: command), start: start))
    }
  }

  private var goesOnDragging: Bool { undos.last?.cut == nil && undos.last?.name == "drag" }

  /// All that is noted from here on is one unit.
  mutating func begin(_ name: String) {
    close()
    open = (name, commands.count, false)
  }

  mutating func close() {
    defer { open = nil }
    if let open, open.start < commands.count { undos.append(Unit(name: open.name, start: open.start)) }
  }

  /// The name of the unit that is open and has commands; nil if there is none.
  var openName: String? { isOpen && open?.start ?? 0 < commands.count ? open?.name : nil }

  /// Forgets the unit that is open.
  ///
  /// - Returns: The step to be at then, where the world is at `step`; nil if there is nothing to forget.
  mutating func abandon(at step: Int) -> Int? {
    guard isOpen, let open, open.start < commands.count else { return nil }
    commands.removeSubrange(open.start...)
    self.open = nil
    return step
  }

  var isOpen: Bool { open != nil && open?.isDrag == false }

  // MARK: - Back and forth

  /// The step to be at after `undo`, where the world is at `step`; nil if there is nothing to undo.
  mutating func undo(at step: Int) -> Int? {
    close()
    guard let unit = undos.popLast() else { return nil }
    let undone = Array(commands[unit.start...])
    commands.removeSubrange(unit.start...)
    redos.append(Undone(name: unit.name, commands: undone, cutTo: unit.cut?.to))
    guard let cut = unit.cut else { return step }
    commands += cut.commands
    undos += cut.units
    return cut.from
  }

  mutating func redo(at step: Int) -> Int? {
    guard let next = redos.popLast() else { return nil }
    let rest = redos
    var target = step
    if let to = next.cutTo {
      let edits = cut(at: to, from: step, name: next.name)
      commands += next.commands.dropFirst(edits)
      target = to
    } else {
      undos.append(Unit(name: next.name, start: commands.count))
      commands += next.commands
    }
    redos = rest
    // What was done after a cut lies after it.
    return max(target, next.commands.last?.step ?? target)
  }

  /// Gives up what was done from a step on: of what was done at it edits stay, for they are seen there.
  ///
  /// - Returns: How many of those there are.
  @discardableResult
  mutating func cut(at step: Int, from: Int, name: String) -> Int {
    close()
    redos.removeAll()
    let start = commands.partitioningIndex { $0.step >= step }
    let edits = commands[start...].prefix { $0.step == step }.filter { $0.command.isEdit }
    let keptUnits = undos.prefix { $0.start < start || ($0.start == start && $0.cut != nil) }
    // A unit in the middle of which the cut falls stays with what is left of it; one that is gone whole can
    // come back.
    let cut = Cut(
      commands: Array(commands[start...]), units: Array(undos[keptUnits.count...]), from: from, to: step)
    commands.removeSubrange(start...)
    undos = Array(keptUnits)
    undos.append(Unit(name: name, start: commands.count, cut: cut))
    commands += edits
    return edits.count
  }

  /// Drops commands that a changed scene has no use for, by their places.
  mutating func drop(_ places: Set<Int>) {
    guard !places.isEmpty else { return }
    close()
    var moved: [Int] = []
    var count = 0
    for place in 0...commands.count {
      moved.append(count)
      if !places.contains(place) { count += 1 }
    }
    commands = commands.enumerated().filter { !places.contains($0.offset) }.map(\.element)
    undos = undos.map { unit in
      var unit = unit
      unit.start = moved[min(unit.start, moved.count - 1)]
      return unit
    }
    redos.removeAll()
    // What a cut took away, and units of which nothing is left.
    let starts = undos.map(\.start).dropFirst() + [commands.count]
    undos = zip(undos, starts).filter { unit, next in unit.cut == nil && unit.start < next }.map(\.0)
  }

  /// Returns a command's name for a person.
  private static func name(of command: Command) -> String {
    switch command {
    case .grab, .move, .release: "drag"
    case .tilt: "tilt"
    case .point: "pointer"
    case .input(let id, _), .control(let id, _): id
    case .run(let layer, _): "speed of \(layer)"
    case .scrub(let layer, _): "time of \(layer)"
    case .edit(.add(let kind, _)): "add \(kind.rawValue)"
    case .edit(.remove(let object)): "remove \(object.id ?? object.kind.rawValue)"
    case .edit(.set(let object, let path, _)): "set \(path) of \(object.id ?? object.kind.rawValue)"
    case .edit(.duplicate(let ids, _, _)): ids.count == 1 ? "copy \(ids[0])" : "copy \(ids.count) objects"
    case .edit(.pin(let id, _, _)): "pin \(id)"
    case .edit(.unpin(let id)): "unpin \(id)"
    }
  }
}

extension Command {
  /// Is true if it takes effect at once, also while the session is paused.
  package var isEdit: Bool {
    switch self {
    case .edit, .control: true
    default: false
    }
  }

  /// Is true if it needs a mouse joint that a grab has made.
  var needsMouseJoint: Bool {
    switch self {
    case .move, .release: true
    default: false
    }
  }
}

/// A run of a session again, in the background, after something was undone or gone back to.
struct RerunJob: Sendable {
  var scene: Scene
  var log: [StampedCommand]
  var target: Int
  /// Before this step the past is as it was. The step itself is the same before its commands, which is what
  /// its hash is of, and may differ after its edits, which is what its snapshot shows.
  var divergence: Int
  /// Refused commands are left out: those of another scene may make no sense.
  var skipsRefused = false
  var stepsBetweenChecks: Int
  /// The budget for pictures of the past, in bytes; 0 for none.
  var historyBudget: Int
  /// A recording to compare with on the way; nil for none.
  var replay: Replay?
}

/// The result of a rerun.
struct RerunResult {
  var world: World
  var checks: [(step: Int, hash: UInt64)]
  var history: History?
  /// The places in the log of commands that were refused, and why.
  var skipped: [(place: Int, reason: String)]
  /// The first difference from the recording that it was compared with; nil without one.
  var difference: ReplayError?
}

/// A session's scene and log, to be run once more beside it: for what was not read of its steps as they were
/// taken.
package struct SessionCopy: Sendable {
  let scene: Scene
  let log: [StampedCommand]
  /// Steps that the session had taken.
  package let steps: Int

  /// - Parameter visit: Gets the world before the first step and after each; false ends the run there.
  /// - Throws: `WorldError` where the engine cannot take a step.
  package func run(_ visit: (World) -> Bool) throws(WorldError) {
    var checkpoint = Checkpoint(try World(scene))
    guard visit(checkpoint.world) else { return }
    // What was refused then is refused now.
    try checkpoint.run(log, to: steps, isEnd: false, skip: { _, _ in }, stop: { !visit($0) })
  }
}

extension Session {
  package var copy: SessionCopy { SessionCopy(scene: world.scene, log: log, steps: world.steps) }
}

/// The options for what a session keeps of its past.
public struct TimelineOptions: Hashable, Sendable {
  /// The budget for snapshots, in bytes.
  public var historyBudget: Int
  /// Worlds kept at steps of the past so that undo is fast: each takes as much memory as the world.
  public var checkpoints: Int

  public init(historyBudget: Int = 256 << 20, checkpoints: Int = 6) {
    self.historyBudget = historyBudget
    self.checkpoints = checkpoints
  }
}

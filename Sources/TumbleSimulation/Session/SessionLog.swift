/// The commands in force of a session, as units of what a person did, and what can be undone and redone of
/// them.
///
/// The log is ordered by step, and within a step by when commands were given. A unit holds its own commands,
/// which need not be the last: an edit of the scene's start belongs to step 0, whenever it is made.
struct SessionLog: Sendable {
  /// The commands by step, also those that the latest rerun skipped.
  private(set) var all: [StampedCommand] = []
  /// The origin of each command of `all`.
  private var origins: [Origin] = []
  /// The commands that the latest rerun skipped, by their ranks, and why.
  private var skipped: [Int: String] = [:]
  /// The ranks of edits of the start that no rerun has made yet.
  private var unmade: Set<Int> = []
  private var undos: [Unit] = []
  private var redos: [Undone] = []
  /// A unit to which the next commands belong.
  private var open: (unit: Unit, isDrag: Bool)?
  private var units = 0
  private var ranks = 0

  private struct Origin {
    var unit: Int
    /// Rises with each command that is given.
    var rank: Int
  }

  private struct Entry {
    var command: StampedCommand
    var origin: Origin
  }

  /// Something that is undone as a whole.
  private struct Unit {
    var id: Int
    var name: String
    /// The key that the next commands have to share to belong to it: an input's id, or `drag`; nil for none.
    var key: String?
    /// The step of its first command; nil if it has none yet.
    var start: Int?
    /// The part that going on from an earlier step took away; nil for a gesture.
    var cut: Cut?
    /// Commands that were moved to the start, by their ranks, and the steps that they were of.
    var moved: [(rank: Int, from: Int)] = []

    var isOfStart: Bool { start == 0 && cut == nil }
  }

  private struct Cut {
    var entries: [Entry]
    /// The step that was given up, and the one that was gone on from.
    var from: Int
    var to: Int
  }

  private struct Undone {
    var unit: Unit
    var entries: [Entry]
  }
}

extension SessionLog {
  /// The commands in force by step: those that were carried out.
  var commands: [StampedCommand] {
    guard !skipped.isEmpty else { return all }
    return zip(all, origins).filter { skipped[$1.rank] == nil }.map(\.0)
  }

  /// The commands that the latest rerun skipped. They stay in the log: what they need may come back.
  var skippedCommands: [SkippedCommand] {
    get {
      guard !skipped.isEmpty else { return [] }
      return origins.enumerated().compactMap { place, origin in
        skipped[origin.rank].map { SkippedCommand(place: place, reason: $0) }
      }
    }
    set {
      skipped = Dictionary(
        newValue.map { (origins[$0.place].rank, $0.reason) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Drops the commands that were skipped in another scene, and what a cut took away: there is no way back to
  /// them.
  mutating func dropSkipped() {
    guard !skipped.isEmpty else { return }
    close()
    for place in all.indices.reversed() where skipped[origins[place].rank] != nil { remove(at: place) }
    skipped = [:]
    dropEmptyUnits()
    redos.removeAll()
  }

  var undoName: String? { openName ?? undos.last?.name }
  var redoName: String? { redos.last?.unit.name }

  /// Is true if what would be undone is of the scene's start alone.
  var undoIsOfStart: Bool { (openName == nil ? undos.last : open?.unit)?.isOfStart ?? false }
  var redoIsOfStart: Bool { redos.last?.unit.isOfStart ?? false }

  /// The steps at which the latest two units began: a checkpoint is kept before each.
  var latestStarts: [Int] { undos.suffix(2).reversed().compactMap { unit in unit.cut?.to ?? unit.start } }

  /// The steps of the latest unit if that goes on from the past: the one that it went on from, and the later
  /// one that was left.
  var latestCut: (to: Int, from: Int)? { undos.last?.cut.map { ($0.to, $0.from) } }
  /// The last step of the latest discarded part that undo can restore.
  var lastStepGivenUp: Int? { undos.last { $0.cut != nil }?.cut?.from }

  // MARK: - Noting

  /// Notes a command that has been carried out at a step, the latest so far.
  /// - Parameter name: The name of its unit for a person, if it is one of its own.
  mutating func note(_ command: Command, at step: Int, name: @autoclosure () -> String? = nil) {
    redos.removeAll()
    let unit = unit(for: command, at: step, name)
    ranks += 1
    all.append(StampedCommand(step: step, command: command))
    origins.append(Origin(unit: unit, rank: ranks))
    if open?.isDrag == true, case .release = command { close() }
  }

  private mutating func unit(for command: Command, at step: Int, _ name: () -> String?) -> Int {
    if let unit = open?.unit {
      open?.unit.start = unit.start ?? step
      return unit.id
    }
    if let last = undos.last, last.cut == nil {
      switch command {
      // A hand that was already at work.
      case .move where last.key == Self.dragKey, .release where last.key == Self.dragKey: return last.id
      // What is driven with one key is one unit, however often it is pressed.
      case .input(let id, _) where last.key == id: return last.id
      // Where the pointer is belongs to what was done before: to undo that must not take a move of the mouse
      // each.
      case .point: return last.id
      default: break
      }
    }
    var unit = newUnit(name() ?? command.title)
    unit.start = step
    switch command {
    case .grab, .move, .release: unit.key = Self.dragKey
    case .input(let id, _): unit.key = id
    default: break
    }
    if case .grab = command { open = (unit, true) } else { undos.append(unit) }
    return unit.id
  }

  private static let dragKey = "drag"

  private mutating func newUnit(_ name: String) -> Unit {
    units += 1
    return Unit(id: units, name: name)
  }

  /// All that is noted from here on is one unit.
  mutating func begin(_ name: String) {
    close()
    open = (newUnit(name), false)
  }

  mutating func close() {
    defer { open = nil }
    if let unit = open?.unit, unit.start != nil { undos.append(unit) }
  }

  /// The name of the unit that is open and has commands; nil if there is none.
  var openName: String? { open.flatMap { $0.unit.start == nil ? nil : $0.unit.name } }

  /// Forgets the unit that is open.
  /// - Returns: The step to be at then, where the world is at `step`; nil if there is nothing to forget.
  mutating func abandon(at step: Int) -> Int? {
    guard let unit = open?.unit, isOpen, unit.start != nil else { return nil }
    open = nil
    takeOut(unit, upTo: step)
    return step
  }

  var isOpen: Bool { open?.isDrag == false }

  /// The name of the gesture that is open, also of one without commands.
  var gestureName: String? { isOpen ? open?.unit.name : nil }

  // MARK: - The start

  /// Notes an edit of the scene's start, whatever the step is now: in the open unit, or in one of its own. An
  /// edit of the same property in the same unit takes the place of the one before it.
  ///
  /// - Parameter places: Places in `all` of commands that are moved to the start, because the edit needs what
  ///   they make.
  mutating func noteAtStart(_ edit: Edit, name: String, moving places: [Int] = []) {
    redos.removeAll()
    // It is no part of a drag that is under way, whose commands are of later steps.
    let drag = open?.isDrag == true ? open : nil
    if drag != nil { open = nil }
    let isOwn = open == nil
    if isOwn { begin(name) }
    defer {
      if isOwn { close() }
      open = drag ?? open
    }
    guard let unit = open?.unit.id else { return }
    open?.unit.start = 0
    if let place = replaceAtStart(edit) {
      unmade.insert(origins[place].rank)
      return
    }
    for place in places.sorted() {
      var entry = remove(at: place)
      open?.unit.moved.append((entry.origin.rank, entry.command.step))
      unmade.insert(entry.origin.rank)
      entry.command.step = 0
      insert([entry])
    }
    ranks += 1
    unmade.insert(ranks)
    insert([
      Entry(command: StampedCommand(step: 0, command: .edit(edit)), origin: Origin(unit: unit, rank: ranks))
    ])
  }

  /// The places of edits of the start that no rerun has made yet: one that refuses them is to say so.
  var required: Set<Int> {
    guard !unmade.isEmpty else { return [] }
    return Set(origins.indices.prefix { all[$0].step == 0 }.filter { unmade.contains(origins[$0].rank) })
  }

  /// Says that all edits of the start have been made.
  mutating func noteMade() { unmade.removeAll() }

  /// Takes out the unit whose edit of the start was refused, the command at a place. A gesture that is open
  /// stays open, without what it had so far.
  /// - Parameter step: The step of the world: of later ones nothing is moved back.
  mutating func refuse(at place: Int, step: Int) {
    let origin = origins[place]
    func isOfIt(_ unit: Unit) -> Bool {
      unit.id == origin.unit && unit.isOfStart || unit.moved.contains { $0.rank == origin.rank }
    }
    if let unit = open?.unit, isOfIt(unit) {
      takeOut(unit, upTo: step)
      open?.unit.start = nil
      open?.unit.moved = []
    } else if let index = undos.lastIndex(where: isOfIt) {
      takeOut(undos.remove(at: index), upTo: step)
    } else {
      remove(at: place)
    }
    unmade.remove(origin.rank)
  }

  /// Puts an edit in the place of the one that set the same property at the start, in the open unit.
  /// - Returns: That place; nil where there is none, and nothing has changed.
  @discardableResult
  mutating func replaceAtStart(_ edit: Edit) -> Int? {
    guard let unit = open?.unit.id, case .set(let object, let path, _) = edit,
      let place = place(ofSetting: path, of: object, by: unit)
    else { return nil }
    redos.removeAll()
    all[place].command = .edit(edit)
    skipped[origins[place].rank] = nil
    return place
  }

  /// Returns the place of the latest command of a unit that sets a property at the start; nil where something
  /// other than a property was edited after it, which may have made the object anew.
  private func place(ofSetting path: String, of object: SceneObject, by unit: Int) -> Int? {
    let end = all.partitioningIndex { $0.step > 0 }
    for place in all.indices[..<end].reversed() where origins[place].unit == unit {
      guard case .edit(.set(let other, let otherPath, _)) = all[place].command else { return nil }
      if other == object, otherPath == path { return place }
    }
    return nil
  }

  @discardableResult
  private mutating func remove(at place: Int) -> Entry {
    Entry(command: all.remove(at: place), origin: origins.remove(at: place))
  }

  /// Puts commands where their steps and ranks belong.
  private mutating func insert(_ entries: [Entry]) {
    for entry in entries {
      let place = all.indices.partitioningIndex {
        (all[$0].step, origins[$0].rank) > (entry.command.step, entry.origin.rank)
      }
      all.insert(entry.command, at: place)
      origins.insert(entry.origin, at: place)
    }
  }

  // MARK: - Back and forth

  /// The step to be at after `undo`, where the world is at `step`; nil if there is nothing to undo.
  mutating func undo(at step: Int) -> Int? {
    close()
    guard let unit = undos.popLast() else { return nil }
    redos.append(Undone(unit: unit, entries: takeOut(unit, upTo: unit.cut?.from ?? step)))
    guard let cut = unit.cut else { return step }
    all += cut.entries.map(\.command)
    origins += cut.entries.map(\.origin)
    return cut.from
  }

  /// Takes a unit's commands out, and moves those back that it moved to the start; of a step that has not
  /// come, they are taken out too.
  @discardableResult
  private mutating func takeOut(_ unit: Unit, upTo step: Int) -> [Entry] {
    var entries: [Entry] = []
    let back = Dictionary(uniqueKeysWithValues: unit.moved)
    var moved: [Entry] = []
    for place in all.indices.reversed() {
      let from = back[origins[place].rank]
      guard origins[place].unit == unit.id || from != nil else { continue }
      var entry = remove(at: place)
      // Its own are taken out wherever they are now.
      guard let from, from <= step, entry.origin.unit != unit.id else {
        entries.append(entry)
        continue
      }
      entry.command.step = from
      moved.append(entry)
    }
    insert(moved)
    return entries.reversed()
  }

  mutating func redo(at step: Int) -> Int? {
    guard let next = redos.popLast() else { return nil }
    var unit = next.unit
    var target = step
    if let cut = unit.cut {
      unit.cut = Cut(entries: takeOut(from: cut.to), from: step, to: cut.to)
      target = cut.to
    }
    let ranks = Set(unit.moved.map(\.rank))
    for place in all.indices where ranks.contains(origins[place].rank) {
      var entry = remove(at: place)
      entry.command.step = 0
      insert([entry])
    }
    insert(next.entries)
    undos.append(unit)
    // What was done after a cut lies after it.
    return max(target, next.entries.last?.command.step ?? target)
  }

  /// Gives up what was done from a step on: of what was done at it edits stay, for they are seen there.
  /// - Parameter name: nil where it is no unit of its own: what is given up is gone, and so are its units.
  mutating func cut(at step: Int, from: Int, name: String?) {
    close()
    redos.removeAll()
    guard let name else {
      _ = takeOut(from: step)
      return dropEmptyUnits()
    }
    var unit = newUnit(name)
    unit.cut = Cut(entries: takeOut(from: step), from: from, to: step)
    undos.append(unit)
  }

  private mutating func dropEmptyUnits() {
    let left = Set(origins.map(\.unit))
    undos.removeAll { $0.cut != nil || !left.contains($0.id) }
  }

  private mutating func takeOut(from step: Int) -> [Entry] {
    let start = all.partitioningIndex { $0.step >= step }
    let tail = zip(all[start...], origins[start...]).map { Entry(command: $0, origin: $1) }
    all.removeSubrange(start...)
    origins.removeSubrange(start...)
    let isKept = { (entry: Entry) in entry.command.step == step && entry.command.command.isEdit }
    insert(tail.filter(isKept))
    return tail.filter { !isKept($0) }
  }
}

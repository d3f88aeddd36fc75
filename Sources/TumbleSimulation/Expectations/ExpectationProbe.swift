import TumblePhysics

/// Reads from a world what one expectation is about.
struct ExpectationProbe {
  private let source: Source
  /// The named bodies that were there at the start; none for `anything`.
  private var initial: [Int] = []
  private var values: [Double] = []
  /// The least and the greatest value over the steps that were looked at.
  private var seenValues: (min: Double, max: Double)?

  private enum Source {
    case value(ChannelReader?, min: Double?, max: Double?)
    /// A state of bodies, with the index of the selection in the world's list.
    case bodies(Scene.Expectation.BodyState, Int)
    case hash(UInt64)
    case event(Int)
    case mark(String)
    case lost(Int)
    case shattered(Int)
    case end
    /// A picture, for the program that draws.
    case picture
  }

  /// - Parameters:
  ///   - events: Gets the event to be watched, if there is one.
  ///   - selectors: Gets the selector to be followed, if there is one.
  init(
    _ check: Scene.Expectation.Check, _ world: World, _ events: inout [Scene.Event],
    _ selectors: inout [Scene.BodySelector]
  ) {
    func follow(_ selector: Scene.BodySelector) -> Int {
      selectors.append(selector)
      return selectors.count - 1
    }
    switch check {
    case .value(let name, let min, let max):
      source = .value(
        (try? Channel(name, in: world.description)).map { ChannelReader([$0]) }, min: min, max: max)
    case .bodies(let state, let selector): source = .bodies(state, follow(selector))
    case .hash(let hash): source = .hash(hash)
    case .picture: source = .picture
    case .count(let happening, _):
      switch happening {
      case .event(let event):
        events.append(event)
        source = .event(events.count - 1)
      case .mark(let text): source = .mark(text)
      case .lost(let selector): source = .lost(follow(selector))
      case .shatters(let selector): source = .shattered(follow(selector))
      case .end: source = .end
      }
    }
  }

  /// Remembers who is there, once the world follows its selectors.
  mutating func begin(_ world: World) {
    guard case .bodies(_, let place) = source, let selection = world.watched?.selections[place] else {
      return
    }
    initial = selection.ids
  }

  /// Returns the number of times that it happened in the latest step.
  /// - Parameter lost: The ids of the bodies that went out of all bounds in it.
  func count(_ world: World, lost: [BodyID]) -> Int {
    func count(_ ids: [BodyID], _ place: Int) -> Int {
      guard let selection = world.watched?.selections[place] else { return 0 }
      return ids.filter { selection.containsPart(of: $0.number) }.count
    }
    switch source {
    case .event(let place): return world.watched?.counts[place] ?? 0
    case .mark(let text): return world.marks.filter { $0 == text }.count
    case .lost(let place): return count(lost, place)
    case .shattered(let place): return count(world.shattered, place)
    case .end: return world.hasEnded ? 1 : 0
    case .value, .bodies, .hash, .picture: return 0
    }
  }

  /// Returns the state that was found in place of the expected one; nil if that holds.
  /// - Parameter hasLost: Whether any body went out of all bounds so far.
  mutating func problem(_ world: World, hasLost: Bool) -> Problem? {
    switch source {
    case .value(let reader, let min, let max):
      guard let reader else { return .text("there is no such channel") }
      reader.read(world, into: &values)
      let value = values[0]
      if !value.isNaN {
        seenValues = (Swift.min(value, seenValues?.min ?? value), Swift.max(value, seenValues?.max ?? value))
      }
      let isWithin = (min.map { value >= $0 } ?? !value.isNaN) && (max.map { value <= $0 } ?? !value.isNaN)
      return isWithin ? nil : .value(reader.channels[0].name, value)
    case .bodies(let state, let place): return problem(world, state, place, hasLost: hasLost)
    case .hash(let hash):
      let seen = world.hash
      return seen.value == hash ? nil : .text("the hash is \(seen)")
    case .event, .mark, .lost, .shattered, .end, .picture: return nil
    }
  }

  /// Returns the reason why it never held: of a value, its whole range.
  func summary(_ problem: Problem) -> String {
    if case .value(let channel, _) = problem, let seenValues, seenValues.min < seenValues.max {
      return "\(channel) was from \(seenValues.min.shortText) to \(seenValues.max.shortText)"
    }
    return problem.description
  }

  /// The state that was found in place of the expected one; made into words only where it is reported.
  enum Problem: CustomStringConvertible {
    case value(String, Double)
    case text(String)
    /// Bodies by their names, and what they are.
    case bodies([String], String)

    var description: String {
      switch self {
      case .value(let channel, let value):
        return value.isNaN
          ? "\(channel) has no value: there is nothing to have it" : "\(channel) is \(value.shortText)"
      case .text(let text): return text
      case .bodies(let names, let what): return "\(Scene.BodySelector(names)) \(what)"
      }
    }
  }
}

extension ExpectationProbe {
  private func problem(
    _ world: World, _ state: Scene.Expectation.BodyState, _ place: Int, hasLost: Bool
  ) -> Problem? {
    guard let selection = world.watched?.selections[place] else { return nil }
    let ids = selection.selector.isAnything ? world.bodies.present.map(\.index) : selection.ids
    func names(_ ids: [Int]) -> [String] { ids.map { world.description.bodies[$0].name } }
    func all(_ what: String, _ isSo: (Body) -> Bool) -> Problem? {
      let missing = initial.filter { world.bodies[$0].body == nil }
      if !missing.isEmpty { return .bodies(names(missing), missing.count == 1 ? "is gone" : "are gone") }
      // Of nothing, nothing can be said.
      if ids.isEmpty, !selection.selector.isAnything { return .text("none of it is there") }
      let others = ids.filter { id in world.bodies[id].body.map { !isSo($0) } ?? false }
      return others.isEmpty ? nil : .bodies(names(others), (others.count == 1 ? "is " : "are ") + what)
    }
    switch state {
    case .asleep: return all("awake") { $0.kind != .dynamic || $0.isSleeping }
    case .awake:
      let isAwake = ids.contains {
        world.bodies[$0].body.map { $0.kind == .dynamic && !$0.isSleeping } ?? false
      }
      return isAwake ? nil : .text("nothing of it is awake")
    case .region(let region, let isInside):
      return all(isInside ? "outside" : "inside") { region.contains($0.worldCenterOfGravity) == isInside }
    case .inView:
      if selection.selector.isAnything, hasLost { return .text("a body was lost") }
      let view = world.model.scene.view.rect
      return all("out of view") { $0.isSeen(in: view) }
    case .present:
      return all("") { _ in true }
    case .gone: return ids.isEmpty ? nil : .bodies(names(ids), "still there")
    }
  }
}

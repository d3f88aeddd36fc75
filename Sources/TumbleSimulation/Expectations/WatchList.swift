import TumbleFrames
import TumbleScenes

/// Events that somebody outside counts in a running world, and selectors whose bodies are followed.
struct WatchList {
  let hitThreshold: Double?
  private var watches: [TriggerWatch]
  private(set) var selections: [SelectedBodies]
  /// The number of times that each event happened in the latest step.
  private(set) var counts: [Int]

  init(_ events: [Scene.Event], _ selectors: [Scene.BodySelector], _ world: WorldDescription) {
    hitThreshold = events.compactMap(\.hitThreshold).min()
    watches = events.map { TriggerWatch($0, world) }
    selections = selectors.map { SelectedBodies($0) }
    counts = events.map { _ in 0 }
  }

  mutating func add(_ body: WorldBody) {
    for index in watches.indices { watches[index].add(body) }
    for index in selections.indices { selections[index].add(body) }
  }

  mutating func removeLastBody() {
    for index in watches.indices { watches[index].removeLastBody() }
    for index in selections.indices { selections[index].removeLast() }
  }

  mutating func forget(body id: Int) {
    for index in watches.indices { watches[index].forget(id) }
    for index in selections.indices { selections[index].forget(id) }
  }

  mutating func begin(_ world: World) {
    for index in watches.indices { watches[index].begin(world) }
  }

  /// Counts what happened in the latest step.
  mutating func look(_ world: World) {
    for index in watches.indices {
      var count = 0
      watches[index].look(world) { _, _ in count += 1 }
      counts[index] = count
    }
  }
}

extension World {
  /// Counts events and follows selectors from here on: as triggers do, and without any effect on what is
  /// simulated.
  ///
  /// To be called before the first step.
  func watch(_ events: [Scene.Event], _ selectors: [Scene.BodySelector]) {
    precondition(steps == 0, "what happened before is not known")
    var watched = WatchList(events, selectors, description)
    for body in bodies.all { watched.add(body) }
    watched.begin(self)
    self.watched = watched
    if watched.hitThreshold != nil { listen() }
  }
}

extension Scene {
  /// What a message calls a trigger, by its index.
  package func name(ofTrigger index: Int) -> String {
    triggers[index].id.map { "the trigger '\($0)'" } ?? "trigger \(index + 1)"
  }

  /// Triggers that set each other off within one step, forever: the first of the file that does, and those on its way back
  /// to itself. nil if there are none.
  package var signalCycle: [Int]? {
    var waiting: [String: [Int]] = [:]
    for (index, trigger) in triggers.enumerated() where trigger.delay == 0 {
      if case .signal(let name) = trigger.event { waiting[name, default: []].append(index) }
    }
    func next(_ index: Int) -> [Int] {
      triggers[index].actions.flatMap { action -> [Int] in
        if case .signal(let name) = action { waiting[name] ?? [] } else { [] }
      }
    }
    var isDone = Array(repeating: false, count: triggers.count)
    for start in triggers.indices where !isDone[start] {
      // The way down, and what is left to look at from each on it.
      var path = [start]
      var open = [next(start)]
      var isOnPath: Set = [start]
      while let last = path.last {
        guard let index = open[open.count - 1].popLast() else {
          isDone[last] = true
          isOnPath.remove(last)
          path.removeLast()
          open.removeLast()
          continue
        }
        if isOnPath.contains(index) {
          let cycle = Array(path[(path.firstIndex(of: index) ?? 0)...])
          let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
          return Array(cycle[first...] + cycle[..<first])
        }
        guard !isDone[index] else { continue }
        path.append(index)
        open.append(next(index))
        isOnPath.insert(index)
      }
    }
    return nil
  }
}

extension Record {
  /// What several files give together: their lists one after the other, and of what stands once what the later file gives.
  static func merged(_ records: [Record]) -> Record? {
    guard var whole = records.last else { return nil }
    guard records.count > 1 else { return whole }
    for record in records { whole.isBroken = whole.isBroken || record.isBroken }
    for entry in records.dropLast().flatMap(\.entries) where !own.contains(entry.name) {
      guard !whole.has(entry.name) else { continue }
      whole.add(entry.name, entry.keyPlace, entry.located)
    }
    for key in whole.entries.map(\.name) where !own.contains(key) {
      let given = records.compactMap { $0[key] }
      guard given.count > 1 else { continue }
      if let list = list(given, isSet: key == "categories") { whole.set(key, .list(list)) }
      if let names = names(given) { whole.set(key, .names(names)) }
    }
    return whole
  }

  /// Keys that an included file has for itself.
  private static let own: Set = ["tumble", "title", "note", "include", "included", "expect"]

  /// nil where it is no list, or one of them is wrong.
  private static func list(_ given: [Located], isSet: Bool) -> [Located]? {
    var whole: [Located] = []
    for located in given {
      guard case .list(let list) = located.value else { return nil }
      let known = Set(isSet ? whole.compactMap(\.text) : [])
      whole += list.filter { !isSet || $0.text.map { !known.contains($0) } ?? true }
    }
    return whole
  }

  private static func names(_ given: [Located]) -> [Located.Named]? {
    var whole: [Located.Named] = []
    for located in given {
      guard case .names(let names) = located.value else { return nil }
      whole += names
    }
    return whole
  }
}

extension Located {
  fileprivate var text: String? {
    if case .text(let text) = value { return text }
    return nil
  }
}

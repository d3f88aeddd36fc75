import TumbleGeometry

/// The one table of what can be done in the window, and with which keys and movements of the mouse: what input is read
/// by, the help and the menu are made from, and the documentation is checked against.
package struct KeyTable: Hashable, Sendable {
  /// A row.
  package struct Entry: Hashable, Sendable {
    package var name: ActionName
    package var group: Group
    /// What it does, in a few words that a person reads in the help.
    package var description: String
    /// A word or two, for the menu.
    package var title: String
    /// Any of them does it.
    package var gestures: [Gesture]
    /// Where the mouse must be; keys count everywhere.
    package var place: Place
    /// Whether it happens again and again while its key is held down.
    package var repeats: Bool
    /// Whether the menu has it: a movement of the mouse can't be chosen there.
    package var isInMenu: Bool { !isMovement }
    /// Whether it is done by moving something, and takes no key.
    package var isMovement: Bool
  }

  package enum Group: String, Hashable, Sendable, CaseIterable {
    case time = "Time"
    case world = "World"
    case edit = "Edit"
    case tools = "Tools"
    case view = "View"
    case graph = "Graph"
    case scene = "Scene"
    case window = "Window"
  }

  package enum Place: Hashable, Sendable { case anywhere, stage, graph }

  /// In the order of the help.
  package private(set) var entries: [Entry]
  private var byKey: [Gesture: Int] = [:]

  /// - Throws: `KeyTableError.usedTwice`.
  init(_ entries: [Entry]) throws(KeyTableError) {
    self.entries = entries
    if let clash = Self.clash(in: entries) { throw clash }
    for (index, entry) in entries.enumerated() {
      for gesture in entry.gestures where gesture.isKey { byKey[gesture] = index }
    }
  }

  /// Two actions of one place with one gesture.
  private static func clash(in entries: [Entry]) -> KeyTableError? {
    for (index, entry) in entries.enumerated() {
      for gesture in entry.gestures {
        let other = entries[..<index].first {
          $0.gestures.contains(gesture)
            && ($0.place == entry.place || $0.place == .anywhere || entry.place == .anywhere)
        }
        if let other { return .usedTwice(gesture: gesture, by: other.name, and: entry.name) }
      }
    }
    return nil
  }
}

extension KeyTable {
  /// The row of an action; every action has one.
  package subscript(name: ActionName) -> Entry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      preconditionFailure("'\(name.rawValue)' has no row in the table of keys.")
    }
    return entry
  }

  /// What a key does. Shift counts where a row names it; else it only makes another sign, as Caps Lock does, and the
  /// key does what it does without.
  package func entry(forKey key: Key, with modifiers: Modifiers) -> Entry? {
    if let index = byKey[Gesture(.key(key), with: modifiers)] { return entries[index] }
    guard modifiers == .shift, let index = byKey[Gesture(.key(key))] else { return nil }
    return entries[index]
  }

  /// What a movement does at a place.
  package func entry(for input: Gesture.Input, with modifiers: Modifiers, at place: Place) -> Entry? {
    let gesture = Gesture(input, with: modifiers)
    return entries.first {
      ($0.place == place || $0.place == .anywhere) && $0.gestures.contains(gesture)
    }
  }

  /// The keys of an action as the menu shows them, such as `Ctrl+Z`; empty where it has none.
  package func shortcut(of name: ActionName) -> String {
    self[name].gestures.first(where: \.isKey)?.text ?? ""
  }

  /// All that does it, such as `Q, Ctrl+Q`.
  package func gestures(of name: ActionName) -> String {
    self[name].gestures.map(\.text).joined(separator: ", ")
  }

  /// The table with other keys for some actions.
  ///
  /// - Parameter changes: Of each action all of its keys and movements as texts; none takes them all away.
  /// - Throws: `KeyTableError`: the first mistake.
  package func remapped(_ changes: [(action: String, gestures: [String])]) throws(KeyTableError) -> KeyTable {
    var entries = entries
    for change in changes {
      guard let index = entries.firstIndex(where: { $0.name.rawValue == change.action }) else {
        let names = ActionName.allCases.map(\.rawValue)
        throw .unknownAction(change.action, nearest: Nearest.word(to: change.action, in: names))
      }
      var gestures: [Gesture] = []
      for text in change.gestures {
        let gesture: Gesture
        do {
          gesture = try Gesture(parsing: text)
        } catch {
          throw .badGesture(action: change.action, error)
        }
        guard gesture.isKey != entries[index].isMovement else {
          throw .wrongKind(action: change.action, text, wantsMovement: entries[index].isMovement)
        }
        if !gestures.contains(gesture) { gestures.append(gesture) }
      }
      entries[index].gestures = gestures
    }
    return try KeyTable(entries)
  }

  /// The table less keys that the running scene wants for itself; what they did stays in the menu, under its other keys,
  /// and under the same key with Control where that does nothing else.
  package func yielding(_ keys: Set<Gesture>) -> KeyTable {
    var entries = entries
    var taken = Set(entries.flatMap(\.gestures))
    for index in entries.indices {
      let given = entries[index].gestures.filter { keys.contains($0) }
      entries[index].gestures.removeAll { keys.contains($0) }
      for gesture in given where gesture.modifiers.isEmpty {
        let withControl = Gesture(gesture.input, with: .control)
        if taken.insert(withControl).inserted { entries[index].gestures.append(withControl) }
      }
    }
    // Taking away makes no double use.
    return (try? KeyTable(entries)) ?? self
  }
}

/// What can be wrong with keys that a person chose.
package enum KeyTableError: Error, Hashable {
  case unknownAction(String, nearest: String?)
  case badGesture(action: String, GestureError)
  case wrongKind(action: String, String, wantsMovement: Bool)
  case usedTwice(gesture: Gesture, by: ActionName, and: ActionName)
}

extension KeyTableError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "there is no action '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .badGesture(let action, let error): "\(action): \(error)"
    case .wrongKind(let action, let text, true):
      "\(action) is done by moving the mouse, and '\(text)' is a key; expected such as 'Right drag' or 'Wheel'"
    case .wrongKind(let action, let text, false):
      "\(action) is done with a key, and '\(text)' is a movement of the mouse"
    case .usedTwice(let gesture, let first, let second):
      "\(gesture.text) is used twice: for '\(first.rawValue)' and for '\(second.rawValue)'"
    }
  }
}

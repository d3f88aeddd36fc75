import TumbleGeometry

/// The one table of what can be done in the window, and with which keys and movements of the mouse: what
/// input is read by, the help and the menu are made from, and the documentation is checked against.
package struct KeyTable: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var name: WindowAction
    package var group: Group
    /// The effect, in a few words that a person reads in the help.
    package var description: String
    /// A word or two, for the menu.
    package var title: String
    /// Any of them does it.
    package var gestures: [Gesture]
    /// The place where the mouse must be; keys count everywhere.
    package var place: Place
    /// Is true if it is repeated while its key is held down.
    package var repeats: Bool
    /// Is true if the menu has it: a movement of the mouse can't be chosen there.
    package var isInMenu: Bool { !isMovement }
    /// Is true if it is done by moving something, and takes no key.
    package var isMovement: Bool
  }

  package enum Group: String, Hashable, Sendable, CaseIterable {
    case file = "File"
    case time = "Time"
    case world = "World"
    case edit = "Edit"
    case tools = "Tools"
    case view = "View"
    case graph = "Graph"
    case window = "Window"
  }

  package enum Place: Hashable, Sendable { case anywhere, stage, graph }

  /// The entries in the order of the help.
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
  package subscript(name: WindowAction) -> Entry {
    guard let entry = entries.first(where: { $0.name == name }) else {
      preconditionFailure("'\(name.rawValue)' has no row in the table of keys.")
    }
    return entry
  }

  /// Returns the entry of a key. Shift counts where a row names it; else it only makes another sign, as Caps
  /// Lock does, and the key does what it does without.
  package func entry(forKey key: Key, with modifiers: Modifiers) -> Entry? {
    if let index = byKey[Gesture(.key(key), with: modifiers)] { return entries[index] }
    guard modifiers == .shift, let index = byKey[Gesture(.key(key))] else { return nil }
    return entries[index]
  }

  /// Returns the entry of a movement at a place.
  package func entry(for input: Gesture.Input, with modifiers: Modifiers, at place: Place) -> Entry? {
    let gesture = Gesture(input, with: modifiers)
    return entries.first { ($0.place == place || $0.place == .anywhere) && $0.gestures.contains(gesture) }
  }

  /// The keys of an action as the menu shows them, such as `Ctrl+Z`; empty where it has none.
  package func shortcut(of name: WindowAction) -> String {
    self[name].gestures.first(where: \.isKey)?.text ?? ""
  }

  /// All that does it, such as `Q, Ctrl+Q`.
  package func gestures(of name: WindowAction) -> String {
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
        let names = WindowAction.allCases.map(\.rawValue)
        throw .unknownAction(change.action, nearest: Nearest.word(to: change.action, in: names))
      }
      var gestures: [Gesture] = []
      for text in change.gestures {
        let gesture: Gesture
        do { gesture = try Gesture(parsing: text) } catch { throw .badGesture(action: change.action, error) }
        guard gesture.isKey != entries[index].isMovement else {
          throw .wrongKind(action: change.action, text, wantsMovement: entries[index].isMovement)
        }
        if !gestures.contains(gesture) { gestures.append(gesture) }
      }
      entries[index].gestures = gestures
    }
    return try KeyTable(entries)
  }

  /// The table less keys that the running scene wants for itself; what they did stays in the menu, under its
  /// other keys, and under the same key with Control where that does nothing else.
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

/// An error in keys that a person chose.
package enum KeyTableError: Error, Hashable {
  case unknownAction(String, nearest: String?)
  case badGesture(action: String, GestureError)
  case wrongKind(action: String, String, wantsMovement: Bool)
  case usedTwice(gesture: Gesture, by: WindowAction, and: WindowAction)
}

extension KeyTableError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownAction(let name, let nearest):
      "there is no action '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .badGesture(let action, let error): "\(action): \(error)"
    case .wrongKind(let action, let text, true):
      """
      \(action) is done by moving the mouse, and '\(text)' is a key; expected such as 'Right drag' or \
      'Wheel'
      """
    case .wrongKind(let action, let text, false):
      "\(action) is done with a key, and '\(text)' is a movement of the mouse"
    case .usedTwice(let gesture, let first, let second):
      "\(gesture.text) is used twice: for '\(first.rawValue)' and for '\(second.rawValue)'"
    }
  }
}

extension KeyTable {
  /// A line of the help: what stands in several rows with one description is one line.
  package struct Line: Hashable, Sendable {
    package var group: Group
    /// The keys, such as `Q, Ctrl+Q` or `← → ↑ ↓`.
    package var keys: String
    package var description: String
    /// The names in `keys.yaml`.
    package var names: [WindowAction]
  }

  /// The table as the help shows it.
  package var lines: [Line] {
    var lines: [Line] = []
    var start = entries.startIndex
    while start < entries.endIndex {
      let first = entries[start]
      let end =
        entries[start...].firstIndex {
          $0.group != first.group || $0.description != first.description || $0.isMovement != first.isMovement
        } ?? entries.endIndex
      let rows = entries[start..<end]
      lines.append(
        Line(
          group: first.group, keys: Self.keys(of: rows), description: first.description,
          names: rows.map(\.name)))
      start = end
    }
    return lines
  }

  private static func keys(of rows: ArraySlice<Entry>) -> String {
    guard rows.count > 1 else { return rows.first?.gestures.map(\.text).joined(separator: ", ") ?? "" }
    let texts = rows.compactMap { $0.gestures.first?.text }
    // Digits that follow each other are a range.
    let digits = texts.compactMap { $0.count == 1 ? Int($0) : nil }
    if digits.count == rows.count, digits.count > 2, digits == Array(digits[0]..<digits[0] + digits.count) {
      return "\(digits[0]) – \(digits[digits.count - 1])"
    }
    // What is held is said once: Ctrl+← → ↑ ↓.
    guard let plus = texts.first?.lastIndex(of: "+"), let first = texts.first else {
      return texts.joined(separator: " ")
    }
    let held = String(first[...plus])
    guard texts.allSatisfy({ $0.hasPrefix(held) && $0.count > held.count }) else {
      return texts.joined(separator: " ")
    }
    return held + texts.map { $0.dropFirst(held.count) }.joined(separator: " ")
  }

  /// The table as a section of `docs/window.md`, made of Markdown tables, a group each.
  package var markdown: String {
    var text = ""
    for group in Group.allCases {
      text += "### \(group.rawValue)\n\n| keys, mouse | what it does | name |\n| --- | --- | --- |\n"
      for line in lines where line.group == group {
        let names = line.names.map { "`\($0.rawValue)`" }
        let shown =
          names.count > 4 ? "\(names[0]) … \(names[names.count - 1])" : names.joined(separator: ", ")
        text += "| \(line.keys) | \(line.description) | \(shown) |\n"
      }
      text += "\n"
    }
    return text
  }
}

/// A key of the keyboard, known by the sign or the name on it.
package struct Key: Hashable, Sendable {
  /// SDL's number of the key, which depends on the keyboard's layout: the sign that it types, or from 2³⁰ on
  /// what the standard of USB keyboards numbers it.
  package let code: Int32

  /// The keys of the number pad are those of the same sign.
  package init(code: Int32) { self.code = Self.sameSign[code] ?? code }
}

extension Key {
  private static func sign(_ scalar: Unicode.Scalar) -> Int32 { Int32(scalar.value) }
  private static func usage(_ number: Int32) -> Int32 { 1 << 30 | number }

  /// Enter, −, +, full stop and comma of the number pad.
  private static let sameSign = [
    usage(88): sign("\r"), usage(86): sign("-"), usage(87): sign("+"), usage(99): sign("."),
    usage(133): sign(","),
  ]

  /// Names beside the letters, digits and signs, which stand for themselves; what is shown comes first.
  private static let names: [(code: Int32, names: [String])] =
    (1...12).map { (usage(57 + $0), ["F\($0)"]) } + [
      (sign(" "), ["Space"]), (sign("\t"), ["Tab"]), (sign("\r"), ["Enter", "Return"]),
      (sign("\u{1B}"), ["Esc", "Escape"]), (sign("\u{7F}"), ["Delete", "Del"]),
      (sign("\u{8}"), ["Backspace"]),
      (usage(73), ["Insert"]), (usage(74), ["Home"]), (usage(77), ["End"]),
      (usage(75), ["PageUp"]), (usage(78), ["PageDown"]), (usage(80), ["←", "Left"]),
      (usage(79), ["→", "Right"]), (usage(82), ["↑", "Up"]), (usage(81), ["↓", "Down"]),
      (sign("+"), ["+", "Plus"]), (sign("-"), ["−", "-", "Minus"]), (sign(","), [",", "Comma"]),
      (sign("."), [".", "Period"]),
    ]

  /// The name that is shown, such as `S`, `F11` or `←`.
  package var name: String {
    if let known = Self.names.first(where: { $0.code == code }) { return known.names[0] }
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)), code >= 0x21 else { return "Key \(code)" }
    return String(scalar).uppercased()
  }

  /// Reads a name or a sign, whatever its case; nil for one that is on no key.
  package init?(name: String) {
    let wanted = name.lowercased()
    if let known = Self.names.first(where: { $0.names.contains { $0.lowercased() == wanted } }) {
      self.init(code: known.code)
      return
    }
    guard wanted.unicodeScalars.count == 1, let scalar = wanted.unicodeScalars.first, scalar.value >= 0x21
    else { return nil }
    self.init(code: Int32(scalar.value))
  }

  /// The names that a misspelled one is compared with.
  static var allNames: [String] { names.flatMap(\.names) }
}

/// Keys that are held while another key, a button or the wheel is used.
package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let control = Modifiers(rawValue: 1)
  package static let alt = Modifiers(rawValue: 2)
  package static let shift = Modifiers(rawValue: 4)
  /// The desktop's own key: no action of the window uses it.
  package static let desktop = Modifiers(rawValue: 8)
}

extension Modifiers {
  /// The names in the order in which they are written.
  static let names: [(modifier: Modifiers, name: String)] = [
    (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"),
  ]
}

import Foundation
import TumbleGeometry

/// A key pressed, a button dragged, the wheel turned: together with what is held meanwhile.
package struct Gesture: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    case key(Key)
    /// Pressed, and pulled or not.
    case drag(Button)
    case doubleClick
    /// With another button than the left one, which is not pulled.
    case click(Button)
    case wheel
    /// The wheel leaned to the side, or two fingers moved sideways on a trackpad.
    case sideWheel
    /// Two fingers moved apart or together on a touch screen.
    case pinch
    /// A gamepad's stick, or the sensor of a pad or a phone that feels how it is held.
    case lean(Leaning)
  }

  package enum Button: String, Hashable, Sendable, CaseIterable { case left, middle, right }
  package enum Leaning: String, Hashable, Sendable, CaseIterable { case stick, sensor }

  package var modifiers: Modifiers
  package var input: Input

  package init(_ input: Input, with modifiers: Modifiers = []) {
    self.input = input
    self.modifiers = modifiers
  }
}

extension Gesture {
  /// Whether it is a key.
  package var isKey: Bool { if case .key = input { true } else { false } }

  /// As it is shown and as it can be read again, such as `Ctrl+Shift+Z` or `Shift+Wheel`.
  package var text: String {
    let held = Modifiers.names.filter { modifiers.contains($0.modifier) }.map { $0.name + "+" }.joined()
    return held + input.text
  }

  /// Reads what `text` wrote, and the other names of keys.
  ///
  /// - Throws: `GestureError`.
  package init(parsing text: String) throws(GestureError) {
    var modifiers = Modifiers()
    var rest = Substring(text.trimmingSpaces)
    guard !rest.isEmpty else { throw GestureError(text: text, part: "", nearest: nil) }
    while let plus = rest.dropFirst().firstIndex(of: "+"), rest.index(after: plus) < rest.endIndex {
      let word = rest[..<plus].lowercased()
      guard let known = Modifiers.names.first(where: { $0.name.lowercased() == word }) else {
        let names = Modifiers.names.map(\.name)
        throw GestureError(
          text: text, part: String(rest[..<plus]), nearest: Nearest.word(to: String(rest[..<plus]), in: names)
        )
      }
      modifiers.insert(known.modifier)
      rest = rest[rest.index(after: plus)...]
    }
    guard let input = Input(name: String(rest)) else {
      throw GestureError(
        text: text, part: String(rest), nearest: Nearest.word(to: String(rest), in: Input.allNames))
    }
    self.init(input, with: modifiers)
  }
}

/// A key or a movement of the mouse that is not known.
package struct GestureError: Error, Hashable, CustomStringConvertible {
  package var text: String
  /// What of the text is not known.
  package var part: String
  package var nearest: String?

  package var description: String {
    guard !part.isEmpty else { return "there is no key in '\(text)'; a key is written as S, Ctrl+S or F5" }
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? "; a key is written as S, Ctrl+S or F5"
    return "'\(part)' in '\(text)' is no key and no movement of the mouse\(hint)"
  }
}

extension Gesture.Input {
  /// What is not a key, by name.
  private static let movements: [(input: Self, name: String)] =
    Gesture.Button.allCases.map { (.drag($0), $0 == .left ? "Drag" : "\($0.rawValue.capitalized) drag") }
    + [
      (.click(.right), "Right click"), (.click(.middle), "Middle click"), (.doubleClick, "Double click"),
      (.wheel, "Wheel"), (.sideWheel, "Sideways wheel"), (.pinch, "Pinch"),
      (.lean(.stick), "Gamepad stick"), (.lean(.sensor), "Tilt sensor"),
    ]

  fileprivate var text: String {
    if case .key(let key) = self { return key.name }
    return Self.movements.first { $0.input == self }?.name ?? ""
  }

  fileprivate init?(name: String) {
    let wanted = name.lowercased()
    if let known = Self.movements.first(where: { $0.name.lowercased() == wanted }) {
      self = known.input
    } else if let key = Key(name: name) {
      self = .key(key)
    } else {
      return nil
    }
  }

  fileprivate static var allNames: [String] { movements.map(\.name) + Key.allNames }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

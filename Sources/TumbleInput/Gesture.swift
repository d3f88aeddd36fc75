import Foundation
import TumbleGeometry

/// A key pressed, a button dragged, the wheel turned: together with what is held meanwhile.
package struct Gesture: Hashable, Sendable {
  package enum Input: Hashable, Sendable {
    case key(Key)
    /// Pressed, and pulled or not.
    case drag(Button)
    case doubleClick
    /// A click with another button than the left one, which is not pulled.
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
  /// Is true for a key.
  package var isKey: Bool { if case .key = input { true } else { false } }

  /// The text that is shown and can be read again, such as `Ctrl+Shift+Z` or `Shift+Wheel`.
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
  /// The part of the text that is not known.
  package var part: String
  package var nearest: String?

  package var description: String {
    guard !part.isEmpty else { return "there is no key in '\(text)'; a key is written as S, Ctrl+S or F5" }
    let hint = nearest.map { "; did you mean '\($0)'?" } ?? "; a key is written as S, Ctrl+S or F5"
    return "'\(part)' in '\(text)' is no key and no movement of the mouse\(hint)"
  }
}

extension Gesture.Input {
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
  /// The text without spaces at both ends.
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// A mouse event over the stage, which a tool or a handle may take before the world does.
package struct PointerEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A press, with the number of presses that came close after each other: 2 for a double click.
    case press(Gesture.Button, clicks: Int)
    case move
    case release(Gesture.Button)
  }

  package var kind: Kind
  /// The position in pixels of the window, y down.
  package var pixel: Vector
  /// The position in the world, in points.
  package var point: Vector
  package var modifiers: Modifiers

  package init(_ kind: Kind, pixel: Vector, point: Vector, modifiers: Modifiers = []) {
    (self.kind, self.pixel, self.point, self.modifiers) = (kind, pixel, point, modifiers)
  }
}

/// An input of a scene.
package struct SceneInput: Hashable, Sendable {
  package var id: String
  package var keys: Set<Key>
  package var reverse: Set<Key>
  package var pad: PadControl?
  package var button: Gesture.Button?
  /// The joints that it drives, where it drives nothing else.
  package var joints: Set<String> = []
  /// The motors that it drives, where it drives nothing else, in the order of its drives.
  package var motors: [DrivenMotor] = []
  /// Is true if it asks for the position of the mouse.
  package var usesPointer: Bool

  /// Is true if it is on without a key or a button: the world knows that by itself.
  package var isAlways: Bool { usesPointer && button == nil }

  /// Names that are on no key or pad are left out.
  ///
  /// - Parameter pad: Such as `leftX` or `a`.
  package init(
    id: String, keys: [String], reverse: [String] = [], pad: String? = nil, pointer: String? = nil
  ) {
    self.id = id
    self.keys = Set(keys.compactMap(Key.init(sceneName:)))
    self.reverse = Set(reverse.compactMap(Key.init(sceneName:)))
    self.pad = pad.flatMap(PadControl.init)
    usesPointer = pointer != nil
    button = [Gesture.Button.left, .middle, .right].first { "\($0)" == pointer }
  }
}

/// A motor that an input of a scene drives.
package struct DrivenMotor: Hashable, Sendable {
  /// The id of the motor's own joint.
  package var joint: String
  /// The speed that a key adds to its own, in radians or points per second.
  package var rate: Double

  package init(joint: String, rate: Double) { (self.joint, self.rate) = (joint, rate) }
}

/// A button or an axis of a gamepad, by the names that scenes have for them.
package enum PadControl: Hashable, Sendable {
  case axis(Axis)
  case button(Button)

  package enum Axis: String, CaseIterable, Hashable, Sendable {
    case leftX, leftY, rightX, rightY, leftTrigger, rightTrigger

    /// The order is SDL's.
    package init?(_ number: Int32) {
      guard Self.allCases.indices.contains(Int(number)) else { return nil }
      self = Self.allCases[Int(number)]
    }

    package var isOfLeftStick: Bool { self == .leftX || self == .leftY }

    /// -1 to 1, right and up; a stick that is let go of is seldom quite in the middle, and trembles.
    package func value(_ raw: Int16) -> Double {
      let part = max(Double(raw) / 32_767, -1)
      guard part.magnitude > 0.15 else { return 0 }
      let value = (part * 64).rounded() / 64
      return self == .leftY || self == .rightY ? -value : value
    }
  }

  package enum Button: String, CaseIterable, Hashable, Sendable {
    case a, b, x, y, leftShoulder, rightShoulder, up, down, left, right
  }

  init?(_ name: String) {
    if let axis = Axis(rawValue: name) {
      self = .axis(axis)
    } else if let button = Button(rawValue: name) {
      self = .button(button)
    } else {
      return nil
    }
  }
}

extension Key {
  /// Creates an input by the word that scenes have for it.
  package init?(sceneName: String) { self.init(name: ["Slash": "/", "Equals": "="][sceneName] ?? sceneName) }
}

/// The mouse's shape.
package enum Cursor: Int32, Hashable, Sendable, CaseIterable {
  case arrow
  /// The mouse is over what can be held.
  case hand
  /// The mouse holds something.
  case hold
  /// The view or the graph moves along.
  case move
  /// An edge can be moved.
  case upDown
  case leftRight
  /// Something is drawn.
  case cross
  /// A text can be typed.
  case text
}

/// An input of a scene.
package struct SceneInput: Hashable, Sendable {
  package var id: String
  package var keys: Set<Key>
  package var reverse: Set<Key>
  package var pad: PadControl?
  /// A button of the mouse.
  package var button: Gesture.Button?
  /// Whether it wants to know where the mouse is.
  package var usesPointer: Bool

  /// The world knows by itself that it is on.
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
  /// By the word that scenes have for it.
  fileprivate init?(sceneName: String) {
    self.init(name: ["Slash": "/", "Equals": "="][sceneName] ?? sceneName)
  }
}

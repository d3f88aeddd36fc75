import CTumbleSDL2

/// A key of the keyboard, known by the sign or the name on it.
package struct Key: Hashable, Sendable {
  /// SDL's number of the key, which depends on the keyboard's layout.
  package let code: Int32

  /// The keys of the number pad are those of the same sign.
  package init(code: Int32) { self.code = Self.sameSign[code] ?? code }
}

extension Key {
  init(_ code: SDL_KeyCode) { self.init(code: Int32(bitPattern: code.rawValue)) }

  private static let sameSign: [Int32: Int32] = {
    let pairs: [(SDL_KeyCode, SDL_KeyCode)] = [
      (SDLK_KP_PLUS, SDLK_PLUS), (SDLK_KP_MINUS, SDLK_MINUS), (SDLK_KP_ENTER, SDLK_RETURN),
      (SDLK_KP_PERIOD, SDLK_PERIOD), (SDLK_KP_COMMA, SDLK_COMMA),
    ]
    return Dictionary(
      uniqueKeysWithValues: pairs.map { (Int32(bitPattern: $0.rawValue), Int32(bitPattern: $1.rawValue)) })
  }()

  /// Names beside the letters, digits and signs, which stand for themselves; what is shown comes first.
  private static let names: [(code: SDL_KeyCode, names: [String])] = {
    let functionKeys = (0..<12).map { number in
      (SDL_KeyCode(SDLK_F1.rawValue + UInt32(number)), ["F\(number + 1)"])
    }
    return functionKeys + [
      (SDLK_SPACE, ["Space"]), (SDLK_TAB, ["Tab"]), (SDLK_RETURN, ["Enter", "Return"]),
      (SDLK_ESCAPE, ["Esc", "Escape"]), (SDLK_DELETE, ["Delete", "Del"]), (SDLK_BACKSPACE, ["Backspace"]),
      (SDLK_INSERT, ["Insert"]), (SDLK_HOME, ["Home"]), (SDLK_END, ["End"]),
      (SDLK_PAGEUP, ["PageUp"]), (SDLK_PAGEDOWN, ["PageDown"]), (SDLK_LEFT, ["←", "Left"]),
      (SDLK_RIGHT, ["→", "Right"]), (SDLK_UP, ["↑", "Up"]), (SDLK_DOWN, ["↓", "Down"]),
      (SDLK_PLUS, ["+", "Plus"]), (SDLK_MINUS, ["−", "-", "Minus"]), (SDLK_COMMA, [",", "Comma"]),
      (SDLK_PERIOD, [".", "Period"]),
    ]
  }()

  /// As it is shown, such as `S`, `F11` or `←`.
  package var name: String {
    if let known = Self.names.first(where: { Int32(bitPattern: $0.code.rawValue) == code }) {
      return known.names[0]
    }
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)), code >= 0x21 else { return "Key \(code)" }
    return String(scalar).uppercased()
  }

  /// By a name or a sign, whatever its case; nil for one that is on no key.
  package init?(name: String) {
    let wanted = name.lowercased()
    if let known = Self.names.first(where: { $0.names.contains { $0.lowercased() == wanted } }) {
      self.init(known.code)
      return
    }
    guard wanted.unicodeScalars.count == 1, let scalar = wanted.unicodeScalars.first, scalar.value >= 0x21
    else { return nil }
    self.init(code: Int32(scalar.value))
  }

  /// What a misspelled name is compared with.
  static var allNames: [String] { names.flatMap(\.names) }
}

/// A key of the keyboard, known by the sign or the name on it.
package struct Key: Hashable, Sendable {
  /// SDL's number of the key, which depends on the keyboard's layout: the sign that it types, or from 2³⁰ on what the
  /// standard of USB keyboards numbers it.
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

  /// As it is shown, such as `S`, `F11` or `←`.
  package var name: String {
    if let known = Self.names.first(where: { $0.code == code }) {
      return known.names[0]
    }
    guard let scalar = Unicode.Scalar(UInt32(bitPattern: code)), code >= 0x21 else { return "Key \(code)" }
    return String(scalar).uppercased()
  }

  /// By a name or a sign, whatever its case; nil for one that is on no key.
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

  /// What a misspelled name is compared with.
  static var allNames: [String] { names.flatMap(\.names) }
}

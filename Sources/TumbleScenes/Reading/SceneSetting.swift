/// A value given from outside to something that a scene names: `arm=120`, `speed=3 m/s`, `count=2 * rows`.
///
/// The name is that of one of the scene's `variables`; the value is a number with or without a unit, or arithmetic.
public struct SceneSetting: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// `NAME=VALUE`, as it is given to a program.
  public init(parsing text: String) throws(SceneSettingError) {
    guard let equals = text.firstIndex(of: "=") else { throw .noValue(text) }
    func trimmed(_ part: Substring) -> String {
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    name = trimmed(text[..<equals])
    value = trimmed(text[text.index(after: equals)...])
    guard !name.isEmpty, !value.isEmpty else { throw .noValue(text) }
    guard value.utf8.count <= Self.longestValue, !value.unicodeScalars.contains(where: { $0.value < 32 })
    else {
      throw .badValue(name)
    }
  }

  /// In bytes.
  static let longestValue = 1000
}

extension SceneSetting: CustomStringConvertible {
  public var description: String { "\(name)=\(value)" }
}

/// Why a text is no setting.
public enum SceneSettingError: Error, Hashable, Sendable {
  case noValue(String)
  case badValue(String)
}

extension SceneSettingError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noValue(let text):
      "'\(Excerpts.short(text))' is no setting; it is a name and a value, such as arm=120 or speed='3 m/s'"
    case .badValue(let name):
      "the value of '\(Excerpts.short(name))' is one line of at most \(SceneSetting.longestValue) bytes"
    }
  }
}

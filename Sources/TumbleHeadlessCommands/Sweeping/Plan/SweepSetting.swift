import TumbleFiles

/// A property, a control or a variable of a scene and the values that it is to have: `crate1.friction=0.1..0.9/9`,
/// `*.elasticity=0,0.5`, `arm=60..120/4`, `ball.kind=dynamic,kinematic`.
struct SweepSetting: Hashable, Sendable {
  /// As it was written: the name of its column.
  let name: String
  let values: SweepValues
  /// As it was written, whole.
  let text: String

  init(_ text: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex, text.utf8.count <= 100_000 else {
      throw .badSetting(text, nil)
    }
    guard !text.hasControlCharacter else {
      throw .badSetting(text, "it has a control character, such as a line feed, which a row cannot hold")
    }
    let values: SweepValues
    do {
      values = try SweepValues(text[text.index(after: equals)...])
    } catch {
      throw .badSetting(text, error.reason)
    }
    self.text = text
    self.values = values
    name = String(text[..<equals])
  }
}

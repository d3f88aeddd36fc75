extension SceneProperty {
  /// A property that has properties of its own, such as `border` of a body and `box` of a shape.
  public struct Composed: Sendable {
    public let name: String
    /// The part that may stand for the whole; nil: none.
    public let short: String?
    public let parts: [SceneProperty]
  }

  /// The outlines that a shape may have one of, such as `shapes[0].box`.
  public static let outlines = Format.formKeys.compactMap(composed)

  /// The looks of a body that have parts, such as `border.width`.
  public static let looks: [Composed] = {
    let names = ["gradient", "border", "caption"]
    return SectionName.body.section.keys.filter { names.contains($0.name) }.compactMap(composed)
  }()

  private static func composed(_ key: Key) -> Composed? {
    guard case .record(let section, let short) = key.type else { return nil }
    return Composed(name: key.name, short: short, parts: all(section, nil))
  }
}

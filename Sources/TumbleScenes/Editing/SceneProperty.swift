/// A property that an object of a scene can have, by the format's own description: for panels that show and
/// set it.
public struct SceneProperty: Hashable, Sendable {
  /// The name in the scene format, such as `friction`.
  public var name: String
  /// One line.
  public var help: String
  /// The kind of its values.
  public var kind: Kind
  /// The default as it is written; nil if `help` says it.
  public var defaultText: String?
  /// The default without its unit, which is the plain one.
  package var defaultValue: FormatNode?
  /// Is true if it cannot be left out.
  package var isRequired = false

  /// The kinds of values that a property can have.
  public enum Kind: Hashable, Sendable {
    /// The unit of a plain number, such as `points per second`, and what may be written after it, such as
    /// `m/s`.
    case number(unit: String, units: [String], min: Double, max: Double)
    /// A whole number within limits.
    case count(ClosedRange<Int>)
    /// Two numbers, [x, y].
    case vector(unit: String, units: [String], min: Double, max: Double)
    /// A color.
    case color
    /// A flag, true or false.
    case flag
    /// One of these words.
    case choice([String])
    /// The id of something else.
    case reference(String)
    /// The ids of other things, one or several; where there are two sides, those of each.
    case references(String, sides: Int)
    /// Any text.
    case text
    /// Parts of its own: an outline, a list.
    case group
  }
}

extension SceneProperty {
  /// Returns the properties of an object, in the order of the reference.
  ///
  /// - Parameters:
  ///   - kind: Of the object.
  ///   - type: The type of a joint or an animation; nil: those of all types.
  public static func all(of kind: SceneObject.Kind, type: String? = nil) -> [SceneProperty] {
    let ofFiles: [String] =
      switch kind.section {
      case .body: ["template", "repeat", "material"]
      case .joint: ["chain", "loop", "at"]
      default: []
      }
    return all(kind.section, type).filter { !ofFiles.contains($0.name) }
  }

  /// The properties of a shape of a body: `shapes[0].friction`.
  public static var ofShape: [SceneProperty] { all(.shape, nil).filter { $0.name != "material" } }

  /// The properties of a kind of particles: `cells[0].velocity` of an emitter.
  public static var ofParticles: [SceneProperty] { all(.particle, nil) }

  /// The properties of an action of a trigger: `do[0].amount`.
  public static func ofAction(_ word: String?) -> [SceneProperty] { all(.action, word) }

  /// The keys of a body that say what the surface of its shapes is like: those of its shapes, where it has
  /// several.
  package static let surfaceKeys = (Format.surfaceFields + [Format.sensorField]).map(\.key.name)

  /// The properties of a kind of objects, and of a body those of its shapes, which it may give them.
  static func settable(of kind: SceneObject.Kind, type: String? = nil) -> [SceneProperty] {
    all(of: kind, type: type) + (kind == .body ? ofShape : [])
  }

  static func all(_ section: SectionName, _ type: String?) -> [SceneProperty] {
    section.section.keys.filter { $0.belongs(to: type) }.map {
      SceneProperty(
        name: $0.name, help: $0.help, kind: Kind($0.type), defaultText: $0.defaultText,
        defaultValue: $0.defaultValue?.written, isRequired: $0.isAlwaysRequired)
    }
  }
}

extension SceneProperty.Kind {
  init(_ type: ValueType) {
    switch type {
    case .number(let quantity, let bounds, _):
      self = .number(
        unit: quantity.plain, units: quantity.units.map(\.name), min: bounds.min, max: bounds.max)
    case .vector(let quantity, let bounds), .scale(let quantity, let bounds):
      self = .vector(
        unit: quantity.plain, units: quantity.units.map(\.name), min: bounds.min, max: bounds.max)
    case .count(let range): self = .count(range)
    case .color: self = .color
    case .flag: self = .flag
    case .word(let words): self = .choice(words)
    case .reference(let what): self = .reference(what)
    case .list(.reference(let what), _, _): self = .references(what, sides: 1)
    case .list(.list(.reference(let what), _, _), _, _): self = .references(what, sides: 2)
    case .text, .lines, .id, .animationID, .direction, .animated, .arithmetic, .list(.text, _, orOne: true):
      self = .text
    case .record, .source, .list, .names, .pair: self = .group
    }
  }
}

extension SceneProperty {
  /// A property that has properties of its own, such as `border` of a body and `box` of a shape.
  public struct Composed: Sendable {
    /// The name in the scene format, such as `border`.
    public let name: String
    /// The part that may stand for the whole; nil: none.
    public let short: String?
    /// The properties of which it is made.
    public let parts: [SceneProperty]
  }

  /// The outlines that a shape may have one of, such as `shapes[0].box`.
  public static let outlines = Format.formKeys.compactMap(composed)

  /// The looks of a body that have parts, such as `border.width`.
  public static let looks: [Composed] = ([Format.gradientKey] + Format.styleKeys).compactMap(composed)

  /// The parts of a hinge that have parts, such as `motor.speed`.
  public static let hingeParts = SectionName.joint.section.keys
    .filter { $0.only.contains(ComposedJoint.hinge.rawValue) }.compactMap(composed)

  /// The spring by which a body follows its animations, `follow.frequency` and more. Without a frequency
  /// there is none, and the farthest ends of its numbers are no ends for a slider.
  package static let following = SectionName.body.section.keys.filter { $0.name == "follow" }
    .compactMap(composed).map { whole in
      let parts = whole.parts.map { part in
        var part = part
        if part.name == whole.short { part.defaultValue = nil }
        if case .number(let unit, let units, let min, _) = part.kind {
          part.kind = .number(unit: unit, units: units, min: min, max: .infinity)
        }
        return part
      }
      return Composed(name: whole.name, short: whole.short, parts: parts)
    }

  private static func composed(_ key: Key) -> Composed? {
    guard case .record(let section, let short) = key.type else { return nil }
    return Composed(name: key.name, short: short, parts: all(section, nil))
  }
}

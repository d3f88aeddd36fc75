import TumbleFrames

/// A property that an object of a scene can have, by the format's own description: for panels that show and
/// set it.
public struct SceneProperty: Hashable, Sendable {
  /// As the scene format has it, such as `friction`.
  public var name: String
  /// One line.
  public var help: String
  public var kind: Kind
  /// What it is where nothing is said, as it is written; nil where that is something that `help` says.
  public var defaultText: String?
  /// The default without its unit, which is the plain one.
  package var defaultValue: FormatNode?

  public enum Kind: Hashable, Sendable {
    /// The unit of a plain number, such as `points per second`, and what may be written after it, such as
    /// `m/s`.
    case number(unit: String, units: [String], min: Double, max: Double)
    case count(ClosedRange<Int>)
    /// Two numbers, [x, y].
    case vector(unit: String, units: [String], min: Double, max: Double)
    case color
    case flag
    case choice([String])
    /// The id of something else.
    case reference(String)
    case text
    /// Parts of its own: an outline, a list.
    case group
  }
}

extension SceneProperty {
  /// Those of an object, in the order of the reference.
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

  /// Those of a shape of a body: `shapes[0].friction`.
  public static var ofShape: [SceneProperty] { all(.shape, nil).filter { $0.name != "material" } }

  /// Those of a kind of particles: `cells[0].velocity` of an emitter.
  public static var ofParticles: [SceneProperty] { all(.particle, nil) }

  /// The keys of a body that say what the surface of its shapes is like: those of its shapes, where it has
  /// several.
  package static let surfaceKeys = (Format.surfaceFields + [Format.sensorField]).map(\.key.name)

  static func all(_ section: SectionName, _ type: String?) -> [SceneProperty] {
    section.section.keys.filter { $0.belongs(to: type) }.map {
      SceneProperty(
        name: $0.name, help: $0.help, kind: Kind($0.type), defaultText: $0.defaultText,
        defaultValue: $0.defaultValue?.written)
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
    case .text, .lines, .id, .animationID, .direction, .animated, .arithmetic: self = .text
    case .record, .source, .list, .names, .pair: self = .group
    }
  }
}

import TumbleFiles
import TumblePanels
import TumbleScenes

/// A surface at a click: friction and elasticity that go together.
struct SurfacePreset: Hashable {
  var name: String
  /// The friction; nil: it stays as it is.
  var friction: Double?
  var elasticity: Double?

  /// The surfaces, by the scale of the shipped scenes: what slides well, what grips, what bounces.
  static let all = [
    SurfacePreset(name: "wood", friction: 0.5, elasticity: 0.3),
    SurfacePreset(name: "stone", friction: 0.8, elasticity: 0.1),
    SurfacePreset(name: "metal", friction: 0.3, elasticity: 0.2),
    SurfacePreset(name: "rubber", friction: 0.9, elasticity: 0.8),
    SurfacePreset(name: "ice", friction: 0.02, elasticity: 0.05),
  ]
}

extension SurfacePreset {
  /// The words for friction and elasticity, each from a value on.
  static let words: [String: [(from: Double, word: String)]] = [
    "friction": [(0, "ice"), (0.1, "metal"), (0.4, "wood"), (0.7, "stone"), (0.85, "rubber"), (1.5, "glue")],
    "elasticity": [(0, "clay"), (0.08, "wood"), (0.45, "cork"), (0.7, "rubber"), (1.001, "gains")],
  ]

  /// The inspector's row: the first choice stands for a surface that is none of them.
  ///
  /// - Parameter own: The materials of the scene's file, which come first.
  static func row(_ name: String, friction: Double?, elasticity: Double?, own: [SurfacePreset] = [])
    -> PropertyRow
  {
    let presets = offered(own)
    let place = presets.firstIndex {
      ($0.friction ?? friction) == friction && ($0.elasticity ?? elasticity) == elasticity
    }
    return PropertyRow(
      name, "material", .choice(place.map { $0 + 1 } ?? 0, of: ["of its own"] + presets.map(\.name)),
      help: "Friction and elasticity that go together, as of wood or ice.")
  }

  /// The edits that give objects the chosen surface; none for choice 0, "of its own".
  static func edits(_ choice: Int, of objects: [SceneObject], own: [SurfacePreset] = []) -> [Edit] {
    let presets = offered(own)
    guard presets.indices.contains(choice - 1) else { return [] }
    let preset = presets[choice - 1]
    return objects.flatMap { object in
      [("friction", preset.friction), ("elasticity", preset.elasticity)].compactMap { key, value in
        value.map { Edit.set(object, path: key, value: $0.shortText) }
      }
    }
  }

  /// A scene's own material goes before the usual one of its name.
  private static func offered(_ own: [SurfacePreset]) -> [SurfacePreset] {
    own + all.filter { usual in !own.contains { $0.name == usual.name } }
  }
}

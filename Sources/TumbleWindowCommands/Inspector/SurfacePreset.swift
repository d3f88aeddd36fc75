import TumbleFrames
import TumbleStage

/// What a surface can be like at a click: friction and elasticity that go together.
struct SurfacePreset: Hashable {
  var name: String
  var friction: Double
  var elasticity: Double

  /// From the scale of the shipped scenes: what slides well, what grips, what bounces.
  static let all = [
    SurfacePreset(name: "wood", friction: 0.5, elasticity: 0.3),
    SurfacePreset(name: "stone", friction: 0.8, elasticity: 0.1),
    SurfacePreset(name: "metal", friction: 0.3, elasticity: 0.2),
    SurfacePreset(name: "rubber", friction: 0.9, elasticity: 0.8),
    SurfacePreset(name: "ice", friction: 0.02, elasticity: 0.05),
  ]
}

extension SurfacePreset {
  /// The inspector's row: the first choice stands for a surface that is none of them.
  static func row(_ name: String, friction: Double?, elasticity: Double?) -> PropertyRow {
    let place = all.firstIndex { $0.friction == friction && $0.elasticity == elasticity }
    return PropertyRow(
      name, "material", .choice(place.map { $0 + 1 } ?? 0, of: ["of its own"] + all.map(\.name)),
      help: "Friction and elasticity that go together, as of wood or ice.")
  }

  /// What makes objects of it; nothing for the first choice.
  static func edits(_ choice: Int, of objects: [SceneObject]) -> [Edit] {
    guard all.indices.contains(choice - 1) else { return [] }
    let preset = all[choice - 1]
    return objects.flatMap {
      [
        Edit.set($0, path: "friction", value: "\(preset.friction)"),
        .set($0, path: "elasticity", value: "\(preset.elasticity)"),
      ]
    }
  }
}

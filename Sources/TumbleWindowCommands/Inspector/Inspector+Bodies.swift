import TumblePanels
import TumbleScenes

// The groups of a body's properties.
extension Inspector {
  private static let bodyGroups: [(title: String, keys: [String])] = [
    ("Place", ["kind", "at", "angle", "velocity", "angularVelocity"]),
    ("Surface", ["friction", "elasticity", "surfaceVelocity", "impact", "sensor"]),
    (
      "Mass and motion",
      [
        "mass", "density", "moment", "centerOfGravity", "gravityScale", "damping", "maxSpeed",
        "maxAngularSpeed", "bullet", "asleep",
      ]
    ),
    (
      "Look",
      [
        "color", "night", "opacity", "glow", "scale", "texture", "fit", "skin", "blend", "shadow",
        "cornerRadius", "layer",
      ]
    ),
  ]
  /// The keys that bodies do not share.
  private static let ownKeys: Set = ["at", "texture", "centerOfGravity"]
  static let maxShapes = 6

  mutating func body(_ inspected: [Subject], _ facts: Facts) -> [PropertyGroup] {
    let all = SceneProperty.all(of: .body).filter(\.isShown)
    var groups: [PropertyGroup] = []
    for (title, keys) in Self.bodyGroups {
      let wanted = keys.filter { inspected.count == 1 || !Self.ownKeys.contains($0) }
      let properties = wanted.compactMap { key in all.first { $0.name == key } }
      var rows = rows(properties, of: inspected, named: "body.", facts, read: Self.bodyValue)
      if title == "Surface" {
        surfaced = inspected.map(\.object)
        let isMixed = ["friction", "elasticity"].contains { self.properties["body." + $0]?.isMixed == true }
        rows.insert(material(of: inspected[0].value, isMixed: isMixed), at: 0)
      }
      if title == "Look" { rows += parts(SceneProperty.looks, of: inspected, named: "body.", facts) }
      if title == "Mass and motion" {
        rows += parts(SceneProperty.following, of: inspected, named: "body.", facts)
      }
      groups.append(PropertyGroup(title, rows))
    }
    guard inspected.count == 1 else { return groups }
    let shapes = inspected[0].value["shapes"]?.list ?? []
    for (index, shape) in shapes.prefix(Self.maxShapes).enumerated() {
      groups += form(of: shape, at: index, of: shapes.count, inspected, facts)
    }
    return groups
  }

  /// Returns the value of a body's key; what the format has with a shape is written with the first one.
  static func bodyValue(_ body: FormatNode, _ key: String) -> FormatNode? {
    body[key] ?? (SceneProperty.surfaceKeys.contains(key) ? body["shapes"]?.list.first?[key] : nil)
  }

  private func material(of body: FormatNode, isMixed: Bool) -> PropertyRow {
    func number(_ key: String) -> Double? { Self.bodyValue(body, key)?.number }
    var row = SurfacePreset.row(
      Self.materialRow, friction: number("friction"), elasticity: number("elasticity"), own: materials)
    row.isMixed = isMixed
    return row
  }

  static let materialRow = "body.surface"

  private mutating func form(
    of shape: FormatNode, at index: Int, of count: Int, _ inspected: [Subject], _ facts: Facts
  ) -> [PropertyGroup] {
    for outline in SceneProperty.outlines {
      guard shape[outline.name] != nil else { continue }
      let rows = rows(
        outline.parts, of: inspected, named: "body.", under: "shapes[\(index)].\(outline.name).", facts
      ) { $0["shapes"]?.list.dropFirst(index).first?[outline.name]?.part($1, of: outline) }
      guard !rows.isEmpty else { return [] }
      let name = outline.name.capitalizingFirst
      return [PropertyGroup(count > 1 ? "\(name) \(index + 1) of \(count)" : name, rows)]
    }
    return []
  }
}

extension FormatNode {
  /// A part of a property that has parts. A short form is the value of one of them.
  func part(_ name: String, of whole: SceneProperty.Composed) -> FormatNode? {
    if case .mapping = self { return self[name] }
    return name == whole.short ? self : nil
  }
}

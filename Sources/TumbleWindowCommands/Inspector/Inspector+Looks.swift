import TumbleScenes
import TumbleStage

extension Inspector {
  /// Rows for the parts of a gradient, a border and a caption, such as `border width`.
  mutating func parts(of inspected: [Inspected], _ facts: Facts) -> [PropertyRow] {
    var rows: [PropertyRow] = []
    for look in SceneProperty.looks {
      for property in look.parts {
        var shown = property
        shown.name = "\(look.key) \(property.name)"
        let inspectedPart = InspectedProperty(inspected, shown, at: "\(look.key).\(property.name)") { body in
          guard let whole = body[look.key] else { return nil }
          if case .mapping = whole { return whole[property.name] }
          // A short form is the value of one key.
          return property.name == look.short ? whole : nil
        }
        rows.append(row(inspectedPart, named: "body." + inspectedPart.path, facts))
      }
    }
    return rows
  }
}

import TumbleScenes
import TumbleStage

extension Inspector {
  /// Rows for the parts of a gradient, a border and a caption, such as `border width`.
  mutating func parts(of value: FlowValue, _ objects: [SceneObject], _ facts: Facts) -> [PropertyRow] {
    var rows: [PropertyRow] = []
    for look in SceneProperty.looks {
      for property in look.parts {
        // A short form is the value of one key.
        var now = value[look.key]?[property.name]
        if let whole = value[look.key], property.name == look.short {
          if case .mapping = whole {} else { now = whole }
        }
        var shown = property
        shown.name = "\(look.key) \(property.name)"
        let path = "\(look.key).\(property.name)"
        rows.append(
          row(
            InspectedProperty(objects: objects, path: path, property: shown, value: now),
            named: "body." + path, facts))
      }
    }
    return rows
  }
}

import TumbleFrames
import TumblePanels
import TumbleScenes

extension Inspector {
  /// Rows for the parts of a gradient, a border and a caption, such as `border width`.
  mutating func parts(of inspected: [Subject], _ facts: Facts) -> [PropertyRow] {
    var rows: [PropertyRow] = []
    for look in SceneProperty.looks {
      for property in look.parts {
        var shown = property
        shown.name = "\(look.name) \(property.name)"
        let inspectedPart = InspectedProperty(inspected, shown, at: "\(look.name).\(property.name)") {
          $0[look.name]?.part(property.name, of: look)
        }
        rows.append(row(inspectedPart, named: "body." + inspectedPart.path, facts))
      }
    }
    return rows
  }
}

extension FormatNode {
  /// A part of a property that has parts. A short form is the value of one of them.
  func part(_ name: String, of whole: SceneProperty.Composed) -> FormatNode? {
    if case .mapping = self { return self[name] }
    return name == whole.short ? self : nil
  }
}

import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func scenery(_ own: Scene.Scenery) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(own.id)), ("at", .vector(own.position))]
    mapping.add("angle", own.angle, unless: 0)
    if let repeater = own.repeater { mapping.append(("repeat", .mapping([self.repeater(repeater)]))) }
    mapping += form(of: Scene.Shape(own.form))
    if let texture = own.texture { mapping.append(("texture", .text(texture.name))) }
    return mapping + Format.sceneryFields.write(own)
  }

  private func repeater(_ repeater: Scene.Repeater) -> (String, FormatNode) {
    func count(_ count: Int) -> (String, FormatNode) { ("count", .plain("\(count)")) }
    func turn(_ isTurned: Bool) -> FormatNode.Mapping { isTurned ? [("turn", .plain("true"))] : [] }
    switch repeater {
    case .grid(let columns, let rows, let spacing):
      return (
        "grid",
        .mapping([
          ("columns", .plain("\(columns)")), ("rows", .plain("\(rows)")), ("spacing", .vector(spacing)),
        ])
      )
    case .stack(let number, let spacing):
      return ("stack", .mapping([count(number), ("spacing", .number(spacing))]))
    case .pyramid(let rows, let spacing):
      return ("pyramid", .mapping([("rows", .plain("\(rows)")), ("spacing", .vector(spacing))]))
    case .ring(let number, let radius, let isTurned):
      return ("ring", .mapping([count(number), ("radius", .number(radius))] + turn(isTurned)))
    case .along(let path, let number, let isTurned):
      return ("along", .mapping([("path", self.path(path)), count(number)] + turn(isTurned)))
    case .scatter(let number, let area, let gap, let isTurned, let seed):
      var mapping: FormatNode.Mapping = [count(number), ("area", .vector(area)), ("seed", .plain("\(seed)"))]
      mapping.add("gap", gap, unless: 0)
      return ("scatter", .mapping(mapping + turn(isTurned)))
    }
  }
}

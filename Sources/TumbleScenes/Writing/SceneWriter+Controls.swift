import TumbleFrames

extension SceneWriter {
  func control(_ control: Scene.Control) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(control.id))]
    if !control.title.isEmpty { mapping.append(("title", .text(control.title))) }
    if !control.help.isEmpty { mapping.append(("help", .text(control.help))) }
    switch control.form {
    case .slider(let range, let step, let unit):
      mapping.append(("slider", .vector(range.lowerBound, range.upperBound)))
      mapping.add("step", step)
      if !unit.isEmpty { mapping.append(("unit", .text(unit))) }
    case .toggle(let off, let on): mapping.append(("switch", .list([.plain(off), .plain(on)])))
    case .choice(let options):
      mapping.append(("choice", .mapping(options.map { ($0.name, .plain($0.value)) })))
    }
    mapping.append(("property", .list(control.properties.map { .text($0) })))
    return mapping
  }
}

import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  func gradient(_ gradient: Gradient) -> FormatNode {
    let colors = FormatNode.list(gradient.stops.map { .text($0.color.hex) })
    var mapping: FormatNode.Mapping = [("colors", colors)]
    if gradient.stops != Gradient(gradient.stops.map(\.color)).stops {
      mapping.append(("locations", .list(gradient.stops.map { .number($0.location) })))
    }
    // What does not belong to its type has no effect.
    let ignored = Format.gradientKeys(foreignTo: gradient.kind)
    mapping += Format.gradientFields.write(gradient).filter { !ignored.contains($0.0) }
    return mapping.count == 1 ? colors : .mapping(mapping)
  }

  /// The keys of a body's style but for its gradient and what `Format.styleFields` writes.
  func edge(_ style: BodyStyle) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = []
    if let border = style.border {
      mapping.append(
        ("border", border.color == nil ? .number(border.width) : .mapping(Format.borderFields.write(border)))
      )
    }
    if let caption = style.caption {
      let own = Format.captionFields.write(caption)
      let text = FormatNode.text(caption.text)
      mapping.append(("caption", own.isEmpty ? text : .mapping([("text", text)] + own)))
    }
    return mapping
  }
}

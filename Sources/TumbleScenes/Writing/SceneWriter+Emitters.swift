import TumbleAnimation
import TumbleFrames
import TumbleGeometry

extension SceneWriter {
  /// - Parameter body: The id of the body that it is on, in place of the emitter's own.
  func emitter(_ own: Scene.Emitter, in scene: Scene, on body: String? = nil) -> FormatNode.Mapping {
    var mapping: FormatNode.Mapping = [("id", .plain(own.id))]
    if let body = body ?? own.body.map({ scene.bodies[$0].id }) { mapping.append(("body", .plain(body))) }
    mapping += Format.placeFields.write(own)
    switch own.emitter.shape {
    case .point: break
    case .line(let length): mapping.append(("line", .number(length)))
    case .rectangle(let size): mapping.append(("box", .vector(size.width, size.height)))
    case .circle(let radius): mapping.append(("circle", .number(radius)))
    case .polygons: mapping.append(("outline", .plain("true")))
    }
    mapping += Format.emitterFields.write(own.emitter)
    mapping.append(("cells", cells(own.emitter.cells)))
    return mapping
  }

  private func cells(_ cells: [ParticleCell]) -> FormatNode {
    .list(
      cells.map { cell in
        var mapping = Format.particleFields.write(cell)
        if let picture = cell.picture { mapping.append(("picture", .text(picture))) }
        if !cell.cells.isEmpty { mapping.append(("cells", self.cells(cell.cells))) }
        return .mapping(mapping)
      })
  }
}

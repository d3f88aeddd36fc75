import TumbleLooks
import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGeometry

// What the page's scripts read: docs/export.md names the keys.

extension RunPage {
  func tree(
    _ run: PageRun, _ scenery: [PageScenery], _ description: WorldDescription, _ textures: PageTextures
  ) -> JSON {
    .object([
      "format": .whole(1), "name": .text(name),
      "view": .numbers([view.min.x, view.min.y, view.width, view.height]),
      "rate": .whole(run.rate), "firstStep": .whole(run.firstStep), "stride": .whole(run.stride),
      "frames": .whole(run.frameCount), "parts": .number(PageBody.partsPerPoint),
      "theme": .text(theme.rawValue),
      "colors": .object(["light": colors(.light).tree, "dark": colors(.dark).tree]),
      "textures": .list(
        textures.all.map { texture in
          .object([
            "size": .numbers([Double(texture.size.width), Double(texture.size.height)]),
            "png": .text(texture.png.base64EncodedString()),
          ])
        }),
      "looks": .list((run.looks + scenery.map(\.look)).map { tree($0, textures) }),
      "bodies": .list(run.bodies.map { tree($0, run, textures) }),
      "joints": .list(run.joints.map { tree($0, run, description) }),
      "surfaces": .list(SoftSurface.all(in: description).map(tree)),
      "fluids": .list(run.fluids.map { tree($0, run) }),
      "scenery": .list(
        scenery.enumerated().map { index, entry in tree(entry, look: run.looks.count + index) }),
      "graphs": .list(graphs.map(tree)), "channels": .whole(run.values.count),
      "data": .text(Data(run.data).base64EncodedString()),
    ])
  }

  private func colors(_ appearance: InterfaceTheme.Appearance) -> PageColors {
    PageColors(appearance, background: background, hasShadows: hasShadows)
  }

  private func tree(_ look: PageLook, _ textures: PageTextures) -> JSON {
    let picture = textures.place(of: look)
    var shadow: JSON?
    let light = Light(paper: view)
    if look.castsShadow, let bounds = look.outlines.bounds, bounds.isFinite, light.isSeen(around: bounds) {
      let light = light.limited(to: bounds)
      shadow = .numbers([light.offset.x, light.offset.y, light.blur].map(Self.rounded))
    }
    return .object([
      "kind": .text(look.kind.rawValue), "outlines": .list(look.outlines.map(tree)),
      "texture": picture.map { .whole($0.texture) }, "fit": picture.map { .text($0.fit.rawValue) },
      "isMissing": look.texture != nil && picture == nil ? .flag(true) : nil, "shadow": shadow,
      "layer": look.layer == 0 ? nil : .whole(look.layer),
      "gradient": picture == nil
        ? look.outlines.bounds.flatMap { gradient(look.style.gradient, over: $0) } : nil,
      "border": look.style.border.map {
        .object(["width": .number($0.width), "color": $0.color.map { .text($0.hex) }])
      },
      "caption": look.outlines.bounds.flatMap { caption(look.style.caption, over: $0) },
      "belts": look.surfaceVelocities.allSatisfy { $0 == .zero }
        ? nil : .list(look.surfaceVelocities.map { .numbers([$0.x, $0.y]) }),
    ])
  }

  private func gradient(_ gradient: Gradient?, over bounds: Rect) -> JSON? {
    guard let gradient, bounds.isFinite else { return nil }
    let ends: [Double]
    switch gradient.kind {
    case .linear:
      let (start, end) = gradient.ends(over: bounds)
      ends = [start.x, start.y, end.x, end.y]
    case .radial:
      let (center, radius) = gradient.disc(over: bounds)
      ends = [center.x, center.y, radius]
    }
    return .object([
      "type": .text(gradient.kind.rawValue), "colors": .list(gradient.stops.map { .text($0.color.hex) }),
      "locations": .numbers(gradient.stops.map(\.location)), "ends": .numbers(ends.map(Self.rounded)),
      "average": .text(gradient.average.hex),
    ])
  }

  /// Its middle counts from the body's origin; of one that stays upright from `middle`, which turns with the body.
  private func caption(_ caption: Caption?, over bounds: Rect) -> JSON? {
    guard let caption, bounds.isFinite else { return nil }
    let text = CaptionText(
      caption, over: bounds, from: caption.isUpright ? bounds.center : .zero, family: Theme().fontFamily)
    let margin =
      caption.isUpright
      ? 0
      : max(bounds.union(text.bounds).width - bounds.width, bounds.union(text.bounds).height - bounds.height)
    return .object([
      "lines": .list(text.lines.map { .text($0) }), "size": .number(Self.rounded(text.size)),
      "at": .numbers([text.offset.x, text.offset.y].map(Self.rounded)),
      "color": caption.color.map { .text($0.hex) }, "isBeyond": text.isBeyond ? .flag(true) : nil,
      "middle": caption.isUpright ? .numbers([bounds.center.x, bounds.center.y].map(Self.rounded)) : nil,
      "margin": margin > 0 ? .number(Self.rounded(margin)) : nil,
    ])
  }

  /// To a thousandth of a point.
  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

  private func tree(_ outline: Outline) -> JSON {
    let kind =
      switch outline {
      case .circle: "circle"
      case .segment: "segment"
      case .polygon, .rect: "polygon"
      }
    return .object([
      "kind": .text(kind),
      "points": .numbers(outline.points.flatMap { [Self.rounded($0.x), Self.rounded($0.y)] }),
      "radius": outline.radius == 0 ? nil : .number(Self.rounded(outline.radius)),
    ])
  }

  /// Frames are named where an entry is not there in all of them.
  private func span(_ first: Int, _ count: Int, _ run: PageRun) -> JSON? {
    first == 0 && count == run.frameCount ? nil : .list([.whole(first), .whole(count)])
  }

  private func tree(_ body: PageBody, _ run: PageRun, _ textures: PageTextures) -> JSON {
    let wear =
      textures.place(of: run.looks[body.look]) == nil
      ? Wear() : textures.wear(of: run.looks[body.look], body.id.number)
    return .object([
      "id": .whole(body.id.number), "name": .text(body.name), "look": .whole(body.look),
      "frames": span(body.first, body.count, run), "unit": .number(body.unit),
      "tracks": .text(body.tracks.map(\.letter).joined()),
      "quarters": wear.quarters == 0 ? nil : .whole(wear.quarters),
      "brightness": wear.brightness == 1 ? nil : .number(wear.brightness),
    ])
  }

  private func tree(_ joint: PageJoint, _ run: PageRun, _ description: WorldDescription) -> JSON {
    let known = joint.description
    return .object([
      "look": .text(JointLook(known, in: description).rawValue), "a": .whole(known.a.number),
      "b": .whole(known.b.number), "frames": span(joint.first, joint.count, run),
      "length": known.length.map { .number($0) },
      "track": known.track.map { .numbers([$0.from.x, $0.from.y, $0.to.x, $0.to.y]) },
    ])
  }

  private func tree(_ surface: SoftSurface) -> JSON {
    .object([
      "pieces": .list(surface.pieces.map { .whole($0.number) }),
      "radius": .number(Self.rounded(surface.radius)),
      "edges": .list(
        surface.edges.map {
          .list([.whole($0.a), .whole($0.b)] + ($0.joints.isEmpty ? [.flag(true)] : []))
        }),
      "faces": .list(
        surface.faces.map { face in .list([face.corners, face.edges].map { .list($0.map(JSON.whole)) }) }),
      "middle": surface.middle.map { .whole($0) },
    ])
  }

  private func tree(_ fluid: PageFluid, _ run: PageRun) -> JSON {
    .object([
      "outline": .numbers(fluid.description.outline.flatMap { [$0.x, $0.y] }),
      "color": fluid.description.color.map { .text($0.hex) },
      "frames": span(fluid.first, fluid.level.count, run),
    ])
  }

  private func tree(_ scenery: PageScenery, look: Int) -> JSON {
    .object([
      "look": .whole(look), "color": scenery.color.map { .text($0.hex) },
      "opacity": scenery.opacity == 1 ? nil : .number(scenery.opacity),
      "isInFront": scenery.isInFront ? .flag(true) : nil, "unit": .number(scenery.unit),
      "count": .whole(scenery.count), "places": .text(scenery.data.base64EncodedString()),
    ])
  }

  private func tree(_ graph: Graph) -> JSON {
    .object([
      "title": .text(graph.title),
      "channels": .list(
        graph.channels.map {
          .object(["name": .text($0.name), "unit": .text($0.unit), "place": .whole($0.place)])
        }),
      "range": graph.range.map { .numbers([$0.lowerBound, $0.upperBound]) },
      "thresholds": .numbers(graph.thresholds),
    ])
  }
}

import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleGraph
import TumbleLooks

/// One page of HTML that plays a run: its style, its scripts, its pictures and its poses are in it, and it
/// asks the network for nothing.
package struct RunPage {
  /// The name of the picture.
  package var name: String
  package var title: String
  package var note: String
  /// The program that wrote it, such as `Tumble 0.1.0`.
  package var program: String
  /// The part of the world that is shown, in points.
  package var view: Rect
  /// A scene's own, in place of the paper.
  package var background: Color?
  package var hasShadows = true
  /// The moment that it shows where it does not play by itself, in seconds; nil: its first.
  package var poster: Double?
  package var theme = PageTheme.auto
  package var graphs: [Graph] = []

  /// Lines over the time that is shown.
  package struct Graph: Hashable, Sendable {
    package var title: String
    package var channels: [Channel]
    /// The fixed limits; nil: they follow the values.
    package var range: ClosedRange<Double>?
    package var thresholds: [Double]

    package init(
      title: String = "", channels: [Channel], range: ClosedRange<Double>? = nil, thresholds: [Double] = []
    ) {
      self.title = title
      self.channels = channels
      self.range = range
      self.thresholds = thresholds
    }

    /// One of the run's channels.
    package struct Channel: Hashable, Sendable {
      package var name: String
      package var unit: String
      /// The index among the run's channels.
      package var place: Int

      package init(name: String, unit: String, place: Int) {
        self.name = name
        self.unit = unit
        self.place = place
      }
    }
  }

  package init(name: String, title: String = "", note: String = "", program: String, view: Rect) {
    self.name = name
    self.title = title
    self.note = note
    self.program = program
    self.view = view
  }
}

extension RunPage {
  /// The page's bytes, in UTF-8; the same each time.
  ///
  /// - Parameters:
  ///   - run: The run, finished.
  ///   - description: That of the last frame.
  /// - Throws: `DrawingError`, if a picture cannot be encoded.
  package func html(_ run: PageRun, _ description: WorldDescription, textures: TextureCache) throws -> [UInt8]
  {
    let scenery = description.scenery.compactMap { PageScenery(of: $0, in: view) }
    let textures = try PageTextures(of: run.looks + scenery.map(\.look), view: view, cache: textures)
    let tree = self.tree(run, scenery, description, textures).htmlText
    let style = theme.style(colors) + "\n" + Self.text(PackageResources.page_css)
    let scripts = [
      PackageResources.run_js, PackageResources.painter_js, PackageResources.looks_js,
      PackageResources.joints_js, PackageResources.surfaces_js, PackageResources.stage_js,
      PackageResources.graph_js, PackageResources.player_js,
    ].map(Self.text).joined(separator: "\n")
    let texts = [
      "title": (title.isEmpty ? name : title).xmlText, "note": note.xmlText, "name": name.xmlText,
      "program": program.xmlText, "style": style, "scripts": scripts, "run": tree,
    ]
    return try Self.fill(PackageResources.page_html) { mark in texts[mark] }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func colors(_ appearance: InterfaceTheme.Appearance) -> PageColors {
    PageColors(appearance, background: background, hasShadows: hasShadows)
  }

  /// Puts something in place of each `{{mark}}` of a template. What is put in is not looked through for
  /// marks.
  private static func fill(_ template: [UInt8], _ filling: (String) -> String?) throws -> [UInt8] {
    var parts = text(template).components(separatedBy: "{{").makeIterator()
    var bytes = [UInt8]((parts.next() ?? "").utf8)
    while let part = parts.next() {
      let (mark, rest) = (part.components(separatedBy: "}}")[0], part.drop { $0 != "}" }.dropFirst(2))
      guard let filling = filling(mark) else { preconditionFailure("the page has nothing for {{\(mark)}}") }
      bytes += filling.utf8
      bytes += rest.utf8
    }
    return bytes
  }
}

extension JSON {
  /// The value in one line within a script of HTML, where `</script>` and `<!--` would mean something.
  var htmlText: String {
    // None of the three is anywhere but in texts and keys.
    written().escaped { scalar in
      switch scalar {
      case "<", ">", "&": "\\u" + UInt16(scalar.value).hexadecimal
      default: nil
      }
    }
  }
}

// What the page's scripts read: docs/export.md names the keys.

extension RunPage {
  func tree(
    _ run: PageRun, _ scenery: [PageScenery], _ description: WorldDescription, _ textures: PageTextures
  ) -> JSON {
    .object([
      "format": .whole(1), "name": .text(name),
      "view": .numbers([view.min.x, view.min.y, view.width, view.height]),
      "rate": .whole(run.rate), "firstStep": .whole(run.firstStep), "stride": .whole(run.stride),
      "frames": .whole(run.frameCount), "poster": .number(poster ?? 0),
      "parts": .number(PageBody.partsPerPoint),
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
      "layer": look.depth == 0 ? nil : .whole(look.depth),
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

  /// The caption as JSON. Its middle counts from the body's origin; of one that stays upright from `middle`,
  /// which turns with the body.
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

  /// Returns a number to a thousandth of a point.
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

/// The colors of a page: those of the window, for a light and a dark one.
struct PageColors {
  private let stage: Theme
  private let interface: InterfaceTheme
  private let lines: [Color]

  /// - Parameter background: A scene's own, in place of the paper.
  init(_ appearance: InterfaceTheme.Appearance, background: Color?, hasShadows: Bool) {
    var stage = Theme(background: background, appearance)
    if !hasShadows { stage.shadow = nil }
    self.stage = stage
    interface = InterfaceTheme(appearance)
    lines = appearance == .light ? GraphStyle.paper.palette : GraphStyle().palette
  }

  /// The tree that the scripts draw with.
  var tree: JSON {
    func text(_ color: Color) -> JSON { .text(color.hex) }
    return .object([
      "paper": .list([text(stage.paperTop), text(stage.paperBottom)]), "grid": text(stage.grid),
      "gridEvery5th": text(stage.gridEvery5th), "vignette": text(stage.vignette),
      "shadow": stage.shadow.map(text), "static": text(stage.staticBody),
      "kinematic": text(stage.kinematicBody), "dynamic": .list(stage.dynamicBodies.map(text)),
      "missing": text(stage.missing), "fluid": text(stage.fluid), "rope": text(stage.rope),
      "rod": text(stage.rod), "spring": text(stage.spring), "slot": text(stage.slot),
      "pin": text(stage.pivot), "lines": .list(lines.map(text)),
      "text": text(interface.text), "dim": text(interface.dim),
      "border": text(interface.border), "accent": text(interface.accent),
    ])
  }

  /// The colors that the style refers to.
  var style: String {
    [
      ("page", interface.field), ("panel", interface.panel), ("hovered", interface.hovered),
      ("border", interface.border), ("text", interface.text), ("dim", interface.dim),
      ("accent", interface.accent), ("accent-hovered", interface.accentHovered),
      ("on-accent", interface.onAccent), ("rim", stage.paperEdge),
    ].map { "--\($0): \($1.hex);" }.joined(separator: " ")
  }
}

/// The theme of a page.
package enum PageTheme: String, CaseIterable, Sendable {
  /// The theme that the reader's browser is set to.
  case auto
  case light, dark
}

extension PageTheme {
  func style(_ colors: (InterfaceTheme.Appearance) -> PageColors) -> String {
    let (light, dark) = (colors(.light).style, colors(.dark).style)
    switch self {
    case .light: return ":root { color-scheme: light; \(light) }"
    case .dark: return ":root { color-scheme: dark; \(dark) }"
    case .auto:
      return """
        :root { color-scheme: light dark; \(light) }
        @media (prefers-color-scheme: dark) { :root { \(dark) } }
        """
    }
  }
}

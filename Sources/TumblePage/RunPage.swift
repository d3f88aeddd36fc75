import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGraph
import TumbleLooks

/// One page of HTML that plays a run: its style, its scripts, its pictures and its poses are in it, and it
/// asks the network for nothing.
package struct RunPage {
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
  /// Is true if the scene's camera moves the view.
  package var hasCamera = false
  /// The moment that it shows where it does not play by itself, in seconds; nil: its first.
  package var poster: Double?
  /// The address of the picture that social media show for the page.
  package var image: String?
  /// Is true for a card that stands in other pages: the stage alone, which waits to be played.
  package var isCard = false
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
      (self.title, self.channels, self.range, self.thresholds) = (title, channels, range, thresholds)
    }

    package struct Channel: Hashable, Sendable {
      package var name: String
      package var unit: String
      /// The index among the run's channels.
      package var place: Int

      package init(name: String, unit: String, place: Int) {
        (self.name, self.unit, self.place) = (name, unit, place)
      }
    }
  }

  package init(name: String, title: String = "", note: String = "", program: String, view: Rect) {
    (self.name, self.title, self.note, self.program, self.view) = (name, title, note, program, view)
  }
}

extension RunPage {
  /// The page's bytes, in UTF-8; of a card the element that holds it. The same each time.
  ///
  /// - Parameters:
  ///   - run: The run, finished.
  ///   - description: That of the last frame.
  /// - Throws: `DrawingError`, if a picture cannot be encoded.
  package func html(_ run: PageRun, _ description: WorldDescription, textures: TextureCache) throws -> [UInt8]
  {
    let painter = PagePainter(
      run, description, view: view, themes: theme.appearances.map(stage), cache: textures)
    painter.paint()
    let figures = graphs.map { PageFigure($0, run) }
    let tree = try self.tree(run, painter, figures).htmlText
    let (width, height) = (view.width.shortText, view.height.shortText)
    let below = graphs.isEmpty ? "14rem" : "26.5rem"
    let sizes = ":root { --width: \(width); --height: \(height); --below: \(below) }"
    let colors = theme.style { PageColors($0, stage: stage($0)) }
    let style = [sizes, colors, Self.text(PackageResources.page_css)].joined(separator: "\n")
    let scripts = [PackageResources.run_js, PackageResources.stage_js, PackageResources.player_js]
      .map(Self.text).joined(separator: "\n")
    let texts = [
      "title": (title.isEmpty ? name : title).xmlText, "note": note.xmlText, "name": name.xmlText,
      "program": program.xmlText, "style": style, "scripts": scripts, "run": tree,
      "last": "\(max(run.frameCount - 1, 0))", "rate": "\(run.rate)",
      "class": isCard ? " class=\"card\"" : "", "image": imageTags,
      "graphs": figures.map(\.html).joined(separator: "\n"),
    ]
    let page = try Self.fill(PackageResources.page_html) { mark in texts[mark] }
    guard isCard else { return page }
    let text = Self.text(page).escaped { $0 == "&" ? "&amp;" : $0 == "'" ? "&#39;" : nil }
    return [UInt8](
      """
      <iframe title="\((title.isEmpty ? name : title).xmlText)" loading="lazy" sandbox="allow-scripts" \
      style="display: block; width: 100%; aspect-ratio: \(width) / \(height); border: 0" srcdoc='\(text)'>\
      </iframe>

      """.utf8)
  }

  private var imageTags: String {
    guard let image = image?.xmlText else { return "<meta name=\"twitter:card\" content=\"summary\">" }
    return """
      <meta property="og:image" content="\(image)">
      <meta name="twitter:card" content="summary_large_image">
      """
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func stage(_ appearance: InterfaceTheme.Appearance) -> Theme {
    var theme = Theme(background: background, appearance)
    if !hasShadows { theme.shadow = nil }
    if hasCamera { theme.makePaperEndless() }
    return theme
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
  /// Bytes in base64.
  fileprivate static func packed(_ bytes: [UInt8]) -> JSON { .text(Data(bytes).base64EncodedString()) }

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
  func tree(_ run: PageRun, _ painter: PagePainter, _ figures: [PageFigure]) throws -> JSON {
    let (pages, sprites) = try painter.sheet.draw()
    let stages = theme.appearances.map(stage)
    let paper = [\Theme.paperTop, \.paperBottom, \.grid, \.gridEvery5th, \.vignette].map { part in
      JSON.texts(stages.map { $0[keyPath: part].hex })
    }
    let joints = painter.jointTracks
    let lists: JSON.Object = [
      "bodies": .list(run.bodies.map { tree($0, run) }),
      "joints": .list(zip(run.joints, joints).map { tree($0, $1.count, run) }),
      "marks": .list(painter.marks.map { tree($0, run) }), "sprites": .list(sprites.map(tree)),
    ]
    let data = run.data(joints: joints, painter.marks.flatMap { $0.tracks.map(\.track) })
    let about: JSON.Object = [
      "format": .whole(6), "name": .text(name),
      "view": .numbers([view.min.x, view.min.y, view.width, view.height]),
      "rate": .whole(run.rate), "firstStep": .whole(run.firstStep), "stride": .whole(run.stride),
      "frames": .whole(run.frameCount), "poster": .number(poster ?? 0),
      "every": .whole(run.seldom),
      "camera": run.camera.isEmpty
        ? nil : .numbers([1, 1, PageRun.zoomParts].map { $0 * PageBody.partsPerPoint }),
      "theme": .text(theme.rawValue),
      "channels": .whole(run.values.count),
      "lists": .packed(Array(JSON.object(lists).written().utf8).deflated()),
      "spans": .whole(data.spans), "values": .whole(data.values),
      "data": .packed(data.bytes.deflated(isNoise: true)),
    ]
    let looks: JSON.Object = [
      "paper": .object([
        // For screens of many sizes.
        "steps": .numbers(
          (-3...3).map { PaperGrid.step(pointsPerUnit: PageSheet.pixel(of: view) * exp2(Double($0))) }),
        "colors": .list(paper),
      ]),
      "pages": .list(
        pages.map { page in
          .object([
            "png": .text(page.png.base64EncodedString()),
            "jpeg": page.jpeg.map { .text($0.base64EncodedString()) },
          ])
        }),
      "graphs": .list(figures.map(tree)),
    ]
    return .object(about + looks)
  }

  private func tree(_ sprite: PageSheet.Sprite) -> JSON {
    let pixels = [sprite.page, sprite.x, sprite.y, sprite.size.width, sprite.size.height].map(Double.init)
    let covered = sprite.covered
    let points = [covered.min.x, covered.min.y, covered.width, covered.height].map(Self.rounded)
    return .numbers(pixels + points)
  }

  private func tree(_ joint: PageJoint, _ tracks: Int, _ run: PageRun) -> JSON {
    .object([
      "frames": span(joint.first..<joint.end, run),
      "tracks": .numbers(Array(repeating: PageBody.partsPerPoint, count: tracks)),
    ])
  }

  private func tree(_ mark: PagePainter.Mark, _ run: PageRun) -> JSON {
    let tracks: JSON.Object = [
      "kind": .text(mark.kind), "frames": span(mark.frames, run),
      "samples": mark.tracks.first.map { .whole($0.track.count) },
      "tracks": mark.tracks.isEmpty ? nil : .numbers(mark.tracks.map(\.unit)),
    ]
    return .object(tracks + mark.values)
  }

  /// Returns a number to a thousandth of a point.
  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }

  /// Frames are named where an entry is not there in all of them.
  private func span(_ frames: Range<Int>, _ run: PageRun) -> JSON? {
    frames == 0..<run.frameCount ? nil : .list([.whole(frames.lowerBound), .whole(frames.count)])
  }

  private func tree(_ body: PageBody, _ run: PageRun) -> JSON {
    .object([
      "id": .whole(body.id.number), "name": .text(body.name),
      "isStatic": run.looks[body.look].kind == .static ? .flag(true) : nil,
      "frames": span(body.first..<body.end, run), "every": body.every > 1 ? .whole(body.every) : nil,
      "units": .object(
        JSON.Object(body.tracks.map { ($0.letter, .number(body.partsPerUnit(of: $0.letter))) })),
    ])
  }

  private func tree(_ figure: PageFigure) -> JSON {
    .object([
      "title": .text(figure.graph.title),
      "channels": .list(
        figure.graph.channels.map {
          .object(["name": .text($0.name), "unit": .text($0.unit), "place": .whole($0.place)])
        }),
      "range": .numbers([figure.scale.lower, figure.scale.upper]),
      "thresholds": .numbers(figure.graph.thresholds),
    ])
  }
}

/// The colors of a page about its stage: those of the window, for a light and a dark one.
struct PageColors {
  private let stage: Theme
  private let interface: InterfaceTheme
  private let lines: [Color]

  init(_ appearance: InterfaceTheme.Appearance, stage: Theme) {
    self.stage = stage
    interface = InterfaceTheme(appearance)
    lines = appearance == .light ? GraphStyle.paper.palette : GraphStyle().palette
  }

  /// The different colors of lines.
  static let lineCount = min(GraphStyle.paper.palette.count, GraphStyle().palette.count)

  var style: String {
    let colors = [
      ("page", interface.field), ("panel", interface.panel), ("hovered", interface.hovered),
      ("border", interface.border), ("text", interface.text), ("dim", interface.dim),
      ("accent", interface.accent), ("accent-hovered", interface.accentHovered),
      ("on-accent", interface.onAccent), ("rim", stage.paperEdge),
    ]
    let named = colors + lines.prefix(Self.lineCount).enumerated().map { ("line-\($0)", $1) }
    return named.map { "--\($0): \($1.hex);" }.joined(separator: " ")
  }
}

package enum PageTheme: String, CaseIterable, Sendable {
  /// The theme that the reader's browser is set to.
  case auto
  case light, dark
}

extension PageTheme {
  /// The appearances that it may have.
  var appearances: [InterfaceTheme.Appearance] {
    switch self {
    case .auto: [.light, .dark]
    case .light: [.light]
    case .dark: [.dark]
    }
  }

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

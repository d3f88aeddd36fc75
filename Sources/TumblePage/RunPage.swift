import TumbleLooks
import Foundation
import TumbleFiles
import TumbleFrames
import TumbleGeometry

/// One page of HTML that plays a run: its style, its scripts, its pictures and its poses are in it, and it asks the network for
/// nothing.
package struct RunPage {
  /// In its name.
  package var name: String
  package var title: String
  package var note: String
  /// What wrote it, such as `Tumble 0.1.0`.
  package var program: String
  /// The part of the world that is shown, in points.
  package var view: Rect
  /// A scene's own, in place of the paper.
  package var background: Color?
  package var hasShadows = true
  package var theme = PageTheme.auto
  package var graphs: [Graph] = []

  /// Lines over the time that is shown.
  package struct Graph: Hashable, Sendable {
    package var title: String
    package var channels: [Channel]
    /// Fixed limits; nil: they follow the values.
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
      /// Its place among the run's channels.
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
  ///   - run: finished.
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

  /// Puts something in place of each `{{mark}}` of a template. What is put in is not looked through for marks.
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

import Foundation
import TumbleFiles
import TumbleGeometry

extension Drawing {
  /// What the numbers of a document's size count.
  public enum DocumentUnit: String, Hashable, Sendable {
    /// A 96th of an inch, as browsers count.
    case pixel = "px"
    /// A 72nd of an inch, as printers count.
    case point = "pt"
  }

  /// An SVG document, the same bytes for the same drawing.
  ///
  /// Text is text: it can be searched, copied and edited, and needs the font, or one like it, where it is shown. Places
  /// are written to a thousandth of a unit.
  ///
  /// - Parameter unit: That of the drawing's units, for the document's size on paper.
  public func svg(unit: DocumentUnit = .pixel) -> Data {
    var text = SVGText()
    let (width, height) = (SVGText.number(size.width), SVGText.number(size.height))
    text.line(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\(unit.rawValue)\""
        + " height=\"\(height)\(unit.rawValue)\" viewBox=\"0 0 \(width) \(height)\">")
    if !title.isEmpty { text.line("<title>\(title.xmlText)</title>") }
    text.add(items)
    text.line("</svg>")
    return Data(text.body.utf8)
  }
}

/// An SVG document as it is written.
private struct SVGText {
  private(set) var body = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var clips = 0

  mutating func line(_ text: String) {
    body += text
    body += "\n"
  }

  mutating func add(_ items: [Drawing.Item]) {
    for item in items {
      switch item {
      case .fill(let outlines, let color):
        let path = Self.path(outlines, closed: true)
        guard !path.isEmpty, color.isFinite else { continue }
        line("<path\(Self.paint("fill", color)) d=\"\(path)\"/>")
      case .stroke(let lines, let color, let style):
        let path = Self.path(lines, closed: false)
        guard !path.isEmpty, color.isFinite, style.width.isFinite, style.width > 0 else { continue }
        line("<path fill=\"none\"\(Self.paint("stroke", color))\(Self.attributes(style)) d=\"\(path)\"/>")
      case .disc(let center, let radius, let color):
        guard center.isFinite, radius.isFinite, radius > 0, color.isFinite else { continue }
        line(
          "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
            + "r=\"\(Self.number(radius))\"\(Self.paint("fill", color))/>")
      case .text(let text): add(text)
      case .clipped(let rect, let inner):
        guard rect.isFinite else { continue }
        clips += 1
        line(
          "<clipPath id=\"clip\(clips)\"><rect x=\"\(Self.number(rect.min.x))\" "
            + "y=\"\(Self.number(rect.min.y))\" width=\"\(Self.number(rect.width))\" "
            + "height=\"\(Self.number(rect.height))\"/></clipPath>")
        line("<g clip-path=\"url(#clip\(clips))\">")
        add(inner)
        line("</g>")
      }
    }
  }

  private mutating func add(_ text: Drawing.Text) {
    guard text.point.isFinite, text.font.size.isFinite, text.font.size > 0, text.color.isFinite else {
      return
    }
    let (x, y) = (Self.number(text.point.x), Self.number(text.point.y))
    let place =
      text.isUpright ? "transform=\"translate(\(x) \(y)) rotate(-90)\"" : "x=\"\(x)\" y=\"\(y)\""
    let anchor =
      switch text.alignment {
      case .left: ""
      case .center: " text-anchor=\"middle\""
      case .right: " text-anchor=\"end\""
      }
    line(
      "<text \(place) font-family=\"\(Self.families(text.font.family))\" "
        + "font-size=\"\(Self.number(text.font.size))\""
        + (text.font.isBold ? " font-weight=\"bold\"" : "") + anchor + Self.paint("fill", text.color)
        + ">\(text.text.xmlText)</text>")
  }

  // MARK: Parts

  private static func path(_ lines: [[Vector]], closed: Bool) -> String {
    var path = ""
    for line in lines {
      var isFirst = true
      for point in line where point.isFinite {
        path += isFirst ? "M" : "L"
        path += number(point.x)
        path += " "
        path += number(point.y)
        isFirst = false
      }
      // A point alone is a dot where the ends of lines are round.
      if !isFirst, closed || line.count == 1 { path += "Z" }
    }
    return path
  }

  /// `kind` is fill or stroke.
  private static func paint(_ kind: String, _ color: Color) -> String {
    let opaque = " \(kind)=\"\(color.withAlpha(1).hex)\""
    return color.alpha >= 1 ? opaque : opaque + " \(kind)-opacity=\"\(number(min(max(color.alpha, 0), 1)))\""
  }

  private static func attributes(_ style: Stroke) -> String {
    var text = " stroke-width=\"\(number(style.width))\""
    switch style.join {
    case .round: text += " stroke-linejoin=\"round\""
    case .bevel: text += " stroke-linejoin=\"bevel\""
    case .miter: break
    }
    switch style.cap {
    case .round: text += " stroke-linecap=\"round\""
    case .square: text += " stroke-linecap=\"square\""
    case .butt: break
    }
    if let dash = style.dash, dash.isUsable {
      text += " stroke-dasharray=\"" + dash.lengths.map(number).joined(separator: " ") + "\""
      if dash.offset != 0 { text += " stroke-dashoffset=\"\(number(dash.offset))\"" }
    }
    return text
  }

  /// What stands in for a font that is not there.
  private static func families(_ family: String) -> String {
    let generic = ["serif", "sans-serif", "monospace"]
    if generic.contains(family) { return family }
    if family == Font.builtInFamily { return "sans-serif" }
    let isSerif = family.hasSuffix("Serif") || family.hasPrefix("Times") || family.hasPrefix("Nimbus Roman")
    let quoted = family.filter { $0 != "'" && $0 != "\\" }
    return "'\(quoted)', \(isSerif ? "serif" : "sans-serif")".xmlText
  }

  /// To a thousandth, without what would not change it.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let thousandths = (min(max(value, -1e12), 1e12) * 1000).rounded()
    let (whole, rest) = Int(abs(thousandths)).quotientAndRemainder(dividingBy: 1000)
    var text = thousandths < 0 ? "-" : ""
    text += String(whole)
    guard rest > 0 else { return text }
    text += "."
    if rest < 100 { text += "0" }
    if rest < 10 { text += "0" }
    text += String(rest % 10 != 0 ? rest : rest % 100 != 0 ? rest / 10 : rest / 100)
    return text
  }
}

import TumbleDrawing
import TumbleGeometry

/// Which parts of a body's look are drawn.
package struct StyleParts: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Color or gradient, with what a border leaves of the rim.
  package static let fill = StyleParts(rawValue: 1)
  package static let border = StyleParts(rawValue: 2)
  /// One that turns with its body.
  static let caption = StyleParts(rawValue: 4)
  /// Of the fill only what an opaque border leaves: where both are drawn one over the other, and are half seen, none of it may
  /// shine through the border.
  package static let withinBorder = StyleParts(rawValue: 8)
  package static let all: StyleParts = [.fill, .border, .caption]
}

/// All outlines of a body with its style: what one sprite shows. A value, so that any thread can draw it.
package struct StyledOutlines: Hashable, Sendable {
  /// As they are drawn: their corners are rounded.
  let outlines: [Outline]
  let gradient: Gradient?
  let border: BodyBorder?
  /// A caption that turns with the body.
  let caption: CaptionText?
  let ink: CaptionInk?
  let color: Color
  let hasSpokes: Bool

  /// - Parameters:
  ///   - color: What the outlines are filled with, or the gradient is multiplied by.
  ///   - parts: What is drawn of the style.
  ///   - isPicture: Whether a picture is below.
  ///   - hasSpokes: Whether circles show how they turn.
  package init(
    _ outlines: [Outline], _ style: BodyStyle, color: Color, parts: StyleParts = .all,
    isPicture: Bool = false, hasSpokes: Bool = false, family: String
  ) {
    self.outlines = outlines.map(\.drawn)
    self.color = color
    self.hasSpokes = hasSpokes
    gradient = style.gradient?.tinted(color)
    border = style.border
    guard parts.contains(.caption), let caption = style.caption, !caption.isUpright,
      let bounds = self.outlines.bounds, bounds.isFinite
    else {
      self.caption = nil
      ink = nil
      self.parts = parts.subtracting(.caption)
      return
    }
    let text = CaptionText(caption, over: bounds, from: .zero, family: family)
    let fill = style.fill(color)
    self.caption = text
    ink = CaptionInk(caption, text, on: isPicture ? nil : fill)
    self.parts = parts
  }

  let parts: StyleParts

  /// Whether what lies below an outline shines through it.
  var isTranslucent: Bool {
    !parts.contains(.fill) || gradient?.stops.contains { $0.color.alpha < 1 } ?? false
      || parts.contains(.withinBorder) && border?.color?.alpha == 1
  }

  /// In points of the body.
  var bounds: Rect? {
    let bounds = outlines.bounds
    guard let caption else { return bounds }
    return bounds.map { $0.union(caption.bounds) }
  }
}

extension BodyStyle {
  /// Whether bodies are drawn as if there were none: its corner radius is in their outlines.
  package var isPlain: Bool { gradient == nil && border == nil && caption == nil }

  /// What outlines are filled with, or a gradient is multiplied by: a gradient takes no color but the body's own.
  ///
  /// - Parameters:
  ///   - own: The body's; nil where it has none.
  ///   - plain: What is filled without one.
  package func base(_ own: Color?, plain: Color) -> Color { own ?? (gradient == nil ? plain : .white) }

  /// What a caption lies on, about.
  package func fill(_ color: Color) -> Color { gradient?.tinted(color).average ?? color }
}

extension Canvas {
  /// Draws outlines as one: where they overlap, the later one covers the earlier, whatever its colors' alpha.
  ///
  /// - Parameter edgeWidth: Of the rim, in units of the canvas.
  func draw(_ styled: StyledOutlines, edgeWidth: Double) {
    // The gradient's own colors may be translucent; that of the body counts once for all.
    let opacity = styled.gradient == nil && styled.parts.contains(.fill) ? styled.color.alpha : 1
    let bounds = styled.outlines.bounds ?? Rect(size: .zero)
    withGroup(opacity: opacity) { canvas in
      for (index, outline) in styled.outlines.enumerated() {
        // Where it covers all anyway, erasing would only thin out the edges within.
        if index > 0, styled.isTranslucent {
          canvas.path(of: outline)
          canvas.eraseFill()
        }
        if styled.gradient == nil, styled.border == nil, styled.caption == nil {
          if styled.parts.contains(.fill) {
            canvas.draw(
              outline, color: styled.color.withAlpha(1), edgeWidth: edgeWidth, hasSpoke: styled.hasSpokes)
          }
          continue
        }
        canvas.withState { canvas in
          canvas.path(of: outline)
          canvas.clip()
          // Blended at the edge once: no fill shines out beside a border.
          canvas.withGroup { $0.drawWhole(outline, styled, over: bounds, edgeWidth) }
        }
      }
    }
    if let caption = styled.caption, let ink = styled.ink {
      withGroup(opacity: opacity) { caption.draw(on: $0, ink.color, edge: ink.edge) }
    }
  }

  /// Beyond the outline too, where it is cut off.
  private func drawWhole(_ outline: Outline, _ styled: StyledOutlines, over bounds: Rect, _ edgeWidth: Double)
  {
    if styled.parts.contains(.fill) {
      let area = (outline.bounds ?? bounds).insetBy(-edgeWidth)
      rectangle(area)
      if let gradient = styled.gradient {
        fill(gradient, over: bounds)
      } else {
        let color = styled.color.withAlpha(1)
        if case .circle(let center, let radius) = outline {
          fill(around: center, color.lit(by: 0.14), to: radius, color.lit(by: -0.12))
        } else {
          fill(color)
        }
      }
      if styled.border == nil {
        stroke(outline, .white.withAlpha(0.28), width: edgeWidth * 1.9)
        stroke(outline, .black.withAlpha(0.32), width: edgeWidth)
      }
    }
    guard let border = styled.border else { return }
    if styled.parts.contains(.border) { stroke(outline, border) }
    // A pixel of the border has both, or its smooth inner edge would be a gap.
    let covered = border.width - edgeWidth / 1.6
    if styled.parts.contains(.withinBorder), border.color?.alpha == 1, covered > 0 {
      path(of: outline)
      eraseStroke(Stroke(width: covered * 2, join: .miter))
    }
  }

  private func stroke(_ outline: Outline, _ border: BodyBorder) {
    guard border.width > 0 else { return }
    stroke(outline, border.color ?? .black.withAlpha(0.5), width: border.width)
  }

  /// Half of a stroke falls outside, where a clip takes it away.
  private func stroke(_ outline: Outline, _ color: Color, width: Double) {
    path(of: outline)
    stroke(color, Stroke(width: width * 2, join: .miter))
  }

  /// What lies over a picture of a body: its border and its caption.
  func drawOver(_ styled: StyledOutlines) {
    if let border = styled.border {
      for outline in styled.outlines {
        withState { canvas in
          canvas.path(of: outline)
          canvas.clip()
          canvas.stroke(outline, border)
        }
      }
    }
    if let caption = styled.caption, let ink = styled.ink {
      caption.draw(on: self, ink.color, edge: ink.edge)
    }
  }
}

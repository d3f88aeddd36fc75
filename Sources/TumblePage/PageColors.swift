import TumbleLooks
import TumbleFiles
import TumbleGeometry
import TumbleGraph

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

  /// What the scripts draw with.
  var tree: JSON {
    func text(_ color: Color) -> JSON { .text(color.hex) }
    return .object([
      "paper": .list([text(stage.paperTop), text(stage.paperBottom)]), "grid": text(stage.grid),
      "gridEvery5th": text(stage.gridEvery5th), "vignette": text(stage.vignette),
      "shadow": stage.shadow.map(text), "static": text(stage.staticBody),
      "kinematic": text(stage.kinematicBody), "dynamic": .list(stage.dynamicBodies.map(text)),
      "missing": text(stage.missing), "fluid": text(stage.fluid), "rope": text(stage.rope),
      "rod": text(stage.rod), "spring": text(stage.spring), "slot": text(stage.slot), "pin": text(stage.pin),
      "lines": .list(lines.map(text)), "text": text(interface.text), "dim": text(interface.dim),
      "border": text(interface.border), "accent": text(interface.accent),
    ])
  }

  /// What the style refers to.
  var style: String {
    [
      ("page", interface.field), ("panel", interface.panel), ("hovered", interface.hovered),
      ("border", interface.border), ("text", interface.text), ("dim", interface.dim),
      ("accent", interface.accent), ("accent-hovered", interface.accentHovered),
      ("on-accent", interface.onAccent), ("rim", stage.paperEdge),
    ].map { "--\($0): \($1.hex);" }.joined(separator: " ")
  }
}

/// What a page is like.
package enum PageTheme: String, CaseIterable, Sendable {
  /// As the reader's browser is set.
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

import TumbleGeometry

/// The colors of the interface: the stage's paper by day, its line of status by night.
package struct InterfaceTheme: Hashable, Sendable {
  package enum Appearance: String, Hashable, Sendable, CaseIterable { case light, dark }

  package let appearance: Appearance
  /// Behind everything of a panel, and of what falls down from it.
  package let panel: Color
  package let popup: Color
  /// What can be typed into or pulled.
  package let field: Color
  package let hovered: Color
  package let border: Color
  package let text: Color
  /// Labels, units, and what counts less.
  package let dim: Color
  /// What is on, chosen or the next thing to do, and texts on it.
  package let accent: Color
  package let accentHovered: Color
  package let onAccent: Color
  /// Behind rows that are chosen and texts that are marked.
  package let selection: Color
  package let scrollbar: Color
  package let danger: Color
  package let warning: Color
  package let success: Color

  package init(_ appearance: Appearance) {
    func color(_ light: String, _ dark: String) -> Color {
      Color(hex: appearance == .light ? light : dark) ?? .black
    }
    self.appearance = appearance
    panel = color("#fcfaf5", "#262b32")
    popup = color("#fffefb", "#2d333b")
    field = color("#f1ecdf", "#1c2026")
    hovered = color("#e8e1d1", "#37404a")
    border = color("#d8cfbd", "#414a55")
    text = color("#2b3139", "#e9e7e2")
    dim = color("#5c6570", "#b3bcc6")
    accent = color("#2a756e", "#74c7bd")
    accentHovered = color("#22645e", "#8bd4cb")
    onAccent = color("#ffffff", "#10302d")
    selection = color("#d3e6e1", "#2f4c4b")
    scrollbar = color("#d3cab8", "#4a5560")
    danger = color("#ab3a29", "#f39a88")
    warning = color("#855500", "#ffc857")
    success = color("#33703a", "#93d190")
  }
}

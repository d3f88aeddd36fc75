import CTumbleImGui
import TumbleGeometry
import TumbleLooks

extension InterfaceTheme {
  /// What Dear ImGui draws itself, with the pixels of a point.
  func style(scale: Double) -> TumbleUIStyle {
    TumbleUIStyle(
      text: text.bytes, dim: dim.bytes, panel: panel.bytes, popup: popup.bytes, field: field.bytes,
      hovered: hovered.bytes, border: border.bytes, accent: accent.bytes, selection: selection.bytes,
      scrollbar: scrollbar.bytes, scale: Float(scale))
  }
}

extension Color {
  /// r, g, b, a in memory.
  var bytes: UInt32 {
    func byte(_ component: Double) -> UInt32 {
      component > 0 ? UInt32((min(component, 1) * 255).rounded()) : 0
    }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24
  }
}

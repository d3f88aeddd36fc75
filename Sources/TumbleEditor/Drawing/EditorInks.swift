import TumbleGeometry

/// The colors of what the editor shows: strong enough to be seen on light paper, or on a dark background.
package struct EditorInks: Hashable, Sendable {
  package var selection: Color
  package var preview: Color
  package var band: Color
  package var guide: Color
  package var refusal: Color
  /// Inside handles.
  package var handle: Color

  private static let onLight = EditorInks(isLight: true)
  private static let onDark = EditorInks(isLight: false)

  /// Read once and kept, for they are asked for in every frame.
  ///
  /// - Parameter background: What the world is drawn on.
  package static func on(_ background: Color) -> EditorInks {
    background.red + background.green + background.blue > 1.5 ? onLight : onDark
  }

  private init(isLight: Bool) {
    func color(_ light: String, _ dark: String) -> Color { Color(hex: isLight ? light : dark) ?? .black }
    selection = color("#1f6feb", "#7cb7ff")
    preview = color("#0f766e", "#5eead4")
    band = color("#1f6feb", "#7cb7ff")
    guide = color("#c026d3", "#f0a6ff")
    refusal = color("#c2410c", "#ffb07c")
    handle = color("#ffffff", "#1b2330")
  }

  subscript(ink: EditorDrawing.Ink) -> Color {
    switch ink {
    case .selection: selection
    case .preview: preview
    case .band: band
    case .guide: guide
    case .refusal: refusal
    }
  }
}

import TumbleGeometry

extension Color {
  /// Marks errors in a graph.
  package static let red = Color(red: 1, green: 0.42, blue: 0.38)
  /// Marks joints that break in a graph.
  static let orange = Color(red: 1, green: 0.66, blue: 0.3)
  /// Marks what a scene's triggers report in a graph.
  static let green = Color(red: 0.5, green: 0.85, blue: 0.55)
  /// Marks a person's actions in a graph.
  package static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}

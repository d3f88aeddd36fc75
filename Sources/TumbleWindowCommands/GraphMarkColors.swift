import TumbleGeometry

extension Color {
  /// Of a graph's marks for what went wrong.
  static let red = Color(red: 1, green: 0.42, blue: 0.38)
  /// Of a graph's marks for what the scene's triggers say.
  static let green = Color(red: 0.5, green: 0.85, blue: 0.55)
  /// Of a graph's marks for what a person did.
  static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}

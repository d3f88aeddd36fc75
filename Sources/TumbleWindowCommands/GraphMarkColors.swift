import TumbleGeometry

extension Color {
  /// Of a graph's marks for what went wrong.
  static let red = Color(red: 1, green: 0.42, blue: 0.38)
  /// Of a graph's marks for what a person did.
  static let blue = Color(red: 0.55, green: 0.75, blue: 1)
}

import TumbleGeometry

/// The colors of the layers: strong, for they lie over everything else, and told apart on light and dark paper.
package struct LayerColors: Hashable, Sendable {
  var outline = Color(red: 0.05, green: 0.35, blue: 0.85)
  var fixed = Color(red: 0.25, green: 0.3, blue: 0.38)
  var asleep = Color(red: 0.5, green: 0.55, blue: 0.62)
  /// Over bodies that sleep.
  var dim = Color(red: 0.93, green: 0.92, blue: 0.9, alpha: 0.6)
  var box = Color(red: 0.55, green: 0.2, blue: 0.75, alpha: 0.7)
  var pair = Color(red: 0.75, green: 0.1, blue: 0.6, alpha: 0.55)
  var joint = Color(red: 0, green: 0.55, blue: 0.5)
  var center = Color(red: 0.1, green: 0.1, blue: 0.12)
  var xAxis = Color(red: 0.85, green: 0.15, blue: 0.15)
  var yAxis = Color(red: 0.1, green: 0.6, blue: 0.2)
  var velocity = Color(red: 0.05, green: 0.6, blue: 0.25)
  var trail = Color(red: 0.2, green: 0.45, blue: 0.9)
  var restless = Color(red: 0.9, green: 0.1, blue: 0.1)
  var waiting = Color(red: 0.95, green: 0.65, blue: 0)
  var contact = Color(red: 0.95, green: 0.3, blue: 0.05)
  var impulse = Color(red: 0.9, green: 0.05, blue: 0.3)
  var field = Color(red: 0.15, green: 0.45, blue: 0.75, alpha: 0.7)
  var region = Color(red: 0.15, green: 0.45, blue: 0.75, alpha: 0.5)
  var name = Color(red: 0.95, green: 0.95, blue: 0.92)
}

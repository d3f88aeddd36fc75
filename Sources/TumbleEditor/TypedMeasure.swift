/// What can be typed while something is pulled, in place of pulling it there.
package enum TypedMeasure: Hashable, Sendable {
  case angle
  /// One or two, such as a width and a height.
  case lengths
  case radius
}

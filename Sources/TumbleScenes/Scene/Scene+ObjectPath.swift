extension Scene {
  /// An object of a scene, by its index in the list that it stands in.
  public enum ObjectPath: Hashable, Sendable {
    case view
    case world
    case body(Int)
    case shape(ShapePlace)
    case joint(Int)
    case rule(Int)
    case field(Int)
    case fluid(Int)
    case emitter(Int)
    case scenery(Int)
    case trigger(Int)
    case input(Int)
    case control(Int)
    case layer(Int)
    case animation(Int)
    case graph(Int)
    case expectation(Int)
  }
}

/// How large a scene may be; what goes beyond is refused before it costs time or memory.
public struct SceneLimits: Hashable, Sendable {
  /// Bytes of the file.
  public var bytes = 8 << 20
  /// Bytes of all included files together.
  public var includedBytes = 1 << 20
  /// Included files, and how many lead to each other.
  public var includes = 64
  public var includeDepth = 8
  /// Lists and mappings within each other.
  public var nesting = 24
  /// Values, lists, mappings and keys of the file.
  public var nodes = 500_000
  /// Bodies, repeaters unrolled.
  public var bodies = 100_000
  /// Shapes of all bodies together.
  public var shapes = 200_000
  /// Corners of all outlines together.
  public var allCorners = 1_000_000
  /// Pairs of shapes whose bounds meet at the start, pieces of concave outlines counted singly: the engine keeps each.
  public var pairs = 2_000_000
  /// Joints, and as many rules, animations and graphs.
  public var joints = 100_000
  /// Pictures of scenery, repeaters unrolled.
  public var scenery = 1_000_000
  /// Shapes that rules name, by themselves or by their bodies, each time one does.
  public var ruleShapes = 1_000_000
  /// Pixels of one picture.
  public var pixels = 1 << 24
  /// Pixels of all pictures together, each once: what decoding all of them takes. They are decoded as they come into sight, and
  /// only so many are kept, so this is not what they take of memory.
  public var allPixels = 1 << 29
  /// Errors that are shown; the number of further ones is.
  public var errors = 20

  public init() {}
}

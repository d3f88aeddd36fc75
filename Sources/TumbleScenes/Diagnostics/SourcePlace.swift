/// A place in a scene's file.
public struct SourcePlace: Hashable, Sendable {
  /// From 1; 0 where the whole file is meant.
  public var line: Int32 = 0
  /// From 1, in Unicode scalars; 0 where the whole file is meant.
  public var column: Int32 = 0
  /// How many Unicode scalars a caret should underline.
  public var length: Int32 = 1

  /// Which of the files that make the scene: 0 is its own, then those that it includes.
  public var file: Int32 = 0

  public init(line: Int32 = 0, column: Int32 = 0, length: Int32 = 1, file: Int32 = 0) {
    self.line = line
    self.column = column
    self.length = length
    self.file = file
  }
}

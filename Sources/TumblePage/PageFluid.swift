import TumbleFrames

/// A fluid over the frames in which it is there.
struct PageFluid: Hashable, Sendable {
  let description: FluidDescription
  /// The frame it begins with.
  let first: Int
  var level = Track()

  init(description: FluidDescription, first: Int) { (self.description, self.first) = (description, first) }

  var end: Int { first + level.count }

  mutating func finish() { level.finish() }
}

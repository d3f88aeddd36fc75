import TumbleFiles
import TumbleSimulation

/// Hashes on their way to standard output.
final class HashOutput {
  let file: OutputFile
  private let every: Int?

  init(to file: OutputFile, every: Int?) {
    self.file = file
    self.every = every
  }

  func write(_ world: World) throws {
    guard let every, world.steps % every == 0 else { return }
    try file.write("\(world.steps) \(world.hash)\n")
  }

  /// - Parameter isLast: Whether the world is what the run comes to, and not a state in the middle of it.
  func finish(_ world: World, isLast: Bool) throws {
    if every == nil, isLast { try file.write("\(world.hash)\n") }
    try file.finish()
  }
}

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

  func finish(_ world: World) throws {
    if every == nil { try file.write("\(world.hash)\n") }
    try file.finish()
  }
}

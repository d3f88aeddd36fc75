import TumbleFrames

extension World {
  /// The commands carried out so far, in order, each with the number of steps that had been taken before it. The state of
  /// a world depends on its scene and on these alone.
  public var commands: [StampedCommand] {
    log.entries.compactMap { entry in
      switch entry.act {
      case .betweenSteps(let command), .ofStep(let command):
        StampedCommand(step: entry.step, command: command)
      case .failure: nil
      }
    }
  }

  /// Makes another world in the same state: with the same snapshots, contacts and ids, and the same bits after whatever
  /// commands both are given from then on. The two share nothing, so the copy may go to another thread.
  ///
  /// The engine cannot copy its state. So the copy is built from the scene and takes every step with every command again,
  /// which takes as long as these steps took. It has this world's ``hitThreshold``; its ``onPhase`` is nil.
  ///
  /// - Throws: `WorldError` if a step or a command cannot be repeated; for a world whose state is that of its scene and its
  ///   ``commands`` this does not happen. This world stays as it is.
  public func copy() throws(WorldError) -> sending World {
    let copy = try World(scene)
    copy.hitThreshold = hitThreshold
    for entry in log.entries {
      try copy.run(to: entry.step)
      switch entry.act {
      case .betweenSteps(let command): try copy.apply(command)
      case .ofStep(let command):
        do { try copy.begin(with: command) } catch { throw copy.stopped(by: error) }
      case .failure: _ = try? copy.step()
      }
    }
    try copy.run(to: steps)
    return copy
  }

  private func run(to step: Int) throws(WorldError) {
    while steps < step { try self.step() }
  }
}

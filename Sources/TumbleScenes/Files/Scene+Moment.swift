extension Scene {
  /// What a scene that was written in the middle of a run says of itself: what it is, and what a scene cannot hold.
  ///
  /// - Parameters:
  ///   - origin: The scene that ran.
  ///   - step: How many steps it had taken.
  public func asMoment(of origin: Scene, step: Int) -> Scene {
    var moment = self
    let name = origin.title.isEmpty ? origin.name : origin.title
    let seconds = ((Double(step) / Double(world.rate) * 1000).rounded() / 1000).shortText
    if !name.isEmpty { moment.title = "\(name), after \(seconds) s" }
    moment.note =
      "What '\(name)' was after \(step) steps (\(seconds) s): places, velocities and what was added. The engine's cached contacts "
      + "are no part of a scene, so bodies that touch may go on a little differently. Animations go on where they were."
    return moment
  }
}

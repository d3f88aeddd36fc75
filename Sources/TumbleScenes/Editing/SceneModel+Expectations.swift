import TumbleGeometry

extension SceneModel {
  /// Without what it says of what is gone; nil where it is about nothing else.
  func expectation(_ expectation: Scene.Expectation) -> Scene.Expectation? {
    var expectation = expectation
    switch expectation.check {
    case .value(let channel, _, _): guard isChannel(channel) else { return nil }
    case .bodies(let state, let bodies):
      switch state {
      case .asleep, .awake: guard scene.world.sleepAfter != nil else { return nil }
      case .region, .inView, .present, .gone: break
      }
      guard let bodies = there(bodies) else { return nil }
      expectation.check = .bodies(state, bodies)
    case .hash, .picture: break
    case .count(let happening, let times):
      guard let happening = self.happening(happening) else { return nil }
      expectation.check = .count(happening, times)
    }
    return expectation
  }

  private func happening(_ happening: Scene.Expectation.Happening) -> Scene.Expectation.Happening? {
    switch happening {
    case .event(let event): self.event(event).map { .event($0) }
    case .lost(let bodies): there(bodies).map { .lost($0) }
    case .shatters(let bodies): there(bodies).map { .shatters($0) }
    case .mark(let text): triggers.contains { $0.marks.contains(text) } ? happening : nil
    case .end: happening
    }
  }
}

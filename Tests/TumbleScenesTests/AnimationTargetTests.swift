import Testing
import TumbleAnimation
import TumbleScenes

@Suite("What animations move")
struct AnimationTargetTests {
  @Test("A target reads as it is written; a wrong property is answered with the likely one")
  func targets() throws {
    for property in AnimatableProperty.allCases {
      let target = AnimationTarget("crate-1", property)
      #expect(
        try AnimationTarget(parsing: target.description) { _ in property.owner == .emitter } == target)
    }
    #expect(try AnimationTarget(parsing: "platform.position.x").property == .positionX)
    // A body and a motor have them too.
    #expect(try AnimationTarget(parsing: "fire.scale").property == .scale)
    #expect(try AnimationTarget(parsing: "fire.scale") { $0 == "fire" }.property == .emitterScale)
    #expect(try AnimationTarget(parsing: "fire.rate") { $0 == "water" }.property == .rate)
    do {
      _ = try AnimationTarget(parsing: "lamp.opcaity")
      Issue.record("was read")
    } catch {
      #expect(error.offset == 5 && error.suggestion == "opacity")
    }
    #expect(throws: CurveTextError.self) { try AnimationTarget(parsing: "lamp") }
    #expect(throws: CurveTextError.self) { try AnimationTarget(parsing: ".angle") }
  }
}

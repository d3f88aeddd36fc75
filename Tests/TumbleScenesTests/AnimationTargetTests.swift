import Testing
import TumbleAnimation
import TumbleScenes

@Suite("What animations move")
struct AnimationTargetTests {
  @Test("A target reads as it is written; a wrong property is answered with the likely one")
  func targets() throws {
    for property in AnimatableProperty.allCases {
      let target = AnimationTarget("crate-1", property)
      #expect(try AnimationTarget(parsing: target.description) == target)
    }
    #expect(try AnimationTarget(parsing: "platform.position.x").property == .positionX)
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

import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
@testable import TumbleWindow

extension StageTests {
  /// A stage with a scene of one color, about to show another, and the color in the middle of the left half.
  private struct Change {
    let stage: Stage

    static func scene(_ name: String, _ color: Color) -> (WorldDescription, Frame) {
      let outline = Outline.rect(Rect(center: .zero, size: Size(400, 400)), radius: 0)
      let description = WorldDescription(
        name: name, view: Rect(size: Size(200, 200)),
        bodies: [BodyDescription(name: "b", kind: .static, outlines: [outline])])
      var snapshot = FrameSnapshot(step: 0, rate: 100)
      snapshot.bodies = [
        BodySnapshot(id: 0, position: Vector(100, 100), angle: 0, appearance: Appearance(color: color))
      ]
      return (description, Frame(snapshot))
    }

    static let red = scene("red", Color(red: 1, green: 0, blue: 0))
    static let blue = scene("blue", Color(red: 0, green: 0, blue: 1))

    init(_ transition: Transition?) throws {
      stage = try Stage(.offscreen, description: Self.red.0, gravity: .zero, warn: { _ in })
      stage.sceneTransition = transition
      try stage.draw(Self.red.1, status: Status(title: "", step: 0, rate: 100))
      stage.keepScene(Self.red.1)
      stage.restart(Self.blue.0, gravity: .zero, graphs: [], theme: Theme(), isOther: true)
    }

    /// The red and blue of what is seen at shares of the stage's width and height.
    func look(_ x: Double, _ y: Double = 0.5) throws -> (red: Int, blue: Int) {
      try stage.draw(Self.blue.1, status: Status(title: "", step: 0, rate: 100))
      let picture = try stage.target.bitmap()
      let area = stage.layout.stage
      let pixel =
        picture.pixels[
          Int(area.min.y + area.height * y) * picture.width + Int(area.min.x + area.width * x)]
      return (Int(pixel >> 16 & 255), Int(pixel & 255))
    }
  }

  @Test("A scene that another replaces fades, however long the first frame took, and is gone at its end")
  func fadingScene() throws {
    let change = try Change(Transition(.fade, duration: 0.2, timingFunction: .linear))
    let first = try change.look(0.5)
    #expect(first.red > 200 && first.blue < 60 && change.stage.wantsFrame)
    change.stage.advanceTransition(by: 5)
    let early = try change.look(0.5)
    #expect(early.red > 180, "one long frame is no transition")
    for _ in 0..<2 { change.stage.advanceTransition(by: 1.0 / 30) }
    let half = try change.look(0.5)
    #expect(abs(half.red - 128) < 25 && abs(half.blue - 128) < 25, "\(half)")
    for _ in 0..<4 { change.stage.advanceTransition(by: 1.0 / 30) }
    let last = try change.look(0.5)
    #expect(last.red < 60 && last.blue > 200 && change.stage.leaving == nil)
  }

  @Test("A scene that slides away leaves the next one where it was")
  func slidingScene() throws {
    let change = try Change(Transition(.reveal, from: .right, duration: 0.1, timingFunction: .linear))
    change.stage.advanceTransition(by: 0.025)
    // A quarter has gone to the left.
    let (left, right) = (try change.look(0.6), try change.look(0.9))
    #expect(left.red > 200 && right.blue > 200, "\(left) \(right)")
  }

  @Test("Without a transition, and where the world begins again, the next picture is there at once")
  func noTransition() throws {
    let change = try Change(nil)
    #expect(try change.look(0.5).blue > 200 && change.stage.leaving == nil)
    let again = try Change(Transition(.fade, duration: 1))
    again.stage.restart()
    #expect(try again.look(0.5).blue > 200)
  }
}

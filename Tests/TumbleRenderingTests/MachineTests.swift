import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleTestSupport

extension RenderingTests {
  @Test(
    "A rope hangs in a curve of its length, below its ends, and is straight where it is tight",
    arguments: Seeds.list(default: 20))
  func hangingRope(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (a, b) = (
      Vector(number(-200...200), number(-200...200)), Vector(number(-200...200), number(-200...200))
    )
    let gravity = Vector(0, -1000).rotated(by: number(-3...3))
    let slack = number(1.001...3)
    let rope = HangingRope(from: a, to: b, length: a.distance(to: b) * slack, gravity: gravity)
    #expect(rope.point(at: 0) == a && rope.point(at: 1).distance(to: b) < 1e-9)
    var (length, from) = (0.0, a)
    for i in 1...400 {
      let to = rope.point(at: Double(i) / 400)
      length += from.distance(to: to)
      from = to
    }
    #expect(abs(length / (a.distance(to: b) * slack) - 1) < 0.03)
    #expect(rope.sag.normalized.distance(to: gravity.normalized) < 1e-9)
    for tight in [1, 0.5, 0, .nan, .infinity] {
      #expect(HangingRope(from: a, to: b, length: a.distance(to: b) * tight, gravity: gravity).sag == .zero)
    }
    #expect(HangingRope(from: a, to: b, length: 1e4, gravity: .zero).sag == .zero)
  }

  @Test("The way round an outline has its length, and comes back to its start")
  func border() {
    let box = Border(.rect(Rect(size: Size(30, 10))))
    #expect(box.length == 80)
    #expect(box.place(at: 0).0 == Vector(0, 0) && box.place(at: 15).0 == Vector(15, 0))
    #expect(box.place(at: 35).0 == Vector(30, 5) && box.place(at: 79).0 == Vector(0, 1))
    #expect(abs(Border(.circle(center: .zero, radius: 10)).length - 20 * .pi) < 0.5)
    let capsule = Border(.segment(from: .zero, to: Vector(40, 0), radius: 5))
    #expect(abs(capsule.length - 80 - 10 * .pi) < 0.5)
    for distance in stride(from: 0.0, to: capsule.length, by: 1.7) {
      let (place, _) = capsule.place(at: distance)
      let nearest = Vector(min(max(place.x, 0), 40), 0)
      #expect(abs(place.distance(to: nearest) - 5) < 0.1)
    }
  }

  private func frame(_ step: Int, _ bodies: [BodySnapshot], joints: [JointSnapshot] = []) -> Frame {
    Frame(FrameSnapshot(step: step, rate: 100, gravity: Vector(0, -1000), bodies: bodies, joints: joints))
  }

  private func picture(_ description: WorldDescription, _ frame: Frame) throws -> Bitmap {
    let target = try RenderTarget(PixelSize(300, 300))
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }),
      theme: Theme(background: .white))
    try renderer.draw(frame, in: Viewport(view: description.view, in: Rect(size: Size(300, 300))))
    return try target.bitmap()
  }

  @Test(
    "A belt's treads run on its upper side as its velocity says, by the step alone", arguments: [1.0, -1],
    [BodyKind.static, .kinematic])
  func treads(way: Double, kind: BodyKind) throws {
    var belt = BodyDescription(
      name: "belt", kind: kind, outlines: [.rect(Rect(center: .zero, size: Size(200, 30)))])
    belt.surfaceVelocities = [Vector(100 * way, 0)]
    let description = WorldDescription(name: "test", view: Rect(size: Size(300, 300)), bodies: [belt])
    func picture(_ step: Int) throws -> Bitmap {
      try self.picture(description, frame(step, [BodySnapshot(id: 0, position: Vector(150, 150), angle: 0)]))
    }
    /// Returns the lightness of the upper side of the belt, along it.
    func upper(_ picture: Bitmap) -> [Int] {
      (70..<230).map { x in (135...136).reduce(0) { max($0, Int(picture[x, $1] >> 8 & 255)) } }
    }
    let now = upper(try picture(10))
    // A point per step: what was lit is lit three pixels on.
    let later = upper(try picture(13))
    func difference(_ shift: Int) -> Int {
      (10..<150).reduce(0) { $0 + abs(now[$1] - later[$1 + shift]) }
    }
    #expect((now.max() ?? 0) > (now.min() ?? 0) + 40)
    #expect(difference(Int(3 * way)) * 4 < difference(Int(-3 * way)))
    #expect(try picture(10) == picture(10))
  }

  @Test("A slack rope is drawn below the line between its ends, a tight one on it")
  func slackRope() throws {
    var rope = JointDescription(name: "rope", kind: .slide, a: 0, b: 1)
    func lowest(_ length: Double?) throws -> Int {
      rope.length = length
      let description = WorldDescription(name: "test", view: Rect(size: Size(300, 300)), joints: [rope])
      let picture = try picture(
        description, frame(1, [], joints: [JointSnapshot(id: 0, a: Vector(50, 250), b: Vector(250, 250))]))
      let empty = try self.picture(description, frame(1, []))
      return (0..<300).last { y in picture[150, y] != empty[150, y] } ?? 0
    }
    let tight = [try lowest(nil), try lowest(200)]
    #expect(tight.allSatisfy { (49...54).contains($0) })
    // Of a parabola of 250 points over 200: h where the integral is 250.
    let slack = try lowest(250)
    #expect((110...120).contains(slack))
  }

  @Test("A groove's piston is at its anchor, and a motor's wheel turns with its body")
  func machines() throws {
    let disc = BodyDescription(name: "disc", kind: .dynamic, outlines: [.circle(center: .zero, radius: 1)])
    var groove = JointDescription(name: "groove", kind: .groove, a: 0, b: 1)
    groove.track = .init(from: Vector(-100, 0), to: Vector(100, 0))
    let motor = JointDescription(name: "motor", kind: .motor, a: 0, b: 1)
    func picture(_ joint: JointDescription, at x: Double, angle: Double) throws -> Bitmap {
      let description = WorldDescription(
        name: "test", view: Rect(size: Size(300, 300)), bodies: [disc, disc], joints: [joint])
      let places = [Vector(150, 150), Vector(x, 150)]
      return try self.picture(
        description,
        frame(
          1,
          [
            BodySnapshot(id: 0, position: places[0], angle: 0),
            BodySnapshot(id: 1, position: places[1], angle: angle),
          ],
          joints: [JointSnapshot(id: 0, a: places[0], b: places[1])]))
    }
    let (left, right) = (try picture(groove, at: 80, angle: 0), try picture(groove, at: 220, angle: 0))
    #expect(left[60, 150] == right[60, 150] && left[60, 150] & 255 < 128)
    #expect(left[80, 150] != right[80, 150] && left[220, 150] != right[220, 150])
    #expect(try picture(motor, at: 150, angle: 0) != picture(motor, at: 150, angle: 0.4))
    #expect(try picture(motor, at: 150, angle: 0) == picture(motor, at: 150, angle: 0))
  }
}

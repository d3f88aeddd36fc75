import Testing
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

extension RenderingTests {
  /// A box of 60 × 60 points in the middle of a view of 100 × 100, red before step 10 and blue since, 100
  /// steps a second, at 3 pixels a point.
  private func box(_ transition: Transition?, step: Int, alpha: Double = 0, angle: Double = 0) throws
    -> Bitmap
  {
    let outline = Outline.rect(Rect(center: .zero, size: Size(60, 60)), radius: 0)
    var description = WorldDescription(
      name: "t", title: "t", view: Rect(size: Size(100, 100)),
      bodies: [BodyDescription(name: "b", kind: .static, outlines: [outline])])
    if let transition { description.transitions = [transition] }
    func snapshot(_ step: Int) -> FrameSnapshot {
      var snapshot = FrameSnapshot(step: step, rate: 100)
      let color = step < 10 ? Color(red: 1, green: 0, blue: 0) : Color(red: 0, green: 0, blue: 1)
      snapshot.bodies = [
        BodySnapshot(
          id: 0, position: Vector(50, 50), angle: angle, appearance: Appearance(color: color))
      ]
      if step >= 10 {
        snapshot.looks = [
          LookChange(
            body: 0, step: 10, picture: nil, oldPicture: nil, oldColor: Color(red: 1, green: 0, blue: 0),
            transition: transition == nil ? nil : 0)
        ]
      }
      return snapshot
    }
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    let frame =
      alpha > 0
      ? Frame(previous: snapshot(step - 1), current: snapshot(step), alpha: alpha) : Frame(snapshot(step))
    return try renderer.picture(
      of: frame, description: description, status: Status(title: "t", step: 1, rate: 100))
  }

  /// The red, green and blue at a place in points.
  private func color(_ picture: Bitmap, _ x: Double, _ y: Double) -> [Int] {
    let pixel = picture.pixels[Int(300 - y * 3) * picture.width + Int(x * 3)]
    return [Int(pixel >> 16 & 255), Int(pixel >> 8 & 255), Int(pixel & 255)]
  }

  @Test(
    "A transition slides the new look over the old one from each side, and the picture is the same each time",
    arguments: Transition.Side.allCases)
  func transitionSides(side: Transition.Side) throws {
    for kind in [Transition.Kind.push, .moveIn, .reveal] {
      let transition = Transition(kind, from: side, duration: 1, timingFunction: .linear)
      // A quarter has passed.
      let picture = try box(transition, step: 35)
      #expect(picture.pixels == (try box(transition, step: 35)).pixels)
      let near = 20 + 60 * 0.2
      let far = 20 + 60 * 0.3
      func isNew(_ way: Double) -> Bool {
        let pixel =
          switch side {
          case .left: color(picture, way, 50)
          case .right: color(picture, 100 - way, 50)
          case .top: color(picture, 50, 100 - way)
          case .bottom: color(picture, 50, way)
          }
        #expect(pixel[0] > 200 || pixel[2] > 200, "\(kind) from \(side): \(pixel)")
        return pixel[2] > 200
      }
      #expect(isNew(near) && !isNew(far), "\(kind) from \(side)")
    }
  }

  @Test(
    "Before a transition the old look is drawn and after it the new one, also of a body that stood still till then"
  )
  func transitionEnds() throws {
    let transition = Transition(.fade, duration: 0.2, timingFunction: .linear)
    let old = color(try box(transition, step: 9), 50, 50)
    let new = color(try box(transition, step: 30), 50, 50)
    #expect(old[0] > 200 && old[2] < 60 && new[2] > 200 && new[0] < 60)
    #expect(color(try box(transition, step: 10, alpha: 0.5), 50, 50) == old, "half a step before it")
    let half = color(try box(transition, step: 20), 50, 50)
    #expect(abs(half[0] - 128) < 20 && abs(half[2] - 128) < 20 && half[1] < 40, "\(half)")
    #expect(color(try box(nil, step: 10), 50, 50) == new, "at once")
  }

  @Test("A transition turns with its body and leaves nothing outside of it")
  func turnedTransition() throws {
    let push = Transition(.push, from: .left, duration: 1, timingFunction: .linear)
    let picture = try box(push, step: 35, angle: .pi / 2)
    let plain = try box(nil, step: 8, angle: .pi / 2)
    // Turned by a quarter to the left, its left side is the lower one.
    #expect(color(picture, 50, 25)[2] > 200 && color(picture, 50, 60)[0] > 200)
    for place in [(15.0, 50.0), (85, 50), (50, 15), (50, 85)] {
      #expect(color(picture, place.0, place.1) == color(plain, place.0, place.1))
    }
  }

  @Test("Both ways to the renderer draw the same transition")
  func transitionPaths() throws {
    let outline = Outline.rect(Rect(center: .zero, size: Size(60, 60)), radius: 0)
    var description = WorldDescription(
      name: "t", title: "t", view: Rect(size: Size(100, 100)),
      bodies: [BodyDescription(name: "b", kind: .dynamic, outlines: [outline])])
    description.transitions = [Transition(.push, from: .top, duration: 1, timingFunction: .linear)]
    var snapshot = FrameSnapshot(step: 50, rate: 100)
    snapshot.bodies = [
      BodySnapshot(
        id: 0, position: Vector(50, 50), angle: 0,
        appearance: Appearance(color: Color(red: 0, green: 0, blue: 1)))
    ]
    snapshot.looks = [
      LookChange(
        body: 0, step: 10, picture: nil, oldPicture: nil, oldColor: Color(red: 1, green: 0, blue: 0),
        transition: 0)
    ]
    var pictures: [Bitmap] = []
    for path in [SpriteBatch.Path.copies, .batches] {
      let target = try RenderTarget(PixelSize(300, 300))
      let renderer = Renderer(
        target, description: description, textures: TextureCache(warn: { _ in }), theme: Theme(), path: path)
      try renderer.draw(
        Frame(snapshot), in: Viewport(view: description.view, in: Rect(size: Size(300, 300)), density: 1))
      pictures.append(try target.bitmap())
    }
    var differing = 0
    for (a, b) in zip(pictures[0].pixels, pictures[1].pixels) {
      for shift in [UInt32(0), 8, 16] {
        let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
        if abs(first - second) > 40 { differing += 1 }
      }
    }
    #expect(differing < 3 * 180 * 3, "at most the edges: \(differing)")
  }
}

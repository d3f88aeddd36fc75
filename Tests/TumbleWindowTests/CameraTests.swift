import Testing
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleSamples
import TumbleTestSupport
import TumbleWindow

@Suite("The camera")
struct CameraTests {
  let stage = Rect(size: Size(800, 600))

  @Test(
    "Zooming keeps the point under the mouse where it is, at any place and zoom",
    arguments: Seeds.list(default: 200))
  func zoomAtMouse(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let side = random.pick([3.0, 300, 100_000])
    let paper = Rect(
      origin: Vector(random.double(in: -side...side), random.double(in: -side...side)),
      size: Size(side, side * random.double(in: 0.2...3)))
    var camera = Camera(paper)
    for _ in 0..<20 {
      let before = camera.viewport(in: stage, density: 1)
      let pixel = Vector(random.double(in: 0...800), random.double(in: 0...600))
      let point = before.point(pixel)
      camera.zoom(by: random.double(in: 0.5...2), around: point)
      let after = camera.viewport(in: stage, density: 1)
      // The view lies on whole pixels: half a pixel before and half a pixel after.
      #expect(after.pixel(point).distance(to: pixel) < 1.5, "\(camera)")
      #expect(after.point(after.pixel(point)).distance(to: point) < 1e-6 * max(side, point.length))
    }
  }

  @Test("Zooming out as far as in gives the scene's own view again, to the pixel")
  func backHome() {
    let paper = Rect(size: Size(300, 300))
    var camera = Camera(paper)
    let home = camera.viewport(in: stage, density: 1)
    for _ in 0..<7 { camera.zoom(by: 1.2, around: Vector(37, 251)) }
    #expect(!camera.isHome && camera.viewport(in: stage, density: 1).area == stage)
    for _ in 0..<7 { camera.zoom(by: 1 / 1.2, around: Vector(37, 251)) }
    #expect(camera.isHome && camera.viewport(in: stage, density: 1) == home)
  }

  @Test("Zoom and place have limits, and what is not finite changes nothing")
  func limits() {
    var camera = Camera(Rect(size: Size(100_000, 50_000)))
    camera.zoom(by: 1e300, around: Vector(3, 4))
    let near = camera.viewport(in: stage, density: 1)
    #expect(near.view.width >= Camera.shown.lowerBound * 0.9 && near.view.width < 1)
    for _ in 0..<100 { camera.zoom(by: 1e-3, around: Vector(3, 4)) }
    let far = camera.viewport(in: stage, density: 1)
    #expect(far.view.width <= 3e9 && far.scale > 0)
    camera.look(at: Vector(1e200, -1e200))
    #expect(camera.center == Vector(1e9, -1e9))
    let before = camera
    camera.zoom(by: .nan, around: .zero)
    camera.zoom(by: 0, around: .zero)
    camera.zoom(by: 2, around: Vector(.infinity, 0))
    camera.look(at: Vector(.nan, 0))
    camera.frame(Rect(min: Vector(.nan, 0), max: .zero), in: stage.size)
    #expect(camera == before)
  }

  @Test("Framing shows all of a part, in the middle, with some room", arguments: [1.0, 50, 4000])
  func framing(side: Double) {
    var camera = Camera(Rect(size: Size(300, 300)))
    let part = Rect(center: Vector(5000, -70), size: Size(side, side / 2))
    camera.frame(part, in: stage.size)
    let viewport = camera.viewport(in: stage, density: 1)
    #expect(viewport.view.contains(part.min) && viewport.view.contains(part.max))
    #expect(viewport.view.width < part.width * 1.2)
    #expect(viewport.pixel(part.center).distance(to: stage.center) <= 1)
  }

  @Test("The paper's corner lies on a whole pixel wherever the camera is", arguments: Seeds.list(default: 50))
  func wholePixels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var camera = Camera(Rect(origin: Vector(-17.3, 4.1), size: Size(311, 207)))
    camera.zoom(by: random.double(in: 0.1...10), around: Vector(random.double(in: 0...300), 9))
    camera.move(by: Vector(random.double(in: -900...900), random.double(in: -900...900)))
    let corner = camera.viewport(in: stage, density: 1).pixel(camera.paper.min)
    #expect(abs(corner.x - corner.x.rounded()) < 1e-6 && abs(corner.y - corner.y.rounded()) < 1e-6)
  }

  private func control(_ actions: CameraAction...) -> CameraControl {
    let (description, frame) = Samples.zoo
    var control = CameraControl(description.view)
    for action in actions {
      let viewport = control.camera.viewport(in: stage, density: 1)
      control.take(action, frame, description, in: viewport, stage: stage)
    }
    return control
  }

  @Test("A double click follows a body, which stays in the middle; another one lets it go")
  func follow() throws {
    let (description, frame) = Samples.zoo
    // The crate stands at (60, 60).
    let viewport = Camera(description.view).viewport(in: stage, density: 1)
    let place = viewport.pixel(Vector(60, 60))
    var control = control(.follow(at: place))
    #expect(control.followed == BodyID(1))
    control.track(frame)
    #expect(control.camera.center == Vector(60, 60))
    var moved = frame
    moved.previous.bodies[1].position = Vector(100, 80)
    moved.current.bodies[1].position = Vector(100, 80)
    control.track(moved)
    #expect(control.camera.center == Vector(100, 80))
    // Zooming goes on following, moving the view does not.
    control.take(.zoom(2, at: .zero), moved, description, in: viewport, stage: stage)
    #expect(control.followed != nil && control.camera.center == Vector(100, 80))
    control.take(.pan(Vector(10, 0)), moved, description, in: viewport, stage: stage)
    #expect(control.followed == nil)
    // One that is lost is let go.
    control = self.control(.follow(at: place))
    moved.current.bodies.remove(at: 1)
    control.track(moved)
    #expect(control.followed == nil)
  }

  @Test("A scene's own camera leads the view until a person moves it, and again after the way back to it")
  func ofScene() {
    var (description, frame) = Samples.zoo
    func shows(_ pose: CameraPose, _ control: inout CameraControl) -> Bool {
      (frame.previous.camera, frame.current.camera) = (pose, pose)
      control.track(frame)
      return control.camera.center == pose.center && control.camera.zoom == pose.zoom
    }
    var control = CameraControl(description.view)
    #expect(shows(CameraPose(center: Vector(60, 60), zoom: 2), &control))
    #expect(shows(CameraPose(center: Vector(80, 50), zoom: 1), &control))
    #expect(control.camera.isHome)
    // Also one that shows as much as the view fills the stage, so that nothing jumps.
    #expect(control.camera.viewport(in: stage, density: 1).area == stage)
    // Without it, as in another scene, the view is the scene's own again.
    var other = control
    other.track(Samples.zoo.frame)
    #expect(other.camera == Camera(description.view))
    let moves: [CameraAction] = [.pan(Vector(10, 0)), .zoom(1.5, at: nil), .frameAll]
    for action in moves {
      var moved = control
      let viewport = moved.camera.viewport(in: stage, density: 1)
      moved.take(action, frame, description, in: viewport, stage: stage)
      #expect(!shows(CameraPose(center: Vector(10, 10), zoom: 3), &moved), "\(action)")
      moved.take(.wholeView, frame, description, in: viewport, stage: stage)
      #expect(shows(CameraPose(center: Vector(20, 10), zoom: 3), &moved), "\(action)")
    }
  }

  @Test("A double click on the paper shows all bodies, and then the scene's own view again")
  func followNothing() {
    let paper = Vector(220, 220)
    let all = control(.follow(at: paper))
    #expect(!all.camera.isHome && all.followed == nil)
    #expect(control(.follow(at: paper), .follow(at: Vector(1, 1))).camera.isHome)
    #expect(control(.zoom(3, at: nil), .wholeView).camera.isHome)
  }

  @Test("All bodies are those that are in the world: what has fallen out of it makes nothing small")
  func fallen() {
    var (description, frame) = Samples.zoo
    let shown = control(.frameAll).camera
    func after(_ fall: Double) -> Camera {
      frame.previous.bodies[1].position = Vector(60, -fall)
      frame.current.bodies[1].position = Vector(60, -fall)
      var control = CameraControl(description.view)
      control.take(
        .frameAll, frame, description, in: control.camera.viewport(in: stage, density: 1), stage: stage)
      return control.camera
    }
    // A little below it is still there, and makes the view larger.
    let (near, far) = (after(description.view.height / 2), after(1e6))
    #expect(near.viewport(in: stage, density: 1).scale < shown.viewport(in: stage, density: 1).scale)
    #expect(far.viewport(in: stage, density: 1).scale >= shown.viewport(in: stage, density: 1).scale)
    // Where nothing else is, it is shown wherever it is.
    description.bodies = description.bodies.map {
      var body = $0
      if body.name != description.bodies[1].name { body.outlines = [] }
      return body
    }
    #expect(after(1e6).center.y < -9e5)
  }

  @Test("Moving the view moves what is under the mouse along")
  func pan() {
    let control = control(.zoom(2, at: nil), .pan(Vector(40, 30)))
    let before = self.control(.zoom(2, at: nil)).camera.viewport(in: stage, density: 1)
    let after = control.camera.viewport(in: stage, density: 1)
    #expect(after.pixel(before.point(Vector(100, 100))).distance(to: Vector(140, 130)) < 1.5)
  }
}

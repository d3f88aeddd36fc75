import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// A camera that a person moves, and that goes along with a body.
package struct CameraControl: Hashable, Sendable {
  package private(set) var camera: Camera
  /// The body that it goes along with.
  package private(set) var followed: BodyID?

  package init(_ paper: Rect) { camera = Camera(paper) }

  /// - Parameters:
  ///   - frame: What is shown now.
  ///   - viewport: How it is shown now.
  ///   - stage: The stage's room, in pixels.
  package mutating func take(
    _ action: CameraAction, _ frame: Frame, _ description: WorldDescription, in viewport: Viewport,
    stage: Rect
  ) {
    guard viewport.scale > 0 else { return }
    switch action {
    case .zoom(let factor, let pixel):
      // What is followed stays in the middle.
      let place = followed == nil ? pixel.map(viewport.point) : nil
      camera.zoom(by: factor, around: place ?? camera.center)
    case .pan(let distance): pan(by: distance, in: viewport)
    case .follow(let pixel):
      let point = viewport.point(pixel)
      let reach = max(BodyPicker.reach, 4 * viewport.density / viewport.scale)
      if let body = BodyPicker.body(
        at: point, in: frame, description, within: reach, kinds: [.dynamic, .kinematic])
      {
        followed = followed == body ? nil : body
      } else if camera.isHome {
        frameAll(frame, description, in: stage)
      } else {
        followed = nil
        camera.reset()
      }
    case .frameAll: frameAll(frame, description, in: stage)
    case .wholeView:
      followed = nil
      camera.reset()
    }
  }

  /// Moves what is shown, in pixels, y down.
  package mutating func pan(by distance: Vector, in viewport: Viewport) {
    followed = nil
    camera.move(by: Vector(-distance.x, distance.y) / viewport.scale)
  }

  /// Goes along with a body from now on; nil: with none.
  package mutating func follow(_ body: BodyID?) { followed = body }

  /// Goes along with the body that is followed, and lets it go where it is not there; else with the scene's
  /// own camera, until a person turns elsewhere.
  package mutating func track(_ frame: Frame) {
    guard let followed else {
      guard camera.isHome else { return }
      if let pose = frame.camera {
        camera = Camera(camera.paper, pose)
      } else if camera.isOfScene {
        // The camera was taken away, or was that of the scene before.
        camera.reset()
      }
      return
    }
    guard frame.current[followed] != nil else {
      self.followed = nil
      return
    }
    frame.forEachBody { body, pose in
      if body.id == followed { camera.look(at: pose.position) }
    }
  }

  /// Puts back what was kept of an earlier run.
  package mutating func restore(center: Vector, zoom: Double) {
    camera.reset()
    camera.zoom(by: zoom, around: camera.center)
    camera.look(at: center)
  }

  private mutating func frameAll(_ frame: Frame, _ description: WorldDescription, in stage: Rect) {
    followed = nil
    var (standing, moving): ([Rect], [Rect]) = ([], [])
    // A floor without an end is not looked at as a whole.
    let endless = 30 * max(description.view.width, description.view.height)
    frame.forEachBody { body, pose in
      guard let known = description[body.id], pose.isFinite else { return }
      for outline in known.outlines {
        guard let bounds = outline.bounds(position: pose.position, angle: pose.angle), bounds.isFinite
        else { continue }
        if known.kind != .static {
          moving.append(bounds)
        } else if bounds.width + bounds.height < endless {
          standing.append(bounds)
        }
      }
    }
    // What has fallen out of the world is left out: with it, all the rest would be too small to be seen.
    let world = standing.reduce(description.view) { $0.union($1) }
    let near = world.insetBy(-max(world.width, world.height))
    let shown = standing + moving.filter { near.intersects($0) }
    if let first = shown.first ?? moving.first {
      camera.frame((shown.isEmpty ? moving : shown).reduce(first) { $0.union($1) }, in: stage.size)
    }
  }
}

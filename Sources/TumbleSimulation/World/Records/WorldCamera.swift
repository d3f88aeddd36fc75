import Foundation

/// The camera of a world: what it shows follows from the bodies and from animations, and nothing from it.
final class WorldCamera: ValuedObject {
  var values = AnimatedValues()
  /// The point that it has reached on its way to what it follows, after so many steps.
  private var reached: (place: Vector, steps: Int)?

  func isThere(in world: World) -> Bool { world.model.scene.camera != nil }

  func plainValue(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    world.model.scene.camera?[property]
  }

  func value(of property: AnimatableProperty, in world: World) -> AnimatableValue? {
    shownValue(of: property, in: world) ?? plainValue(of: property, in: world)
  }

  func apply(_ property: AnimatableProperty, in world: World) {}

  /// Follows a change of the scene's camera.
  func change(in world: World) {
    takePlainValues(in: world)
    for property in values.properties { showModel(of: property, in: world) }
  }

  /// Returns what it shows of a state.
  func pose(_ own: Scene.Camera, _ snapshot: FrameSnapshot, in world: World) -> CameraPose {
    let view = world.model.scene.view.rect
    let zoom = value(of: .zoom, in: world)?.number ?? 1
    let shake = value(of: .shake, in: world)?.number ?? 0
    var center = place(own, snapshot, in: world) + (value(of: .offset, in: world)?.vector ?? .zero)
    if own.staysInView {
      func held(_ center: Double, _ low: Double, _ high: Double) -> Double {
        let margin = min((high - low) / 2 / zoom, (high - low) / 2)
        return min(max(center, low + margin), high - margin)
      }
      center = Vector(held(center.x, view.min.x, view.max.x), held(center.y, view.min.y, view.max.y))
    }
    return CameraPose(center: center + Self.trembling(at: snapshot.time) * shake, zoom: zoom)
  }

  private func place(_ own: Scene.Camera, _ snapshot: FrameSnapshot, in world: World) -> Vector {
    var middle: Rect?
    for name in own.follow {
      guard let index = world.model.knownIndex(of: .body, name), let body = snapshot[BodyID(index)],
        body.position.isFinite
      else { continue }
      let point = Rect(min: body.position, max: body.position)
      middle = middle?.union(point) ?? point
    }
    // What went out of the world is followed no further.
    let goal =
      middle?.center
      ?? (own.follow.isEmpty ? nil : reached?.place) ?? world.model.scene.view.rect.center
    guard let (before, steps) = reached, own.lag > 0 else {
      reached = (goal, world.steps)
      return goal
    }
    let part = 1 - exp(-Double(world.steps - steps) / (own.lag * Double(world.rate)))
    let place = before + (goal - before) * part
    reached = (place, world.steps)
    return place
  }

  /// Returns a distance within 1 each way, a function of time alone, in seconds.
  private static func trembling(at time: Double) -> Vector {
    func wave(_ slow: Double, _ fast: Double) -> Double {
      0.6 * sin(2 * .pi * slow * time) + 0.4 * sin(2 * .pi * fast * time + 1)
    }
    return Vector(wave(7.3, 11.9), wave(8.9, 13.7))
  }
}

import Foundation
import TumbleFrames
import TumbleGeometry

/// Static pictures that are all alike, those of them that the page shows.
struct PageScenery: Hashable, Sendable {
  let look: PageLook
  let color: Color?
  let opacity: Double
  let isInFront: Bool
  private(set) var x = Track()
  private(set) var y = Track()
  /// In 1/`unit` radians.
  private(set) var angle = Track()
  /// Parts per radian.
  let unit: Double

  /// - Parameter view: The part of the world that the page shows.
  /// - Returns: nil where nothing of it is seen.
  init?(of scenery: SceneryDescription, in view: Rect) {
    look = PageLook(of: scenery)
    color = scenery.color
    opacity = min(max(scenery.opacity, 0), 1)
    isInFront = scenery.isInFront
    unit = PageBody.unit(reach: look.reach)
    let seen = view.insetBy(-look.reach)
    for place in scenery.places where seen.contains(place.position) {
      guard let x = Track.parts(place.position.x, per: PageBody.partsPerPoint),
        let y = Track.parts(place.position.y, per: PageBody.partsPerPoint),
        let angle = Track.parts(place.angle, per: unit)
      else { continue }
      self.x.append(x)
      self.y.append(y)
      self.angle.append(angle)
    }
    guard x.count > 0, opacity > 0 else { return nil }
    x.finish()
    y.finish()
    angle.finish()
  }

  var count: Int { x.count }
  /// The three tracks of its places.
  var data: Data { Data(x.bytes + y.bytes + angle.bytes) }
}

import TumbleFrames
import TumbleGeometry
import TumbleLooks

extension Renderer {
  /// A picture, as a body wears it, which is wanted with that; nil where there is nothing to draw.
  func wantedPicture(_ path: String?, of body: Int, rank: Double) throws(StageError) -> PictureEntry? {
    guard let path else { return nil }
    let description = description.bodies[body]
    let size = textures.header(path).map { PixelSize($0.width, $0.height) }
    let wear = Wear(of: body, outlines: description.outlines, size: size)
    let style = description.style
    let outlines = description.drawnOutlines
    let hasOver = style.border != nil || style.caption?.isUpright == false
    let over =
      hasOver
      ? StyledOutlines(outlines, style, color: .white, isPicture: true, family: theme.fontFamily) : nil
    let entry = pictures.entry(
      .picture(path: path, within: outlines, description.textureFit, wear, over: over))
    if let entry { try pictures.want(entry, rank: rank) }
    return entry
  }

  /// Says that a body's files are seen, or are soon to be.
  func want(_ body: BodySprites, rank: Double) throws(StageError) {
    if let picture = body.picture { try pictures.want(picture, rank: rank) }
    if let shadow = body.shadowPicture { try pictures.want(shadow, rank: rank) }
  }
}

/// How a view is moved over the world: what comes into it next.
struct PictureLook {
  private let viewport: Viewport
  /// How fast the world moves over the screen, in pixels per second.
  private let drift: Vector

  /// Pictures are decoded when they are to be seen within this, in seconds.
  static let horizon = 2.0
  /// What a view that stands still is expected to move by at any time, in its longer sides per second.
  private static let expectedSpeed = 0.5
  private static let framesPerSecond = 60.0

  /// - Parameter lastOrigin: Where the world's origin lay in the previous frame; gets where it lies now.
  init(_ viewport: Viewport, lastOrigin: inout Vector?) {
    self.viewport = viewport
    let origin = viewport.pixel(.zero)
    drift = lastOrigin.map { (origin - $0) * Self.framesPerSecond } ?? .zero
    lastOrigin = origin
  }

  /// How soon a body is seen, in seconds: 0 if it is in sight, nil if it is not soon, or not to be loaded in advance.
  ///
  /// - Parameter reach: How far from its position anything of it may be, in points.
  func rank(of body: BodySnapshot, reach: Double, isPreloaded: Bool) -> Double? {
    let area = viewport.area.insetBy(-reach * viewport.scale - 8)
    let pixel = viewport.pixel(body.position)
    if area.contains(pixel) { return 0 }
    guard isPreloaded, pixel.isFinite else { return nil }
    let nearest = Vector(
      min(max(pixel.x, area.min.x), area.max.x), min(max(pixel.y, area.min.y), area.max.y))
    let way = nearest - pixel
    let distance = way.length
    guard distance > 0 else { return 0 }
    let velocity = Vector(body.velocity.x, -body.velocity.y) * viewport.scale + drift
    let approach = velocity.dot(way) / distance
    let expected = Self.expectedSpeed * max(area.width, area.height)
    // What moves away may come back, but not soon.
    let seconds = distance / max(expected + approach, expected / 4)
    return seconds < Self.horizon ? max(seconds, .leastNormalMagnitude) : nil
  }
}

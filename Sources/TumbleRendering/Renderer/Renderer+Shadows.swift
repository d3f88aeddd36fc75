import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleLooks

extension Renderer {
  /// What a body throws on the paper; nil where it throws nothing.
  ///
  /// - Parameter picture: The file of its own shadow; nil where that of its outlines is the same.
  func shadow(of body: BodyDescription, picture: PictureEntry?, _ sprites: SpriteCache, _ light: Light)
    throws(StageError) -> Shadow?
  {
    guard let light = self.light(on: body, light), let color = theme.shadow else { return nil }
    if let sprite = picture?.shown { return Shadow(offset: light.offset, sprites: [sprite], period: nil) }
    let period = target.isSoftware ? body.outlines.silhouettePeriod : nil
    let count = period.map { max(Int(($0 / (2 * .pi) * 48).rounded()), 1) } ?? 1
    var turned: [Sprite] = []
    for index in 0..<count {
      let angle = (period ?? 0) * Double(index) / Double(count)
      guard
        let sprite = try sprites.sprite(
          .shadow(picture: nil, outlines: body.drawnOutlines, body.textureFit, light, color, turned: angle))
      else { return nil }
      turned.append(sprite)
    }
    return Shadow(offset: light.offset, sprites: turned, period: period)
  }

  /// Of a picture that does not cover its body: what its shadow is drawn from.
  func shadowPicture(of body: BodyDescription, _ path: String, _ light: Light) -> PictureEntry? {
    guard let light = self.light(on: body, light), let color = theme.shadow else { return nil }
    return pictures.entry(
      .shadow(picture: path, outlines: body.drawnOutlines, body.textureFit, light, color, turned: 0))
  }

  private func light(on body: BodyDescription, _ light: Light) -> Light? {
    guard body.castsShadow, theme.shadow != nil, let bounds = body.outlines.bounds,
      light.isSeen(around: bounds)
    else { return nil }
    return light.limited(to: bounds)
  }
}

extension [Outline] {
  /// Longer bodies are turned by themselves: between two of the angles their ends would be seen to jump.
  private static var longest: Double { 8 }

  /// The angle after which their silhouette about the body's position is the same again, of a disc and of a box in its middle;
  /// nil for all else.
  fileprivate var silhouettePeriod: Double? {
    guard count == 1, let bounds = bounds, bounds.center.length < 1e-6 * bounds.width else { return nil }
    if case .circle = self[0] { return 2 * .pi / 48 }
    guard self[0].isBox,
      Swift.max(bounds.width, bounds.height) < Self.longest * Swift.min(bounds.width, bounds.height)
    else { return nil }
    return abs(bounds.width - bounds.height) < 1e-6 * bounds.width ? .pi / 2 : .pi
  }
}

import Foundation
import TumbleFrames
import TumbleGeometry
import TumbleLooks

/// Bodies in rows that fill a picture, all turned: boxes, discs and pictures of crates.
struct TurningBodies {
  let description: WorldDescription
  let bodies: [BodySnapshot]
  /// The angle by which the bodies turn from one frame to the next, in radians.
  static let turn = 0.013

  /// - Parameters:
  ///   - side: A body's width, in points; each is a pixel.
  ///   - isStyled: Whether a sixth of them has a gradient and a border, and another sixth a caption.
  init(
    _ count: Int = 1000, side: Double = 24, in size: PixelSize = PixelSize(1280, 800), isStyled: Bool = false
  ) {
    let crate = FileManager.default.currentDirectoryPath + "/assets/crate.png"
    let (width, height) = (Double(size.width), Double(size.height))
    let columns = (Double(count) * width / height).squareRoot().rounded()
    let rows = (Double(count) / columns).rounded(.up)
    var description = WorldDescription(name: "stage", view: Rect(size: Size(width, height)))
    var bodies: [BodySnapshot] = []
    for i in 0..<count {
      let outline: Outline =
        i % 3 == 0
        ? .circle(center: .zero, radius: side / 2)
        : .polygon(Polygon(box: Size(side, side)).corners, radius: 0)
      var body = BodyDescription(
        name: "body", kind: .dynamic, outlines: [outline], texture: i % 3 == 1 ? crate : nil)
      if isStyled { body.style = Self.style(of: i) }
      description.bodies.append(body)
      let (row, column) = (i / Int(columns), i % Int(columns))
      bodies.append(
        BodySnapshot(
          id: BodyID(i),
          position: Vector(
            (Double(column) + 0.5) * width / columns, (Double(row) + 0.5) * height / rows),
          angle: Double(i) * 0.37))
    }
    self.description = description
    self.bodies = bodies
  }

  private static func style(of body: Int) -> BodyStyle {
    switch body % 6 {
    case 2:
      BodyStyle(
        gradient: Gradient([.white, Color(red: 0.9, green: 0.4, blue: 0.1)], .radial), cornerRadius: 4,
        border: BodyBorder(width: 2))
    case 5: BodyStyle(caption: Caption("\(body % 10)"))
    default: BodyStyle()
    }
  }
}

import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleStage

extension StageTests {
  @Test("two pictures of one frame are the same bytes")
  func samePicture() throws {
    let (cast, frame) = Samples.zoo
    var theme = Theme()
    theme.fontFamily = Font.builtInFamily
    func picture() throws -> Data {
      let photographer = try Photographer(
        size: PixelSize(600, 626), textures: TextureCache(warn: { _ in }), theme: theme)
      return try PNG.encode(
        photographer.picture(
          of: frame, cast: cast, status: Status(title: "One of everything", step: 297, rate: 120)))
    }
    let first = try picture()
    #expect(try picture() == first)
  }
}

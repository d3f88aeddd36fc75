import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering
import TumbleSamples
import TumbleTestSupport

extension RenderingTests {
  private func zoo(_ size: PixelSize = PixelSize(450, 476)) throws -> Bitmap {
    let (description, frame) = Samples.zoo
    var theme = Theme()
    // The same letters whatever fonts are installed.
    theme.fontFamily = Font.builtInFamily
    let renderer = try OffscreenRenderer(size: size, textures: TextureCache(warn: { _ in }), theme: theme)
    return try renderer.picture(
      of: frame, description: description,
      status: Status(title: description.title, step: frame.current.step, rate: 120))
  }

  @Test("Two pictures of one frame are the same bytes")
  func samePicture() throws {
    #expect(try PNG.encode(zoo()) == PNG.encode(zoo()))
  }

  @Test("One of everything looks as it did when it was last looked at")
  func goldenPicture() throws {
    let picture = try zoo()
    let golden = Golden()
    let file = golden.folder.appendingPathComponent("zoo.png")
    guard FileManager.default.fileExists(atPath: file.path) else {
      Issue.record("\(golden.mismatch(try PNG.encode(picture), name: "zoo.png") ?? "")")
      return
    }
    // Not by bytes: another version of Cairo may smooth edges a little differently.
    let difference = Difference(picture, try PNG.read(file.path))
    if difference.mean > 0.5 || difference.large > 0.005 {
      Issue.record("\(difference): \(golden.mismatch(try PNG.encode(picture), name: "zoo.png") ?? "")")
    }
  }

  @Test("A picture has the size it was asked for, however small; no side may be 0 or beyond all bounds")
  func pictureSizes() throws {
    for size in [PixelSize(1, 1), PixelSize(300, 20), PixelSize(33, 400)] {
      let picture = try zoo(size)
      #expect(picture.width == size.width && picture.height == size.height)
    }
    for size in [PixelSize(0, 10), PixelSize(-1, 10), PixelSize(20_000, 10), PixelSize(16_000, 16_000)] {
      #expect(throws: StageError.pictureSize(width: size.width, height: size.height)) { try zoo(size) }
    }
  }

  @Test(
    "A picture drawn in parts is the one drawn whole, without a seam", arguments: [48, 100, 101, 450])
  func parts(tile: Int) throws {
    let (description, frame) = Samples.zoo
    func picture(maxPixels: Int) throws -> Bitmap {
      let renderer = try OffscreenRenderer(
        size: PixelSize(450, 476), textures: TextureCache(warn: { _ in }), theme: Theme(), tile: tile,
        maxPixels: maxPixels)
      return try renderer.picture(
        of: frame, description: description, status: Status(title: "t", step: 1, rate: 120))
    }
    let difference = Difference(try picture(maxPixels: RenderTarget.maxPixels), try picture(maxPixels: 0))
    #expect(difference.mean < 1, "\(difference)")
    #expect(difference.large < 0.01, "\(difference)")
  }

  @Test("Pictures of 8K are drawn, as large as they were asked for")
  func largest() throws {
    let picture = try zoo(PixelSize(7680, 4320))
    #expect(picture.width == 7680)
    #expect(picture.height == 4320)
    // Paper in the middle of it, and what surrounds it at its left edge.
    #expect(picture.pixels[2000 * 7680 + 3840] != picture.pixels[2000 * 7680 + 10])
  }
}

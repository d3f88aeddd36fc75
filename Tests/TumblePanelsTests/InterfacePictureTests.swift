import CTumbleSDL2
import Foundation
import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumblePanels
@testable import TumbleRendering
import TumbleSamples

extension PanelsTests {
  /// Pictures that the picker shows.
  private func thumbnails(_ interface: Interface) throws {
    for (index, name) in ["crate", "wheel", "stone"].enumerated() {
      interface.setPicture(try PNG.read(Samples.asset(name)), for: PictureID(index))
    }
  }

  /// The stage with everything over it, as a window would show it.
  private func picture(
    of state: InterfaceState, _ size: PixelSize, scale: Double, _ interface: Interface
  ) throws -> Bitmap {
    let target = try RenderTarget(size)
    let (description, frame) = Samples.zoo
    let layout = Layout(size, density: scale)
    let surface = InterfaceSurface(size, scale: scale, area: layout.stage)
    let area = Interface.layout(state, in: surface).stagePixels
    let renderer = Renderer(
      target, description: description, textures: TextureCache(warn: { _ in }), theme: Theme())
    try renderer.draw(frame, in: Viewport(view: description.view, in: area, density: scale))
    try Overlay(target).draw(Status(title: "Zoo", step: 297, rate: 120), in: layout)
    for _ in 0..<5 { _ = interface.frame(state, in: surface, seconds: 1.0 / 60) }
    try interface.draw(on: target)
    return try target.bitmap()
  }

  /// Draws every picture of the interface; if `TUMBLE_PICTURES` names a folder, they are written there to be
  /// looked at.
  @Test(
    "Every panel can be drawn in small, usual and large windows, light and dark, and covers some of the stage"
  )
  func panelPictures() throws {
    let folder = ProcessInfo.processInfo.environment["TUMBLE_PICTURES"]
    for (sizeName, size, scale) in InterfaceSamples.sizes {
      // The largest take long without optimization: they are for looking at.
      if sizeName == "large", folder == nil { continue }
      let empty = try picture(of: InterfaceState(), size, scale: scale, try Interface())
      for appearance in InterfaceTheme.Appearance.allCases {
        for (name, state) in InterfaceSamples.all(appearance) {
          let interface = try Interface()
          try thumbnails(interface)
          let picture = try picture(of: state, size, scale: scale, interface)
          let differing = picture.differingPixels(from: empty)
          #expect(differing > size.width * size.height / 50, "\(name) \(sizeName) \(appearance)")
          if let folder {
            try PNG.write(picture, to: "\(folder)/\(name)-\(sizeName)-\(appearance.rawValue).png")
          }
        }
      }
    }
  }
}

extension PanelsTests {
  /// Draws all that falls down or comes up only when it is asked for; written to `TUMBLE_PICTURES` as above.
  @Test("Menus, lists, fields of color and helps open where they were clicked, and lie within the window")
  func openedPanels() throws {
    let folder = ProcessInfo.processInfo.environment["TUMBLE_PICTURES"]
    let size = PixelSize(1000, 700)
    let opened: [(name: String, act: (inout InterfaceHand) -> Void)] = [
      (
        "menu",
        {
          $0.click(Vector(30, 14)); $0.move(Vector(60, 50))
        }
      ),
      (
        "list",
        {
          $0.click(Vector(900, 287)); $0.move(Vector(900, 320))
        }
      ),
      ("color", { $0.click(Vector(900, 315)) }),
      (
        "typing",
        {
          $0.click(Vector(900, 115)); $0.frames(4); $0.type("30 deg")
        }
      ),
      (
        "help-of-a-tool",
        {
          $0.move(Vector(28, 130)); $0.frames(40)
        }
      ),
    ]
    for appearance in InterfaceTheme.Appearance.allCases {
      for (name, act) in opened {
        var hand = try InterfaceHand(InterfaceSamples.panels(appearance), size: size)
        let before = hand.interface.drawnBounds.count
        act(&hand)
        hand.frames(4)
        if name != "typing" { #expect(hand.interface.drawnBounds.count > before, "\(name)") }
        let whole = Rect(size: Size(Double(size.width), Double(size.height)))
        #expect(hand.interface.drawnBounds.allSatisfy { whole.contains($0.min) && whole.contains($0.max) })
        guard let folder else { continue }
        let target = try RenderTarget(size)
        try hand.interface.draw(on: target)
        try PNG.write(try target.bitmap(), to: "\(folder)/opened-\(name)-\(appearance.rawValue).png")
      }
    }
  }
}

extension Bitmap {
  func differingPixels(from other: Bitmap) -> Int {
    zip(pixels, other.pixels).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
  }
}

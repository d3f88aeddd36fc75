import CTumbleSDL2
import CTumbleTestHooks
import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumbleInput
@testable import TumbleLooks
@testable import TumblePanels
@testable import TumbleRendering
import TumbleTestSupport

extension PanelsTests {
  static let small = PixelSize(480, 360)

  @Test("Nothing is built or uploaded while nothing changes, and a change uploads its own part alone")
  func unchangedFrames() throws {
    var hand = try InterfaceHand(InterfaceSamples.panels(), size: Self.small)
    let target = try RenderTarget(Self.small)
    try hand.interface.draw(on: target)
    hand.frames(5)
    let (built, uploads) = (hand.interface.builtFrames, hand.interface.uploads)
    for _ in 0..<100 {
      hand.frames(1)
      try hand.interface.draw(on: target)
    }
    #expect(hand.interface.builtFrames == built && hand.interface.uploads == uploads)
    hand.state.timeline?.shown += 100
    for _ in 0..<10 {
      hand.frames(1)
      try hand.interface.draw(on: target)
    }
    #expect(hand.interface.uploads == uploads + 1)
    hand.interface.discardTextures()
    try hand.interface.draw(on: target)
    #expect(hand.interface.uploads == uploads + 2)
  }

  @Test("A number that changes is built twice: a second look finds nothing to settle")
  func settling() throws {
    var hand = try InterfaceHand(InterfaceSamples.panels(), size: Self.small)
    hand.frames(10)
    let built = hand.interface.builtFrames
    hand.state.timeline?.shown += 100
    hand.frames(10)
    #expect(hand.interface.builtFrames == built + 2)
  }

  @Test("What has settled does not depend on what was shown before", arguments: Seeds.list(default: 2))
  func settledLook(seed: UInt64) throws {
    let target = try RenderTarget(Self.small)
    let surface = InterfaceSurface(Self.small)
    func drawn(_ interface: Interface, _ state: InterfaceState) throws -> [UInt32] {
      for _ in 0..<10 { _ = interface.frame(state, in: surface, seconds: 1.0 / 60) }
      SDLColor.clear(target)
      try interface.draw(on: target)
      return try target.bitmap().pixels
    }
    var random = SeededGenerator(seed: seed)
    let interface = try Interface()
    for (name, state) in InterfaceSamples.all(.light).shuffled(using: &random) {
      #expect(try drawn(interface, state) == drawn(Interface(), state), "\(name), seed \(seed)")
    }
  }

  @Test("What is drawn in parts is what is drawn at once")
  func partsEqualWhole() throws {
    let target = try RenderTarget(Self.small)
    func drawn(_ interface: Interface, _ states: [InterfaceState]) throws -> [UInt32] {
      let surface = InterfaceSurface(Self.small)
      for state in states {
        for _ in 0..<4 { _ = interface.frame(state, in: surface, seconds: 1.0 / 60) }
        SDLColor.clear(target)
        try interface.draw(on: target)
      }
      return try target.bitmap().pixels
    }
    let first = InterfaceSamples.panels()
    var second = first
    second.tools?.chosen = .eraser
    second.timeline?.shown = 900
    second.toasts = [Toast(id: 1, "Saved", kind: .success)]
    let changed = try drawn(Interface(), [first, second, first, second])
    #expect(try drawn(Interface(), [second]) == changed)
    #expect(try drawn(Interface(), [first]) != changed)
  }

  @Test("10,000 frames in which something changes take no more memory than the first")
  func steadyMemory() throws {
    try #require(ctumble_counts_allocations() || ctumble_is_sanitized())
    var state = InterfaceSamples.measures(.light)
    let interface = try Interface()
    let surface = InterfaceSurface(Self.small)
    func run(_ frames: Int) {
      for frame in 0..<frames {
        state.timeline?.shown = frame % 7000
        state.profile?.framesPerSecond = Double(frame % 60)
        let mouse = Vector(Double(frame * 7 % 480), Double(frame * 3 % 360))
        _ = interface.frame(
          state, input: [.move(mouse), .button(.left, isDown: frame % 5 == 0)], in: surface, seconds: 1.0 / 60
        )
      }
    }
    run(500)
    let before = Int64(bitPattern: ctumble_allocations() &- ctumble_frees())
    run(10_000)
    let after = Int64(bitPattern: ctumble_allocations() &- ctumble_frees())
    #expect(after - before < 50, "\(after - before) blocks were kept")
  }

  @Test("An interface gives back all that it took")
  func freed() throws {
    func once() throws {
      let interface = try Interface()
      _ = interface.frame(InterfaceSamples.panels(), in: InterfaceSurface(Self.small), seconds: 0.01)
    }
    try once()
    try once()
    let before = Int64(bitPattern: ctumble_allocations() &- ctumble_frees())
    for _ in 0..<5 { try once() }
    let kept = Int64(bitPattern: ctumble_allocations() &- ctumble_frees()) - before
    #expect(kept < 10, "\(kept) blocks were kept")
  }

  @Test("Two interfaces of one program do not disturb each other")
  func twoInterfaces() throws {
    var left = try InterfaceHand(InterfaceSamples.panels())
    var right = try InterfaceHand(InterfaceSamples.panels(.dark), size: Self.small)
    left.move(left.layout.tools.min + Vector(20, 20))
    left.press()
    right.frames(3)
    right.click(right.layout.tools.min + Vector(20, 20))
    left.release()
    #expect(left.taken() == [.chooseTool(.select)])
    #expect(right.taken() == [.chooseTool(.select)])
  }

  @Test("Without DejaVu Sans the built-in font writes what it can, and other signs in simpler ones")
  func builtInFont() throws {
    let interface = try Interface(fonts: FontFiles(folders: ["/no/such/folder"]))
    let target = try RenderTarget(Self.small)
    let surface = InterfaceSurface(Self.small)
    for _ in 0..<3 {
      _ = interface.frame(InterfaceSamples.messages(.light), in: surface, seconds: 0.01)
    }
    try interface.draw(on: target)
    #expect(Set(try target.bitmap().pixels).count > 20)
  }

  @Test("The letters of the interface have dashes, arrows, Greek, Cyrillic and the signs of units")
  func glyphs() throws {
    try #require(FontFiles.installed.regular != nil, "DejaVu Sans is not installed")
    let interface = try Interface()
    _ = interface.frame(InterfaceState(), in: InterfaceSurface(Self.small), seconds: 0.01)
    for character in "aé—–…“”←→↑↓−×·°²½≤αЖ⌘✓".unicodeScalars {
      #expect(interface.hasGlyph(character), "\(character)")
    }
  }
}

/// Clears a target to nothing.
enum SDLColor {
  static func clear(_ target: RenderTarget) {
    SDL_SetRenderDrawColor(target.pointer, 0, 0, 0, 255)
    SDL_RenderClear(target.pointer)
  }
}

extension PanelsTests {
  @Test("Moving the mouse over the stage builds nothing, moving it onto a panel does")
  func movesOverStage() throws {
    var hand = try InterfaceHand(InterfaceSamples.panels(), size: PixelSize(1000, 700))
    hand.frames(4, [.move(Vector(400, 300))])
    let built = hand.interface.builtFrames
    for step in 0..<50 { hand.frames(1, [.move(Vector(400 + Double(step), 300))]) }
    #expect(hand.interface.builtFrames == built && !hand.interface.wantsMouse)
    hand.frames(3, [.move(hand.layout.side.center)])
    #expect(hand.interface.builtFrames > built && hand.interface.wantsMouse)
    hand.frames(3, [.move(Vector(400, 300))])
    #expect(!hand.interface.wantsMouse)
  }

  @Test("A translucent panel has one color: no pixel within it is left out or drawn twice")
  func evenPanel() throws {
    var state = InterfaceState()
    state.toasts = [Toast(id: 1, "Saved", opacity: 0.5)]
    let hand = try InterfaceHand(state, size: Self.small)
    let target = try RenderTarget(Self.small)
    SDLColor.clear(target)
    try hand.interface.draw(on: target)
    let picture = try target.bitmap()
    let bounds = try #require(hand.interface.drawnBounds.first)
    let row = Int(bounds.min.y) + 4
    let colors = Set((Int(bounds.min.x) + 16..<Int(bounds.max.x) - 16).map { picture[$0, row] })
    #expect(colors.count == 1, "\(colors)")
    let panel = InterfaceTheme(.light).panel
    let red = Int(try #require(colors.first) >> 16 & 255)
    #expect(abs(red - Int(panel.red * 255 / 2)) <= 2)
  }
}

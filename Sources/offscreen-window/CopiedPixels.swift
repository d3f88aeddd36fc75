import TumbleDrawing
import TumbleFrames
import TumbleGeometry
import TumbleStage
import TumbleWindowCommands
import TumbleWindowDriver

/// Whether a window with all its panels looks the same when opaque pixels are copied past SDL's renderer and when it copies
/// them: after a change of size, the loss of all textures, and with the graph and the layers, which clip what they draw.
struct CopiedPixels {
  func run() throws {
    let scenes = try ScratchScenes(["crates"])
    let window = try DrivenWindow(
      "crates", library: scenes.library, display: .screen, size: PixelSize(641, 483))
    guard window.stage.copiesPastSDL else {
      return say("\(window.stage.rendererName): SDL copies everything")
    }
    let input = WindowInput(window)
    try input.wait(frames: 10)
    try compare(window, "no panel but the bars")
    for keys in AllPanels.keys { try input.press(keys) }
    try input.wait(frames: 20)
    try compare(window, "all panels")
    try input.press("G")
    try input.wait(frames: 20)
    try compare(window, "the graph")
    for size in [PixelSize(701, 402), PixelSize(480, 360)] {
      input.resize(to: size)
      try input.wait(frames: 20)
      try compare(window, "\(size.width) × \(size.height) pixels")
    }
    input.loseTextures()
    try input.wait(frames: 20)
    try compare(window, "textures that were lost")
  }

  private func compare(_ window: DrivenWindow, _ what: String) throws {
    let stage = window.stage
    var pictures: [Bitmap] = []
    for copiesPastSDL in [true, false] {
      stage.copiesPastSDL = copiesPastSDL
      let world = window.session.world
      try stage.draw(Frame(world.snapshot), status: Status(world))
      try stage.drawGraph(slide: 0, isComplete: true)
      try stage.drawPanels()
      pictures.append(try stage.picture())
    }
    stage.copiesPastSDL = true
    let (copied, drawn) = (pictures[0].pixels, pictures[1].pixels)
    // Not two empty pictures.
    guard Set(stride(from: 0, to: copied.count, by: 37).map { copied[$0] }).count > 50 else {
      throw Failure("\(what): nothing is drawn")
    }
    guard copied == drawn else {
      let different = zip(copied, drawn).filter { $0 != $1 }.count
      throw Failure("\(what): \(different) pixels of \(copied.count) are not the same")
    }
    say("\(what): the same \(copied.count) pixels")
  }
}

import CTumbleSDL2
import Foundation
import TumbleLooks

// offscreen-window: the whole window without a display, for what takes too long, or needs too many events,
// for a screen.
//
//   wild [--seeds N] [--first SEED] [--inputs N]  anything is done to it, by a seed
//   hour [--minutes N]                            that time of the world, with panels and looks back
//   keys [--minutes N] [--first SEED]             a scene with everything, its keys at random;
//                                                 standard output is the recording
//   panels [--frames N]                           the cost of panels a frame, by the software renderer
//   panels-on-screen [--frames N]                 the same in a window, by the display's renderer
//   stage [--frames N]                            the cost of shadows, scenery and sprites, by the
//                                                 software renderer
//   stage-on-screen [--frames N]                  the same in a window, by the display's renderer
//   particles [--frames N]                        the cost of particles a frame, by the software renderer
//   particles-on-screen [--frames N]              the same in a window, by the display's renderer
//   pictures --scene NAME --folder FOLDER         a moment of a scene, light and dark, in one and two
//                                                 pixels a point, by the software renderer and, in a
//                                                 window, by the display's: [--milliseconds N]
//                                                 [--width N] [--height N]
//   undo [--seconds N]                            how soon a gesture in `shower` is undone
//
// Exits with 1 at the first check that fails, 64 for a wrong argument.

// Otherwise SDL would take the signal that is to end it for a wish of the person at the window.
SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1")
var arguments = CommandLine.arguments.dropFirst()
let part = arguments.popFirst() ?? ""
var numbers = [
  "--seeds": 1, "--first": 0, "--inputs": 1000, "--minutes": 60, "--frames": 300, "--seconds": 60,
  "--milliseconds": 3000, "--width": 320, "--height": 240,
]
var words = ["--scene": "", "--folder": ""]
while let argument = arguments.popFirst() {
  if words[argument] != nil, let word = arguments.popFirst() {
    words[argument] = word
    continue
  }
  guard numbers[argument] != nil, let number = arguments.popFirst().flatMap({ Int($0) }), number >= 0 else {
    stop("'\(argument)' is no argument, or has no whole number after it", code: 64)
  }
  numbers[argument] = number
}
@MainActor func number(_ name: String) -> Int { numbers[name] ?? 0 }

do {
  switch part {
  case "wild":
    let first = UInt64(number("--first"))
    try WildSession.run(
      seeds: first...(first + UInt64(max(number("--seeds"), 1)) - 1), inputs: max(number("--inputs"), 1))
  case "hour": try LongSession(minutes: max(number("--minutes"), 1)).run()
  case "keys": try KeysSession(seed: UInt64(number("--first")), minutes: max(number("--minutes"), 1)).run()
  case "panels", "panels-on-screen":
    try PanelCost(frames: max(number("--frames"), 10), onScreen: part != "panels").run()
    if part == "panels" { try KeysCost().run() }
  case "animator": try KeysCost().run()
  case "stage", "stage-on-screen":
    try StageCost(frames: max(number("--frames"), 10), onScreen: part != "stage").run()
  case "particles", "particles-on-screen":
    try ParticleCost(frames: max(number("--frames"), 10), onScreen: part != "particles").run()
  case "pictures":
    guard let scene = words["--scene"], let folder = words["--folder"], !scene.isEmpty, !folder.isEmpty else {
      stop("pictures wants --scene NAME and --folder FOLDER", code: 64)
    }
    try ScenePictures(
      scene: scene, milliseconds: number("--milliseconds"), folder: folder,
      points: PixelSize(number("--width"), number("--height"))
    ).draw()
  case "undo": try UndoCost(scene: "shower", seconds: max(number("--seconds"), 1)).run()
  default:
    stop(
      "the parts are wild, hour, keys, panels, panels-on-screen, stage, stage-on-screen, particles, particles-on-screen, pictures and undo",
      code: 64)
  }
} catch {
  stop("\(error)")
}

/// Tells a line at once, so that what was done before a crash is known.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Tells what failed and ends the program.
func stop(_ message: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("offscreen-window: \(message)\n".utf8))
  exit(code)
}

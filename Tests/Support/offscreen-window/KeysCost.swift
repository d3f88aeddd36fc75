import Foundation
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleRendering
import TumbleWindow
import TumbleWindowCommands
import TumbleWindowDriver

/// The cost of the dearest frames while a hand is at ten thousand keys in three hundred rows: a thousand of
/// them are selected by a box over all rows, which are scrolled; the keys are dragged, and dropped.
struct KeysCost {
  /// The most milliseconds of a frame while something moves, beyond which one is dropped. What drops keys, or
  /// undoes that, reads and checks every row that it changes.
  private static let bound = 16.0

  /// A name for what is done in some frames, and the dearest of them: milliseconds of the thread that makes
  /// them.
  private struct Part {
    var name: String
    var milliseconds: Double
    var isMoving: Bool { name != "drop" && name != "undo" }
  }

  private func measure() throws -> (parts: [Part], keys: Int) {
    let scenes = try ScratchScenes(["crates"])
    let size = PixelSize(960, 640)
    let window = try DrivenWindow("crates", library: scenes.library, size: size)
    let input = WindowInput(window)
    try input.wait(frames: 3)
    for key in ["A", "Space"] { try input.press(key) }
    try PanelCost.addKeys(window.session)
    try input.wait(frames: 20)
    func frames(_ name: String, _ count: Int, _ act: (Int) -> Void) throws -> Part {
      var worst = 0.0
      for number in 0..<count {
        act(number)
        let start = Self.threadTime
        try input.wait()
        worst = max(worst, Self.threadTime - start)
      }
      return Part(name: name, milliseconds: worst * 1000)
    }
    let dock = InterfaceLayout(
      InterfaceSurface(PixelSize(size.width, size.height - Layout.stripHeight)), hasMenu: true,
      hasTimeline: true, hasAnimator: true, toolCount: 0, hasSide: false
    ).animator
    // The first keys of the row below the heading of the first crate.
    let (left, first) = (Int(dock.min.x) + 182, Int(dock.min.y) + 83)
    // From above the first row to the last one, over the first four keys of each.
    input.hold(.alt)
    input.move(to: left - 8, first - 28)
    try input.wait()
    input.down()
    try input.wait()
    let boxed = try frames("box", 140) { _ in input.turnWheel(0, -4) }
    input.move(to: left + 75, Int(dock.max.y) - 4)
    try input.wait(frames: 2)
    input.up()
    input.hold([])
    try input.wait(frames: 20)
    let keys = window.selectedKeys
    let scrolled = try frames("scroll", 140) { _ in input.turnWheel(0, 4) }
    input.move(to: left + 22, first)
    try input.wait()
    input.down()
    let dragged = try frames("drag", 60) { input.move(to: left + 22 + $0, first) }
    let dropped = try frames("drop", 2) { if $0 == 0 { input.up() } }
    let rerun = try frames("rerun", 60) { _ in }
    let undone = try frames("undo", 60) { number in
      if number == 0, let key = Key(name: "z") { input.press(key, with: .control) }
    }
    return ([boxed, scrolled, dragged, dropped, rerun, undone], keys)
  }

  /// - Throws: `Failure` where a frame is dropped.
  func run() throws {
    var least: [Part] = []
    var keys = 0
    // What else runs on the machine makes a round dearer, never cheaper.
    for round in 0..<3 {
      let measured = try measure()
      keys = measured.keys
      guard keys >= 1000 else { throw Failure("only \(keys) keys were selected") }
      least =
        round == 0
        ? measured.parts : zip(least, measured.parts).map { $0.milliseconds < $1.milliseconds ? $0 : $1 }
    }
    let text = least.map { String(format: "%@ %.2f", $0.name, $0.milliseconds) }.joined(separator: ", ")
    say("\(keys) of 10,200 keys in 300 rows, dearest frame in ms: \(text)")
    if let slow = least.first(where: { $0.isMoving && $0.milliseconds > Self.bound }) {
      throw Failure("a frame is dropped: \(slow.name)")
    }
  }

  private static var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

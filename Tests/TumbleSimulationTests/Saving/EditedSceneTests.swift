import Foundation
import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport

@Suite("A scene that a program has edited")
struct EditedSceneTests {
  @Test(
    "A scene that a program has edited is built and stepped, or refused with a sentence; and can be written either way",
    arguments: Seeds.list(default: 150))
  func edited(seed: UInt64) throws {
    let made = SceneReader().read(
      Data(GeneratedScene(seed: seed % 20).text.utf8), file: "made", name: "made")
    var editor = SceneEditor(scene: try made.get(), random: SeededGenerator(seed: seed))
    editor.edit(times: 1 + editor.int(6))
    #expect(!SceneWriter().text(editor.scene).isEmpty)
    let world: World
    do {
      world = try World(editor.scene)
    } catch {
      #expect(!"\(error)".isEmpty)
      return
    }
    world.hitThreshold = editor.pick([nil, 0, -1, 100, .nan, .infinity])
    let commands = [Command.grab(Vector(150, 100)), .tilt(Vector(0, 500)), .release]
    for step in 0..<5 { _ = try? world.step(step < commands.count ? [commands[step]] : []) }
  }
}

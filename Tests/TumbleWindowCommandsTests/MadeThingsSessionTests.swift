import Testing
import TumbleFiles
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands
import TumbleWindowDriver

@Suite("Building with the tools that make things, in the window")
struct MadeThingsSessionTests {
  @Test(
    "A plank is cut in two by a stroke of the knife, saved, reopened equal, replayed and made whole again")
  func plank() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let (session, place) = (table.session, table.middle)
      try table.draw(.boxTool, place, place + Vector(120, 40))
      try table.draw(.knifeTool, place + Vector(50, 90), place + Vector(60, -50))
      let names = session.world.snapshot.bodies.compactMap { session.world.description[$0.id]?.name }
      #expect(names == ["floor", "box1-half-1", "box1-half-2"], "\(names)")
      #expect(session.undoName == "cut")
      let built = session.startScene
      // Both are colored as the whole was.
      let colors = built.bodies.dropFirst().compactMap(\.appearance.color)
      #expect(colors.count == 2 && Set(colors) == [Theme().plain(.dynamic, 1)], "\(colors)")
      let saved = try table.saved(as: "plank")
      #expect(saved.bodies == built.bodies, "\(saved.bodies)")
      try table.bench.press("Space")
      try table.bench.hand.wait(frames: 60)
      let halves = session.world.snapshot.bodies.suffix(2).map(\.position)
      #expect(halves[0].y < place.y && halves[1].y < place.y, "\(halves)")
      try session.checkReplay(library: table.bench.window.loop.scene.library, path: nil)
      try table.undoAll()
      #expect(session.world.snapshot.bodies.count == 1)
    }
  }

  @Test("A water wheel is a gear wheel in water that flows: it turns, is saved, reopened equal and replayed")
  func waterWheel() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let (session, bench, place) = (table.session, table.bench, table.middle)
      try table.draw(.cogTool, place, place + Vector(50, 0))
      try table.draw(.waterTool, place + Vector(-100, -60), place + Vector(100, -20))
      try bench.press(try #require(bench.key(of: .selectTool)), "I")
      try bench.hand.wait(frames: 60)
      #expect(bench.panels.inspector?.title == "water1", "\(bench.panels.inspector?.title ?? "")")
      // The flow is an arrow of the selected water, which is pulled at its tip.
      let water = place - Vector(0, 40)
      try table.pull(water + Vector(16 / bench.window.stage.viewport.scale, 0), water + Vector(100, 0))
      let flow = try #require(session.startScene.fluids.first?.liquid.flow)
      #expect(abs(flow.x - 400) < 10, "\(flow)")
      #expect(abs(flow.y) < 10, "\(flow)")
      for part in bench.window.loop.parts { _ = try part.perform(.makeControl(path: "fluid.flow", true)) }
      try bench.hand.wait(frames: 30)
      let controls = bench.panels.controls?.rows.map(\.path) ?? []
      let refusals = bench.panels.inspector?.groups.flatMap(\.rows).compactMap(\.refusal) ?? []
      #expect(
        controls == ["controls.water1-flow-0", "controls.water1-flow-1"],
        "\(controls) \(refusals) \(bench.panels.inspector?.title ?? "") \(session.startScene.controls)")
      let built = session.startScene
      let saved = try table.saved(as: "mill")
      #expect(saved.bodies == built.bodies && saved.joints == built.joints, "\(saved.bodies)")
      #expect(saved.fluids == built.fluids && saved.controls == built.controls, "\(saved.fluids)")
      try bench.press("Space")
      try bench.hand.wait(frames: 90)
      let spin = try #require(session.world.snapshot["cog1"]?.angularVelocity)
      #expect(spin > 0.2, "\(spin)")
      try session.checkReplay(library: bench.window.loop.scene.library, path: nil)
      try table.undoAll()
      #expect(session.world.snapshot.bodies.count == 1 && session.world.controls.isEmpty)
    }
  }

  @Test("What the picker shows is opened, though another scene has taken its place in the list meanwhile")
  func rowsThatMove() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench()
      let picker = try #require(bench.window.loop.parts.lazy.compactMap { $0 as? PickerPart }.first)
      // What was read the last time is shown until it is read again.
      func wait(forFirst name: String) throws {
        while bench.panels.picker?.rows.first?.name != name { try bench.hand.wait(frames: 20) }
      }
      try bench.scratch.file("Scenes/second.yaml", WindowBench.text)
      try bench.press("Ctrl+O")
      try wait(forFirst: "first")
      let row = try #require(bench.panels.picker?.rows.first { $0.name == "second" })
      try bench.press("Right")
      try bench.press("Escape")
      for name in ["a", "b", "c"] { try bench.scratch.file("Scenes/\(name).yaml", WindowBench.text) }
      _ = picker.perform(WindowAction.open)
      try wait(forFirst: "a")
      _ = try picker.perform(PanelAction.openScene(row.path))
      #expect(bench.window.loop.scene.path == row.path)

      // Enter opens the row that was marked, which has moved too.
      _ = picker.perform(WindowAction.open)
      try bench.hand.wait(frames: 20)
      let marked = try #require(bench.panels.picker)
      #expect(marked.rows[marked.selected].path == row.path)
      try bench.scratch.file("Scenes/0.yaml", WindowBench.text)
      _ = picker.perform(WindowAction.open)
      _ = picker.perform(WindowAction.open)
      try wait(forFirst: "0")
      _ = try picker.perform(PanelAction.openScene(nil))
      #expect(bench.window.loop.scene.path == row.path)
    }
  }

  @Test("A scene is saved in a folder that is found by the picker, and opened from there")
  func folders() async {
    await #expect(processExitsWith: .success) {
      let bench = try WindowBench(size: PixelSize(480, 360))
      let scenes = bench.scratch.url.path + "/Scenes"
      try bench.scratch.file("Scenes/deep/cave/other.yaml", WindowBench.text)
      func act(_ action: PanelAction) throws {
        for part in bench.window.loop.parts { _ = try part.perform(action) }
        try settle()
      }
      func settle() throws {
        // What no panel asked for is shown a tenth of a second later.
        repeat { try bench.hand.wait(frames: 20) } while bench.panels.picker?.isReading == true
      }
      func enter(_ name: String) throws {
        try bench.hand.type(name)
        try bench.hand.wait(frames: 6)
        try bench.press("Return")
        try settle()
      }
      try bench.press("Ctrl+Alt+S")
      #expect(bench.panels.naming?.name == "first-2")
      try act(.chooseFolder(.naming))
      #expect(bench.panels.picker?.isForSaving == true)
      #expect(bench.panels.picker?.rows.map(\.title) == ["Folder above", "deep"])
      try enter("deep")
      try enter("cave")
      #expect(bench.panels.picker?.folder?.hasSuffix("/Scenes/deep/cave") == true)
      // Esc goes back to the name, and changes nothing.
      try bench.press("Escape")
      #expect(bench.panels.picker == nil && bench.panels.naming?.detail.contains("cave") == false)
      try act(.chooseFolder(.naming))
      try enter("deep")
      try act(.useFolder)
      #expect(bench.panels.naming?.detail.contains("/deep") == true)
      try bench.press("Return")
      #expect(UntrustedFile.exists(scenes + "/deep/first-2.yaml"), "\(bench.notice)")
      try bench.press("Ctrl+O")
      try settle()
      #expect(bench.panels.picker?.rows.map(\.name).contains("first-2") == true)
      try act(.browse(true))
      #expect(bench.panels.picker?.rows.map(\.isFolder) == [true, true, false])
      try enter("cave")
      try enter("other")
      #expect(bench.window.loop.scene.path.hasSuffix("/deep/cave/other.yaml"))
    }
  }

  @Test("A note is words on the stage that nothing touches, and is saved and undone as one thing")
  func note() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let (session, bench, place) = (table.session, table.bench, table.middle)
      try table.draw(.noteTool, place, place + Vector(40, 40))
      try bench.hand.type("Push!")
      try bench.hand.wait(frames: 10)
      try bench.press("Return")
      let note = try #require(session.world.sceneNow().bodies.last)
      #expect(note.id == "note1" && note.kind == .static && note.shapes.allSatisfy(\.isSensor))
      #expect(note.style.caption?.text == "Push!", "\(bench.notice)")
      try session.give(.add(.body, "{id: ball, at: [\(place.x), \(place.y + 60)], circle: 9}"))
      try bench.press("Space")
      try bench.hand.wait(frames: 90)
      #expect(try #require(session.world.snapshot["ball"]).position.y < place.y)
      #expect(try table.saved(as: "noted").bodies.contains { $0.style.caption?.text == "Push!" })
      try table.undoAll()
      #expect(session.world.snapshot.bodies.count == 1)
    }
  }

  @Test("A word is typed on the stage where a drag was: keys write it, and do nothing else, until Enter")
  func word() async {
    await #expect(processExitsWith: .success) {
      let table = try MakingTable()
      let (session, bench, place) = (table.session, table.bench, table.middle)
      try table.draw(.textTool, place, place + Vector(40, 40))
      // Q would quit, and Space let time run.
      try bench.hand.type("Q a")
      try bench.hand.wait(frames: 10)
      #expect(session.isPaused && session.world.snapshot.bodies.count == 1)
      try bench.press("Return")
      let names = session.world.snapshot.bodies.compactMap { session.world.description[$0.id]?.name }
      #expect(names == ["floor", "text1-1", "text1-2"], "\(names) \(bench.notice)")
      // A picture is named as a texture is; one that is not there leaves nothing, and says why.
      for name in ["crat", "crate"] {
        try table.draw(.pictureTool, place + Vector(-100, 0), place + Vector(-60, 40))
        try bench.hand.wait(frames: 10)
        let offered = bench.panels.contextMenu?.items.map(\.title) ?? []
        #expect(offered.contains("crate") && offered.contains("ship"), "\(offered)")
        if name == "crate" {
          for part in bench.window.loop.parts {
            _ = try part.perform(.chooseMenuItem("context-picture:crate"))
          }
        } else {
          try bench.hand.type(name)
          try bench.hand.wait(frames: 10)
          try bench.press("Return")
        }
        try bench.hand.wait(frames: 30)
        // After a refusal the place still waits for another.
        #expect((bench.panels.contextMenu == nil) == (name == "crate"))
      }
      let picture = session.startScene.bodies.last
      #expect(picture?.id == "picture1" && picture?.texture?.name == "crate", "\(bench.notice)")
      #expect(session.startScene.bodies.count == 4)
      let built = session.startScene
      let saved = try table.saved(as: "word")
      #expect(saved.bodies == built.bodies, "\(saved.bodies)")
      try bench.press("Space")
      try bench.hand.wait(frames: 60)
      #expect(try #require(session.world.snapshot["text1-1"]).position.y < place.y)
      try session.checkReplay(library: bench.window.loop.scene.library, path: nil)
      try table.undoAll()
      #expect(session.world.snapshot.bodies.count == 1)
    }
  }
}

import Foundation
import Testing
import TumbleFiles
import TumbleFrames
import TumbleInput
import TumblePanels
import TumbleScenes
import TumbleSimulation
import TumbleTestSupport
@testable import TumbleWindowCommands

@Suite("What was edited is not lost unasked")
struct ScenePartTests {
  /// A clock that goes on when it is told to.
  private final class Time {
    var now = Duration.zero
  }

  private let scratch: ScratchFolder
  private let file: URL
  private let time: Time
  private let session: Session
  private let notices: Notices
  private let part: ScenePart

  private static let text = """
    tumble: 1
    view: {size: [300, 300]}
    world: {gravity: [0, 0], rate: 120}
    bodies:
      - {id: box, at: [60, 150], box: [60, 60], mass: 10}   # a remark
      - {id: ball, at: [200, 150], circle: 20}

    """

  init() throws {
    scratch = try ScratchFolder()
    file = try scratch.file("Scenes/apple.yaml", Self.text)
    let library = SceneLibrary(
      folders: [scratch.url.appendingPathComponent("Scenes")], assets: scratch.url)
    let outcome = try library.check(file.path)
    let time = Time()
    let notices = Notices(clock: { time.now })
    let session = try Session(World(outcome.get()), content: outcome.text)
    let part = ScenePart(
      session, notices, library: library, read: outcome, clock: { time.now })
    session.onNewWorld = { [unowned part] _ in part.worldChanged(isOther: false) }
    self.time = time
    self.notices = notices
    self.session = session
    self.part = part
  }

  private func edit() throws {
    try session.give(.set(.body("box"), path: "mass", value: "7"))
  }

  /// Writes the file as another program would.
  private func replace(_ old: String, with new: String) throws {
    try Data(Self.text.replacingOccurrences(of: old, with: new).utf8).write(to: file, options: .atomic)
  }

  private func saved() throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// Returns the line of status once the news are old.
  private func warning() -> String {
    time.now += .seconds(10)
    return notices.line ?? ""
  }

  @Test("A file that another program changed is saved over where a person says so, and its text is kept")
  func saveOver() throws {
    try edit()
    try replace("a remark", with: "of another program")
    _ = try part.perform(.save)
    #expect(try saved().contains("of another program"))
    #expect(asked?.isChanged == true)
    #expect(try part.perform(.close(.leaving)))
    #expect(asked == nil)
    #expect(try saved().contains("of another program"))
    _ = try part.perform(.save)
    #expect(try part.perform(.leave(saving: true)))
    #expect(try saved().contains("mass: 7") && !(try saved().contains("of another program")))
    #expect(try String(contentsOfFile: file.path + "~", encoding: .utf8).contains("of another program"))
    #expect(!part.isEdited)
  }

  @Test("A new scene has nothing, a floor, or a floor and walls, as it was asked for")
  func grounds() throws {
    for (action, bodies) in [
      (WindowAction.newEmpty, []), (.newScene, ["floor"]), (.newWalls, ["floor", "left", "right"]),
    ] {
      #expect(try part.perform(action))
      #expect(session.world.scene.bodies.map(\.id) == bodies)
      #expect(part.isUntitled && !part.isEdited)
    }
  }

  @Test("Scenes that were opened are offered again, the latest first, in the next session too")
  func recent() throws {
    var opened: [String] = []
    for number in 0..<12 {
      let file = try scratch.file("Scenes/scene-\(number).yaml", "tumble: 1\n")
      opened.insert(UntrustedFile.realPath(file.path) ?? file.path, at: 0)
      try part.open(file.path)
    }
    #expect(part.recent == Array(opened.prefix(10)))
    #expect(try part.perform(.chooseMenuItem(MenuItem.recent + opened[4])))
    #expect(part.path == opened[4])
    #expect(part.recent.prefix(3) == [opened[4], opened[0], opened[1]])
    #expect(part.otherRecent.first == opened[0], "the one that is shown is not offered")
    var settings = Settings.read(in: nil)
    part.keep(in: &settings)
    #expect(settings.recentScenes == part.recent)
    _ = try part.perform(.newScene)
    #expect(part.otherRecent.first == opened[4], "a new scene has no file that could be opened again")
  }

  @Test("A new scene has a floor and no file; saving it asks for a name, and refuses what is no name")
  func newScene() throws {
    part.ownFolder = scratch.url.appendingPathComponent("Scenes").path
    let path = part.ownFolder + "/swing.yaml"
    #expect(try part.perform(.newScene))
    #expect(session.isPaused)
    #expect(session.world.scene.bodies.map(\.id) == ["floor"] && !part.isEdited && part.recordedPath == nil)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9}"))
    #expect(part.isEdited)
    _ = try part.perform(.save)
    func naming() -> NamingState? {
      var state = InterfaceState()
      part.show(in: &state, at: .zero)
      return state.naming
    }
    #expect(naming() != nil)
    for (name, refusal) in [
      ("", "a name is required"), ("a/b", "is not a file name"), ("apple", "already exists"),
    ] {
      #expect(try part.perform(.typeName(name)) && naming()?.refusal == nil)
      #expect(try part.perform(.confirmName))
      #expect(naming()?.refusal?.contains(refusal) == true, "\(name)")
    }
    _ = part.takeEvents()
    #expect(try part.perform(.typeName("swing")) && part.perform(.confirmName) && naming() == nil)
    let names = part.takeEvents().compactMap { if case .named(let name) = $0 { name } else { nil } }
    #expect(names == ["swing"])
    let written = try part.library.scene(path)
    #expect(written.bodies.map(\.id) == ["floor", "ball"] && !part.isEdited)
    // From then on it is a file like any other.
    try session.give(.set(.body("ball"), path: "mass", value: "7"))
    _ = try part.perform(.save)
    #expect(naming() == nil && !part.isEdited)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("mass: 7"))
  }

  @Test("Save as asks where, says why a folder takes nothing, and takes the scene's own picture to another")
  func saveAs() throws {
    let scenes = scratch.url.appendingPathComponent("Scenes").path
    let picture = try Data(contentsOf: ProjectFolder.assets.appendingPathComponent("crate.png"))
    try picture.write(to: URL(fileURLWithPath: scenes + "/mine.png"))
    let other = scratch.url.appendingPathComponent("other").path
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try session.give(.add(.body, "{id: crate, at: [10, 300], box: [9, 9], texture: mine}"))
    #expect(try part.perform(.saveAs))
    #expect(part.naming?.name == "apple-2" && part.naming?.detail.contains(scenes) == true)
    part.choose(folder: "/proc")
    #expect(try part.perform(.confirmName))
    #expect(part.naming?.refusal?.contains("/proc") == true, "\(part.naming?.refusal ?? "")")
    part.choose(folder: other)
    #expect(part.naming?.refusal == nil && part.naming?.detail.contains(other) == true)
    #expect(try part.perform(.confirmName))
    #expect(part.naming == nil && part.path == other + "/apple-2.yaml" && !part.isEdited)
    #expect(try Data(contentsOf: URL(fileURLWithPath: other + "/mine.png")) == picture)
    #expect(try saved() == Self.text)
    // Another picture of that name is not written over.
    try Data("other".utf8).write(to: URL(fileURLWithPath: scenes + "/mine.png"))
    #expect(throws: OutputError.self) {
      try session.startScene.copyPictures(besides: file.path, to: other)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other + "/mine.png")) == picture)
  }

  @Test("What was asked about a scene is asked no more once another file is opened")
  func droppedMeanwhile() throws {
    part.ownFolder = scratch.url.appendingPathComponent("Scenes").path
    _ = try part.perform(.newScene)
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9}"))
    _ = try part.perform(.newScene)
    _ = try part.perform(.leave(saving: true))
    #expect(part.naming != nil && part.savedFor == .new(.newScene))
    try part.open(file.path)
    #expect(asked != nil)
    _ = try part.perform(.leave(saving: false))
    #expect(part.path == file.path && session.log.isEmpty)
    #expect(asked == nil && part.naming == nil && part.savedFor == nil)
  }

  @Test("Without edits nobody is asked")
  func unedited() throws {
    #expect(part.mayQuit())
    for _ in 0..<10 { try session.step() }
    #expect(part.mayQuit())
    #expect(try part.perform(.restart))
    #expect(session.world.steps == 0)
  }

  /// The card that asks whether to save.
  private var asked: LeavingState? {
    var state = InterfaceState()
    part.show(in: &state, at: .zero)
    return state.leaving
  }

  private func hasAskedToQuit() -> Bool {
    part.takeEvents().contains { if case .quit = $0 { true } else { false } }
  }

  @Test(
    "Quitting with edits asks first: to cancel changes nothing, to discard loses them, to save keeps them")
  func quitting() throws {
    try edit()
    #expect(!part.mayQuit() && asked?.scene == "apple")
    #expect(try part.perform(.close(.leaving)))
    #expect(asked == nil && !hasAskedToQuit() && !part.mayQuit())
    #expect(try part.perform(.leave(saving: false)))
    #expect(asked == nil && hasAskedToQuit() && part.mayQuit())
    #expect(try saved() == Self.text)
    #expect(try part.perform(.save) && !part.isEdited)
  }

  @Test("A new scene that is left is saved by its name first, and what was edited while it ran as a moment")
  func leaving() throws {
    part.ownFolder = scratch.url.appendingPathComponent("Scenes").path
    #expect(try part.perform(.newScene))
    try session.give(.add(.body, "{id: ball, at: [110, 300], circle: 9}"))
    try session.step()
    try session.give(.set(.body("ball"), path: "mass", value: "7"))
    #expect(try part.perform(.newScene))
    #expect(asked?.detail.contains("as a moment") == true && session.log.count == 2)
    #expect(try part.perform(.leave(saving: true)))
    #expect(session.log.count == 2 && asked == nil)
    #expect(try part.perform(.typeName("swing")) && part.perform(.confirmName))
    #expect(session.log.isEmpty && part.isUntitled && !part.isEdited)
    #expect(try part.library.scene(part.ownFolder + "/swing.yaml").bodies.map(\.id) == ["floor", "ball"])
    let moment = try part.library.scene(part.ownFolder + "/swing-moment.yaml")
    #expect(SceneWriter().text(moment).contains("mass: 7"))
  }

  @Test(
    "R starts again with what was edited at the start; only at the start it asks, and then reads the file")
  func restarting() throws {
    try edit()
    for _ in 0..<10 { try session.step() }
    #expect(try part.perform(.restart))
    try session.finishRerun()
    #expect(session.world.steps == 0 && part.isEdited)
    // As often as one likes, and all of it stays in the log.
    for _ in 0..<10 { try session.step() }
    #expect(try part.perform(.restart))
    try session.finishRerun()
    #expect(session.world.steps == 0 && part.isEdited && session.log.count == 1)
    #expect(session.world.text(of: .body("box"), path: "mass") == "7")
    let edited = session.startScene
    #expect(try part.perform(.restart))
    #expect(session.startScene == edited && asked != nil)
    #expect(try part.perform(.leave(saving: false)))
    #expect(session.startScene != edited && !part.isEdited)
  }

  @Test("Another rate begins the world again, and what was edited before can be saved")
  func rate() throws {
    try edit()
    var scene = session.startScene
    scene.world.rate = 240
    try session.restart(scene, content: SceneWriter().text(scene))
    #expect(!part.mayQuit())
    #expect(try part.perform(.save))
    #expect(!part.isEdited)
    #expect(try saved().contains("rate: 240"))
    #expect(try saved().contains("mass: 7}   # a remark"))
  }

  @Test("Edits of a world that runs count, are no part of the file, and are kept with the moment")
  func later() throws {
    for _ in 0..<10 { try session.step() }
    try edit()
    // To start again leaves them out, and is undone.
    #expect(try part.perform(.restart))
    try session.finishRerun()
    #expect(session.world.steps == 0 && notices.line?.contains("without the later edit") == true)
    session.undo()
    try session.finishRerun()
    #expect(session.world.steps == 10)
    #expect(try part.perform(.save))
    #expect(notices.line?.contains("1 later edit is not in the file") == true)
    #expect(try saved() == Self.text)
    #expect(try part.perform(.saveMoment))
    #expect(!part.isEdited)
  }

  @Test("After saving, taking an edit back is an edit")
  func undone() throws {
    try edit()
    #expect(try part.perform(.save))
    #expect(!part.isEdited)
    session.undo()
    try session.finishRerun()
    #expect(part.isEdited)
  }

  @Test("A file of another rate is not read again while edits are not saved")
  func otherRate() throws {
    try edit()
    try replace("rate: 120", with: "rate: 60")
    try part.tick(at: time.now)
    #expect(session.world.rate == 120)
    #expect(warning().contains("Ctrl+O"))
    #expect(try part.perform(.restart))
    #expect(session.world.rate == 120)
    #expect(try part.perform(.leave(saving: false)))
    #expect(session.world.rate == 60)
    #expect(!part.isEdited)
  }

  @Test("What a file read again leaves no place for is reported")
  func skipped() throws {
    for _ in 0..<10 { try session.step() }
    try edit()
    try replace("id: box", with: "id: crate")
    try part.tick(at: time.now)
    try session.finishRerun()
    #expect(session.world.steps == 10)
    #expect(warning().hasPrefix("left out 1 of what was done: step 10: "))
    #expect(!part.isEdited)
  }

  @Test("A file that it includes is watched too, and saving leaves that alone")
  func included() throws {
    let parts = try scratch.file("Scenes/parts.yaml", "tumble: 1\nvariables: {height: 40}\n")
    try replace("id: ball, at: [200, 150]", with: "id: ball, at: [200, height]")
    let text = try saved()
    try Data(("include: parts.yaml\n" + text).utf8).write(to: file, options: .atomic)
    try part.tick(at: time.now)
    #expect(session.world.scene.bodies[1].position.y == 40)
    try Data("tumble: 1\nvariables: {height: 70}\n".utf8).write(to: parts, options: .atomic)
    try part.tick(at: time.now)
    try session.finishRerun()
    #expect(session.world.scene.bodies[1].position.y == 70)
    try edit()
    #expect(try part.perform(.save))
    #expect(try saved().hasPrefix("include: parts.yaml\n") && saved().contains("at: [200, height]"))
    #expect(try saved().contains("mass: 7"))
  }
}

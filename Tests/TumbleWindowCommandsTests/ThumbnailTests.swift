import TumbleWindowCommands
import Foundation
import Testing
import TumbleDrawing
import TumbleFiles
import TumbleScenes
import TumbleTestSupport

@Suite("Pictures of scenes")
struct ThumbnailTests {
  private let scratch: ScratchFolder
  private let library: SceneLibrary
  private var cache: String { scratch.url.path + "/cache/thumbnails" }

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file(
      "Scenes/red.yaml",
      "tumble: 1\nview: {size: [160, 100], background: black}\nbodies: [{id: a, kind: static, at: [80, 50], box: [80, 80], color: red}]"
    )
    try scratch.file("Scenes/wrong.yaml", "tumble: [")
    library = SceneLibrary(folders: [scratch.url.appendingPathComponent("Scenes")], assets: scratch.url)
  }

  /// Asks for all and waits until they are made.
  private func made(_ thumbnails: Thumbnails) -> [Thumbnails.Picture] {
    for entry in SceneListing(library).entries { thumbnails.request(entry) }
    while !thumbnails.isIdle { sched_yield() }
    return thumbnails.finished()
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: cache).sorted()
  }

  @Test("Pictures of scenes show them, and are kept by the content of their files")
  func kept() throws {
    let pictures = made(Thumbnails(folder: cache, library: library))
    let entry = try #require(SceneListing(library).entries.first { $0.name == "red" })
    #expect(pictures.map(\.digest) == [entry.digest])
    let bitmap = try #require(pictures.first).bitmap
    #expect((bitmap.width, bitmap.height) == (160, 100))
    let kept = try files()
    #expect(kept.count == 1)
    // A second time it comes from the file, whose pixels are as they were; even where the scene is gone.
    let thumbnails = Thumbnails(folder: cache, library: library)
    try FileManager.default.removeItem(atPath: entry.path)
    thumbnails.request(entry)
    while !thumbnails.isIdle { sched_yield() }
    #expect(try PNG.encode(#require(thumbnails.finished().first).bitmap) == PNG.encode(bitmap))
    #expect(try files() == kept)
  }

  @Test("Pictures of scenes are made again where the kept file is broken, and where the scene changed")
  func again() throws {
    _ = made(Thumbnails(folder: cache, library: library))
    let name = try #require(files().first)
    try Data("no picture".utf8).write(to: URL(fileURLWithPath: cache + "/" + name))
    #expect(made(Thumbnails(folder: cache, library: library)).count == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: cache + "/" + name)).count > 50)
    try scratch.file("Scenes/red.yaml", "tumble: 1\n")
    #expect(made(Thumbnails(folder: cache, library: library)).count == 1)
    #expect(try files().count == 2)
  }

  @Test(
    "Pictures of scenes are made without a folder too, once for each that is asked for, and no more when stopped"
  )
  func without() throws {
    let thumbnails = Thumbnails(folder: nil, library: library)
    #expect(made(thumbnails).count == 1)
    #expect(made(thumbnails).isEmpty)
    let stopped = Thumbnails(folder: nil, library: library)
    stopped.stop()
    #expect(made(stopped).isEmpty)
  }
}

import Foundation
import Testing
import TumbleGeometry
import TumbleScenes
import TumbleTestSupport

@Suite("An outline of a picture")
struct OutlineTests {
  /// A picture drawn by letters: `#` is opaque, `+` half, anything else clear.
  private func bitmap(_ rows: String...) -> AlphaBitmap {
    let alpha = rows.joined().map { $0 == "#" ? UInt8(255) : $0 == "+" ? 128 : 0 }
    return AlphaBitmap(width: rows[0].count, height: rows.count, alpha: alpha)
  }

  @Test(
    "An outline of a picture goes around each island counter-clockwise and around each hole clockwise, half way between pixels"
  )
  func loops() throws {
    let outlines = bitmap("....", ".#..", "....", ".##.").outlines()
    #expect(outlines.count == 2)
    let lone = try #require(outlines.first)
    #expect(
      Set(lone.corners.map { [$0.x, $0.y] })
        == [[1.5, 3], [2, 2.5], [1.5, 2], [1, 2.5]].map { $0 }.reduce(into: []) { $0.insert($1) })
    #expect(outlines.allSatisfy { $0.signedArea > 0 })
    let ring = bitmap("###", "#.#", "###").outlines()
    #expect(ring.map { $0.signedArea > 0 }.sorted { !$0 && $1 } == [false, true])
    #expect(bitmap("#.", ".#").outlines().count == 2)
    #expect(
      bitmap("..", "..").outlines().isEmpty && AlphaBitmap(width: 0, height: 0, alpha: []).outlines().isEmpty)
  }

  @Test("An outline of a picture lies where the alpha would be the threshold")
  func threshold() throws {
    let bounds = try #require(bitmap("+#+").outlines(threshold: 0.25).first?.bounds)
    #expect(bounds.width > 2.5 && bounds.height > 1)
    let inner = try #require(bitmap("+#+").outlines(threshold: 0.75).first?.bounds)
    #expect(inner.width < 2)
  }

  private func disc(_ radius: Double) -> AlphaBitmap {
    let size = Int(radius * 2) + 4
    let middle = Double(size) / 2
    let alpha = (0..<size * size).map { index -> UInt8 in
      let (x, y) = (Double(index % size) + 0.5 - middle, Double(index / size) + 0.5 - middle)
      return UInt8(min(max((radius + 0.5 - (x * x + y * y).squareRoot()) * 255, 0), 255))
    }
    return AlphaBitmap(width: size, height: size, alpha: alpha)
  }

  @Test(
    "An outline of a picture has fewer corners the more it may be off, and none that is left out is further away",
    arguments: [0.2, 0.5, 1, 3])
  func simplified(tolerance: Double) throws {
    let whole = try #require(disc(30).outlines().first)
    let simple = try #require(whole.simplified(tolerance: tolerance))
    #expect(simple.corners.count < whole.corners.count / 3)
    for corner in whole.corners {
      let distance =
        simple.corners.indices.map { index -> Double in
          let (a, b) = (simple.corners[index], simple.corners[(index + 1) % simple.corners.count])
          let part = min(max((corner - a).dot(b - a) / (b - a).lengthSquared, 0), 1)
          return corner.distance(to: a + (b - a) * part)
        }.min() ?? .infinity
      #expect(distance <= tolerance + 1e-9)
    }
    #expect(abs(simple.signedArea / (.pi * 900) - 1) < 0.02 + tolerance / 15)
    #expect(try #require(whole.simplified(tolerance: 0, most: 12)).corners.count <= 12)
  }

  @Test("An outline of any picture makes polygons that a scene takes", arguments: Seeds.list(default: 20))
  func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (random.int(in: 1...24), random.int(in: 1...24))
    let alpha = (0..<width * height).map { _ in
      random.int(in: 0...2) == 0 ? UInt8(255) : UInt8(random.int(in: 0...255))
    }
    let outlines = AlphaBitmap(width: width, height: height, alpha: alpha).outlines()
    for isConvex in [false, true] {
      let outline = ShapeOutline(outlines, of: .text("x"), height: 200, tolerance: 0.5, isConvex: isConvex)
      let text = "tumble: 1\nbodies:\n  " + outline.entry(id: "a") + "\n"
      let read = SceneReader().read(Data(text.utf8), file: "f", name: "f")
      let errors = read.diagnostics.filter { $0.severity == .error }
      // What is too narrow to be split is reported, as of any polygon.
      #expect(
        errors.allSatisfy { $0.message.contains("too narrow") || $0.message.contains("no area") }, "\(errors)"
      )
      if isConvex { #expect(outline.polygons.allSatisfy { $0.isConvex || !errors.isEmpty }) }
    }
  }

  @Test(
    "An outline of a picture is written into a scene, in a body that is there or a new one, all else as it is"
  )
  func written() throws {
    let outline = ShapeOutline(
      disc(20).outlines(), of: .picture(name: "moon", digest: "00ff"), height: 50, tolerance: 1)
    let text = "tumble: 1\nbodies:\n  # round\n  - {id: moon, circle: 3, at: [5, 6]}   # yes\n"
    let there = String(decoding: try outline.text(in: Data(text.utf8), body: "moon"), as: UTF8.self)
    #expect(there.contains("# round") && there.contains("# yes") && !there.contains("circle"))
    let scene = try Scene(text: there, name: "f")
    let bounds = try #require(scene.bodies[0].bounds)
    #expect(
      abs(bounds.height - 50) < 2.5 && abs(bounds.center.x) < 1 && scene.bodies[0].position == Vector(5, 6))
    let new = try outline.text(in: Data("tumble: 1\n".utf8), body: "sun")
    #expect(try SceneReader().read(new, file: "f", name: "f").get().bodies.map(\.id) == ["sun"])
    let added = try outline.text(in: Data(text.utf8), body: "sun")
    #expect(try SceneReader().read(added, file: "f", name: "f").get().bodies.map(\.id) == ["moon", "sun"])
  }

  @Test(
    "An outline of a picture goes into a file in the middle of the view, and not under an id that the scene cannot have",
    arguments: ["a b", "walls.left", "9", "rope", ""])
  func files(id: String) throws {
    let outline = ShapeOutline(disc(20).outlines(), of: .picture(name: "moon", digest: "00ff"), height: 50)
    let text = """
      tumble: 1
      view: {origin: [100, 0], size: [200, 100]}
      bodies: [{id: moon, circle: 3}, {id: sun, at: [50, 0], circle: 3}]
      joints: [{id: rope, type: pin, a: moon, b: sun}]

      """
    let file = SceneFile(path: "f.yaml", text: Data(text.utf8))
    #expect(throws: SceneTextPatchError.self) { try file.text(writing: outline, body: id) }
    let new = try SceneReader().read(file.text(writing: outline, body: "mars"), file: "f", name: "f").get()
    #expect(new.bodies.map(\.position) == [.zero, Vector(50, 0), Vector(200, 50)])
  }

  @Test("An outline of a picture fills holes, and leaves out what has no area")
  func holes() {
    let ring = ShapeOutline(
      bitmap("#####", "#...#", "#.#.#", "#...#", "#####").outlines(), of: .text("o"), tolerance: 0)
    #expect(ring.polygons.count == 2)
    #expect(ShapeOutline([], of: .text("")).polygons.isEmpty)
  }

  @Test("An outline of a picture is warned of when the picture has changed since")
  func changed() throws {
    let scratch = try ScratchFolder()
    let assets = ProjectFolder.assets
    let picture = try Data(contentsOf: assets.appendingPathComponent("ship.png"))
    let library = SceneLibrary(folders: [scratch.url], assets: assets)
    func messages(_ digest: String, name: String = "ship") throws -> [String] {
      let text =
        "tumble: 1\nbodies: [{id: a, kind: static, circle: 3, outline: {picture: \(name), digest: \"\(digest)\"}}]\n"
      try scratch.file("t.yaml", text)
      return try library.read("t").diagnostics.map(\.message)
    }
    #expect(try messages(ShapeOutline.digest(picture)).isEmpty)
    #expect(try messages("00ff") == ["the picture 'ship' has changed since its outline was taken"])
    #expect(
      try messages("00ff", name: "shipp") == [
        "there is no picture named 'shipp', of which the outline was taken"
      ])
  }
}

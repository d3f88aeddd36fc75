import Foundation
import Testing
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleLooks
import TumbleTestSupport

@testable import TumblePage

@Suite("A run's page")
struct RunPageTests {
  private let folder: ScratchFolder
  private static let hostile =
    "</script><SCRIPT>alert(1)</SCRIPT ></script x><!-- {{run}} {{title}} & \"x\" 'y' \u{2028}\u{0}\u{1F}"

  init() throws { folder = try ScratchFolder() }

  private func description(texture: String? = nil) -> WorldDescription {
    var body = BodyDescription(
      name: "crate", kind: .dynamic, outlines: [.box(Size(32, 32))], texture: texture)
    body.textureFit = .stretch
    return WorldDescription(name: "test", view: Rect(size: Size(300, 200)), bodies: [body])
  }

  private func run(_ description: WorldDescription, channels: Int = 0) -> PageRun {
    var run = PageRun(stride: 1, channels: channels)
    for step in 0..<3 {
      let body = BodySnapshot(id: 0, position: Vector(10, Double(step)), angle: 0)
      run.add(
        FrameSnapshot(step: step, rate: 60, bodies: [body]), description, revision: 0,
        Array(repeating: Double(step), count: channels))
    }
    return run
  }

  private func page(_ title: String = "Crates", note: String = "") -> RunPage {
    RunPage(name: "crates", title: title, note: note, program: "Tumble", view: Rect(size: Size(300, 200)))
  }

  private func html(_ page: RunPage, _ run: PageRun, _ description: WorldDescription) throws -> String {
    let bytes = try page.html(run, description, textures: TextureCache(warn: { _ in }))
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  private func tree(_ html: String) throws -> [String: Any] { try ExportedPage.run(of: html.utf8).tree }

  @Test("A run's page says where everything is, and has the run's data")
  func whole() throws {
    let description = description()
    let run = run(description)
    let (tree, data) = try ExportedPage.run(of: html(page(), run, description).utf8)
    #expect(tree["rate"] as? Int == 60 && tree["frames"] as? Int == 3 && tree["stride"] as? Int == 1)
    #expect(tree["view"] as? [Int] == [0, 0, 300, 200])
    let body = try #require((tree["bodies"] as? [[String: Any]])?.first)
    #expect(
      body["name"] as? String == "crate"
        && (body["units"] as? [String: Int]) == ["x": 64, "y": 64, "a": 2048] && body["frames"] == nil)
    #expect(data == run.data().bytes)
  }

  @Test("A card is one element for another page, in which every text stays text")
  func card() throws {
    let description = description()
    var page = page(Self.hostile, note: Self.hostile)
    let whole = try html(page, run(description), description)
    page.isCard = true
    let card = try html(page, run(description), description)
    #expect(card.hasPrefix("<iframe title=\"") && card.hasSuffix("'></iframe>\n"))
    let parts = card.components(separatedBy: " srcdoc='")
    try #require(parts.count == 2)
    let inside = parts[1].dropLast("'></iframe>\n".count)
    // No quote ends the attribute, and an HTML reader gets the page back.
    #expect(!inside.contains("'") && !parts[0].contains("<SCRIPT>"))
    let read = inside.replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    #expect(read == whole.replacing("<body>", with: "<body class=\"card\">"))
  }

  @Test("A page says what it is to social media, with a picture where there is one, and texts stay text")
  func socialTags() throws {
    let description = description()
    var page = page(Self.hostile, note: "Two\nlines")
    let plain = try html(page, run(description), description)
    #expect(plain.contains("<meta property=\"og:description\" content=\"Two&#10;lines\">"))
    #expect(plain.contains("<meta name=\"twitter:card\" content=\"summary\">") && !plain.contains("og:image"))
    page.image = "https://example.org/a.png?\"><script>"
    let html = try html(page, run(description), description)
    #expect(
      html.contains(
        "<meta property=\"og:image\" content=\"https://example.org/a.png?&quot;&gt;&lt;script&gt;\">"))
    #expect(html.contains("<meta name=\"twitter:card\" content=\"summary_large_image\">"))
    #expect(!html.contains("<SCRIPT>"))
  }

  /// The marks of a page, from the lowest to the highest.
  private func marks(_ tree: [String: Any]) throws -> [[String: Any]] {
    try #require(tree["marks"] as? [[String: Any]])
  }

  /// The picture of a sprite.
  private func sprite(_ place: Any?, _ tree: [String: Any]) throws -> Bitmap {
    let sprites = try #require(tree["sprites"] as? [[Double]])
    let numbers = sprites[try #require(place as? Int ?? (place as? [Int])?.first)].map { Int($0) }
    let page = try #require((tree["pages"] as? [[String: String]])?[numbers[0]]["png"])
    let all = try PNG.decode(try #require(Data(base64Encoded: page)), path: "page")
    var bitmap = Bitmap(width: numbers[3], height: numbers[4])
    bitmap.copy(all, x: -numbers[1], y: -numbers[2])
    return bitmap
  }

  @Test(
    "A run's page adds the colors of a body that is light to what lies behind it", arguments: Blend.allCases)
  func blend(_ blend: Blend) throws {
    var description = description()
    description.bodies[0].style.blend = blend
    var run = PageRun(stride: 1)
    let body = BodySnapshot(id: 0, position: Vector(9, 9), angle: 0)
    for step in 0..<3 {
      run.add(FrameSnapshot(step: step, rate: 8, bodies: [body]), description, revision: 0)
    }
    let sprites = try marks(tree(html(page(), run, description))).filter {
      $0["grain"] == nil && $0["body"] != nil
    }
    #expect(sprites.contains { $0["isAdded"] as? Bool == true } == (blend == .additive))
  }

  @Test("A run's page has the trail of a body, and where it is parted")
  func trail() throws {
    var description = description()
    description.bodies[0].style.trail = Trail(length: .time(0.5), width: 6, color: .white)
    var run = PageRun(stride: 2)
    for frame in 0..<8 {
      let there = frame < 5 ? [BodySnapshot(id: 0, position: Vector(Double(frame), 9), angle: 0)] : []
      var snapshot = FrameSnapshot(step: 2 * frame, rate: 8, bodies: there)
      snapshot.trails = [TrailSpan(body: 0, spacing: 1, range: 0..<16)]
      snapshot.trailPlaces = (0..<16).map { $0 == 5 ? Vector(.nan, .nan) : Vector(Double($0), 0) }
      run.add(snapshot, description, revision: 0)
    }
    let tree = try tree(html(page(), run, description))
    let trails = try marks(tree).filter { $0["kind"] as? String == "trail" }
    // Each is seen two frames longer than it grows, the second after its body has gone.
    #expect(trails.map { $0["frames"] as? [Int] } == [[0, 5], [3, 4]])
    #expect(trails.map { $0["from"] as? Int } == [0, 3] && trails.map { $0["to"] as? Int } == [2, 4])
    for mark in trails {
      #expect(mark["length"] as? Double == 2 && mark["width"] as? Double == 6)
      #expect(mark["isAdded"] as? [Bool] == [false, true])
    }
    let kinds = try marks(tree).compactMap { $0["kind"] as? String }
    #expect(kinds.firstIndex(of: "trail") ?? 9 < kinds.lastIndex(of: "sprite") ?? 0)
  }

  @Test("A run's page has a skin over balls in place of them, and pictures by depth where a camera moves")
  func skinsAndDepths() throws {
    var description = description()
    description.bodies[0].kind = .dynamic
    description.bodies[0].style.skin = .water
    description.scenery = [0.0, 0.5, 1].map { depth in
      var made = SceneryDescription(
        name: "hill", outlines: [.circle(center: .zero, radius: 9)],
        places: [SceneryDescription.Place(position: Vector(9, 9))])
      made.depth = depth
      return made
    }
    var run = PageRun(stride: 2)
    for frame in 0..<4 {
      var snapshot = FrameSnapshot(
        step: 2 * frame, rate: 60, bodies: [BodySnapshot(id: 0, position: Vector(Double(frame), 9), angle: 0)]
      )
      snapshot.camera = CameraPose(center: description.view.center, zoom: 1)
      run.add(snapshot, description, revision: 0)
    }
    let marks = try marks(tree(html(page(), run, description)))
    let skins = marks.filter { $0["kind"] as? String == "skin" }
    #expect(skins.count == 1 && (skins[0]["entries"] as? [Int])?.count == 1)
    let sprites = marks.filter { $0["kind"] as? String == "sprite" }
    #expect(sprites.allSatisfy { $0["body"] == nil })
    let depths = sprites.map { $0["depth"] as? Double ?? 0 }
    #expect(depths == [1, 0.5, 0])
  }

  @Test("A run's page has the particles of bursts, each once")
  func bursts() throws {
    let description = description()
    var run = PageRun(stride: 2)
    for frame in 0..<8 {
      var snapshot = FrameSnapshot(step: 2 * frame, rate: 60)
      let burst = Burst(.sparks, step: 5, position: Vector(9, 9), angle: 1, strength: 1)
      snapshot.bursts = frame < 3 ? [] : [burst]
      run.add(snapshot, description, revision: 0)
    }
    let tree = try tree(html(page(), run, description))
    let mark = try #require(try marks(tree).first { $0["kind"] as? String == "particles" })
    #expect(mark["frames"] as? [Int] == [3, 5] && mark["samples"] as? Int == 24)
    let births = try #require(run.emitters.first?.tracks.first)
    #expect(births.count == 24 && Double(births.first) / 4096 >= 5.0 / 60)
  }

  @Test("A run's page has a picture of what stands still behind the bodies, and one of what is in front")
  func scenery() throws {
    var description = description()
    func scenery(_ name: String, at x: Double, isInFront: Bool) -> SceneryDescription {
      var made = SceneryDescription(
        name: name, outlines: [.box(Size(40, 40))],
        places: [SceneryDescription.Place(position: Vector(x, 100)), .init(position: Vector(0, 1e30))])
      (made.color, made.isInFront) = (.white, isInFront)
      return made
    }
    description.scenery = [
      scenery("leaf", at: 250, isInFront: true), scenery("wall", at: 50, isInFront: false),
    ]
    let tree = try tree(html(page(), run(description), description))
    let marks = try marks(tree)
    try #require(marks.map { $0["kind"] as? String } == ["sprite", "sprite", "sprite", "sprite"])
    #expect(marks.map { $0["body"] == nil } == [true, false, false, true])
    let (behind, front) = (try sprite(marks[0]["sprite"], tree), try sprite(marks[3]["sprite"], tree))
    #expect(behind.width == 1600 && behind.height == 1067 && front.width == 1600)
    // Of 300 points, at 50 and at 250; nothing between is seen, the paper neither.
    #expect([267, 800, 1333].map { behind[$0, 533] >> 24 } == [255, 0, 0])
    #expect([267, 800, 1333].map { front[$0, 533] >> 24 } == [0, 0, 255])
    let none = try self.tree(html(page(), run(self.description()), self.description()))
    #expect(try self.marks(none).map { $0["kind"] as? String } == ["sprite", "sprite"])
  }

  @Test("A run's page has static bodies in the picture of what stands still, unless they change")
  func still() throws {
    var description = description()
    description.bodies[0].kind = .static
    func kinds(_ change: (inout BodySnapshot, Int) -> Void) throws -> [String?] {
      var run = PageRun(stride: 1)
      for step in 0..<3 {
        var body = BodySnapshot(id: 0, position: Vector(100, 100), angle: 0)
        change(&body, step)
        run.add(FrameSnapshot(step: step, rate: 60, bodies: [body]), description, revision: 0)
      }
      return try marks(tree(html(page(), run, description))).map { $0["kind"] as? String }
    }
    #expect(try kinds { _, _ in } == ["sprite"])
    #expect(try kinds { $0.position.x += Double($1) } == ["sprite", "sprite"])
    #expect(try kinds { $0.appearance.opacity -= 0.2 * Double($1) } == ["sprite", "sprite"])
  }

  @Test(
    "A run's page draws bodies with their shadows first, then by depth, each with its upright caption over it"
  )
  func looks() throws {
    var description = description()
    description.bodies[0].style = BodyStyle(
      gradient: Gradient([.black, .white], direction: Vector(1, 0)), cornerRadius: 6,
      border: BodyBorder(width: 2, color: .white), caption: Caption("7", size: 10, isUpright: true))
    description.bodies.append(self.description().bodies[0])
    description.bodies[0].depth = 3
    var run = PageRun(stride: 1)
    let bodies = [0, 1].map { BodySnapshot(id: $0, position: Vector(100, 100), angle: 0) }
    run.add(FrameSnapshot(step: 0, rate: 60, bodies: bodies), description, revision: 0)
    let tree = try tree(html(page(), run, description))
    let marks = try marks(tree)
    try #require(marks.map { $0["body"] as? Int } == [1, 0, 1, 0, 0])
    #expect(marks.map { $0["offset"] != nil } == [true, true, false, false, false])
    #expect(marks[4]["isUpright"] as? Bool == true && marks[3]["isUpright"] == nil)
    // 32 points of 1600 pixels for 300: from dark to light, its corners round.
    let shown = try sprite(marks[3]["sprite"], tree)
    #expect(abs(shown.width - 175) < 3 && shown[4, 4] >> 24 == 0)
    #expect(shown[40, 87] & 255 < 80 && shown[130, 87] & 255 > 175)
  }

  @Test("A run's page draws a body in its own color, and tints a white sprite where that changes")
  func tints() throws {
    let description = description()
    let red = try #require(Color(hex: "#ff0000"))
    for colors in [[red, red], [red, .black]] {
      var run = PageRun(stride: 1)
      for (step, color) in colors.enumerated() {
        let body = BodySnapshot(
          id: 0, position: Vector(100, 100), angle: 0, appearance: Appearance(color: color))
        run.add(FrameSnapshot(step: step, rate: 60, bodies: [body]), description, revision: 0)
      }
      let tree = try tree(html(page(), run, description))
      let mark = try #require(try marks(tree).last)
      let isTinted = colors[1] != red
      #expect((mark["isTinted"] as? Bool == true) == isTinted)
      #expect(mark["tint"] as? String == (isTinted ? "#ffffff" : nil))
      let pixel = try sprite(mark["sprite"], tree)[87, 87] & 0xFFFFFF
      #expect(pixel == (isTinted ? 0xFFFFFF : 0xFF0000))
    }
  }

  @Test("A run's page is the same each time")
  func deterministic() throws {
    let description = description()
    #expect(try html(page(), run(description), description) == html(page(), run(description), description))
  }

  @Test(
    "A run's page holds texts that mean something to HTML, JSON and its own template, and nothing of them is markup"
  )
  func hostileTexts() throws {
    var description = description()
    description.bodies[0].name = Self.hostile
    var page = page(Self.hostile, note: Self.hostile)
    page.name = Self.hostile
    page.program = Self.hostile
    page.graphs = [
      RunPage.Graph(
        title: Self.hostile,
        channels: [RunPage.Graph.Channel(name: Self.hostile, unit: Self.hostile, place: 0)])
    ]
    let html = try html(page, run(description, channels: 1), description)
    // The page's own two scripts and two comments, and the template has no mark left.
    #expect(html.lowercased().components(separatedBy: "<script").count == 3)
    #expect(html.lowercased().components(separatedBy: "</script").count == 3)
    #expect(html.components(separatedBy: "<!--").count == 2)
    let tree = try tree(html)
    #expect((tree["bodies"] as? [[String: Any]])?.first?["name"] as? String == Self.hostile)
    let graph = try #require((tree["graphs"] as? [[String: Any]])?.first)
    #expect(graph["title"] as? String == Self.hostile)
    #expect(html.contains("<title>&lt;/script&gt;&lt;SCRIPT&gt;alert(1)"))
  }

  @Test("A page's graph is drawn with every peak, is broken where there is no number, and has round limits")
  func figure() throws {
    var run = PageRun(stride: 1, channels: 1)
    for step in 0..<9000 {
      let value = step == 4321 ? 9 : (6000..<6100).contains(step) ? Double.nan : Double(step % 2)
      run.add(FrameSnapshot(step: step, rate: 100, bodies: []), description(), revision: 0, [value])
    }
    let graph = RunPage.Graph(
      title: "g", channels: [RunPage.Graph.Channel(name: "c", unit: "pt", place: 0)], thresholds: [5])
    let figure = PageFigure(graph, run)
    #expect(figure.scale.lower == 0 && figure.scale.upper == 10)
    let path = try #require(figure.html.components(separatedBy: " d=\"").last?.prefix { $0 != "\"" })
    // A column has the least and the greatest of its 18 values.
    #expect(path.split(whereSeparator: { "ML".contains($0) }).count == 496 * 2)
    #expect(path.contains("L480 100") && path.split(separator: "M").count == 2)
    #expect(figure.html.contains("M0 500H1000") && figure.html.contains(">80 s<"))
  }

  @Test("A page of large pictures has its colors as JPEG and its alpha as PNG, and both are of its size")
  func photos() throws {
    var bitmap = Bitmap(width: 900, height: 900)
    for y in 0..<900 {
      for x in 0..<900 where (x - 450) * (x - 450) + (y - 450) * (y - 450) < 160_000 {
        let grain = UInt32(truncatingIfNeeded: (x * x * 7919 + y * y * 104_729) >> 3)
        bitmap[x, y] = 0xFF40_8000 | grain & 0x3F_3F3F
      }
    }
    #expect(try PagePicture(bitmap).jpeg == nil)
    let page = try PagePicture(bitmap, isPhoto: true)
    let colors = try JPEG.decode(#require(page.jpeg), path: "")
    let alpha = try PNG.decode(page.png, path: "")
    #expect(colors.width == 900 && alpha.width == 900)
    #expect(alpha[450, 450] == 0xFFFF_FFFF && alpha[3, 3] == 0)
    #expect(colors[450, 450] >> 8 & 255 > 0x60)
    #expect(try page.png.count + page.jpeg!.count < PNG.encode(bitmap).count)
  }

  @Test("A page of few colors has them as a palette: exactly up to 256, and near to them for some more")
  func palette() throws {
    func picture(_ count: UInt32, _ color: (UInt32) -> UInt32) -> Bitmap {
      var bitmap = Bitmap(width: 100, height: 64)
      for place in 0..<6400 {
        let number: UInt32 = UInt32(place) * 7919 % count
        bitmap[place % 100, place / 100] = color(number)
      }
      return bitmap
    }
    let white = picture(256) { $0 * 0x0101_0101 }
    let (some, many) = (picture(300) { 0xFF80_0000 | $0 }, picture(1 << 24) { 0xFF00_0000 | $0 })
    for (bitmap, far) in [(white, 0), (some, 2), (many, -1)] {
      let file = try PagePicture(bitmap, isPlain: true).png
      // The color type of a palette is 3.
      #expect((file[25] == 3) == (far >= 0))
      let read = try PNG.decode(file, path: "page")
      var farthest = 0
      for (read, pixel) in zip(read.pixels, bitmap.pixels) {
        for bits: UInt32 in [0, 8, 16, 24] {
          let (a, b) = (Int(read >> bits & 255), Int(pixel >> bits & 255))
          farthest = max(farthest, abs(a - b))
        }
      }
      #expect(farthest <= max(far, 0))
    }
  }

  @Test(
    "A page of many colors has a palette where most are rare: what many pixels have is exact, and the rest near",
    arguments: Seeds.list(default: 3))
  func rarePalette(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bitmap = Bitmap(width: 200, height: 200)
    // Bands of a sky that hardly differ, with a speck of its own color here and there.
    for place in 0..<40_000 {
      bitmap[place % 200, place / 200] = 0xFF00_0000 | UInt32(place / 800) << 16
    }
    let sky = bitmap
    for _ in 0..<2000 {
      let (x, y) = (Int.random(in: 0..<200, using: &random), Int.random(in: 0..<200, using: &random))
      bitmap[x, y] = 0xFF00_0000 | UInt32.random(in: 0...255, using: &random) * 0x01_0101 ^ UInt32(x % 8) << 8
    }
    let file = try PagePicture(bitmap).png
    #expect(file[25] == 3)
    let read = try PNG.decode(file, path: "page")
    var farthest = 0
    for (place, (read, pixel)) in zip(read.pixels, bitmap.pixels).enumerated() {
      if sky.pixels[place] == pixel { #expect(read == pixel) }
      for bits: UInt32 in [0, 8, 16] {
        farthest = max(farthest, abs(Int(read >> bits & 255) - Int(pixel >> bits & 255)))
      }
    }
    #expect((1...8).contains(farthest))
    // Pictures of files are told as they are.
    #expect(try PagePicture(bitmap, isPhoto: true).png[25] != 3)
  }

  @Test("A run's page loads nothing: no address but those of data, and a policy that forbids the rest")
  func network() throws {
    let html = try html(page(), run(description()), description())
    #expect(html.contains("default-src 'none'"))
    for word in ["http:", "https:", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
      #expect(!html.contains(word), "\(word) is in the page")
    }
  }

  @Test("A run's page has the picture of bodies that look alike once, for both themes")
  func textures() throws {
    var bitmap = Bitmap(width: 64, height: 64)
    bitmap.clear(to: .white)
    let file = try folder.file("crate.png", try PNG.encode(bitmap))
    var description = description(texture: file.path)
    description.bodies += [description.bodies[0], description.bodies[0]]
    description.view = Rect(size: Size(300, 200))
    var run = PageRun(stride: 1)
    let bodies = [0, 1, 2].map { BodySnapshot(id: $0, position: .zero, angle: 0) }
    run.add(FrameSnapshot(step: 0, rate: 60, bodies: bodies), description, revision: 0)
    let tree = try tree(html(page(), run, description))
    let shown = try marks(tree).filter { $0["offset"] == nil }
    #expect(shown.count == 3 && Set(shown.compactMap { $0["sprite"] as? Int }).count == 1)
    // One shadow, for a light page and a dark one.
    #expect((tree["sprites"] as? [Any])?.count == 2)
    #expect(try sprite(shown[0]["sprite"], tree)[87, 87] == 0xFFFF_FFFF)
  }

  @Test("A run's page shows that a picture is missing")
  func missing() throws {
    let description = description(texture: folder.url.appendingPathComponent("none.png").path)
    let tree = try tree(html(page(), run(description), description))
    #expect(try sprite(try marks(tree).last?["sprite"], tree)[87, 87] == 0xFFFF_00C8)
  }

  @Test("A run's page is light, dark, or as the reader's browser is set")
  func themes() throws {
    var page = page()
    let (run, description) = (run(description()), description())
    let both = try html(page, run, description)
    #expect(both.contains("@media (prefers-color-scheme: dark) { :root {"))
    page.theme = .dark
    let dark = try html(page, run, description)
    #expect(
      dark.contains(":root { color-scheme: dark;")
        && !dark.contains("@media (prefers-color-scheme: dark) { :root"))
  }

  @Test("A run's page takes the scene's own background and its wish for shadows")
  func background() throws {
    var page = page()
    page.background = Color(hex: "#102030")
    page.hasShadows = false
    let tree = try tree(html(page, run(description()), description()))
    let colors = try #require((tree["paper"] as? [String: Any])?["colors"] as? [[String]])
    #expect(colors[0] == ["#102030", "#102030"] && colors[1] == colors[0])
    #expect(try marks(tree).allSatisfy { $0["offset"] == nil })
  }

  @Test("A run's page has no sign in its data that HTML would read")
  func htmlText() {
    let data = JSON.object(["<a>": .text("</script>&\""), "b": .number(.nan)])
    #expect(data.htmlText == #"{"\u003ca\u003e":"\u003c/script\u003e\u0026\"","b":null}"#)
  }
}

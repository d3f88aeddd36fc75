import TumbleLooks
import Foundation
import Testing
import TumbleDrawing
import TumbleFiles
import TumbleFrames
import TumbleGeometry
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
    run.finish()
    return run
  }

  private func page(_ title: String = "Crates", note: String = "") -> RunPage {
    RunPage(name: "crates", title: title, note: note, program: "Tumble", view: Rect(size: Size(300, 200)))
  }

  private func html(_ page: RunPage, _ run: PageRun, _ description: WorldDescription) throws -> String {
    let bytes = try page.html(run, description, textures: TextureCache(warn: { _ in }))
    return try #require(String(validating: bytes, as: UTF8.self))
  }

  /// The data that the page's script reads, as any reader of JSON reads it.
  private func tree(_ html: String) throws -> [String: Any] {
    let begin = try #require(html.range(of: #"<script type="application/json" id="run">"#))
    let end = try #require(html.range(of: "</script>", range: begin.upperBound..<html.endIndex))
    let text = String(html[begin.upperBound..<end.lowerBound])
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("A run's page says where everything is, and has the run's data")
  func whole() throws {
    let description = description()
    let run = run(description)
    let tree = try tree(html(page(), run, description))
    #expect(tree["rate"] as? Int == 60 && tree["frames"] as? Int == 3 && tree["stride"] as? Int == 1)
    #expect(tree["view"] as? [Int] == [0, 0, 300, 200])
    let body = try #require((tree["bodies"] as? [[String: Any]])?.first)
    #expect(body["name"] as? String == "crate" && body["tracks"] as? String == "xya" && body["frames"] == nil)
    #expect(Data(base64Encoded: try #require(tree["data"] as? String)) == Data(run.data))
  }

  @Test("A run's page has the scenery that its view shows, behind and in front")
  func scenery() throws {
    var description = description()
    var places = (0..<40).map {
      SceneryDescription.Place(position: Vector(Double($0) * 10 - 20, 50.25), angle: 0.5)
    }
    places.append(SceneryDescription.Place(position: Vector(0, 1e30)))
    var leaves = SceneryDescription(
      name: "leaf", outlines: [.circle(center: .zero, radius: 6)], places: places)
    (leaves.color, leaves.opacity, leaves.isInFront) = (.white, 0.5, true)
    let far = SceneryDescription(
      name: "far", outlines: leaves.outlines, places: [SceneryDescription.Place(position: Vector(400, 0))])
    let wall = SceneryDescription(
      name: "wall", outlines: [.box(Size(80, 80))],
      places: [SceneryDescription.Place(position: Vector(-30, 20))])
    description.scenery = [leaves, far, wall]
    let tree = try tree(html(page(), run(description), description))
    let scenery = try #require(tree["scenery"] as? [[String: Any]])
    let looks = try #require(tree["looks"] as? [[String: Any]])
    #expect(scenery.count == 2 && looks.count == 3)
    let (shown, behind) = (scenery[0], scenery[1])
    #expect(shown["look"] as? Int == 1 && shown["opacity"] as? Double == 0.5)
    #expect(shown["color"] as? String == "#ffffff" && shown["isInFront"] as? Bool == true)
    #expect(behind["look"] as? Int == 2 && behind["isInFront"] == nil && behind["color"] == nil)
    // From -6 to 306 points.
    let count = try #require(shown["count"] as? Int)
    #expect(count == 31 && behind["count"] as? Int == 1)
    var reader = TrackReader(
      [UInt8](try #require(Data(base64Encoded: shown["places"] as? String ?? "")))[...])
    #expect(reader.track(count) == (0..<31).map { $0 * 1280 })
    #expect(reader.track(count) == Array(repeating: 6432, count: 31))
    let unit = try #require(shown["unit"] as? Double)
    #expect(reader.track(count).allSatisfy { abs(Double($0) / unit - 0.5) < 1e-3 } && reader.bytes.isEmpty)
  }

  @Test(
    "A run's page has the looks of a body: its gradient's ends, its border, its caption's place, its layer, its round corners"
  )
  func looks() throws {
    var description = description()
    let gradient = Gradient([.black, .white], direction: Vector(1, 0))
    description.bodies[0].style = BodyStyle(
      gradient: gradient, cornerRadius: 6, border: BodyBorder(width: 2, color: .white),
      caption: Caption("7", size: 10, isUpright: true, offset: Vector(0, 20)))
    description.bodies[0].depth = 3
    let tree = try tree(html(page(), run(description), description))
    let look = try #require((tree["looks"] as? [[String: Any]])?.first)
    #expect(look["layer"] as? Int == 3)
    let shown = try #require(look["gradient"] as? [String: Any])
    #expect(shown["ends"] as? [Double] == [-16, 0, 16, 0] && shown["type"] as? String == "linear")
    #expect((look["border"] as? [String: Any])?["color"] as? String == "#ffffff")
    let caption = try #require(look["caption"] as? [String: Any])
    #expect(caption["at"] as? [Double] == [0, 20] && caption["middle"] as? [Double] == [0, 0])
    let outline = try #require((look["outlines"] as? [[String: Any]])?.first)
    #expect(outline["radius"] as? Double == 6 && outline["points"] as? [Double] != nil)
    let plain = try #require(
      (self.tree(html(page(), run(self.description()), self.description()))["looks"] as? [[String: Any]])?
        .first)
    #expect(["layer", "gradient", "border", "caption"].allSatisfy { plain[$0] == nil })
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

  @Test("A run's page loads nothing: no address but those of data, and a policy that forbids the rest")
  func network() throws {
    let html = try html(page(), run(description()), description())
    #expect(html.contains("default-src 'none'"))
    for word in ["http:", "https:", "//cdn", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
      #expect(!html.contains(word), "\(word) is in the page")
    }
  }

  @Test("A run's page has each picture once, no larger than it is shown", arguments: [(512, 171), (64, 64)])
  func textures(side: Int, shown: Int) throws {
    var bitmap = Bitmap(width: side, height: side)
    bitmap.clear(to: .white)
    let file = try folder.file("crate.png", try PNG.encode(bitmap))
    var description = description(texture: file.path)
    description.bodies.append(description.bodies[0])
    var run = PageRun(stride: 1)
    run.add(
      FrameSnapshot(
        step: 0, rate: 60,
        bodies: [0, 1].map { BodySnapshot(id: $0, position: .zero, angle: 0) }), description, revision: 0)
    run.finish()
    let tree = try tree(html(page(), run, description))
    let textures = try #require(tree["textures"] as? [[String: Any]])
    #expect(textures.count == 1 && textures[0]["size"] as? [Int] == [side, side])
    let png = try #require(Data(base64Encoded: textures[0]["png"] as? String ?? ""))
    #expect(try PNG.decode(png, path: "texture").width == shown)
    #expect((tree["looks"] as? [[String: Any]])?.count == 1)
  }

  @Test("A run's page shows that a picture is missing")
  func missing() throws {
    let description = description(texture: folder.url.appendingPathComponent("none.png").path)
    let tree = try tree(html(page(), run(description), description))
    let look = try #require((tree["looks"] as? [[String: Any]])?.first)
    #expect(look["isMissing"] as? Bool == true && look["texture"] == nil)
    #expect((tree["textures"] as? [Any])?.isEmpty == true)
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
    for colors in try #require(tree["colors"] as? [String: [String: Any]]).values {
      #expect(colors["paper"] as? [String] == ["#102030", "#102030"] && colors["shadow"] == nil)
    }
  }

  @Test("A run's page has no sign in its data that HTML would read")
  func htmlText() {
    let data = JSON.object(["<a>": .text("</script>&\""), "b": .number(.nan)])
    #expect(data.htmlText == #"{"\u003ca\u003e":"\u003c/script\u003e\u0026\"","b":null}"#)
  }
}

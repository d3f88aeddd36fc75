import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
import TumbleTestSupport

@Suite("What themes make of the colors of scenery")
struct SceneryToneTests {
  private let night = Theme(background: .white, .dark)

  private func scenery(_ random: inout SeededGenerator) -> SceneryDescription {
    func color() -> Color {
      Color(
        red: random.double(in: 0...1), green: random.double(in: 0...1), blue: random.double(in: 0...1),
        alpha: random.pick([0.4, 1]))
    }
    var scenery = SceneryDescription(name: "sky", outlines: [.circle(center: .zero, radius: 9)], places: [])
    scenery.color = color()
    if random.bool() { scenery.gradient = Gradient([color(), color()]) }
    return scenery
  }

  private func filled(_ color: Color) -> Bitmap {
    var bitmap = Bitmap(width: 4, height: 4)
    bitmap.clear(to: color)
    return bitmap
  }

  private func colors(_ scenery: SceneryDescription, _ theme: Theme) -> [Color] {
    let (color, gradient) = scenery.shown(in: theme)
    return gradient?.stops.map(\.color) ?? [color]
  }

  @Test("At night colors of scenery are darker and bluer, and as clear", arguments: Seeds.list(default: 20))
  func turnsToNight(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let scenery = scenery(&random)
    for (day, night) in zip(colors(scenery, Theme()), colors(scenery, night)) {
      #expect(night.luminance < max(day.luminance, 0.02))
      #expect(night.blue - night.red >= (day.blue - day.red) * 0.2)
      #expect(night.alpha == day.alpha)
    }
    #expect(colors(scenery, Theme(background: .black, .dark)) == colors(scenery, Theme()), "dark by day")
  }

  @Test("A color at night takes the place of the color alone", arguments: Seeds.list(default: 10))
  func ownNight(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scenery = scenery(&random)
    let day = colors(scenery, Theme())
    scenery.night = Color(red: 0.5, green: 1, blue: 1)
    #expect(colors(scenery, Theme()) == day)
    let plain = scenery.gradient?.tinted(scenery.night).stops.map(\.color)
    #expect(colors(scenery, night) == plain ?? [Color(red: 0.5, green: 1, blue: 1)])
    #expect(Theme().color(.white, BodyStyle(night: .black)) == .white)
    #expect(night.color(.white, BodyStyle(night: .black)) == .black)
    #expect(night.color(.white, BodyStyle()) == .white)
  }

  @Test("A picture takes on what a color does, to a step of a component", arguments: Seeds.list(default: 6))
  func picture(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scenery = scenery(&random)
    (scenery.texture, scenery.depth) = ("wall", random.double(in: 0...1))
    if random.bool() { scenery.night = Color(red: 0.2, green: 0.9, blue: 0.5) }
    let color = Color(red: 0.8, green: 0.6, blue: 0.2)
    let tone = SceneryTone(scenery, night)
    let pixel = tone.picture(filled(color))[0, 0]
    let shown = tone.color(color)
    for (shift, part) in [(16, shown.red), (8, shown.green), (0, shown.blue)] {
      #expect(abs(Double(pixel >> UInt32(shift) & 255) - part * 255) <= 1.5)
    }
  }

  @Test("The farther scenery is, the nearer it is to the paper's color", arguments: Seeds.list(default: 10))
  func haze(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var scenery = scenery(&random)
    for theme in [Theme(), night] {
      let paper = theme.paper(at: 0.5)
      let distances = [0, 0.3, 0.7, 1].map { depth in
        scenery.depth = depth
        let color = colors(scenery, theme)[0]
        return abs(color.red - paper.red) + abs(color.green - paper.green) + abs(color.blue - paper.blue)
      }
      #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 >= $1 }, "\(distances)")
      #expect(distances[3] <= distances[0] * 0.41)
    }
  }

  @Test("Layers are parted by depth only before a camera, at most 18 of them")
  func layers() {
    var description = WorldDescription(name: "", view: Rect(size: Size(9, 9)), bodies: [])
    let near = SceneryDescription(name: "near", outlines: [], places: [])
    description.scenery = [near]
    #expect(StillWorld.Layer.behind(in: description, hasCamera: true) == [.backdrop])
    for depth in 1...100 {
      description.scenery.append(near)
      description.scenery[depth].depth = Double(depth) / 100
    }
    #expect(StillWorld.Layer.behind(in: description, hasCamera: false) == [.backdrop])
    let layers = StillWorld.Layer.behind(in: description, hasCamera: true)
    #expect(layers.count == 18 && layers.first == .paper && layers.last == .near)
    #expect(layers[1] == .far(depth: 1) && layers[16] == .far(depth: 1 / 16))
  }

  @Test("A dark picture has a light rim on dark paper, within its edge")
  func rim() {
    var disc = Bitmap(width: 40, height: 40)
    disc.draw { canvas in
      canvas.circle(center: Vector(20, 20), radius: 16)
      canvas.fill(Color(red: 0.1, green: 0.1, blue: 0.12))
    }
    #expect(disc.isDark && !filled(.white).isDark)
    var rimmed = disc
    rimmed.lightenRim(width: 2)
    func light(_ bitmap: Bitmap, _ x: Int) -> UInt32 { bitmap[x, 20] & 255 }
    #expect(light(rimmed, 5) > light(disc, 5) + 60)
    #expect(rimmed[20, 20] == disc[20, 20] && rimmed[2, 20] == 0)
    #expect(zip(rimmed.pixels, disc.pixels).allSatisfy { $0 >> 24 == $1 >> 24 })
  }
}

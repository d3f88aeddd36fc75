import Testing
import TumbleDrawing
import TumbleGeometry
@testable import TumblePictureCommands
import TumbleTestSupport

@Suite("The loop of a film")
struct FilmLoopTests {
  @Test("A loop is as many whole turns as there are of what repeats itself, without mixing")
  func turns() {
    let looks = (0..<70).map { picture -> [UInt8] in
      let turn = picture % 20
      return (0..<12).map { cell in UInt8(cell * 5 + turn * 9) }
    }
    let loop = FilmLoop(looks, fade: 10)
    #expect(loop.pictures.count == 40)
    #expect(loop.fade == 0)
  }

  @Test(
    "A loop of what never repeats itself is mixed, and is at least half as long",
    arguments: Seeds.list(default: 20))
  func mixed(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let looks = (0..<60).map { _ in (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) } }
    let loop = FilmLoop(looks, fade: 10)
    #expect(loop.fade == 10, "\(seed)")
    #expect(loop.pictures.lowerBound >= 0, "\(seed)")
    #expect(loop.pictures.upperBound <= 60, "\(seed)")
    #expect(loop.pictures.count - loop.fade >= 30, "\(seed)")
  }

  @Test("A film of few pictures is a loop of one at least", arguments: 0...4)
  func short(count: Int) {
    let loop = FilmLoop(Array(repeating: [1, 2], count: count), fade: 10)
    #expect(loop.pictures.lowerBound == 0)
    #expect(loop.pictures.count >= 1)
  }

  @Test("The end of a mixed loop becomes what comes before its beginning")
  func mixing() throws {
    let looks = (0..<40).map { [UInt8($0 * 6)] }
    let loop = FilmLoop(looks, fade: 4)
    var mixer = LoopMixer(loop)
    let shown = loop.pictures.compactMap { number -> Int? in
      var picture = Bitmap(width: 1, height: 1)
      picture[0, 0] = 0xff00_0000 | UInt32(number * 6)
      return mixer.mix(picture).map { Int($0[0, 0] & 255) }
    }
    #expect(loop.fade == 4)
    #expect(shown.count == loop.pictures.count - 4)
    let first = loop.pictures.lowerBound + 4
    #expect(shown[0] == first * 6)
    #expect(shown[shown.count - 5] == (loop.pictures.upperBound - 5) * 6)
    // Four fifths of the picture before the first, one of the last.
    let last = Double((first - 1) * 6) * 0.8 + Double((loop.pictures.upperBound - 1) * 6) * 0.2
    #expect(abs(Double(shown[shown.count - 1]) - last) <= 2)
  }
}

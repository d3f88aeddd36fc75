import CBaseline
import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleGraph

/// The scrolling graph against redrawing everything with the same Cairo calls.
enum GraphBench {
  static func measurements() -> [Measurement] {
    [false, true].flatMap { isNoisy -> [Measurement] in
      let kind = isNoisy ? "noisy" : "smooth"
      return [
        Measurement(
          name: "graph/sample-\(kind)", promised: 1.0 / 25,
          ours: { Tiled(width: 768, isNoisy: isNoisy).sample(composite: false) },
          base: { Whole(width: 768, isNoisy: isNoisy).sample(composite: false) }),
        Measurement(
          name: "graph/frame-\(kind)", promised: 1.0 / 12,
          ours: { Tiled(width: 768, isNoisy: isNoisy).sample(composite: true) },
          base: { Whole(width: 768, isNoisy: isNoisy).sample(composite: true) }),
      ]
    }
      // What a frame costs beyond one of 768 points, against copying the tiles alone, which stay in the
      // caches.
      + [3840, 15360].map { width in
        Measurement(
          name: "graph/growth-\(width)", promised: 1.5,
          ours: {
            Tiled(width: Double(width), isNoisy: false).sample(composite: true)
              - Tiled(width: 768, isNoisy: false).sample(composite: true)
          },
          base: { copying(width: width) - copying(width: 768) })
      }
      // The main thread's share: eight channels at 120 samples per second, 60 frames per second, in the
      // background.
      + [
        Measurement(
          name: "graph/share-8-channels", promised: 0.05, rounds: 5, ours: { share(inBackground: true) },
          base: { 1e9 / 60 }),
        // The same with all the drawing on this thread: what both threads do together.
        Measurement(
          name: "graph/work-8-channels", promised: 0.1, rounds: 5, ours: { share(inBackground: false) },
          base: { 1e9 / 60 }),
      ]
  }

  static func value(_ i: Int, isNoisy: Bool) -> Double {
    if !isNoisy { return sin(Double(i) * 0.02) }
    var z = UInt64(bitPattern: Int64(i)) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    return Double(z >> 11) / Double(1 << 53) * 2 - 1
  }

  /// A measurement of copying a screen of tiles, as they lie in memory, onto a picture.
  static func copying(width: Int) -> Double {
    let tiles = (0...width / 32).map { _ in
      var tile = Bitmap(width: 32, height: 120)
      tile.clear(to: .white)
      return tile
    }
    var screen = Bitmap(width: width, height: 120)
    // As many as the samples that ours is counted for.
    return threadTimed(per: 320) {
      for shift in 0..<320 {
        for (i, tile) in tiles.enumerated() { screen.copy(tile, x: i * 32 - shift % 32, y: 0) }
      }
    }
  }

  static func share(inBackground: Bool) -> Double {
    let channels = (0..<8).map { GraphChannel(name: "channel \($0)", unit: "J") }
    var settings = GraphSettings()
    settings.rate = 120
    settings.title = "Eight"
    settings.drawsInBackground = inBackground
    let graph = ScrollingGraph(channels: channels, settings: settings)
    graph.layout(width: 768, height: 160)
    var textures: [Int: (generation: Int, bitmap: Bitmap)] = [:]
    var values = [Double](repeating: 0, count: 8)
    var i = 0
    func frame() {
      for _ in 0..<2 {
        for channel in 0..<8 { values[channel] = value(i, isNoisy: channel.isMultiple(of: 2)) }
        graph.append(values)
        i += 1
      }
      for layer in graph.frame() where textures[layer.id]?.generation != layer.generation {
        if textures[layer.id]?.bitmap.width != layer.bitmap.width {
          textures[layer.id] = (0, Bitmap(width: layer.bitmap.width, height: layer.bitmap.height))
        }
        textures[layer.id]?.generation = layer.generation
        textures[layer.id]?.bitmap.copy(layer.bitmap, x: 0, y: 0)
      }
    }
    for _ in 0..<500 { frame() }
    graph.waitUntilIdle()
    var total = 0.0
    for _ in 0..<120 {
      total += threadTimed { frame() }
      // As the rest of a frame would let the worker finish; not counted.
      graph.waitUntilIdle()
    }
    graph.close()
    return total / 120
  }
}

/// Ours: what a sample that redraws two tiles costs, drawn at once so that all of it is counted.
private final class Tiled {
  private let graph: ScrollingGraph
  private let isNoisy: Bool
  private var screen: Bitmap
  private var textures: [Bitmap] = []
  private var generations: [Int] = []
  private var values = [0.0]
  private var next = 0

  init(width: Double, isNoisy: Bool) {
    var settings = GraphSettings()
    settings.drawsInBackground = false
    settings.showsHeader = false
    settings.showsLabels = false
    settings.limits = -1...1
    settings.style.lineWidth = 2
    settings.memory = 1 << 19
    graph = ScrollingGraph(channels: [GraphChannel(name: "value")], settings: settings)
    graph.layout(width: width, height: 120)
    screen = Bitmap(width: Int(width), height: 120)
    self.isNoisy = isNoisy
    for _ in 0..<Int(width) + 64 { append() }
    frame(composite: true)
  }

  private func append() {
    values[0] = GraphBench.value(next, isNoisy: isNoisy)
    graph.append(values)
    next += 1
  }

  private func frame(composite: Bool) {
    for layer in graph.frame() {
      while textures.count <= layer.id {
        textures.append(Bitmap(width: 32, height: 120))
        generations.append(-1)
      }
      if generations[layer.id] != layer.generation {
        generations[layer.id] = layer.generation
        textures[layer.id].copy(layer.bitmap, x: 0, y: 0)
      }
      if composite { screen.copy(textures[layer.id], x: layer.x, y: layer.y) }
    }
  }

  /// Nanoseconds for one such sample.
  func sample(composite: Bool) -> Double {
    var total = 0.0
    var count = 0
    for _ in 0..<320 {
      let before = graph.statistics.drawn
      let cost = threadTimed {
        append()
        frame(composite: composite)
      }
      guard graph.statistics.drawn == before + 2 else { continue }
      total += cost
      count += 1
    }
    return total / Double(count)
  }
}

/// The base: the whole plot drawn again for every sample.
private final class Whole {
  private var picture: Bitmap
  private var texture: Bitmap
  private var screen: Bitmap
  private let values: [Double]
  private let width: Double
  private let isNoisy: Bool

  init(width: Double, isNoisy: Bool) {
    self.width = width
    self.isNoisy = isNoisy
    picture = Bitmap(width: Int(width), height: 120)
    texture = picture
    screen = picture
    values = (0..<Int(width) + 32).map { GraphBench.value($0, isNoisy: isNoisy) }
  }

  func sample(composite: Bool) -> Double {
    // A noisy line takes so long that two are enough.
    let rounds = isNoisy ? 2 : 8
    return threadTimed(per: rounds) {
      for shift in 0..<rounds {
        draw(shift: shift)
        texture.copy(picture, x: 0, y: 0)
        if composite { screen.copy(texture, x: 0, y: 0) }
      }
    }
  }

  /// The same background, lines and stroke as a tile's.
  private func draw(shift: Int) {
    let style = GraphStyle()
    picture.draw { canvas in
      canvas.clear(style.background)
      for line in 0...4 {
        canvas.fill(Rect(origin: Vector(0, 5 + Double(line) * 27), size: Size(width, 1)), style.grid)
      }
      for x in stride(from: 0.0, to: width, by: 120) {
        canvas.fill(Rect(origin: Vector(x, 0), size: Size(1, 120)), style.grid)
      }
      for i in 0...Int(width) {
        let point = Vector(Double(i), 60 - values[i + shift] * 55)
        if i == 0 { canvas.move(to: point) } else { canvas.line(to: point) }
      }
      canvas.stroke(.white, Stroke(width: 2))
    }
  }
}

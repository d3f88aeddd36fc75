import CTumbleTestHooks
import TumbleDrawing
import TumbleGraph

/// A graph that gets samples and gives frames, on and on.
struct SteadyScroll: CustomStringConvertible {
  let width: Double
  let samplesPerFrame: Int
  let pointsPerSample: Double
  let inBackground: Bool

  static let all = [
    SteadyScroll(width: 200, samplesPerFrame: 10, pointsPerSample: 1, inBackground: true),
    SteadyScroll(width: 200, samplesPerFrame: 10, pointsPerSample: 1, inBackground: false),
    SteadyScroll(width: 1, samplesPerFrame: 50, pointsPerSample: 1, inBackground: true),
    SteadyScroll(width: 700, samplesPerFrame: 100, pointsPerSample: 1, inBackground: true),
    SteadyScroll(width: 300, samplesPerFrame: 10, pointsPerSample: 1.0 / 16, inBackground: false),
  ]

  /// The bound: none. In the background more tiles than ever before may wait by chance, and a list of them
  /// grows.
  var bound: UInt64 { inBackground ? 100 : 0 }

  var description: String {
    "a graph \(width) points wide, \(pointsPerSample) per sample, \(samplesPerFrame) samples per frame, drawn "
      + (inBackground ? "in the background" : "at once")
  }

  /// The heap allocations of 100,000 samples, after the first screens and twice round what is kept in full.
  func run() -> UInt64 {
    var settings = GraphSettings()
    settings.title = "Steady"
    settings.rate = 120
    settings.pointsPerSample = pointsPerSample
    settings.drawsInBackground = inBackground
    settings.memory = 1 << 18
    settings.limits = -2...2
    // Cairo's own allocations are not ours to count: nothing reaches it.
    let nowhere = DrawingSurface { _, body in body(Canvas(owning: nil)) }
    let graph = ScrollingGraph(
      channels: [GraphChannel(name: "a", unit: "J"), GraphChannel(name: "b", unit: "pt/s")],
      settings: settings, surface: nowhere)
    graph.layout(width: width, height: 90)
    var values = [0.0, 0.0]
    var index = 0
    func scroll(samples: Int) {
      for _ in 0..<samples / samplesPerFrame {
        for _ in 0..<samplesPerFrame {
          values[0] = Double(index % 97) * 0.02
          values[1] = -Double(index % 31) * 0.01
          graph.append(values)
          index += 1
        }
        _ = graph.frame(slide: 0.5)
      }
      graph.waitUntilIdle(slide: 0.5)
    }
    scroll(samples: 60_000)
    let before = ctumble_allocations()
    scroll(samples: 100_000)
    return UInt64(ctumble_allocations() - before)
  }
}

import TumbleGraph
import TumbleSimulation

/// The samples that graphs would have had of a session's steps, had they been there: the session is run once
/// more beside it, and read.
struct PastSamples: Sendable {
  /// The numbers and marks that a graph is to get of each step.
  struct Request: Sendable {
    /// The index of the graph.
    var graph: Int
    var reader: ChannelReader
    /// The reader of hits; nil if they are not marked.
    var hits: HitReader?
    /// The bound of the history, in bytes.
    var memory: Int
  }

  /// The samples that a graph got.
  struct Reading: Sendable {
    var request: Request
    var history: SampleHistory
    var markers: [GraphMarker] = []
    var values: [Double] = []

    init(_ request: Request) {
      self.request = request
      history = SampleHistory(channelCount: request.reader.channels.count, memory: request.memory)
    }
  }

  /// The last step that is read.
  var steps: Int
  var readings: [Reading]

  /// Starts to read a session from its first step to its present one.
  static func job(_ session: SessionCopy, _ requests: [Request]) -> BackgroundJob<PastSamples> {
    BackgroundJob("tumble-past") { job in
      // Histories that nobody else refers to: a shared one would be copied by each append.
      var readings = requests.map(Reading.init)
      // A world that cannot be rerun is drawn as far as it could.
      try? session.run { world in
        for index in readings.indices { readings[index].read(world) }
        return !job.isCancelled
      }
      return PastSamples(steps: session.steps, readings: readings)
    }
  }
}

extension PastSamples.Reading {
  fileprivate mutating func read(_ world: World) {
    request.reader.read(world, into: &values)
    history.append(values)
    func mark(_ label: String, _ color: Color?) {
      var marker = GraphMarker(index: history.newestIndex, label: label)
      if let color { marker.color = color }
      markers.append(marker)
    }
    if let hit = request.hits?.read(world) { mark(hit.text(world.description), nil) }
    for label in world.marks { mark(label, .green) }
    world.eachUnmarkedFiring { mark($0, .green) }
    for joint in world.brokenNames { mark("\(joint) breaks", .orange) }
  }
}

import TumbleGeometry

extension SceneBuilder {
  func readGraphs() {
    for record in root.records("graph") {
      var channels: [String] = []
      for located in record.list("channels") {
        guard case .text(let name) = located.value, isChannel(name, at: located.place) else { continue }
        channels.append(name)
      }
      var graph = Scene.Graph(title: record.value("title"), channels: channels)
      if let range = record.vector("range") {
        if range.x < range.y {
          graph.range = range.x...range.y
        } else {
          reading.error(record.place("range"), "a range goes from its least to its greatest value")
        }
      }
      for located in record.list("thresholds") {
        if case .number(let value) = located.value { graph.thresholds.append(value) }
      }
      if let speed = record.number("hits") { graph.hits = .from(speed) }
      if record.text("hits") != nil { graph.hits = .off }
      scene.graphs.append(graph)
      source.graphs.append(record)
    }
  }

  func isChannel(_ name: String, at place: SourcePlace) -> Bool {
    if Scene.Graph.worldChannels.contains(name) { return true }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      reading.error(
        place, "there is no channel '\(Excerpts.short(name))'",
        hint: reading.didYouMean(name, Scene.Graph.worldChannels)
          ?? "a channel of the world, such as energy.kinetic, or of a body, such as crate1.y")
      return false
    }
    let known: [String]
    if names.bodies[parts[0]] != nil {
      known = Scene.Graph.bodyChannels
    } else if names.joints[parts[0]] != nil {
      known = Scene.Graph.jointChannels
    } else if names.fields[parts[0]] != nil {
      known = Scene.Graph.fieldChannels
    } else if names.fluids[parts[0]] != nil {
      known = Scene.Graph.fluidChannels
    } else if names.emitters[parts[0]] != nil {
      known = Scene.Graph.emitterChannels
    } else {
      let words =
        Scene.Graph.worldChannels + names.bodies.keys.sorted().prefix(2000).map { $0 + "." + parts[1] }
      reading.error(
        place, "there is no channel '\(Excerpts.short(name))'",
        hint: names.repeaterHint(parts[0]) ?? reading.didYouMean(name, words))
      return false
    }
    if known.contains(parts[1]) { return true }
    reading.error(
      place, "'\(parts[0])' has no channel '\(Excerpts.short(parts[1]))'",
      hint: reading.didYouMean(parts[1], known) ?? "its channels: " + known.joined(separator: ", "))
    return false
  }
}

extension Scene.Graph {
  /// Channels of the world as a whole, and of the program that runs it.
  public static let worldChannels =
    [
      "energy.kinetic", "energy.potential", "energy.total", "momentum", "bodies.awake", "contacts",
      "world.gravity.x", "world.gravity.y",
    ] + measuredChannels
  /// Channels of the program that runs the world: another each time.
  public static let measuredChannels = [
    "step.cost", "frame.time", "frame.steps", "time.dropped", "graph.time", "graph.worker",
    "pictures.hits", "pictures.misses", "pictures.decodes", "pictures.uploads", "pictures.missing",
    "pictures.bytes",
    "draw.calls", "draw.switches", "draw.uploads", "draw.passes", "draw.blended",
  ]
  /// Channels of a body, after its id and a full stop.
  public static let bodyChannels = [
    "x", "y", "angle", "speed", "spin", "velocity.x", "velocity.y", "opacity", "scale.x", "scale.y",
    "size.x", "size.y", "color.red", "color.green", "color.blue", "color.alpha", "surfaceVelocity.x",
    "surfaceVelocity.y", "touches", "load", "crush",
  ]
  /// Channels of a field, of a fluid and of an emitter, likewise.
  public static let fieldChannels = ["strength"]
  public static let fluidChannels = ["level"]
  public static let emitterChannels = ["rate", "lifetime", "velocity", "scale", "spin"]
  /// Channels of a joint, after its id and a full stop.
  public static let jointChannels = [
    "impulse", "force", "length", "restLength", "rate", "maxForce", "anchorA.x", "anchorA.y", "anchorB.x",
    "anchorB.y", "min", "max",
  ]
}

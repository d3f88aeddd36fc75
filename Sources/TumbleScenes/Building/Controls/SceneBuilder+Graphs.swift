import TumbleFrames
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

  func isChannel(_ name: String, at place: SourcePlace) -> Bool { channelQuantity(name, at: place) != nil }

  /// The quantity of a channel; nil for a word that is none, which is reported. The id of its object is not
  /// known yet: 0 stands for it.
  func channelQuantity(_ name: String, at place: SourcePlace) -> Channel.Quantity? {
    if let quantity = Channel.Quantity(name, object: { self.names.object($0) }) { return quantity }
    let (owner, word) = Channel.Quantity.parts(of: name)
    guard !word.isEmpty else {
      reading.error(
        place, "there is no channel '\(Excerpts.short(name))'",
        hint: reading.didYouMean(name, Channel.common)
          ?? "a channel of the world, such as energy.kinetic, or of a body, such as crate1.y")
      return nil
    }
    if let object = names.object(owner) {
      let known = Channel.Number.all(of: object.kind).map(\.name)
      reading.error(
        place, "'\(owner)' has no channel '\(Excerpts.short(word))'",
        hint: reading.didYouMean(word, known) ?? "its channels: " + known.joined(separator: ", "))
      return nil
    }
    let words = Channel.common + names[.body].keys.sorted().prefix(2000).map { $0 + "." + word }
    reading.error(
      place, "there is no channel '\(Excerpts.short(name))'",
      hint: names.repeaterHint(owner) ?? reading.didYouMean(name, words))
    return nil
  }
}

extension SceneNames {
  /// The object of a name that channels may show; nil if there is none.
  fileprivate func object(_ name: String) -> ObjectID? {
    switch kind(of: name) {
    case .body: .body(BodyID(0))
    case .joint: .joint(JointID(0))
    case .field: .field(0)
    case .fluid: .fluid(0)
    case .emitter: .emitter(0)
    case .world, .view, .animation, .input, .layer, .trigger, .control, .rule, .template, nil: nil
    }
  }
}

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

  /// What a channel is of; nil for a word that is none, which is reported. Its object's id is not known yet: 0 stands for it.
  func channelQuantity(_ name: String, at place: SourcePlace) -> Channel.Quantity? {
    if let quantity = Channel.OfWorld(rawValue: name) { return .world(quantity) }
    if let quantity = Channel.OfLoop(rawValue: name) { return .loop(quantity) }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      reading.error(
        place, "there is no channel '\(Excerpts.short(name))'",
        hint: reading.didYouMean(name, Channel.common)
          ?? "a channel of the world, such as energy.kinetic, or of a body, such as crate1.y")
      return nil
    }
    let (owner, word) = (parts[0], parts[1])
    func find<Word: RawRepresentable<String> & CaseIterable>(_ quantity: (Word) -> Channel.Quantity)
      -> Channel.Quantity?
    {
      if let known = Word(rawValue: word) { return quantity(known) }
      let known = Word.allCases.map(\.rawValue)
      reading.error(
        place, "'\(owner)' has no channel '\(Excerpts.short(word))'",
        hint: reading.didYouMean(word, known) ?? "its channels: " + known.joined(separator: ", "))
      return nil
    }
    if names.bodies[owner] != nil { return find { .body(BodyID(0), $0) } }
    if names.joints[owner] != nil { return find { .joint(JointID(0), $0) } }
    if names.fields[owner] != nil { return find { .field(0, $0) } }
    if names.fluids[owner] != nil { return find { .fluid(0, $0) } }
    if names.emitters[owner] != nil { return find { .emitter(0, $0) } }
    let words = Channel.common + names.bodies.keys.sorted().prefix(2000).map { $0 + "." + word }
    reading.error(
      place, "there is no channel '\(Excerpts.short(name))'",
      hint: names.repeaterHint(owner) ?? reading.didYouMean(name, words))
    return nil
  }
}

import TumbleAnimation

extension SceneBuilder {
  func readLayers() {
    for record in root.records("layers") where !reading.isFull {
      guard let id = record.text("id") else { continue }
      if let before = names.layers[id] {
        reading.error(
          record.place("id"), "there is another layer '\(id)'",
          hint: reading.given(before))
        continue
      }
      let parent = record.text("parent")
      let isInPlace = parent.map { isEarlierLayer($0, of: id, record) } ?? true
      names.layers[id] = record.place("id")
      guard isInPlace else { continue }
      var timing = LayerTiming()
      Format.layerFields.read(record, into: &timing)
      scene.layers.append(Scene.Layer(id: id, parent: parent, timing: timing))
      source.layers.append(record)
    }
  }

  /// Parents come first: so no layer can run in its own time by way of others.
  private func isEarlierLayer(_ parent: String, of id: String, _ record: Record) -> Bool {
    guard parent != id else {
      reading.error(
        record.place("parent"), "the layer '\(id)' cannot run in its own time",
        hint: "name a layer above it, or leave out 'parent'")
      return false
    }
    let isLater = names.layers[parent] == nil && root.records("layers").contains { $0.text("id") == parent }
    return names.resolve(
      parent, at: record.place("parent"), among: names.layers, what: "layer",
      hint: isLater ? "a layer stands below the one in whose time it runs" : nil) != nil
  }

  /// The layer of an animation; false if the file names one that there is not, which has then been reported.
  func isKnownLayer(_ record: Record) -> Bool {
    guard let layer = record.text("layer") else { return true }
    // A list that was refused as a whole: what it had in it is not known.
    if case .broken? = root["layers"]?.value { return true }
    return names.resolve(layer, at: record.place("layer"), among: names.layers, what: "layer") != nil
  }
}

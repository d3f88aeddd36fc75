import Foundation
import TumbleHeadlessCommands
import TumblePanels
import TumbleScenes

// What of the rows is in sight: their seconds, what is folded, curves and the clocks of layers.
extension AnimatorPart {
  /// Shows a row so large that its keys lie apart, where they do not in the seconds that are shown.
  func reveal(_ row: AnimationRow) {
    let shown = shownRange
    let pass = max(row.end - row.begin, step)
    guard pass < (shown.upperBound - shown.lowerBound) / 12 || !shown.contains(row.begin) else { return }
    let end = row.clock.world(row.timing.endTime)
    show(from: row.begin, to: end.isFinite ? min(end, row.begin + pass * 8) : row.begin + pass * 6)
  }

  /// Shows the seconds of the selected keys, and in the curves their values and those between; without any
  /// those of the row that is chosen, or all.
  func showSelected() {
    let times = selectedTimes
    values = nil
    if let first = times.min(), let last = times.max() {
      show(from: first, to: last)
      guard showsCurves, !levelsCurves else { return }
      let shown = curves.flatMap { curve in
        let keys = selected.filter { $0.animation == curve.animation }.map(\.index)
        return curve.lines.flatMap { line -> [Double] in
          let times = keys.filter(line.keys.indices.contains).map { line.keys[$0].time }
          guard let first = times.min(), let last = times.max() else { return [] }
          return line.points.filter { (first...last).contains($0.x) }.map(\.y)
        }
      }
      show(values: shown.min(), shown.max())
    } else if let row = curved.flatMap(scene.row) {
      show(from: row.begin, to: row.end)
    } else {
      range = nil
    }
  }

  private func show(from first: Double, to last: Double) {
    // In a layer that hardly runs, a key may be ages away.
    guard first.magnitude < Self.farthest, last.magnitude < Self.farthest else { return }
    let length = max(last - first, 20 * step)
    range = max(first - length * 0.15, 0)...(last + length * 0.15)
  }

  /// The values of all curves that are shown.
  private var allValues: ClosedRange<Double> {
    let bounds = curves.map(\.bounds)
    let (low, high) = (bounds.map(\.lowerBound).min() ?? 0, bounds.map(\.upperBound).max() ?? 1)
    return low...max(low, high)
  }

  /// Shows values in the curves: of one value a tenth of all around it.
  private func show(values low: Double?, _ high: Double?) {
    guard let low, let high else { return }
    let room = low == high ? (allValues.upperBound - allValues.lowerBound) / 20 : 0
    values = (low - room)...(high + room)
  }

  /// Shows so many times as many values, about one that keeps its place.
  func zoomValues(_ factor: Double, about middle: Double) {
    guard !levelsCurves else { return notices.tell("in one height each curve shows all of its values") }
    let (old, all) = (values ?? allValues, allValues)
    let least = (all.upperBound - all.lowerBound) * 1e-6
    let factor = max(factor, least / max(old.upperBound - old.lowerBound, least))
    let low = middle + (old.lowerBound - middle) * factor
    let high = middle + (old.upperBound - middle) * factor
    guard low < high, low.isFinite, high.isFinite else { return }
    values = low...high
  }

  /// The curves as what is pulled would have them, each in the height that it has now; empty while nothing is
  /// pulled.
  func pulledCurves(_ curves: [AnimatorCurves]) -> [AnimatorCurves] {
    guard !preview.isEmpty else { return [] }
    return curves.map { curve in
      guard let keys = preview[curve.animation], let row = scene.row(curve.animation),
        var pulled = AnimatorCurves(of: row, keys: keys)
      else { return curve }
      pulled.bounds = curve.bounds
      return pulled
    }
  }

  /// Adds what triggers did: marks, and on the rows that they began when, and light where it was just now.
  func addFirings(to animator: inout AnimatorState) {
    let (scene, world, rate) = (scene, session.world, session.world.rate)
    animator.marks = world.firings.suffix(400).map {
      AnimatorState.Mark(Double($0.step) / Double(rate), $0.trigger)
    }
    guard !animator.marks.isEmpty else { return }
    let shown = session.viewStep ?? world.steps
    let begun = keptBegun.value(of: animator.marks, world.descriptionRevision, scene) {
      world.animationsBegun
    }
    guard !begun.isEmpty else { return }
    let now = Double(shown - rate / 4) / Double(rate)...Double(shown) / Double(rate)
    for (place, row) in rows.animations.enumerated() {
      guard let row, let times = begun[row.root] else { continue }
      // Its own begin counts from then.
      let late = row.begin - scene.clock(ofLayer: row.animation.layer).world(0)
      animator.rows[place].plays = times.map { $0 + late }
      animator.rows[place].isFlashing = times.contains(where: now.contains)
    }
  }

  /// Turns over to the seconds of the playhead when it runs out of those that are shown.
  func followPlayhead() {
    defer { followed = time }
    guard let shown = range, futureTime == nil else { return }
    let span = shown.upperBound - shown.lowerBound
    let low: Double
    if followed <= shown.upperBound, time > shown.upperBound {
      low = time - span * 0.1
    } else if followed >= shown.lowerBound, time < shown.lowerBound {
      low = max(time - span * 0.9, 0)
    } else {
      return
    }
    range = low...(low + span)
  }

  func fold(_ row: Int) {
    let names = rows.folds
    guard names.indices.contains(row), let name = names[row] else { return }
    folded.formSymmetricDifference([name])
  }

  // MARK: - Curves

  /// The curves that are shown, the chosen row's first: those of its object, or of what has selected keys.
  var curves: [AnimatorCurves] {
    let scene = scene
    var ids = selectedKeys.map(\.old.id)
    if let curvedObject {
      ids += scene.animations.filter { $0.target?.object == curvedObject && $0.keys != nil }.map(\.id)
    }
    if let curved {
      ids.insert(curved, at: 0)
    } else if ids.isEmpty {
      let rows = stage.names.sorted().lazy.flatMap { scene.rows(of: $0) }
      ids = rows.filter { $0.keys != nil }.prefix(8).map(\.id)
      if ids.isEmpty { ids = scene.animations.lazy.filter { $0.keys != nil }.prefix(8).map(\.id) }
    }
    ids = Array(ids.uniqued().prefix(8))
    return keptCurves.value(of: scene, ids) {
      let curves = ids.compactMap { scene.row($0).flatMap { AnimatorCurves(of: $0) } }
      // A row without keys has no curve, but something is to be seen.
      return curves.isEmpty ? [curvedAnimation.flatMap { AnimatorCurves(of: $0) }].compactMap { $0 } : curves
    }
  }

  /// The numbers of the selected keys, to be typed; nil where they are of several kinds.
  var keyNumbers: AnimatorState.KeyNumbers? {
    let rows = selectedKeys
    guard let property = rows.first?.old.animation.target?.property,
      rows.allSatisfy({ $0.old.animation.target?.property.traits.kind == property.traits.kind })
    else { return nil }
    let keys = rows.flatMap { _, keys, places in places.map { keys[$0] } }
    func common(_ values: [Double]) -> Double? {
      values.allSatisfy { $0 == values.first } ? values.first : nil
    }
    return AnimatorState.KeyNumbers(
      time: pulledTime ?? common(keys.map(\.time)),
      numbers: property.numbers.map { number in
        .init(number.partName, common(keys.map { number.number(of: $0.value) * property.shownScale }))
      },
      unit: property.shownUnit)
  }

  /// Changes one number of the values of the selected keys, as it is shown, and their times.
  func changeValues(_ name: String, number: Int, by way: Double, _ change: @escaping (Double) -> Double) {
    let first = selectedTimes.min() ?? 0
    let rate = Double(session.world.rate)
    let way = (max(way, -first) * rate).rounded() / rate
    let properties = selectedKeys.map { $0.old.animation.target?.property }
    var row = -1
    self.change(name) { keys, places in
      row += 1
      guard let property = properties[row], property.numbers.indices.contains(number) else {
        return keys.moving(places) { $0 + way }
      }
      let (part, scale) = (property.numbers[number], property.shownScale)
      var changed = keys
      for place in places {
        let old = part.number(of: keys[place].value) * scale
        changed[place].value = part.setting(change(old) / scale, of: keys[place].value)
      }
      changed = changed.keepingHandles(of: keys)
      return way == 0 ? changed : changed.moving(places) { $0 + way }
    }
  }

  // MARK: - Layers

  /// The clocks of the scene's layers.
  var layers: [AnimatorState.Layer] {
    let running = session.world.animationLayers
    guard !running.isEmpty else { return [] }
    let layers = session.startScene.layers
    if latestLayers.map(\.name) != layers.map(\.id) {
      latestLayers = layers.map { AnimatorState.Layer($0.id) }
      clocks = ["time of the world"] + layers.map { "time of \($0.id)" }
    }
    var rates: [String: Double] = [:]
    for (index, layer) in layers.enumerated() {
      guard let own = running.first(where: { $0.name == layer.id }) else { continue }
      let rate = own.speed * (layer.parent.flatMap { rates[$0] } ?? 1)
      rates[layer.id] = rate
      latestLayers[index].speed = own.speed
      latestLayers[index].offset = layer.timing.timeOffset
      latestLayers[index].time = own.time
      latestLayers[index].rate = rate
    }
    return latestLayers
  }

  func perform(_ action: AnimationLayerAction, _ layer: String) {
    do {
      switch action {
      case .pause(let isPaused): try session.give(.run(layer: layer, speed: isPaused ? 0 : 1))
      case .rewind: try session.give(.scrub(layer: layer, to: 0))
      case .scrub(let time): try session.give(.scrub(layer: layer, to: time))
      }
    } catch {
      notices.tell("\(error)")
    }
  }

  // MARK: - What is typed

  private static let layerPrefix = "layers."

  static func isOwn(_ path: String) -> Bool {
    path.hasPrefix(layerPrefix) || path.hasPrefix(AnimatorState.KeyNumbers.path + ".")
      || path.hasPrefix(AnimatorState.Tolerance.path + ".")
  }

  /// The name of a change of a number field, for a menu.
  static func name(ofChange path: String) -> String {
    let parts = path.split(separator: ".").map(String.init)
    if path.hasPrefix(layerPrefix), parts.count > 2 { return "\(parts[2]) of \(parts[1])" }
    return parts.last == "time" ? "time of keys" : "value of keys"
  }

  /// Sets what a number field of the rows is for: a key's time or value, a layer's speed or offset, or a
  /// tolerance of keys that are made.
  func set(_ path: String, _ given: PropertyValue) {
    guard let dot = path.lastIndex(of: ".") else { return }
    let part = path[path.index(after: dot)...]
    let value: Double
    switch given {
    case .number(let number): value = number
    case .typed(let text, _):
      let isTime = path.hasPrefix(Self.layerPrefix) ? part != "speed" : part == "time"
      let unit =
        path == AnimatorState.Tolerance.placesPath
        ? "pt"
        : path == AnimatorState.Tolerance.anglesPath ? "°" : selected.isEmpty ? "" : keyNumbers?.unit ?? ""
      guard let number = isTime ? Seconds(argument: text)?.value : number(text, unit), number.isFinite else {
        return notices.tell("'\(text)' is not a \(isTime ? "time, such as 0.5 s" : "number")")
      }
      value = number
    default: return
    }
    if path.hasPrefix(Self.layerPrefix) {
      let layer = String(path[..<dot].dropFirst(Self.layerPrefix.count))
      guard part == "speed" else {
        give([.set(.layer(layer), path: "timeOffset", value: "\(value)")], "offset of \(layer)")
        return
      }
      do { try session.give(.run(layer: layer, speed: value)) } catch { notices.tell("\(error)") }
    } else if path.hasPrefix(AnimatorState.Tolerance.path + ".") {
      setTolerance(value, ofAngles: path == AnimatorState.Tolerance.anglesPath)
    } else if part == "time" {
      if isNumberHeld { return pulledTime = max(value, 0) }
      moveKeys(to: max(value, 0))
    } else if let number = Int(part) {
      changeValues("value of a key", number: number, by: 0) { _ in value }
    }
    events.append(.changed)
  }

  /// Moves the selected keys so that the first of them is at a time, in seconds.
  func moveKeys(to time: Double) {
    guard let first = selectedTimes.min() else { return }
    change("move keys") { keys, places in keys.moving(places) { time + ($0 - first) } }
    events.append(.changed)
  }

  /// Returns a number that was typed, which may have the unit behind it in which it is shown.
  private func number(_ text: String, _ unit: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces)
    let number = !unit.isEmpty && text.hasSuffix(unit) ? String(text.dropLast(unit.count)) : text
    return Double(number.trimmingCharacters(in: .whitespaces))
  }

  // MARK: - The clipboard

  func copyKeys() {
    copied = selectedKeys.map { old, keys, places in (old, places.sorted().map { keys[$0] }) }
    let count = copied.reduce(0) { $0 + $1.keys.count }
    notices.tell(count == 1 ? "copied a key" : "copied \(count) keys")
  }

  /// Puts the copied keys into their rows so that the first is at the playhead; those of a single row into
  /// the row that is chosen, if it has such values.
  func pasteKeys() {
    let first = copied.flatMap { $0.keys.map(\.time) }.min() ?? 0
    var (edits, kept) = ([Edit](), Set<AnimatorKey>())
    for (old, keys) in copied {
      let chosen = copied.count == 1 ? curved.flatMap(scene.row) : nil
      let kind = old.animation.target?.property.traits.kind
      let fitting = chosen?.animation.target?.property.traits.kind == kind ? chosen : nil
      guard let row = fitting ?? scene.row(old.id), var after = row.keys else { continue }
      let moved = keys.map { Keyframe(at: $0.time + time - first, $0.value, timing: $0.timing) }
      for key in moved {
        after.removeAll { ($0.time - key.time).magnitude < step / 2 }
        after.insert(key, at: after.partitioningIndex { $0.time > key.time })
      }
      edits += row.edits(keys: after)
      let times = Set(moved.map(\.time))
      kept.formUnion(after.indices.filter { times.contains(after[$0].time) }.map { AnimatorKey(row.id, $0) })
    }
    guard !edits.isEmpty else { return notices.tell("the rows that keys were copied from are gone") }
    guard give(edits, "paste keys") else { return }
    (selected, chosen) = (kept, nil)
    events.append(.changed)
  }
}

extension AnimatableProperty {
  /// The factor from a value to how it is shown: angles in degrees.
  var shownScale: Double { self == .angle ? 180 / .pi : 1 }
  var shownUnit: String { self == .angle ? "°" : traits.quantity.symbol }
}

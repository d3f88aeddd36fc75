import Foundation

/// The labels of the horizontal lines, at the left, and of the thresholds, at the right.
struct ValueLabels: Sendable {
  private let target: LayerTarget
  private var values = GraphLayer(id: GraphChrome.valuesID)
  private var second = GraphLayer(id: GraphChrome.secondValuesID)
  private var thresholds = GraphLayer(id: GraphChrome.thresholdsID)
  var isStale = true

  init(target: LayerTarget) { self.target = target }
}

extension ValueLabels {
  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    if isStale {
      isStale = false
      draw(graph.look.scale, isSecond: false, on: &values, graph)
      if let scale = graph.look.secondScale { draw(scale, isSecond: true, on: &second, graph) }
      drawThresholds(graph)
    }
    values.y = graph.viewport.headerInPixels
    layers.append(values)
    if graph.look.secondScale != nil {
      second.x = graph.viewport.widthInPixels - second.bitmap.width
      second.y = graph.viewport.headerInPixels
      layers.append(second)
    }
    if thresholds.bitmap.width > 0 { layers.append(thresholds) }
  }

  private func draw(
    _ scale: GraphScale, isSecond: Bool, on layer: inout GraphLayer, _ graph: GraphSnapshot
  ) {
    let (style, viewport) = (graph.settings.style, graph.viewport)
    let texts = scale.lines.map {
      ($0, scale.isLogarithmic ? NumberText.text($0) : NumberText.text(line: $0, step: scale.step))
    }
    let width = (texts.map { style.font().measure($0.1).width }.max() ?? 0) + 12
    layer.draw(
      width: min(Int((width * viewport.pixelScale).rounded(.up)), viewport.widthInPixels),
      height: viewport.plotHeightInPixels, scale: viewport.pixelScale, on: target
    ) { canvas in
      for (value, text) in texts {
        // In the middle of its line, but not cut at the plot's edges.
        let y = min(
          max(graph.look.y(of: value, isSecond: isSecond) + style.fontSize * 0.36, style.fontSize),
          viewport.plotHeight - 3)
        canvas.label(
          text, at: Vector(isSecond ? width - 5 : 5, y), style: style, color: style.faintText,
          alignment: isSecond ? .right : .left)
      }
    }
  }

  private mutating func drawThresholds(_ graph: GraphSnapshot) {
    let (style, viewport) = (graph.settings.style, graph.viewport)
    let labelled = graph.settings.thresholds.filter {
      !$0.label.isEmpty && (0...viewport.plotHeight).contains(graph.look.y(of: $0.value))
    }
    let width = labelled.map { style.font().measure($0.label).width + 12 }.max() ?? 0
    let pixels = min(Int((width * viewport.pixelScale).rounded(.up)), viewport.widthInPixels)
    thresholds.draw(
      width: pixels, height: viewport.plotHeightInPixels, scale: viewport.pixelScale, on: target
    ) { canvas in
      for threshold in labelled {
        let line = graph.look.y(of: threshold.value)
        let y = line > style.fontSize + 6 ? line - 4 : line + style.fontSize + 3
        canvas.label(
          threshold.label, at: Vector(width - 6, y), style: style, color: threshold.color, alignment: .right)
      }
    }
    thresholds.x = viewport.widthInPixels - pixels
    thresholds.y = viewport.headerInPixels
  }
}

/// The labels of the vertical lines: they move with the tiles, and each is drawn once while it is in view.
struct TimeLabels: Sendable {
  private struct Label: Sendable {
    var layer: GraphLayer
    /// The time that it shows, in samples; nil while it is free.
    var time: Int?
    var isInView = false
  }

  private let target: LayerTarget
  private var labels: [Label] = []

  init(target: LayerTarget) { self.target = target }

  private static let width = 64.0
}

extension TimeLabels {
  /// The height in points.
  static func height(_ style: GraphStyle) -> Double { (style.fontSize * 1.6).rounded(.up) }

  /// Returns true unless the plot is so low that the labels would cover it.
  static func isShown(_ settings: GraphSettings, height: Double) -> Bool {
    settings.showsLabels && height > 4 * settings.style.fontSize
  }

  mutating func becomeStale() {
    for i in labels.indices { labels[i].time = nil }
  }

  mutating func add(to layers: inout [GraphLayer], _ graph: GraphSnapshot) {
    let (viewport, axis, history) = (graph.viewport, graph.look.timeAxis, graph.content.history)
    guard Self.isShown(graph.settings, height: viewport.plotHeight) else { return }
    for i in labels.indices { labels[i].isInView = false }
    // Half a label beyond either edge.
    let reach = Self.width / 2 / viewport.grid.pointsPerSample
    let left = viewport.rightEdge.advanced(by: -viewport.visibleSamples - reach).index
    let right = viewport.rightEdge.advanced(by: reach).index
    let pixelsWide = Int((Self.width * viewport.pixelScale).rounded())
    let pixelsHigh = Int((Self.height(graph.settings.style) * viewport.pixelScale).rounded(.up))
    var next = 0
    axis.forEachLine(in: left..<max(right, left) + 1, of: history) { index in
      let run = history.runIndices(of: index)
      let time = index - run.lowerBound
      // None before the first run, and none that the next run's first label would cover.
      guard time >= 0, run.upperBound == history.endIndex || Double(run.upperBound - index) > 2 * reach
      else { return }
      let label = place(for: time, from: next)
      next = label + 1
      if labels[label].time != time {
        labels[label].time = time
        labels[label].layer.draw(
          width: pixelsWide, height: pixelsHigh, scale: viewport.pixelScale, on: target
        ) { canvas in
          let style = graph.settings.style
          canvas.label(
            axis.text(at: time), at: Vector(Self.width / 2, style.fontSize + 2), style: style,
            color: style.faintText, alignment: .center)
        }
      }
      labels[label].isInView = true
      labels[label].layer.x = Int((viewport.x(of: index) * viewport.pixelScale).rounded()) - pixelsWide / 2
      labels[label].layer.y = viewport.headerInPixels + viewport.plotHeightInPixels - pixelsHigh
      layers.append(labels[label].layer)
    }
    for i in labels.indices where !labels[i].isInView { labels[i].time = nil }
  }

  /// The label that shows a time already, or one that is free, or a new one.
  /// - Parameter start: Where it probably is: after the label to its left.
  private mutating func place(for time: Int, from start: Int) -> Int {
    let count = labels.count
    for offset in 0..<count {
      let i = (start + offset) % count
      if labels[i].time == time, !labels[i].isInView { return i }
    }
    if let free = labels.firstIndex(where: { !$0.isInView && $0.time == nil }) { return free }
    labels.append(Label(layer: GraphLayer(id: GraphChrome.id(ofTime: labels.count))))
    return labels.count - 1
  }
}

/// Numbers as short text for people: four figures, prefixes or exponents for the far away.
///
/// A text has at most 15 bytes wherever it can, which Swift keeps without a heap allocation.
enum NumberText {
  /// A value with its unit, such as `12.5 ms`, `3.21M`, `-0.5 rad`, `1e300`; `–` for none.
  static func text(_ value: Double, unit: String = "") -> String {
    guard value.isFinite else { return "–" }
    if value == 0 { return unit.isEmpty ? "0" : "0 " + unit }
    let magnitude = abs(value)
    var text: String
    if magnitude >= 1e15 || magnitude < (takesPrefix(unit) ? 1e-9 : 1e-4) {
      text = exponent(value)
      if !unit.isEmpty { text += " " }
    } else {
      let power = prefixPower(magnitude, unit: unit)
      text = figures(value / factor(power))
      if takesPrefix(unit) {
        text += " "
        text += prefix(power)
      } else {
        text += prefix(power)
        if !unit.isEmpty { text += " " }
      }
    }
    text += unit
    return text
  }

  /// A grid line's value with as many figures as tell it from its neighbors.
  static func text(line value: Double, step: Double) -> String {
    if value == 0 { return "0" }
    let largest = max(abs(value), step)
    if largest >= 1e15 || step < 1e-9 { return exponent(value) }
    // Lines of one graph share a prefix only by chance; each is read by itself.
    let power = prefixPower(abs(value), unit: "")
    let scaled = step / factor(power)
    let places = min(max(Int((-log10(scaled) - 1e-9).rounded(.up)), 0), 9)
    return decimal(value / factor(power), places: places) + prefix(power)
  }

  /// A number at an axis' line, whose unit is written elsewhere: with as many places as the lines' distance
  /// needs.
  static func text(tick value: Double, step: Double) -> String {
    guard value.isFinite, step > 0 else { return "–" }
    if abs(value) < step * 1e-6 { return "0" }
    guard abs(value) < 1e15, step >= 1e-9, abs(value) / step < 1e15 else { return exponent(value) }
    return decimal(value, places: min(max(Int((-log10(step) - 1e-9).rounded(.up)), 0), 9))
  }

  private static func takesPrefix(_ unit: String) -> Bool {
    unit == "s" || unit == "J" || unit == "N" || unit == "W"
  }

  private static func prefixPower(_ magnitude: Double, unit: String) -> Int {
    if magnitude >= 999_950_000_000 { return 4 }
    if magnitude >= 999_950_000 { return 3 }
    if magnitude >= 999_950 { return 2 }
    if magnitude >= (takesPrefix(unit) ? 999.95 : 9999.5) { return 1 }
    guard takesPrefix(unit), magnitude > 0 else { return 0 }
    if magnitude < 0.99995e-6 { return -3 }
    if magnitude < 0.99995e-3 { return -2 }
    return magnitude < 0.99995 ? -1 : 0
  }

  /// The prefixes of the powers of a thousand, from -3 on, and the factors that they stand for.
  private static let prefixes = [
    ("n", 1e-9), ("µ", 1e-6), ("m", 1e-3), ("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12),
  ]

  private static func factor(_ power: Int) -> Double { prefixes[power + 3].1 }

  private static func prefix(_ power: Int) -> String { prefixes[power + 3].0 }

  /// Four figures, fewer where they are zeros, at most four places.
  private static func figures(_ value: Double) -> String {
    let magnitude = abs(value)
    let places = magnitude >= 999.95 ? 0 : magnitude >= 99.995 ? 1 : magnitude >= 9.9995 ? 2 : 3
    return decimal(value, places: magnitude < 0.1 && magnitude != 0 ? 4 : places)
  }

  private static func decimal(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let digits = Int((abs(value) * Double(scale)).rounded())
    var text = value < 0 && digits > 0 ? "-" : ""
    text += String(digits / scale)
    guard places > 0 else { return text }
    text += "."
    var unit = scale / 10
    while unit > 0 {
      text += String(digits / unit % 10)
      unit /= 10
    }
    return text
  }

  private static func exponent(_ value: Double) -> String {
    let magnitude = abs(value)
    // A value below the normal numbers has no exact power of ten to divide by.
    guard magnitude >= 1e-307 else { return value < 0 ? "-0" : "0" }
    var power = Int(log10(magnitude).rounded(.down))
    var mantissa = magnitude / pow(10, Double(power))
    if mantissa >= 9.995 { (mantissa, power) = (mantissa / 10, power + 1) }
    let hundredths = Int((mantissa * 100).rounded())
    var text = value < 0 ? "-" : ""
    text += String(hundredths / 100)
    if hundredths % 100 != 0 {
      text += "."
      text += String(hundredths / 10 % 10)
      if hundredths % 10 != 0 { text += String(hundredths % 10) }
    }
    text += "e"
    text += String(power)
    return text
  }
}

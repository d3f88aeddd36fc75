import TumbleDrawing
import TumbleGeometry

/// What lies over the tiles: the header, the labels of values and times, and what the mouse points at.
///
/// Each is drawn again only when it says something else.
struct GraphChrome: Sendable {
  // Ids are dense, so that an array can be indexed with them: these, then tiles and times in turn.
  var header = GraphLayer(id: 0)
  var values = GraphLayer(id: 1)
  var thresholds = GraphLayer(id: 2)
  var crosshair = GraphLayer(id: 3)
  var tooltip = GraphLayer(id: 4)
  var times: [GraphLayer] = []

  static func id(ofTile slot: Int) -> Int { 6 + 2 * slot }
  static func id(ofTime slot: Int) -> Int { 5 + 2 * slot }

  var headerIsStale = true
  var labelsAreStale = true
  /// What the header and the readout were drawn for.
  var headerStamp = Int.min
  var shownTooltip: Tooltip?
  var shownDots: [Double] = []
}

extension ScrollingGraph {
  /// Everything over the tiles is drawn anew.
  func furnitureIsStale() {
    chrome.headerIsStale = true
    chrome.labelsAreStale = true
    chrome.shownTooltip = nil
    timePool.show(0..<0) { _, _ in }
  }

  func addFurniture() {
    guard size.width >= 1, size.height >= 1 else { return }
    if settings.showsLabels, plotHeightInPixels > 0 {
      addTimes()
      addValues()
    }
    if plotHeightInPixels > 0 { addHover() }
    if settings.showsHeader, headerInPixels > 0 { addHeader() }
  }

  // MARK: Header

  private func addHeader() {
    // The numbers change eight times per second: faster cannot be read.
    let stamp = floorDivide(history.newestIndex, max(settings.rate / 8, 1))
    if chrome.headerIsStale || stamp != chrome.headerStamp {
      chrome.headerIsStale = false
      chrome.headerStamp = stamp
      chrome.header.draw(
        width: widthInPixels, height: headerInPixels, scale: pixelScale, look: layerLook
      ) { canvas in
        legend.draw(
          title: settings.title, channels: channels, history: history, note: backNote,
          style: settings.style, width: size.width, on: canvas)
      }
    }
    layers.append(chrome.header)
  }

  /// How far the view is behind the newest sample.
  private var backNote: String {
    guard let frozenAt else { return "" }
    let behind = max(Double(history.newestIndex - frozenAt.index), 0) / Double(max(settings.rate, 1))
    var text = "◂ "
    text += NumberText.text((behind * 10).rounded() / 10, places: 1)
    text += " s"
    return text
  }

  // MARK: Labels

  private func addValues() {
    let style = settings.style
    if chrome.labelsAreStale {
      chrome.labelsAreStale = false
      let scale = shownScale
      var shown = look
      shown.scale = scale
      let font = style.font()
      let texts = scale.lines.map { ($0, NumberText.text(line: $0, step: scale.step)) }
      let width = (texts.map { font.measure($0.1).width }.max() ?? 0) + 12
      chrome.values.draw(
        width: min(Int((width * pixelScale).rounded(.up)), widthInPixels), height: plotHeightInPixels,
        scale: pixelScale, look: layerLook
      ) { canvas in
        for (value, text) in texts {
          // In the middle of its line, but not cut at the plot's edges.
          let y = min(max(shown.y(of: value) + style.fontSize * 0.36, style.fontSize), plotHeight - 3)
          plate(behind: text, at: Vector(5, y), alignment: .left, on: canvas)
          canvas.text(text, at: Vector(5, y), font: font, color: style.faintText)
        }
      }
      drawThresholdLabels(shown)
    }
    chrome.values.y = headerInPixels
    layers.append(chrome.values)
    if chrome.thresholds.bitmap.width > 0 { layers.append(chrome.thresholds) }
  }

  private func drawThresholdLabels(_ shown: TileLook) {
    let style = settings.style
    let labelled = settings.thresholds.filter {
      !$0.label.isEmpty && (0...plotHeight).contains(shown.y(of: $0.value))
    }
    let width = labelled.map { style.font().measure($0.label).width + 12 }.max() ?? 0
    let pixels = min(Int((width * pixelScale).rounded(.up)), widthInPixels)
    chrome.thresholds.draw(
      width: pixels, height: plotHeightInPixels, scale: pixelScale, look: layerLook
    ) { canvas in
      for threshold in labelled {
        let line = shown.y(of: threshold.value)
        let y = line > style.fontSize + 6 ? line - 4 : line + style.fontSize + 3
        plate(behind: threshold.label, at: Vector(width - 6, y), alignment: .right, on: canvas)
        canvas.text(
          threshold.label, at: Vector(width - 6, y), font: style.font(), color: threshold.color,
          alignment: .right)
      }
    }
    chrome.thresholds.x = widthInPixels - pixels
    chrome.thresholds.y = headerInPixels
  }

  /// Dims what is behind a label, so that lines do not make it unreadable.
  private func plate(
    behind text: String, at point: Vector, alignment: Canvas.Alignment, on canvas: borrowing Canvas
  ) {
    let style = settings.style
    let width = canvas.measure(text, font: style.font()).width
    let left = alignment == .right ? point.x - width : alignment == .center ? point.x - width / 2 : point.x
    let box = Rect(
      min: Vector(left - 3, point.y - style.fontSize), max: Vector(left + width + 3, point.y + 3))
    canvas.roundedRectangle(box, radius: 3)
    canvas.fill(style.background.withAlpha(0.72))
  }

  var timeLabelHeight: Double { (settings.style.fontSize * 1.6).rounded(.up) }

  /// Not where the plot is so low that they would cover it.
  var showsTimes: Bool {
    settings.showsLabels && plotHeight > 4 * settings.style.fontSize
  }

  /// A label for every vertical line in view; they move with the tiles and are drawn once.
  private func addTimes() {
    guard showsTimes else { return }
    let style = settings.style
    let axis = timeAxis
    let (width, height) = (64.0, timeLabelHeight)
    let first = history.firstIndex
    // Half a label beyond either edge.
    let reach = width / 2 / grid.pointsPerSample
    let right = rightEdge.advanced(by: reach)
    let left = rightEdge.advanced(by: -visibleSamples - reach)
    let lines =
      max(
        floorDivide(left.index - first, axis.step), 0)..<max(
        floorDivide(right.index - first, axis.step) + 1, 0)
    guard lines.count < 4096, lines.lowerBound <= lines.upperBound else { return }
    let (pixelsWide, pixelsHigh) = (
      Int((width * pixelScale).rounded()), Int((height * pixelScale).rounded(.up))
    )
    timePool.show(lines) { slot, line in
      while chrome.times.count <= slot {
        chrome.times.append(GraphLayer(id: GraphChrome.id(ofTime: chrome.times.count)))
      }
      chrome.times[slot].draw(width: pixelsWide, height: pixelsHigh, scale: pixelScale, look: layerLook) {
        let text = axis.text(line: line)
        let point = Vector(width / 2, style.fontSize + 2)
        plate(behind: text, at: point, alignment: .center, on: $0)
        $0.text(text, at: point, font: style.font(), color: style.faintText, alignment: .center)
      }
    }
    for line in lines {
      guard let slot = timePool.slot(of: line) else { continue }
      let x = x(of: first + line * axis.step)
      chrome.times[slot].x = Int((x * pixelScale).rounded()) - pixelsWide / 2
      chrome.times[slot].y = headerInPixels + plotHeightInPixels - pixelsHigh
      layers.append(chrome.times[slot])
    }
  }

  // MARK: Hover

  private func addHover() {
    guard let hover, hover.isFinite, hover.y >= headerHeight, hover.y <= size.height,
      let index = sample(at: hover.x)
    else {
      chrome.shownTooltip = nil
      return
    }
    let style = settings.style
    let x = x(of: index)
    let tooltip = tooltip(at: index)
    let boxSize = tooltip.size(style)
    var shown = look
    shown.scale = shownScale
    let on = channels.indices.filter { channels[$0].isOn && history[$0, index].isFinite }
    let dots = on.map { shown.y(of: history[$0, index]) }
    let half = 5.0
    if tooltip != chrome.shownTooltip || dots != chrome.shownDots {
      chrome.shownTooltip = tooltip
      chrome.shownDots = dots
      chrome.tooltip.draw(
        width: Int((boxSize.width * pixelScale).rounded(.up)),
        height: Int((boxSize.height * pixelScale).rounded(.up)), scale: pixelScale, look: layerLook
      ) { tooltip.draw(style: style, size: boxSize, on: $0) }
      chrome.crosshair.draw(
        width: Int((2 * half * pixelScale).rounded(.up)), height: plotHeightInPixels, scale: pixelScale,
        look: layerLook
      ) { canvas in
        canvas.fill(
          Rect(origin: Vector(half, 0), size: Size(1 / pixelScale, plotHeight)), style.text.withAlpha(0.45))
        for (channel, y) in zip(on, dots) {
          canvas.circle(center: Vector(half + 0.5 / pixelScale, y), radius: 3.5)
          canvas.fill(style.color(of: channels[channel], at: channel), keepingPath: true)
          canvas.stroke(style.background, Stroke(width: 1))
        }
      }
    }
    chrome.crosshair.x = Int(((x - half) * pixelScale).rounded())
    chrome.crosshair.y = headerInPixels
    let fitsRight = x + 12 + boxSize.width <= size.width
    let left = fitsRight ? x + 12 : max(x - 12 - boxSize.width, 0)
    chrome.tooltip.x = Int((left * pixelScale).rounded())
    chrome.tooltip.y = headerInPixels + Int((6 * pixelScale).rounded())
    layers.append(chrome.crosshair)
    layers.append(chrome.tooltip)
  }

  /// What is known about a sample.
  private func tooltip(at index: Int) -> Tooltip {
    let rows = channels.indices.filter { channels[$0].isOn }.map { i in
      Tooltip.Row(
        name: channels[i].name, value: NumberText.text(history[i, index], unit: channels[i].unit),
        color: settings.style.color(of: channels[i], at: i))
    }
    let reach = max(Int((4 / grid.pointsPerSample).rounded(.up)), 1)
    let near = markers.firstIndex(from: index - reach).map { markers[$0] }
    let note = near.map { $0.index <= index + reach ? $0.label : "" } ?? ""
    return Tooltip(time: NumberText.text(time(of: index), places: 3) + " s", rows: rows, note: note)
  }
}

import Foundation
import TumbleDrawing
import TumbleGeometry

/// A stretch of a history as one still picture with axes: for files and reports.
///
/// The lines are drawn as a scrolling graph draws them; all samples fit the width.
public struct PlotPicture {
  public var channels: [GraphChannel]
  public var history: SampleHistory
  public var markers: [GraphMarker] = []
  /// Title, rate, limits, thresholds and style; what is about scrolling does not count.
  public var settings: GraphSettings
  /// nil: all that is kept.
  public var range: Range<Int>?

  public init(channels: [GraphChannel], history: SampleHistory, settings: GraphSettings) {
    self.channels = channels
    self.history = history
    self.settings = settings
  }
}

extension PlotPicture {
  /// - Parameters:
  ///   - size: in points, taken into 64...8192 a side.
  ///   - scale: pixels per point, 0.25...4.
  public func bitmap(size: Size, scale: Double = 1) -> Bitmap {
    let (size, scale) = (Self.usable(size), scale.isFinite ? min(max(scale, 0.25), 4) : 1)
    var bitmap = Bitmap(width: Int(size.width * scale), height: Int(size.height * scale))
    bitmap.draw { canvas in
      canvas.transform(Transform(scale: Vector(scale, scale)))
      draw(size: size, pixelScale: scale, on: canvas)
    }
    return bitmap
  }

  /// - Throws: `DrawingError.output`.
  public func svg(size: Size) throws -> Data {
    let size = Self.usable(size)
    return try SVG.draw(size: size) { draw(size: size, pixelScale: 1, on: $0) }
  }

  private static func usable(_ size: Size) -> Size {
    func side(_ length: Double) -> Double { length.isFinite ? min(max(length, 64), 8192).rounded() : 64 }
    return Size(side(size.width), side(size.height))
  }

  private var content: GraphContent { GraphContent(channels: channels, history: history, markers: markers) }

  private var shown: Range<Int> { (range ?? history.indices).clamped(to: history.indices) }

  private func draw(size: Size, pixelScale: Double, on canvas: borrowing Canvas) {
    let style = settings.style
    canvas.fill(Rect(size: size), style.background)
    let header = legend(width: size.width)
    let bottom = (style.fontSize * 2.4).rounded()
    let isMarked = markers.contains { shown.contains($0.index) && !$0.label.isEmpty }
    let top = (header.isEmpty ? 12 : header.height + 14) + (isMarked ? style.fontSize : 0)
    let height = max(size.height - top - bottom, 8)
    let scale = self.scale(lines: max(Int(height / 44), 2))
    let font = style.font()
    let labels = scale.lines.map { NumberText.text(line: $0, step: scale.step) }
    let left = ((labels.map { font.measure($0).width }.max() ?? 0) + 16).rounded()
    let width = max((size.width - left - 24).rounded(), 8)
    let plot = Rect(origin: Vector(left, top), size: Size(width, height))

    var look = TileLook(
      grid: TileGrid(pictureWidth: Int(width), samples: shown.count), scale: scale, channels: channels,
      settings: settings)
    look.height = height
    look.topMargin = style.lineWidth
    look.bottomMargin = style.lineWidth
    look.timeAxis = TimeAxis(rate: settings.rate, atLeast: 80 / look.grid.pointsPerSample)

    header.draw(at: Vector(left, 8), title: settings.title, style: style, on: canvas)
    canvas.withState { canvas in
      canvas.clip(to: plot)
      canvas.translate(by: plot.min)
      var content = TileContent()
      content.look = look
      content.fill(from: self.content, origin: shown.lowerBound, samples: shown)
      TileRasterizer(content: content, width: width).draw(on: canvas)
    }
    canvas.stroke(
      from: Vector(left - 0.5, top), to: Vector(left - 0.5, plot.max.y), style.zero,
      Stroke(width: 1, cap: .butt))
    canvas.stroke(
      from: Vector(left - 0.5, plot.max.y + 0.5), to: Vector(plot.max.x, plot.max.y + 0.5), style.zero,
      Stroke(width: 1, cap: .butt))
    for (value, label) in zip(scale.lines, labels) {
      let y = top + look.y(of: value) + style.fontSize * 0.36
      canvas.text(label, at: Vector(left - 8, y), font: font, color: style.faintText, alignment: .right)
    }
    drawTimes(look: look, plot: plot, on: canvas)
    drawMarkers(look: look, plot: plot, on: canvas)
    for threshold in settings.thresholds where !threshold.label.isEmpty {
      let y = look.y(of: threshold.value)
      guard (0...height).contains(y) else { continue }
      canvas.text(
        threshold.label, at: Vector(plot.max.x - 4, top + y - 4), font: font, color: threshold.color,
        alignment: .right)
    }
    if shown.isEmpty {
      canvas.text(
        "no samples", at: Vector(plot.center.x, plot.center.y), font: font, color: style.faintText,
        alignment: .center)
    }
  }

  private func drawTimes(look: TileLook, plot: Rect, on canvas: borrowing Canvas) {
    let style = settings.style
    let width = style.font().measure("0:00:00").width
    look.timeAxis.forEachLine(in: shown.lowerBound..<max(shown.upperBound, shown.lowerBound + 1), of: history)
    {
      let run = history.runIndices(of: $0)
      let (time, rest) = ($0 - run.lowerBound, Double(run.upperBound - $0) * look.grid.pointsPerSample)
      // None before the first run, and none that the next run's first label would touch.
      guard time >= 0, run.upperBound == history.endIndex || rest > width else { return }
      let x = Double($0 - shown.lowerBound) * look.grid.pointsPerSample
      canvas.text(
        look.timeAxis.text(at: time), at: Vector(plot.min.x + x, plot.max.y + style.fontSize * 1.5),
        font: style.font(), color: style.faintText, alignment: .center)
    }
  }

  /// What happened is written above the plot, as much of it as finds room.
  private func drawMarkers(look: TileLook, plot: Rect, on canvas: borrowing Canvas) {
    let font = Font(family: settings.style.fontFamily, size: settings.style.fontSize * 0.8)
    var taken = -Double.infinity
    for marker in markers where shown.contains(marker.index) && !marker.label.isEmpty {
      let width = font.measure(marker.label).width
      let x = plot.min.x + Double(marker.index - shown.lowerBound) * look.grid.pointsPerSample
      let left = min(max(x - width / 2, plot.min.x), plot.max.x - width)
      guard left > taken + 8, abs(left + width / 2 - x) < width else { continue }
      canvas.text(
        marker.label, at: Vector(left, plot.min.y - 4), font: font, color: marker.color)
      taken = left + width
    }
  }

  private func scale(lines: Int) -> GraphScale {
    if let limits = settings.limits { return GraphScale(fixed: limits, lines: lines) }
    return content.extremes(in: shown).map { GraphScale(fitting: $0, lines: lines) } ?? GraphScale()
  }

  private func legend(width: Double) -> PictureLegend {
    PictureLegend(
      title: settings.title,
      entries: channels.indices.filter { channels[$0].isOn }.map { i in
        let channel = channels[i]
        return (
          channel.unit.isEmpty ? channel.name : "\(channel.name) (\(channel.unit))",
          settings.style.color(of: channel, at: i)
        )
      }, style: settings.style, width: width)
  }
}

/// The names above a still picture, as many on a row as fit.
private struct PictureLegend {
  private var places: [(place: Vector, text: String, color: Color)] = []
  let height: Double
  let isEmpty: Bool

  init(title: String, entries: [(text: String, color: Color)], style: GraphStyle, width: Double) {
    let row = (style.fontSize * 1.7).rounded()
    var y = title.isEmpty ? style.fontSize : style.fontSize * 1.4 + row
    var x = 0.0
    for entry in entries {
      let entryWidth = 16 + style.font().measure(entry.text).width + 18
      if x > 0, x + entryWidth > width - 80 { (x, y) = (0, y + row) }
      places.append((Vector(x, y), entry.text, entry.color))
      x += entryWidth
    }
    isEmpty = title.isEmpty && entries.isEmpty
    height = (y + style.fontSize * 0.6).rounded()
  }

  func draw(at corner: Vector, title: String, style: GraphStyle, on canvas: borrowing Canvas) {
    canvas.text(
      title, at: corner + Vector(0, style.fontSize * 1.4),
      font: Font(family: style.fontFamily, size: style.fontSize * 1.4, isBold: true), color: style.text)
    for (place, text, color) in places {
      let point = corner + place
      canvas.stroke(
        from: point + Vector(0, -style.fontSize * 0.36), to: point + Vector(10, -style.fontSize * 0.36),
        color,
        Stroke(width: 2.5))
      canvas.text(text, at: point + Vector(16, 0), font: style.font(), color: style.text)
    }
  }
}

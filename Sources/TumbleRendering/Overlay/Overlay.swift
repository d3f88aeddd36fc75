import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// The line of status over a window, as a texture that is drawn again only when it changes.
package final class Overlay {
  private let target: RenderTarget
  package var theme: Theme { didSet { if theme != oldValue { strip = nil } } }
  private var strip: (status: Status, layout: Layout, texture: Texture)?
  /// The notice that the line had too little room for; nil where all was shown.
  package private(set) var cutNotice: String?

  package init(_ target: RenderTarget, theme: Theme = Theme()) { (self.target, self.theme) = (target, theme) }

  /// Forgets every texture: after the graphics card has lost them.
  package func discardTextures() { strip = nil }

  package func draw(_ status: Status, in layout: Layout) throws(StageError) {
    guard layout.strip.height >= 1, layout.strip.width >= 1 else { return }
    if strip?.status != status || strip?.layout != layout {
      let size = PixelSize(Int(layout.strip.width), Int(layout.strip.height))
      let texture =
        if let old = strip?.texture, old.size == size {
          old
        } else {
          try Texture(target, size: size, isOpaque: true, isSmooth: false)
        }
      var picture = Bitmap(width: size.width, height: size.height)
      var isWhole = true
      picture.draw { canvas in
        isWhole = StatusStrip(theme: theme, density: layout.density)
          .draw(status, in: Rect(size: layout.strip.size), on: canvas)
      }
      cutNotice = isWhole ? nil : status.notice
      target.counts.offscreenPasses += 1
      texture.upload(picture)
      strip = (status, layout, texture)
    }
    if let strip { target.copy(strip.texture, to: layout.strip.pixels) }
  }
}

/// The line of status, drawn.
struct StatusStrip {
  let theme: Theme
  /// Pixels for each of the desktop's points.
  let density: Double
  /// The part of the strip that a title may take from numbers.
  private static let titlePart = 0.4

  /// Fills the rectangle; what has no room is left out, the rarest first.
  ///
  /// - Returns: Whether the text at the left could be shown whole.
  func draw(_ status: Status, in strip: Rect, on canvas: borrowing Canvas) -> Bool {
    canvas.fill(strip, theme.strip)
    let font = Font(family: theme.fontFamily, size: 12 * density)
    let bold = Font(family: theme.fontFamily, size: 12 * density, isBold: true)
    let gap = 14 * density
    let baseline = strip.min.y + (strip.height / 2 + 4.3 * density).rounded()
    var right = strip.max.x - gap

    // Time counts most, then the step, …: with little room the later ones go first.
    let fields = status.fields
    var shown: [(text: String, width: Double)] = []
    var needed = 0.0
    for field in fields {
      let width = max(
        canvas.measure(field.room, font: font).width, canvas.measure(field.text, font: font).width)
      guard needed + width + gap <= strip.width - gap else { break }
      needed += width + gap
      shown.append((field.text, width))
    }
    let (text, face, color) =
      status.notice.map { ($0, font, theme.stripAlert) } ?? (status.title, bold, theme.stripText)
    // What is shown now needs room more than the rarer numbers do, and so does the title up to a part of the
    // strip.
    let whole = canvas.measure(text, font: face).width + gap + (status.isPaused ? 18 * density : 0)
    let wanted = status.notice == nil ? min(whole, strip.width * Self.titlePart) : whole
    while shown.count > 1, needed + wanted > strip.width - gap { needed -= shown.removeLast().width + gap }
    for (i, field) in shown.enumerated().reversed() {
      let isAlert =
        field.text.hasPrefix("dropped") && (status.dropped ?? 0) > 0 || field.text.hasSuffix("speed")
        || status.isSlow && field.text.hasSuffix("fps")
      canvas.text(
        field.text, at: Vector(right, baseline), font: font,
        color: isAlert ? theme.stripAlert : i == 0 ? theme.stripText : theme.stripDim, alignment: .right)
      right -= field.width + gap
    }

    var left = strip.min.x + gap
    if status.isPaused, right - left > 20 * density {
      for bar in 0..<2 {
        let x = (left + Double(bar) * 5 * density).rounded()
        canvas.fill(
          Rect(origin: Vector(x, baseline - 9 * density), size: Size((3 * density).rounded(), 9 * density)),
          theme.stripAlert)
      }
      left += 18 * density
    }
    let fitting = shortened(text, to: right - left, font: face, on: canvas)
    canvas.text(fitting, at: Vector(left, baseline), font: face, color: color)
    return fitting == text
  }

  /// The text, or its beginning and an ellipsis, or nothing.
  private func shortened(_ text: String, to width: Double, font: Font, on canvas: borrowing Canvas) -> String
  {
    guard canvas.measure(text, font: font).width > width else { return text }
    var kept = Substring(text)
    while !kept.isEmpty {
      kept = kept.dropLast()
      let candidate = kept + "…"
      if canvas.measure(String(candidate), font: font).width <= width {
        return kept.isEmpty ? "" : String(candidate)
      }
    }
    return ""
  }
}

/// The content of the line of status.
package struct Status: Hashable, Sendable {
  package var title: String
  package var step: Int
  /// Steps per second.
  package var rate: Int
  /// Frames per second; nil in a picture, which has none.
  package var framesPerSecond: Int?
  /// Is true if frames come noticeably more slowly than the display could show them.
  package var isSlow = false
  /// The time that was not simulated, in milliseconds; nil in a picture.
  package var dropped: Int?
  package var isPaused: Bool
  /// Is true if it shows the time; false where a time line does.
  package var hasClock = true
  /// Is true if it shows numbers beside the title.
  package var hasNumbers = true
  /// The factor by which the world runs faster than real time.
  package var speed = 1.0
  /// The notice to a person, in place of the title.
  package var notice: String?

  package init(
    title: String, step: Int, rate: Int, framesPerSecond: Int? = nil, dropped: Int? = nil,
    isPaused: Bool = false, notice: String? = nil
  ) {
    (self.title, self.step, self.rate, self.framesPerSecond) = (title, step, rate, framesPerSecond)
    (self.dropped, self.isPaused, self.notice) = (dropped, isPaused, notice)
  }
}

extension Status {
  /// The world time in seconds, to hundredths.
  package var time: String { Self.hundredths(step * 100 / max(rate, 1)) + " s" }

  /// The fields from the left: each text and the widest text of its kind, so that numbers do not push each
  /// other about.
  var fields: [(text: String, room: String)] {
    guard hasNumbers else { return [] }
    var fields = hasClock ? [(time, "0000.00 s")] : []
    if let speedText { fields.append((speedText, "1/16 speed")) }
    fields.append(("step \(step)", "step 000000"))
    if let framesPerSecond { fields.append(("\(framesPerSecond) fps", "000 fps")) }
    // Rounded up: what was dropped is never told as nothing.
    if let dropped {
      fields.append(("dropped " + Self.hundredths((dropped + 9) / 10) + " s", "dropped 00.00 s"))
    }
    return fields
  }

  /// The speed such as `1/4 speed` or `2 × speed`; nil for real time.
  private var speedText: String? {
    guard speed != 1 else { return nil }
    let (isSlow, times) = (speed < 1, speed < 1 ? 1 / speed : speed)
    // The slider has all between too.
    let number = times == times.rounded() ? "\(Int(times))" : Self.hundredths(Int((times * 100).rounded()))
    return isSlow ? "1/\(number) speed" : "\(number) × speed"
  }

  private static func hundredths(_ value: Int) -> String {
    let rest = value % 100
    return "\(value / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
  }
}

/// The parts of a window or a picture, in pixels, y down: the stage with the graph over it, or the graph
/// below it, and a strip for the status at the bottom.
package struct Layout: Hashable, Sendable {
  package let size: PixelSize
  /// Pixels for each of the desktop's points.
  package let density: Double
  /// The area in which the world is shown.
  package let stage: Rect
  /// The area of the graph; nil if it is hidden, or there is no room for it.
  package let graph: Rect?
  /// The area for the line of status; empty if there is no room for it.
  package let strip: Rect

  /// The strip's height in the desktop's points.
  package static let stripHeight = 26
  /// The graph's height in a large window, in the desktop's points.
  package static let graphHeight = 220

  /// - Parameters:
  ///   - graph: Where the graph is; nil if it is hidden.
  ///   - room: What panels leave of the window without its strip, in pixels; nil: all of it.
  package init(
    _ size: PixelSize, density: Double = 1, graph: GraphPlacement? = nil, room: Rect? = nil,
    hasStrip: Bool = true
  ) {
    self.size = size
    self.density = density
    let (width, height) = (Double(size.width), Double(size.height))
    let wanted = (Double(Self.stripHeight) * density).rounded()
    let stripHeight = hasStrip && height >= 4 * wanted ? wanted : 0
    strip = Rect(min: Vector(0, height - stripHeight), max: Vector(width, height))
    let room = room ?? Rect(min: .zero, max: strip.max - Vector(0, stripHeight))
    guard let graph, graph.isDocked else {
      stage = room
      self.graph = graph?.place(over: stage, density: density)
      return
    }
    let graphHeight = (graph.height(in: room.height / density) * density).rounded()
    let hasGraph =
      graphHeight >= GraphPlacement.smallest.height * density && graphHeight <= room.height * 0.75
    let edge = room.max.y - (hasGraph ? graphHeight : 0)
    stage = Rect(min: room.min, max: Vector(room.max.x, edge))
    self.graph = hasGraph ? Rect(min: Vector(room.min.x, edge), max: room.max) : nil
  }
}

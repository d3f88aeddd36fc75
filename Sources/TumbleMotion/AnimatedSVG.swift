import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleFiles

/// Key frames as CSS has them, a timing function a segment: its height may leave 0…1, which SMIL's may not.
struct CSSKeyframes {
  let document: MotionDocument
  /// The rules, a line each.
  private(set) var rules = ""
  private var names: [String: String] = [:]

  init(_ document: MotionDocument) { self.document = document }

  /// The name of the key frames of a channel; layers that move alike share theirs.
  mutating func name(_ body: String, prefix: String = "k") -> String {
    if let known = names[body] { return known }
    let name = "\(prefix)\(names.count)"
    names[body] = name
    rules += "@keyframes \(name){\(body)}\n"
    return name
  }

  /// Returns the content of key frames.
  /// - Parameters:
  ///   - first: The frame of the keys' first step.
  ///   - value: The declaration of a value.
  func body(_ keys: MotionKeys, from first: Int, decimals: Int, _ value: (String) -> String) -> String {
    var body = ""
    var last = value(keys.rounded(decimals: decimals)[keys.values.count - 1].styleText(9))
    for segment in keys.segments(decimals: decimals) {
      let from = value(segment.from.styleText(9))
      var timing = ""
      switch segment.curve {
      case .line: break
      case .hold: timing = ";animation-timing-function:step-end"
      case .bezier(let x1, let y1, let x2, let y2):
        timing =
          ";animation-timing-function:cubic-bezier(\(x1.styleText(6)),\(y1.styleText(9)),"
          + "\(x2.styleText(6)),\(y2.styleText(9)))"
      }
      body += "\(percent(first + segment.start)){\(from)\(timing)}"
    }
    let end = first + keys.end
    // What comes after the last key would else be a way back.
    last = end >= document.frameCount - 1 ? "to{\(last)}" : "\(percent(end)),to{\(last)}"
    return body + last
  }

  func percent(_ frame: Int) -> String {
    let part = Double(frame) / Double(max(document.frameCount - 1, 1))
    return (part * 100).styleText(5) + "%"
  }

  /// Returns the key frames of a layer that is not there all the time; nil for one that is.
  func presence(_ frames: Range<Int>) -> String? {
    guard frames.lowerBound > 0 || frames.upperBound < document.frameCount else { return nil }
    let timing = ";animation-timing-function:step-end"
    var body = frames.lowerBound > 0 ? "0%{visibility:hidden\(timing)}" : ""
    body += "\(percent(frames.lowerBound)){visibility:visible\(timing)}"
    let end = frames.upperBound < document.frameCount ? percent(frames.upperBound) + ",to" : "to"
    return body + "\(end){visibility:\(frames.upperBound < document.frameCount ? "hidden" : "visible")}"
  }
}

extension MotionDocument {
  /// The motion as an SVG document without script, which moves in an `<img>` too: again and again, and not
  /// for readers who want less motion.
  package var svg: String {
    var writer = SVGWriter(self)
    return writer.text()
  }
}

private struct SVGWriter {
  let document: MotionDocument
  var keyframes: CSSKeyframes
  private var definitions = ""
  private var definitionOf: [String: String] = [:]
  private var drawings: [String] = []
  private var uses: [String: Int] = [:]

  init(_ document: MotionDocument) {
    self.document = document
    keyframes = CSSKeyframes(document)
  }

  mutating func text() -> String {
    drawings = document.layers.map { drawing($0) }
    for drawing in drawings { uses[drawing, default: 0] += 1 }
    var body = ""
    for (layer, drawing) in zip(document.layers, drawings) {
      let group = group(layer, drawing)
      // Bodies can be found by their names.
      body += layer.body == nil ? group : "<g id=\"\(layer.identifier)\">\(group)</g>"
      body += "\n"
    }
    let (width, height) = (number(document.view.width), number(document.view.height))
    let title = document.title.isEmpty ? document.name : document.title
    let duration = document.duration.styleText(4)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img">
      <title>\(title.xmlText)</title>
      <style>
      .a{animation:\(duration)s linear infinite}
      @media (prefers-reduced-motion:reduce){.a{animation-play-state:paused}}
      \(keyframes.rules)</style>
      <defs>\(definitions)</defs>
      \(body)</svg>

      """
  }

  private func number(_ value: Double) -> String { value.styleText(document.decimals) }

  // MARK: Motion

  private mutating func group(_ layer: MotionLayer, _ drawing: String) -> String {
    var content = drawing
    if uses[drawing, default: 0] > 1, drawing.utf8.count > 40, !drawing.contains("animation-name") {
      content = "<use href=\"#\(definition("<g id=\"", drawing, "</g>"))\"/>"
    }
    let isThere = keyframes.presence(layer.frames)
    func keys(_ channel: MotionChannel) -> MotionKeys { document.pictureKeys(layer, channel) }
    let (x, y) = (keys(.x), keys(.y))
    // What stands still first: all of it follows from there.
    let place = Vector(x.isConstant ? x.values[0] : 0, y.isConstant ? y.values[0] : 0)
    if layer.isStill, isThere == nil {
      let angle = number(keys(.angle).values[0])
      let scale = Vector(layer[.scaleX].values[0], layer[.scaleY].values[0])
      var transform = place == .zero ? "" : "translate(\(number(place.x)) \(number(place.y)))"
      if angle != "0" { transform += "rotate(\(angle))" }
      if scale != Vector(1, 1) { transform += "scale(\(scale.x.styleText(5)) \(scale.y.styleText(5)))" }
      var attributes = transform.isEmpty ? "" : " transform=\"\(transform)\""
      if layer[.opacity].values[0] != 1 {
        attributes += " opacity=\"\(layer[.opacity].values[0].styleText(3))\""
      }
      return attributes.isEmpty ? content : "<g\(attributes)>\(content)</g>"
    }
    var names: [String] = []
    var styles: [String] = []
    func add(_ channel: MotionChannel, _ value: (String) -> String) {
      let keys = keys(channel)
      let decimals = document.decimals(of: channel)
      if keys.isConstant {
        guard keys.values[0] != channel.plain else { return }
        return styles.append(value(keys.values[0].styleText(decimals)))
      }
      names.append(
        keyframes.name(keyframes.body(keys, from: layer.frames.lowerBound, decimals: decimals, value)))
    }
    var inner = content
    // Each of the two scales is a property of its own element: their key times differ.
    if !layer[.scaleX].isConstant || !layer[.scaleY].isConstant {
      add(.scaleY) { "scale:1 \($0)" }
      inner = element(names, styles, inner)
      (names, styles) = ([], [])
      add(.scaleX) { "scale:\($0) 1" }
    } else {
      let scale = Vector(layer[.scaleX].values[0], layer[.scaleY].values[0])
      if scale != Vector(1, 1) { styles.append("scale:\(scale.x.styleText(5)) \(scale.y.styleText(5))") }
    }
    add(.angle) { "rotate:\($0)deg" }
    add(.opacity) { "opacity:\($0)" }
    if !y.isConstant { add(.y) { "translate:0 \($0)px" } }
    inner = element(names, styles, inner)
    (names, styles) = ([], [])
    if !x.isConstant { add(.x) { "translate:\($0)px" } }
    if let isThere { names.append(keyframes.name(isThere)) }
    inner = element(names, styles, inner)
    guard place != .zero else { return inner }
    return "<g transform=\"translate(\(number(place.x)) \(number(place.y)))\">\(inner)</g>"
  }

  private func element(_ names: [String], _ styles: [String], _ content: String) -> String {
    let animation = names.isEmpty ? [] : ["animation-name:" + names.joined(separator: ",")]
    let style = (animation + styles).joined(separator: ";")
    guard !style.isEmpty else { return content }
    return "<g\(names.isEmpty ? "" : " class=\"a\"") style=\"\(style)\">\(content)</g>"
  }

  // MARK: Drawing

  private mutating func drawing(_ layer: MotionLayer) -> String {
    layer.shapes.map { shape in
      switch shape.content {
      case .picture(let place, let over):
        let png = document.pictures[place].png.base64EncodedString()
        let id = definition(
          "<image id=\"",
          " x=\"\(number(over.min.x))\" y=\"\(number(-over.max.y))\" width=\"\(number(over.width))\" "
            + "height=\"\(number(over.height))\" preserveAspectRatio=\"none\" "
            + "href=\"data:image/png;base64,\(png)\"", "/>")
        return "<use href=\"#\(id)\"/>"
      case .path(let path): return "<path\(paint("fill", shape, layer)) d=\"\(data(path))\"/>"
      case .line(let path, let width):
        return "<path fill=\"none\" stroke-width=\"\(number(width))\" stroke-linejoin=\"round\""
          + "\(paint("stroke", shape, layer)) d=\"\(data(path))\"/>"
      }
    }.joined()
  }

  private mutating func paint(_ kind: String, _ shape: MotionShape, _ layer: MotionLayer) -> String {
    if case .gradient(let gradient, let bounds) = shape.paint {
      return " \(kind)=\"url(#\(gradientID(gradient, over: bounds)))\""
    }
    guard layer.colors.count > 1, shape.paint.followsLayer else {
      let color = shape.paint.color(layer.colors[0].color) ?? .black
      let alpha = color.alpha < 1 ? " \(kind)-opacity=\"\(color.alpha.styleText(3))\"" : ""
      return " \(kind)=\"\(color.withAlpha(1).hex)\"" + alpha
    }
    var body = ""
    for key in layer.colors {
      let frame = layer.frames.lowerBound + key.frame
      let end = key.frame == layer.colors.last?.frame ? ",to" : ""
      body += "\(keyframes.percent(frame))\(end){\(kind):\(shape.paint.color(key.color)?.hex ?? "")}"
    }
    return " class=\"a\" style=\"animation-name:\(keyframes.name(body))\""
  }

  private mutating func gradientID(_ gradient: Gradient, over bounds: Rect) -> String {
    let stops = gradient.stops.map { stop in
      "<stop offset=\"\(stop.location.styleText(4))\" stop-color=\"\(stop.color.withAlpha(1).hex)\""
        + (stop.color.alpha < 1 ? " stop-opacity=\"\(stop.color.alpha.styleText(3))\"" : "") + "/>"
    }.joined()
    switch gradient.kind {
    case .linear:
      let (start, end) = gradient.ends(over: bounds)
      return definition(
        "<linearGradient id=\"",
        " gradientUnits=\"userSpaceOnUse\" x1=\"\(number(start.x))\" y1=\"\(number(-start.y))\" "
          + "x2=\"\(number(end.x))\" y2=\"\(number(-end.y))\">\(stops)", "</linearGradient>", isOpen: true)
    case .radial:
      let (center, radius) = gradient.disc(over: bounds)
      return definition(
        "<radialGradient id=\"",
        " gradientUnits=\"userSpaceOnUse\" cx=\"\(number(center.x))\" cy=\"\(number(-center.y))\" "
          + "r=\"\(number(radius))\">\(stops)", "</radialGradient>", isOpen: true)
    }
  }

  /// The id of a definition: what is there already is not written again.
  /// - Parameter isOpen: Whether the content begins within the tag.
  private mutating func definition(
    _ start: String, _ content: String, _ end: String, isOpen: Bool = false
  ) -> String {
    if let known = definitionOf[content] { return known }
    // No body's name begins so.
    let id = "_\(definitionOf.count)"
    definitionOf[content] = id
    let isInTag = isOpen || end == "/>"
    definitions += "\(start)\(id)\"\(isInTag ? "" : ">")\(content)\(end)\n"
    return id
  }

  private func data(_ path: VectorPath) -> String {
    func point(_ point: Vector) -> String { "\(number(point.x)) \(number(-point.y))" }
    return path.pieces.map { piece in
      switch piece {
      case .move(let to): "M" + point(to)
      case .line(let to): "L" + point(to)
      case .curve(let to, let first, let second): "C\(point(first)) \(point(second)) \(point(to))"
      case .close: "Z"
      }
    }.joined()
  }
}

extension MotionDocument {
  /// The motion as a style sheet: a class a body that moves, for elements of one's own.
  package var css: String {
    var keyframes = CSSKeyframes(self)
    var classes = ""
    for layer in moving {
      var names: [String] = []
      // What is summed of two animations: x and y have key times of their own, and so have both scales.
      var compositions: [String] = []
      func add(_ channel: MotionChannel, isSecond: Bool = false, _ value: (String) -> String) {
        let keys = pictureKeys(layer, channel)
        guard channel == .x || channel == .y || !keys.isConstant || keys.values[0] != channel.plain else {
          return
        }
        let body = keyframes.body(keys, from: layer.frames.lowerBound, decimals: decimals(of: channel), value)
        names.append(keyframes.name(body, prefix: "motion-"))
        compositions.append(isSecond ? "add" : "replace")
      }
      add(.x) { "translate:\($0)px" }
      add(.y, isSecond: true) { "translate:0 \($0)px" }
      add(.angle) { "rotate:\($0)deg" }
      if layer[.scaleX] == layer[.scaleY] {
        add(.scaleX) { "scale:\($0)" }
      } else {
        add(.scaleX) { "scale:\($0) 1" }
        add(.scaleY, isSecond: true) { "scale:1 \($0)" }
      }
      add(.opacity) { "opacity:\($0)" }
      if let isThere = keyframes.presence(layer.frames) {
        names.append(keyframes.name(isThere, prefix: "motion-"))
        compositions.append("replace")
      }
      classes += "/* \(layer.name.styleComment) */\n"
      classes += ".motion-\(layer.identifier){animation-name:\(names.joined(separator: ","));"
      classes += "animation-composition:\(compositions.joined(separator: ","))}\n"
    }
    let title = (title.isEmpty ? name : title).styleComment
    return """
      /* \(title)
         Written by \(program.styleComment).

         <div class="motion"><img class="motion-crate1" src="crate.png" alt=""></div>

         An element of a body stands with its middle at the body's position, and moves by the browser's
         `translate`, `rotate`, `scale` and `opacity`. */
      .motion{position:relative;overflow:hidden;width:\(view.width.styleText(decimals))px;\
      height:\(view.height.styleText(decimals))px}
      .motion>*{position:absolute;left:0;top:0;transform-origin:0 0;transform:translate(-50%,-50%);\
      animation:\(duration.styleText(4))s linear infinite}
      @media (prefers-reduced-motion:reduce){.motion>*{animation-play-state:paused}}
      \(classes)\(keyframes.rules)
      """
  }
}

extension String {
  /// The text within a comment of CSS.
  fileprivate var styleComment: String {
    withoutControlCharacters.replacingOccurrences(of: "*/", with: "* /")
  }
}

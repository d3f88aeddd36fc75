import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleFiles

extension MotionDocument {
  /// Pictures per second that a Lottie file counts its times in; fractions of them are times too.
  static let lottieRate = 60.0

  /// The motion as a Lottie animation: vector layers, whose places are two channels each.
  package var lottie: String {
    let assets = pictures.enumerated().map { index, picture in
      JSON.object([
        "id": .text("picture\(index)"), "w": .whole(picture.bitmap.width), "h": .whole(picture.bitmap.height),
        "u": .text(""), "p": .text("data:image/png;base64," + picture.png.base64EncodedString()),
        "e": .whole(1),
      ])
    }
    let tree = JSON.object([
      "v": .text("5.7.0"), "fr": .number(Self.lottieRate), "ip": .whole(0),
      "op": .number((duration * Self.lottieRate).rounded(to: 4)), "w": .number(view.width.rounded(to: 2)),
      "h": .number(view.height.rounded(to: 2)), "nm": .text(title.isEmpty ? name : title), "ddd": .whole(0),
      "meta": .object(["g": .text(program)]), "assets": .list(assets),
      "layers": .list(
        // The first one is in front.
        layers.enumerated().reversed().map { index, layer in lottie(layer, number: layers.count - index) }),
      "markers": .list(
        markers.map { marker in
          .object(["tm": .number(lottieTime(marker.frame)), "cm": .text(marker.name), "dr": .whole(0)])
        }),
    ])
    return tree.written() + "\n"
  }

  private func lottieTime(_ frame: Int) -> Double {
    (Double(frame) / frameRate * Self.lottieRate).rounded(to: 4)
  }

  private func lottie(_ layer: MotionLayer, number: Int) -> JSON {
    func property(_ channel: MotionChannel, _ factor: Double = 1) -> JSON {
      keyed(
        pictureKeys(layer, channel).scaled(by: factor), from: layer.frames.lowerBound,
        decimals: max(decimals(of: channel) - (factor == 100 ? 2 : 0), 0))
    }
    var isPicture: (place: Int, over: Rect)?
    if layer.shapes.count == 1, case .picture(let place, let over) = layer.shapes[0].content {
      isPicture = (place, over)
    }
    var anchor = Vector.zero
    var fit = Vector(1, 1)
    if let (place, over) = isPicture {
      let bitmap = pictures[place].bitmap
      fit = Vector(over.width / Double(bitmap.width), over.height / Double(bitmap.height))
      anchor = Vector(-over.min.x / fit.x, over.max.y / fit.y)
    }
    let end = layer.frames.upperBound
    let base: JSON.Object = [
      "ddd": .whole(0), "ind": .whole(number), "ty": .whole(isPicture == nil ? 4 : 2),
      "nm": .text(layer.name),
      "refId": isPicture.map { .text("picture\($0.place)") }, "sr": .whole(1),
      "ks": .object([
        "o": property(.opacity, 100), "r": property(.angle),
        "p": .object(["s": .flag(true), "x": property(.x), "y": property(.y)]),
        "a": still([anchor.x.rounded(to: 3), anchor.y.rounded(to: 3), 0]), "s": scale(layer, fit),
      ]),
      "ao": .whole(0), "ip": .number(lottieTime(layer.frames.lowerBound)),
      // The last frame is shown as long as the others.
      "op": .number(end >= frameCount ? lottieTime(frameCount) : lottieTime(end)), "st": .whole(0),
      "bm": .whole(0),
    ]
    guard isPicture == nil else { return .object(base) }
    let groups: [JSON] = layer.shapes.reversed().map { group($0, layer) }
    return .object(base + ["shapes": .list(groups)])
  }

  private func still(_ numbers: [Double]) -> JSON {
    .object(["a": .whole(0), "k": numbers.count == 1 ? .number(numbers[0]) : .numbers(numbers)])
  }

  private func keyed(_ keys: MotionKeys, from first: Int, decimals: Int) -> JSON {
    guard !keys.isConstant else { return still([keys.values[0].rounded(to: decimals)]) }
    var frames: [JSON] = keys.segments(decimals: decimals).map { segment in
      frame(segment, from: first, [segment.from])
    }
    let last = keys.rounded(decimals: decimals)[keys.values.count - 1]
    frames.append(.object(["t": .number(lottieTime(first + keys.end)), "s": .numbers([last])]))
    return .object(["a": .whole(1), "k": .list(frames)])
  }

  private func frame(_ segment: KeySegment, from first: Int, _ values: [Double]) -> JSON {
    let time = JSON.number(lottieTime(first + segment.start))
    switch segment.curve {
    case .hold: return .object(["t": time, "s": .numbers(values), "h": .whole(1)])
    case .line: return straight(from: time, values)
    case .bezier(let x1, let y1, let x2, let y2):
      return .object(["t": time, "s": .numbers(values), "o": point(x1, y1), "i": point(x2, y2)])
    }
  }

  private func straight(from time: JSON, _ values: [Double]) -> JSON {
    .object(["t": time, "s": .numbers(values), "o": point(0, 0), "i": point(1, 1)])
  }

  private func point(_ x: Double, _ y: Double) -> JSON {
    .object(["x": .list([.number(x)]), "y": .list([.number(y)])])
  }

  /// Returns the scales along both axes in percent; where each has keys of its own, at the keys of the
  /// one with more of them.
  private func scale(_ layer: MotionLayer, _ fit: Vector) -> JSON {
    let (x, y) = (layer[.scaleX], layer[.scaleY])
    let decimals = decimals(of: .scaleX)
    func values(_ step: Int) -> [Double] {
      [
        (x.value(at: Double(step)) * fit.x * 100).rounded(to: decimals),
        (y.value(at: Double(step)) * fit.y * 100).rounded(to: decimals), 100,
      ]
    }
    if x.isConstant, y.isConstant { return still(values(0)) }
    let first = layer.frames.lowerBound
    guard x == y || x.isConstant || y.isConstant else {
      // Every step between the keys of either: both are as near as their samples.
      let frames = (0..<layer.frames.count).map { step in
        straight(from: .number(lottieTime(first + step)), values(step))
      }
      return .object(["a": .whole(1), "k": .list(frames)])
    }
    // The curves lead between rounded values, whose rounding is that of both.
    let keys = (x.isConstant ? y : x).scaled(by: 100 * (x.isConstant ? fit.y : fit.x))
    var frames = keys.segments(decimals: decimals).map { frame($0, from: first, values($0.start)) }
    frames.append(.object(["t": .number(lottieTime(first + keys.end)), "s": .numbers(values(keys.end))]))
    return .object(["a": .whole(1), "k": .list(frames)])
  }

  // MARK: Shapes

  private func group(_ shape: MotionShape, _ layer: MotionLayer) -> JSON {
    let (path, width): (VectorPath, Double?) =
      switch shape.content {
      case .path(let path): (path, nil)
      case .line(let path, let width): (path, width)
      case .picture: (VectorPath { _ in }, nil)
      }
    let contours = LottieContour.all(of: path.mapped { Vector($0.x, -$0.y) }, decimals: decimals)
    let items = contours.map(\.tree) + [paint(shape, layer, width: width), Self.plainTransform]
    return .object(["ty": .text("gr"), "it": .list(items)])
  }

  private static let plainTransform = JSON.object([
    "ty": .text("tr"), "p": .object(["a": .whole(0), "k": .numbers([0, 0])]),
    "a": .object(["a": .whole(0), "k": .numbers([0, 0])]),
    "s": .object(["a": .whole(0), "k": .numbers([100, 100])]),
    "r": .object(["a": .whole(0), "k": .whole(0)]), "o": .object(["a": .whole(0), "k": .whole(100)]),
  ])

  private func paint(_ shape: MotionShape, _ layer: MotionLayer, width: Double?) -> JSON {
    let stroke: JSON.Object =
      width.map { ["w": still([$0.rounded(to: decimals)]), "lc": .whole(2), "lj": .whole(2)] } ?? [:]
    if case .gradient(let gradient, let bounds) = shape.paint {
      return .object(lottie(gradient, over: bounds, isStroke: width != nil) + stroke)
    }
    func components(_ color: Color) -> [Double] {
      [color.red, color.green, color.blue].map { min(max($0, 0), 1).rounded(to: 3) } + [1]
    }
    func color(_ key: MotionLayer.ColorKey) -> Color { shape.paint.color(key.color) ?? .black }
    var tree: JSON = still(components(color(layer.colors[0])))
    if layer.colors.count > 1, shape.paint.followsLayer {
      tree = .object([
        "a": .whole(1),
        "k": .list(
          layer.colors.map { key in
            straight(
              from: .number(lottieTime(layer.frames.lowerBound + key.frame)), components(color(key)))
          }),
      ])
    }
    return .object(
      [
        "ty": .text(width == nil ? "fl" : "st"), "c": tree,
        "o": still([(color(layer.colors[0]).alpha * 100).rounded(to: 1)]), "r": .whole(1),
      ] + stroke)
  }

  private func lottie(_ gradient: Gradient, over bounds: Rect, isStroke: Bool) -> JSON.Object {
    let (start, end): (Vector, Vector)
    switch gradient.kind {
    case .linear: (start, end) = gradient.ends(over: bounds)
    case .radial:
      let (center, radius) = gradient.disc(over: bounds)
      (start, end) = (center, center + Vector(radius, 0))
    }
    var stops = gradient.stops.flatMap { stop in
      [stop.location, stop.color.red, stop.color.green, stop.color.blue].map { $0.rounded(to: 4) }
    }
    if gradient.stops.contains(where: { $0.color.alpha < 1 }) {
      stops += gradient.stops.flatMap { [$0.location.rounded(to: 4), $0.color.alpha.rounded(to: 3)] }
    }
    func point(_ point: Vector) -> JSON {
      still([point.x.rounded(to: decimals), (-point.y).rounded(to: decimals)])
    }
    return [
      "ty": .text(isStroke ? "gs" : "gf"), "o": still([100]), "r": .whole(1), "s": point(start),
      "e": point(end), "t": .whole(gradient.kind == .linear ? 1 : 2),
      "g": .object(["p": .whole(gradient.stops.count), "k": .object(["a": .whole(0), "k": .numbers(stops)])]),
    ]
  }
}

/// A piece of a path as Lottie has it: corners, and from each the ways to its two control points.
private struct LottieContour {
  var corners: [Vector] = []
  var before: [Vector] = []
  var after: [Vector] = []
  var isClosed = false
  let decimals: Int

  static func all(of path: VectorPath, decimals: Int) -> [LottieContour] {
    var contours: [LottieContour] = []
    func add(_ corner: Vector, _ control: Vector) {
      contours[contours.count - 1].corners.append(corner)
      contours[contours.count - 1].before.append(control - corner)
      contours[contours.count - 1].after.append(.zero)
    }
    for piece in path.pieces {
      if case .move(let to) = piece {
        contours.append(LottieContour(decimals: decimals))
        add(to, to)
        continue
      }
      guard let last = contours.last?.corners.last else { continue }
      let index = contours.count - 1
      switch piece {
      case .move: break
      case .line(let to): add(to, to)
      case .curve(let to, let first, let second):
        contours[index].after[contours[index].corners.count - 1] = first - last
        add(to, second)
      case .close:
        contours[index].isClosed = true
        // The first corner again is no corner of its own.
        if contours[index].corners.count > 1, last.distance(to: contours[index].corners[0]) < 1e-3 {
          contours[index].before[0] = contours[index].before.removeLast()
          contours[index].corners.removeLast()
          contours[index].after.removeLast()
        }
      }
    }
    return contours
  }

  var tree: JSON {
    func points(_ points: [Vector]) -> JSON {
      .list(points.map { .numbers([$0.x.rounded(to: decimals), $0.y.rounded(to: decimals)]) })
    }
    return .object([
      "ty": .text("sh"),
      "ks": .object([
        "a": .whole(0),
        "k": .object(["c": .flag(isClosed), "v": points(corners), "i": points(before), "o": points(after)]),
      ]),
    ])
  }
}

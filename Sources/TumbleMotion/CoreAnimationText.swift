import TumbleAnimation
import TumbleFiles

extension MotionDocument {
  /// The motion as Swift for Core Animation: a function a body that moves, which adds its animations to a
  /// layer.
  package var coreAnimation: String {
    let title = (title.isEmpty ? name : title).withoutControlCharacters
    var text = """
      // \(title)
      // Written by \(program.withoutControlCharacters).
      //
      // A layer's position counts in points of a superlayer of \(view.width.shortText) × \
      \(view.height.shortText), y up as on macOS; elsewhere set
      // `isGeometryFlipped` of the superlayer.
      import QuartzCore

      private func add(
        _ keyPath: String, to layer: CALayer, _ values: [Double], _ keyTimes: [Double],
        _ curves: [(Double, Double, Double, Double)?]
      ) {
        let animation = CAKeyframeAnimation(keyPath: keyPath)
        animation.values = values
        animation.keyTimes = keyTimes.map { NSNumber(value: $0) }
        animation.timingFunctions = curves.map { curve in
          guard let curve else { return CAMediaTimingFunction(name: .linear) }
          return CAMediaTimingFunction(
            controlPoints: Float(curve.0), Float(curve.1), Float(curve.2), Float(curve.3))
        }
        animation.duration = \(duration.rounded(to: 6).shortText)
        animation.repeatCount = .infinity
        animation.isRemovedOnCompletion = false
        layer.add(animation, forKey: keyPath)
      }

      """
    for layer in moving {
      text += "\n// \(layer.name.withoutControlCharacters)\n"
      text += "func addMotionOf_\(layer.identifier)(to layer: CALayer) {\n"
      text += code(layer, .x, "position.x", layer[.x].scaled(by: 1, plus: -view.min.x))
      text += code(layer, .y, "position.y", layer[.y].scaled(by: 1, plus: -view.min.y))
      text += code(layer, .angle, "transform.rotation.z", layer[.angle])
      for (channel, path) in [(MotionChannel.scaleX, "transform.scale.x"), (.scaleY, "transform.scale.y")] {
        if layer[channel].values[0] != 1 || !layer[channel].isConstant {
          text += code(layer, channel, path, layer[channel])
        }
      }
      text += code(layer, .opacity, "opacity", layer[.opacity])
      text += presence(layer.frames) + "}\n"
    }
    return text
  }

  private func code(_ layer: MotionLayer, _ channel: MotionChannel, _ path: String, _ keys: MotionKeys)
    -> String
  {
    // Angles are in radians here.
    let decimals = decimals(of: channel) + (channel == .angle ? 2 : 0)
    let first = layer.frames.lowerBound
    let values = keys.rounded(decimals: decimals)
    var rows: [(time: Double, value: Double, curve: String)] = []
    func add(_ frame: Int, _ value: Double, _ curve: String = "nil") {
      rows.append((share(frame), value, curve))
    }
    if keys.isConstant {
      guard keys.values[0] != channel.plain || channel == .x || channel == .y else { return "" }
      add(0, values[0])
    } else {
      if first > 0 { add(0, values[0]) }
      for segment in keys.segments(decimals: decimals) {
        switch segment.curve {
        case .line: add(first + segment.start, segment.from)
        case .hold:
          // No curve holds a value: it is there twice.
          add(first + segment.start, segment.from)
          add(first + segment.end, segment.from)
        case .bezier(let x1, let y1, let x2, let y2):
          let numbers = [x1, y1, x2, y2].map(\.shortText).joined(separator: ", ")
          add(first + segment.start, segment.from, "(\(numbers))")
        }
      }
      add(first + keys.end, values[values.count - 1])
    }
    if let last = rows.last, last.time < 1 { rows.append((1, last.value, "nil")) }
    let curves = rows.dropLast().map(\.curve).joined(separator: ", ")
    return """
        add(
          "\(path)", to: layer, [\(rows.map(\.value.shortText).joined(separator: ", "))],
          [\(rows.map(\.time.shortText).joined(separator: ", "))],
          [\(curves)])

      """
  }

  private func share(_ frame: Int) -> Double {
    (Double(frame) / Double(max(frameCount - 1, 1))).rounded(to: 7)
  }

  /// Code that hides a layer while its body is not there.
  private func presence(_ frames: Range<Int>) -> String {
    var (values, times) = (["true"], [0.0])
    if frames.lowerBound > 0 {
      (values, times) = (["true", "false"], [0, share(frames.lowerBound)])
    } else {
      values = ["false"]
    }
    if frames.upperBound < frameCount {
      values.append("true")
      times.append(share(frames.upperBound))
    }
    guard values.count > 1 else { return "" }
    times.append(1)
    return """
        let isHidden = CAKeyframeAnimation(keyPath: "hidden")
        isHidden.values = [\(values.joined(separator: ", "))]
        isHidden.keyTimes = [\(times.map(\.shortText).joined(separator: ", "))]
        isHidden.calculationMode = .discrete
        isHidden.duration = \(duration.rounded(to: 6).shortText)
        isHidden.repeatCount = .infinity
        isHidden.isRemovedOnCompletion = false
        layer.add(isHidden, forKey: "hidden")

      """
  }
}

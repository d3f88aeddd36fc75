import TumbleAnimation
import TumbleFiles

// The keys as numbers: in the scene's own system, points with y up, and degrees counter-clockwise.

extension MotionDocument {
  private func numberKeys(_ layer: MotionLayer, _ channel: MotionChannel) -> MotionKeys {
    channel == .angle ? layer[.angle].scaled(by: 180 / .pi) : layer[channel]
  }

  /// The channels that are written of a body: its pose, and what else changes.
  private func channels(of layer: MotionLayer) -> [MotionChannel] {
    MotionChannel.allCases.filter { channel in
      channel == .x || channel == .y || channel == .angle || !layer[channel].isConstant
        || layer[channel].values[0] != channel.plain
    }
  }

  /// A row a key: the body, the channel, the time in seconds, the value, and the curve that leads to the next
  /// key, as CSS writes it; empty after the last.
  package var keysCSV: String {
    var text = "body,channel,time,value,curve\n"
    for layer in moving {
      for channel in channels(of: layer) {
        forEachKey(layer, channel) { time, value, curve in
          let curve =
            switch curve {
            case nil: ""
            case .line?: "linear"
            case .hold?: "step-end"
            case .bezier(let x1, let y1, let x2, let y2)?:
              "cubic-bezier(" + [x1, y1, x2, y2].map(\.shortText).joined(separator: " ") + ")"
            }
          text += "\(layer.name.csvField),\(channel.name),\(time.shortText),\(value.shortText),\(curve)\n"
        }
      }
    }
    return text
  }

  /// An object with the bodies, of each its channels, of each its keys: time, value and the curve to the
  /// next, which is `linear`, `step-end`, or the four coordinates of its control points.
  package var keysJSON: String {
    let bodies = moving.map { layer in
      var tree: JSON.Object = ["name": .text(layer.name)]
      tree["from"] = .number(seconds(layer, 0).rounded(to: 6))
      tree["to"] = .number(seconds(layer, layer.frames.count - 1).rounded(to: 6))
      for channel in channels(of: layer) {
        var keys: [JSON] = []
        forEachKey(layer, channel) { time, value, curve in
          let pair = [JSON.number(time), .number(value)]
          switch curve {
          case nil: keys.append(.list(pair))
          case .line?: keys.append(.list(pair + [.text("linear")]))
          case .hold?: keys.append(.list(pair + [.text("step-end")]))
          case .bezier(let x1, let y1, let x2, let y2)?:
            keys.append(.list(pair + [.numbers([x1, y1, x2, y2])]))
          }
        }
        tree[channel.name] = .list(keys)
      }
      return JSON.object(tree)
    }
    let tree = JSON.object([
      "format": .whole(1), "name": .text(name), "title": title.isEmpty ? nil : .text(title),
      "program": .text(program), "duration": .number(duration.rounded(to: 6)),
      "view": .numbers([view.min.x, view.min.y, view.width, view.height]), "bodies": .list(bodies),
    ])
    return tree.written() + "\n"
  }

  /// Calls with the time of each key in seconds, its value, and the curve that leads from it to the next.
  private func forEachKey(
    _ layer: MotionLayer, _ channel: MotionChannel, _ act: (Double, Double, KeySegment.Curve?) -> Void
  ) {
    let keys = numberKeys(layer, channel)
    let decimals = decimals(of: channel)
    let segments = keys.isConstant ? [] : keys.segments(decimals: decimals)
    for segment in segments { act(seconds(layer, segment.start).rounded(to: 6), segment.from, segment.curve) }
    let last = keys.isConstant ? 0 : keys.values.count - 1
    let step = keys.isConstant ? 0 : keys.end
    act(seconds(layer, step).rounded(to: 6), keys.rounded(decimals: decimals)[last], nil)
  }
}

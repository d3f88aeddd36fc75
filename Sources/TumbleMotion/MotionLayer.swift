import TumbleAnimation
import TumbleFrames

/// A thing that moves as one, in the document's order from back to front.
package struct MotionLayer: Sendable {
  /// The name as the scene has it; others' are made of it.
  package var name: String
  /// The name as an identifier: letters, digits and lines below, and no two alike.
  package var identifier: String
  /// The body that it is, and whether that is static; nil for joints, captions and what stands still.
  package var body: (id: BodyID, isStatic: Bool)?
  /// The frames in which it is there.
  package var frames: Range<Int>
  /// The keys of each channel, by its place; their steps count from the layer's first frame.
  private(set) var channels: [MotionKeys]
  /// The samples that the keys were fitted to; none of a channel that is as plain as can be.
  private(set) var samples: [MotionChannel: [Double]]
  /// The color, by frames from the layer's first, in straight lines between; at least one.
  var colors: [ColorKey]
  var shapes: [MotionShape]

  struct ColorKey: Hashable, Sendable {
    var frame: Int
    var color: Color
  }

  fileprivate init(
    _ name: String, body: (id: BodyID, isStatic: Bool)?, frames: Range<Int>, channels: [MotionKeys],
    samples: [MotionChannel: [Double]], colors: [ColorKey], shapes: [MotionShape]
  ) {
    (self.name, identifier, self.body, self.frames) = (name, name, body, frames)
    (self.channels, self.samples, self.colors, self.shapes) = (channels, samples, colors, shapes)
  }

  package subscript(channel: MotionChannel) -> MotionKeys { channels[channel.rawValue] }

  /// The number of keys of the channels that change.
  package var keyCount: Int {
    channels.reduce(0) { $0 + ($1.isConstant ? 0 : $1.steps.count) } + (colors.count > 1 ? colors.count : 0)
  }

  /// Is true if nothing of it changes while it is there.
  var isStill: Bool { channels.allSatisfy(\.isConstant) && colors.count == 1 }
}

/// A number of a layer that may change.
package enum MotionChannel: Int, CaseIterable, Sendable {
  /// The position in points, in the world.
  case x, y
  /// The angle in radians, counter-clockwise, not wrapped.
  case angle
  /// The factors along the layer's own axes.
  case scaleX, scaleY
  /// The opacity, 0 to 1.
  case opacity

  package var name: String { "\(self)" }
  /// The value of what has none of its own.
  var plain: Double { self == .scaleX || self == .scaleY || self == .opacity ? 1 : 0 }
}

/// The size of a fit, and how far off its keys are at the worst sample.
package struct FitReport: Hashable, Sendable {
  package var sampleCount = 0
  package var keyCount = 0
  /// The largest error of a place, in points.
  package var placeError = 0.0
  /// The largest error of an angle, in degrees.
  package var angleError = 0.0
}

/// Fits the samples of layers' channels.
struct LayerFit {
  private let places: MotionFit
  private let angles: MotionFit
  private let opacities: MotionFit
  /// The largest error of a place, in points.
  let tolerance: Double
  private(set) var report = FitReport()

  /// A part of each tolerance is left to what rounding numbers in a file adds.
  private static let share = 0.9

  /// - Parameters:
  ///   - places: The largest error of places, in points.
  ///   - angles: The largest error of angles, in radians.
  init(places: Double, angles: Double) throws(AnimationError) {
    tolerance = places
    self.places = try MotionFit(tolerance: places * Self.share)
    self.angles = try MotionFit(tolerance: angles * Self.share)
    opacities = try MotionFit(tolerance: 0.004)
  }

  /// Makes a layer, with keys that it fits to samples.
  /// - Parameters:
  ///   - samples: By channel; none for one that is as plain as can be.
  ///   - reach: The distance of its farthest point from its position, in points, before it is scaled.
  ///   - turned: That of a line, as long as it gets, whose end is to be right too; nil: angles have their own
  ///     tolerance.
  mutating func layer(
    _ name: String, body: (id: BodyID, isStatic: Bool)? = nil, frames: Range<Int>,
    _ samples: [MotionChannel: [Double]], breaks: [Int] = [], reach: Double, turned: Double? = nil,
    colors: [MotionLayer.ColorKey] = [MotionLayer.ColorKey(frame: 0, color: .white)], _ shapes: [MotionShape]
  ) throws(AnimationError) -> MotionLayer {
    // The report is of what moves.
    let isBody = body.map { !$0.isStatic } ?? false
    let scales = try MotionFit(tolerance: tolerance * Self.share / max(reach, 1))
    let angles =
      try turned.map { (reach) throws(AnimationError) in
        try MotionFit(tolerance: min(self.angles.tolerance, tolerance * Self.share / max(reach, 1)))
      } ?? self.angles
    var all: [MotionKeys] = []
    for channel in MotionChannel.allCases {
      let values = samples[channel] ?? [channel.plain]
      let keys: MotionKeys
      switch channel {
      case .x, .y:
        keys = try places.keys(for: values, breaks: breaks)
        if isBody { report.placeError = max(report.placeError, keys.largestError(of: values)) }
      case .angle:
        keys = try angles.keys(for: values, breaks: breaks)
        if isBody { report.angleError = max(report.angleError, keys.largestError(of: values) * 180 / .pi) }
      case .scaleX, .scaleY: keys = try scales.keys(for: values, breaks: breaks)
      case .opacity: keys = try opacities.keys(for: values)
      }
      if isBody, channel == .x || channel == .y || channel == .angle {
        report.sampleCount += values.count
        report.keyCount += keys.steps.count
      }
      all.append(keys)
    }
    return MotionLayer(
      name, body: body, frames: frames, channels: all, samples: samples, colors: colors, shapes: shapes)
  }

  /// Returns colors in straight lines, none of whose components is further off than a 255th and a half.
  static func colors(_ samples: [Color]) -> [MotionLayer.ColorKey] {
    let steps = straightSteps(samples.count) { from, to in
      (from + 1..<to).allSatisfy { index in
        let part = Double(index - from) / Double(to - from)
        return (samples[from].interpolated(to: samples[to], by: part) - samples[index]).length < 1.5 / 255
      }
    }
    let keys = steps.map { MotionLayer.ColorKey(frame: $0, color: samples[$0]) }
    return keys.allSatisfy { $0.color == keys[0].color } ? [keys[0]] : keys
  }

  /// Returns the samples between which straight lines are near enough, the first and the last among them.
  /// - Parameter isLine: Whether the samples between two are.
  static func straightSteps(_ count: Int, _ isLine: (_ from: Int, _ to: Int) -> Bool) -> [Int] {
    var steps = [0]
    while let start = steps.last, start < count - 1 {
      var (good, bad, length) = (start + 1, count, 2)
      while start + length < bad {
        if isLine(start, start + length) { good = start + length } else { bad = start + length }
        length *= 2
      }
      while bad - good > 1 {
        let middle = good + (bad - good) / 2
        if isLine(start, middle) { good = middle } else { bad = middle }
      }
      steps.append(good)
    }
    return steps
  }
}

/// Names as identifiers of programs and documents.
struct IdentifierMaker {
  private var used: Set<String> = []

  /// Returns letters, digits and lines below, beginning with a letter, that no other name got.
  mutating func identifier(for name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars.prefix(80) {
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      if isPlain { text.unicodeScalars.append(scalar) } else if !text.hasSuffix("_") { text += "_" }
    }
    if text.isEmpty || !(text.unicodeScalars.first?.properties.isAlphabetic ?? false) { text = "body" + text }
    var (identifier, count) = (text, 1)
    while !used.insert(identifier).inserted {
      count += 1
      identifier = "\(text)_\(count)"
    }
    return identifier
  }
}

import TumbleAnimation
import TumbleGeometry

/// The rows of a scene's animations over time, with their keys.
package struct AnimatorState: Hashable, Sendable {
  /// A line of the tree: an object, or an animation of one of its properties.
  package struct Row: Hashable, Sendable {
    /// The index of the layer that it heads; nil for another row.
    package var layer: Int?
    /// Is true if what is below it is not shown; nil where nothing is.
    package var isFolded: Bool?
    /// The id of the animation; nil for the heading of an object.
    package var animation: String?
    package var label: String
    /// The levels of its indentation.
    package var depth: Int
    /// Seconds at which it begins and at which a pass ends.
    package var begin: Double
    package var end: Double
    /// The end of the last repeat; infinite for one that goes on forever.
    package var lastEnd: Double
    /// Is true if it shows its first value before the begin, and its last one after the end.
    package var fillsBefore: Bool
    package var fillsAfter: Bool
    /// The times of its keys by rising seconds; nil for what has no keys that can be moved.
    package var keys: [Double]?
    /// The indices of the keys that are selected.
    package var selected: Set<Int>
    package var color: Color?
    /// Is true if its object is selected on the stage.
    package var isLit: Bool
    /// Is true for a moment after a trigger has begun it.
    package var isFlashing = false
    /// The times at which triggers began it, in seconds.
    package var plays: [Double] = []
    /// Is true for one that does not begin by itself.
    package var isWaiting = false
    package var note: String

    package init(
      animation: String? = nil, _ label: String, depth: Int = 0, begin: Double = 0, end: Double = 0,
      lastEnd: Double? = nil, fillsBefore: Bool = false, fillsAfter: Bool = false, keys: [Double]? = nil,
      selected: Set<Int> = [], color: Color? = nil, isLit: Bool = false, note: String = ""
    ) {
      (self.animation, self.label, self.depth, self.begin, self.end) = (animation, label, depth, begin, end)
      self.lastEnd = lastEnd ?? end
      (self.fillsBefore, self.fillsAfter, self.keys) = (fillsBefore, fillsAfter, keys)
      (self.selected, self.color, self.isLit, self.note) = (selected, color, isLit, note)
    }
  }

  /// The clock of a layer, in which its animations play.
  package struct Layer: Hashable, Sendable {
    package let name: String
    /// Own seconds for each of the parent's; 0 while it stands.
    package var speed: Double
    /// The own time when it begins, in seconds.
    package var offset: Double
    /// The own time at the newest step, in seconds, and how fast it goes in the world's.
    package var time: Double
    package var rate: Double
    /// The paths that `PanelAction.beginEdit` names: made once, since panels are built often.
    package let timePath: String
    package let speedPath: String
    package let offsetPath: String

    package init(_ name: String, speed: Double = 1, offset: Double = 0, time: Double = 0, rate: Double? = nil)
    {
      (self.name, self.speed, self.offset, self.time) = (name, speed, offset, time)
      self.rate = rate ?? speed
      timePath = "layers.\(name).time"
      speedPath = "layers.\(name).speed"
      offsetPath = "layers.\(name).offset"
    }
  }

  /// The numbers of the selected keys that are typed: their time, and those of their values.
  package struct KeyNumbers: Hashable, Sendable {
    package static let path = "animator.key"

    /// Seconds; nil where the keys have several times.
    package var time: Double?
    /// Each with its name, such as `x`; nil where the keys have several values.
    package var numbers: [Number]
    package var unit: String

    package struct Number: Hashable, Sendable {
      package var name: String
      package var value: Double?

      package init(_ name: String, _ value: Double?) { (self.name, self.value) = (name, value) }
    }

    package init(time: Double?, numbers: [Number], unit: String) {
      (self.time, self.numbers, self.unit) = (time, numbers, unit)
    }
  }

  /// A moment at which a trigger's actions were carried out.
  package struct Mark: Hashable, Sendable {
    /// Seconds.
    package var time: Double
    package var name: String

    package init(_ time: Double, _ name: String) { (self.time, self.name) = (time, name) }
  }

  /// The distances by which keys that are made of a motion may be off.
  package struct Tolerance: Hashable, Sendable {
    package static let path = "animator.offer"
    package static let placesPath = "\(path).places"
    package static let anglesPath = "\(path).angles"

    /// The tolerance of places, in points; 0.1 by default.
    package var places = MotionFit.places
    /// The tolerance of angles, in degrees; 0.1 by default.
    package var angles = MotionFit.angles * 180 / .pi
  }

  package var rows: [Row]
  /// The clocks that rows head.
  package var layers: [Layer] = []
  /// The numbers of the selected keys; nil where none is selected, or keys of several kinds are.
  package var numbers: KeyNumbers?
  /// The time that is shown on the stage, and that of the newest step, in seconds.
  package var time: Double
  package var present: Double
  /// Steps per second.
  package var rate: Int
  /// The seconds that are in view.
  package var range: ClosedRange<Double>
  /// Is true if what is dragged and set becomes a key.
  package var hasAutoKey: Bool
  /// The curve that leads to the selected keys, as a text; nil if there are none, or if they differ.
  package var curve: String?
  /// A sentence about keys that were made of a motion, and wait to be taken; nil for none.
  package var offer: String?
  /// The part that is done of making keys of a motion, 0 to 1; nil while none are made.
  package var making: Double?
  package var tolerance = Tolerance()
  /// The stretch of time that is marked, of which keys are made, in seconds; nil: what is in view.
  package var stretch: ClosedRange<Double>?
  /// Is true if something animates the places or angles of what is selected.
  package var hasMovers = false
  /// Is true if bodies are selected that have moved.
  package var hasPast = false
  /// The seconds at which what the selected keys move began to touch something.
  package var contacts: [Double] = []
  /// The moments at which triggers did something, by rising times.
  package var marks: [Mark] = []
  /// The layer whose time the ruler counts; nil: the world's.
  package var rulerLayer: Int?
  /// The names of the times that the ruler can count: the world's, and those of `layers`.
  package var clocks: [String] = []
  /// The ghosts of selected bodies that are shown.
  package var ghosts = AnimatorGhosts.none
  /// The curves that are shown in place of the rows, the chosen row's first; empty while rows are.
  package var graphs: [AnimatorCurves]
  /// The same curves as they would be once what is pulled is let go; empty while nothing is.
  package var pulled: [AnimatorCurves] = []
  /// The values that are in view where curves have one unit; nil for all that there are.
  package var values: ClosedRange<Double>?
  /// Is true if each curve is as high as all of the view, whatever its unit.
  package var isLevelled = false

  package init(
    rows: [Row] = [], time: Double = 0, present: Double = 0, rate: Int = 120,
    range: ClosedRange<Double> = 0...5,
    hasAutoKey: Bool = false, curve: String? = nil, graph: AnimatorCurves? = nil
  ) {
    (self.rows, self.time, self.present, self.rate, self.range) = (rows, time, present, rate, range)
    (self.hasAutoKey, self.curve) = (hasAutoKey, curve)
    graphs = graph.map { [$0] } ?? []
  }

  package var selectedKeys: Int { rows.reduce(0) { $0 + $1.selected.count } }
}

/// The values of one animation over time: a line for each of its numbers.
package struct AnimatorCurves: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    /// The name of the number, such as `x`; empty for a plain number.
    package let name: String
    /// The keys by rising times in seconds of the world, with their values as they are shown.
    package let keys: [Keyframe<Double>]
    /// Seconds and values along the line. Every key is one of them, and where it jumps there are two.
    package let points: [Vector]

    /// The most points of a segment, and about the most of a line.
    private static let (mostInSegment, most) = (240, 6000)

    package init(_ name: String, keys: [Keyframe<Double>]) {
      (self.name, self.keys) = (name, keys)
      let count = min(max(Self.most / max(keys.count, 1), 1), Self.mostInSegment)
      var points = keys.prefix(1).map { Vector($0.time, $0.value) }
      for (from, to) in zip(keys, keys.dropFirst()) {
        func add(_ share: Double, _ progress: Double) {
          // The end to the bit: by the length of a segment it may come out beside it.
          let time = share == 1 ? to.time : from.time + (to.time - from.time) * share
          points.append(Vector(min(time, to.time), from.value.interpolated(to: to.value, by: progress)))
        }
        switch to.timing {
        case .linear: break
        case .steps(let steps) where steps.count <= count:
          for stair in 0..<steps.count {
            let (begin, length) = (Double(stair) / Double(steps.count), 1 / Double(steps.count))
            let level = steps.value(at: begin + length / 2)
            add(begin, level)
            add(stair + 1 == steps.count ? 1 : begin + length, level)
          }
        default:
          for place in 1..<max(count, 1) {
            let share = Double(place) / Double(count)
            add(share, to.timing.value(at: share))
          }
        }
        points.append(Vector(to.time, to.value))
      }
      self.points = points
    }

    /// The value at a time, which is that of the animation; nil before the first key and behind the last.
    package func value(at time: Double) -> Double? {
      let next = keys.partitioningIndex { $0.time > time }
      guard next > 0 else { return nil }
      let from = keys[next - 1]
      guard next < keys.count else { return time == from.time ? from.value : nil }
      let to = keys[next]
      let progress = to.timing.value(at: (time - from.time) / (to.time - from.time))
      return from.value.interpolated(to: to.value, by: progress)
    }

    /// The points that are needed to draw the line within some seconds.
    func points(within range: ClosedRange<Double>) -> ArraySlice<Vector> {
      let first = points.partitioningIndex { $0.x >= range.lowerBound }
      let last = points.partitioningIndex { $0.x > range.upperBound }
      return points[max(first - 1, 0)..<min(last + 1, points.count)]
    }

    /// The indices of the keys within some seconds.
    func keys(within range: ClosedRange<Double>) -> Range<Int> {
      let first = keys.partitioningIndex { $0.time >= range.lowerBound }
      return first..<max(first, keys.partitioningIndex { $0.time > range.upperBound })
    }

    /// The two Bézier handles of the segment that leads to a key, in seconds and values; nil for the first
    /// key, and for curves of another form.
    func handles(_ key: Int) -> (first: Vector, second: Vector)? {
      guard key > 0, let curve = keys[key].timing.bezier else { return nil }
      let (from, to) = (keys[key - 1], keys[key])
      let (length, way) = (to.time - from.time, to.value - from.value)
      return (
        Vector(from.time + curve.x1 * length, from.value + curve.y1 * way),
        Vector(from.time + curve.x2 * length, from.value + curve.y2 * way)
      )
    }
  }

  package var animation: String
  package var title: String
  package var unit: String
  package var lines: [Line]
  /// The lowest and the highest value that is shown.
  package var bounds: ClosedRange<Double>

  package init(animation: String, title: String, unit: String, lines: [Line]) {
    (self.animation, self.title, self.unit, self.lines) = (animation, title, unit, lines)
    let values = lines.flatMap { $0.points.map(\.y) }.filter(\.isFinite)
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    bounds = high > low ? low...high : (low - 1)...(high + 1)
  }
}

/// The times at which the selected bodies that animations lead are shown as outlines.
package enum AnimatorGhosts: Hashable, Sendable {
  case none, atKeys
  /// Every so many steps.
  case every(Int)

  private static let all = [none, atKeys, every(5), every(10), every(30), every(60)]

  /// The one that a click on the button leads to.
  package var next: AnimatorGhosts {
    let place = Self.all.firstIndex(of: self) ?? 0
    return Self.all[(place + 1) % Self.all.count]
  }

  /// A phrase such as `every 10 steps`.
  package var title: String {
    switch self {
    case .none: "none"
    case .atKeys: "at keys"
    case .every(let steps): "every \(steps) steps"
    }
  }
}

package struct AnimatorKey: Hashable, Sendable {
  package var animation: String
  package var index: Int

  package init(_ animation: String, _ index: Int) { (self.animation, self.index) = (animation, index) }
}

/// An action of a person in the rows of animations.
package enum AnimatorAction: Hashable, Sendable {
  /// Selects the object of a row, and shows the row's curve.
  case choose(row: Int)
  /// Selects keys alone, or beside those that are selected.
  case select([AnimatorKey], isAdding: Bool)
  /// The selected keys were dragged by seconds.
  case moveKeys(by: Double)
  /// The selected keys were drawn apart about a time, or together.
  case scaleKeys(by: Double, about: Double)
  /// The bar of an animation was dragged, or pulled longer or shorter.
  case place(animation: String, begin: Double, end: Double)
  /// Adds a key to a row at a time, with the value that it has there; nil: to all rows of the selection, now.
  case addKey(animation: String?, at: Double?)
  case deleteKeys
  case duplicateKeys
  /// Lets the selected keys have no slope: the curve is level there.
  case flatten
  /// The selected keys were dragged in the curves, by seconds, and one of their numbers by a value.
  case shiftKeys(by: Double, number: Int, value: Double)
  /// One of the numbers of the selected keys was drawn apart about a value, or together.
  case scaleValues(number: Int, by: Double, about: Double)
  /// Gives the segments that lead to the selected keys a curve.
  case setCurve(String)
  /// Bends the segments to the selected keys so that they pass smoothly through their neighbours.
  case smooth
  /// A handle of the segment that leads to a key was dragged: the Bézier curve's two points.
  ///
  /// - Parameters:
  ///   - part: The handle that was dragged, 0 or 1.
  ///   - mirrors: Whether the handle on the other side of its key comes into one line with it; nil: if it
  ///     was.
  case bend(AnimatorKey, Vector, Vector, part: Int, mirrors: Bool?)
  /// A key of the curves was dragged to a time and a value of one of its numbers.
  case setKey(AnimatorKey, number: Int, at: Double, to: Double)
  /// Keeps the last value after the end, or lets go.
  case hold(animation: String, Bool)
  /// Shows where animations alone will have bodies after so many steps, beyond the present; nil: no more.
  case showFuture(step: Int?)
  /// Makes keys of how the selected bodies moved, to be seen before they are taken.
  case makeKeys
  /// Takes the keys that are offered, or leaves them.
  case takeKeys(Bool)
  /// Marks a stretch of time, in seconds, of which keys are made; nil takes the mark away.
  case markStretch(ClosedRange<Double>?)
  /// Gives the selected bodies back to physics: removes what animates their places and angles.
  case toPhysics
  /// Opens the card of a new animation of what is selected, or of the one of an id.
  case openCard(animation: String?)
  /// Gives the card's animation to the scene.
  case takeCard
  /// Opens the menu of a row.
  case openMenu(animation: String)
  /// Opens the menu of the selected keys, or of a key that is not among them, which is selected alone.
  case openKeyMenu(AnimatorKey)
  case setAutoKey(Bool)
  case showCurves(Bool)
  /// Shows other seconds: so many times as many about a time.
  case zoom(Double, about: Double)
  /// Shows later or earlier seconds.
  case pan(by: Double)
  case showAll
  /// Shows the seconds of the selected keys, and in the curves their values, or those of the row that is
  /// chosen.
  case showSelected
  /// Shows fewer or more values: so many times as many about a value.
  case zoomValues(Double, about: Double)
  /// Lets the ruler count the time of a layer; nil: of the world.
  case countTime(ofLayer: Int?)
  /// Shows what an action would make of the curves, while it is being made by the mouse.
  indirect case preview(AnimatorAction)
  /// Shows what is below a row, or hides it.
  case fold(row: Int)
  /// Shows all curves in one height, or each in its unit.
  case level(Bool)
  case showGhosts(AnimatorGhosts)
}

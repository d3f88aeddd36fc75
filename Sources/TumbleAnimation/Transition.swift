/// The way in which one picture replaces another: a function of progress, as Core Animation's `CATransition`.
///
///     let push = Transition(.push, from: .left, duration: 0.5)
///     let progress = push.progress(at: 0.25)  // nil once it is over
public struct Transition: Hashable, Sendable {
  /// The ways in which one picture can replace another.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The new one appears over the old one, which goes in the second half.
    case fade
    /// The new one slides over the old one.
    case moveIn = "move-in"
    /// The new one slides in and the old one out before it.
    case push
    /// The old one slides away from the new one.
    case reveal
  }

  /// The side that the motion begins at.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The left edge.
    case left
    /// The right edge.
    case right
    /// The top edge.
    case top
    /// The bottom edge.
    case bottom
  }

  /// The way in which the new picture replaces the old one.
  public var kind: Kind
  /// The side that the motion begins at; a fade ignores it.
  public var side: Side
  /// The duration in seconds.
  public var duration: Double
  /// The curve of the progress.
  public var timingFunction: TimingFunction
  /// The progress at which it begins, 0 to 1.
  public var startProgress: Double
  /// The progress at which it ends; the new picture shows then.
  public var endProgress: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    _ kind: Kind = .fade, from side: Side = .left, duration: Double = MediaTiming.defaultDuration,
    timingFunction: TimingFunction = .ease, startProgress: Double = 0, endProgress: Double = 1
  ) {
    self.kind = kind
    self.side = side
    self.duration = duration
    self.timingFunction = timingFunction
    self.startProgress = startProgress
    self.endProgress = endProgress
  }

  /// Checks its duration and its progress.
  /// - Throws: `AnimationError` that says what is wrong.
  public func check() throws(AnimationError) {
    guard duration >= 0, duration.isFinite else {
      throw .invalid("the duration must be finite and not negative")
    }
    guard startProgress >= 0, endProgress <= 1, startProgress <= endProgress else {
      throw .invalid("the start and the end progress must be from 0 to 1, and the end not before the start")
    }
  }

  /// Returns the progress, 0 to 1, at a time in seconds after its begin; nil before it and when it is over.
  public func progress(at time: Double) -> Double? {
    guard (try? check()) != nil, time >= 0, time < duration else { return nil }
    // A curve that overshoots has nothing to show there.
    let progress = min(max(timingFunction.value(at: time / duration), 0), 1)
    return startProgress + (endProgress - startProgress) * progress
  }
}

/// A part of one of a transition's two pictures, and where it is drawn, both in the unit square: (0, 0) is
/// bottom left.
public struct TransitionQuad: Hashable, Sendable {
  /// Is true if the quad is of the picture that goes.
  public var isOld: Bool
  /// The part of the picture that is drawn.
  public var source: Rect
  /// The rectangle that is drawn to, of the same size.
  public var destination: Rect
  /// The opacity from 0 to 1, for drawing it over what is below.
  public var opacity: Double

  /// Creates a value by its parts, which are the properties of the same names.
  public init(isOld: Bool, source: Rect, destination: Rect, opacity: Double = 1) {
    self.isOld = isOld
    self.source = source
    self.destination = destination
    self.opacity = opacity
  }

  /// A whole picture, moved; nil if nothing of it is left in the square.
  init?(isOld: Bool, movedBy offset: Vector) {
    let (left, right) = (max(offset.x, 0), min(offset.x, 0) + 1)
    let (bottom, top) = (max(offset.y, 0), min(offset.y, 0) + 1)
    guard left < right, bottom < top else { return nil }
    let destination = Rect(min: Vector(left, bottom), max: Vector(right, top))
    self.init(
      isOld: isOld, source: Rect(min: destination.min - offset, max: destination.max - offset),
      destination: destination)
  }
}

extension Transition {
  /// Returns what is drawn at a progress from 0 to 1, the lowest first.
  ///
  /// A fade that draws the old picture at 1 - progress would let the background through where both are
  /// opaque, and one that draws it in full would make it vanish at the end where the new one is transparent:
  /// so it goes in the second half.
  public func quads(at progress: Double) -> [TransitionQuad] {
    let progress = min(max(progress, 0), 1)
    let way = side.way
    let (gone, missing) = (way * progress, way * (progress - 1))
    func quad(_ isOld: Bool, _ offset: Vector = .zero) -> TransitionQuad? {
      TransitionQuad(isOld: isOld, movedBy: offset)
    }
    switch kind {
    case .fade:
      guard var old = quad(true), var new = quad(false) else { return [] }
      old.opacity = min(2 - 2 * progress, 1)
      new.opacity = progress
      return [old, new].filter { $0.opacity > 0 }
    case .moveIn: return [quad(true), quad(false, missing)].compactMap(\.self)
    case .push: return [quad(true, gone), quad(false, missing)].compactMap(\.self)
    case .reveal: return [quad(false), quad(true, gone)].compactMap(\.self)
    }
  }
}

extension Transition.Side {
  /// The direction of a motion that begins at this side, y up.
  var way: Vector {
    switch self {
    case .left: Vector(1, 0)
    case .right: Vector(-1, 0)
    case .top: Vector(0, -1)
    case .bottom: Vector(0, 1)
    }
  }
}

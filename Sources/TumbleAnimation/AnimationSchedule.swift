/// The animations under way, by their keys, in the order in which they were added.
///
/// It holds no clock: each call says what time it is. Samples are pure functions of that time; what it
/// remembers is which animations there are, in which layer's time each plays, and which have reported their
/// end. Model values stay the caller's: they show wherever no animation applies.
public struct AnimationSchedule<Key: AnimationKey>: Sendable {
  /// An animation that was added, under its key.
  public struct Entry: Sendable {
    /// The key under which it was added; another one added under it replaces it.
    public let key: String
    /// The layer in whose time it plays.
    public let layer: TimeHierarchy.Node
    /// The time at which it was added, in its layer's time: its begin time counts from here.
    public let origin: MediaTime
    /// One for each target that it moves.
    public fileprivate(set) var tracks: [AnimationTrack<Key>]
    /// Is true once its end was reported. An animation that fills forwards goes on showing its end.
    public fileprivate(set) var hasFinished = false
    /// Rises from entry to entry: by it an entry is found, wherever it stands.
    fileprivate let number: Int

    /// The time at which it is over, in its layer's time; infinite if never.
    public var endTime: Double { origin.seconds + (tracks.first?.sampler.endTime ?? 0) }

    /// Returns true if it is over at a time of its own, in which its samples are asked.
    func isOver(at time: MediaTime) -> Bool { tracks.isEmpty || tracks[0].sampler.isOver(at: time) }

    /// Is true if it shows its end after it.
    public var fillsForwards: Bool { !tracks.isEmpty && tracks[0].sampler.fillsForwards }

    fileprivate init(
      key: String, layer: TimeHierarchy.Node, origin: MediaTime, tracks: [AnimationTrack<Key>], number: Int
    ) {
      self.key = key
      self.layer = layer
      self.origin = origin
      self.tracks = tracks
      self.number = number
    }

    fileprivate var earliestEnd: Double { tracks.first?.sampler.earliestEnd ?? -.infinity }

    fileprivate var staysAfterEnd: Bool { fillsForwards || layer != TimeHierarchy.root }
  }

  /// The animations that have not been removed, in the order in which they were added.
  public private(set) var entries: [Entry] = []
  /// Rises with every change of the entries: while it stays the same, so do their samples at a time.
  package private(set) var revision = 0

  private var clocks: [EntryClock] = []
  /// The times that animations play in; its root's is that of the schedule.
  public var layers = TimeHierarchy()

  /// One of the tracks that move a target.
  private struct Mover {
    let entry: Int
    let track: Int
  }

  // So that neither adding nor looking costs more the more animations there are.
  private var numbers: [String: Int] = [:]
  /// The animations that move each target, in the order of adding.
  private var movers: [Key: [Mover]] = [:]
  private var nextNumber = 0

  /// Creates a schedule without animations.
  public init() {}

  /// The animation of a key, under way, to come, or filling; nil if there is none.
  public subscript(key: String) -> Entry? { numbers[key].map { entries[place(of: $0)] } }

  /// Returns the index of the entry of a number; there must be one.
  private func place(of number: Int) -> Int {
    // Not by `partitioningIndex`: a schedule of another module's keys is not specialized, and a collection's
    // elements are then read through an allocation each.
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// An animation's own time, that its samples are asked in, at a time of the schedule.
  public func localTime(of entry: Entry, at time: MediaTime) -> MediaTime {
    layers.localTime(of: entry.layer, at: time) - entry.origin
  }

  /// Starts an animation at a time; one of the same key is replaced, which interrupts it if it had not
  /// finished.
  ///
  /// The target may be nil for a group.
  @discardableResult
  public mutating func add(
    _ animation: KeyedAnimation<Key>, of target: Key?, key: String, at time: MediaTime,
    layer: TimeHierarchy.Node = TimeHierarchy.root
  ) throws(AnimationError) -> AnimationEvent? {
    add(
      try animation.tracks(of: target), key: key, origin: layers.localTime(of: layer, at: time), layer: layer)
  }

  /// Starts the tracks of one animation, which the caller has made, at a time of their layer.
  @discardableResult
  public mutating func add(
    _ tracks: [AnimationTrack<Key>], key: String, origin: MediaTime,
    layer: TimeHierarchy.Node = TimeHierarchy.root
  ) -> AnimationEvent? {
    let event = remove(key: key)
    let number = nextNumber
    nextNumber += 1
    numbers[key] = number
    for i in tracks.indices { movers[tracks[i].target, default: []].append(Mover(entry: number, track: i)) }
    let entry = Entry(key: key, layer: layer, origin: origin, tracks: tracks, number: number)
    entries.append(entry)
    clocks.append(EntryClock(layer: layer, origin: origin, earliestEnd: entry.earliestEnd))
    revision += 1
    return event
  }

  /// Takes an animation away; nil if there is none of that key or it had finished already.
  @discardableResult
  public mutating func remove(key: String) -> AnimationEvent? {
    guard let number = numbers[key] else { return nil }
    let place = place(of: number)
    let entry = entries.remove(at: place)
    clocks.remove(at: place)
    revision += 1
    forget(entry)
    return entry.hasFinished ? nil : AnimationEvent(key: key, outcome: .interrupted)
  }

  /// Takes what is gone out of what is found by key and by target.
  private mutating func forget(_ entry: Entry) {
    numbers[entry.key] = nil
    for track in entry.tracks {
      movers[track.target]?.removeAll { $0.entry == entry.number }
      if movers[track.target]?.isEmpty == true { movers[track.target] = nil }
    }
  }

  /// Takes all away; one event for each that had not finished, in the order of adding.
  public mutating func removeAll() -> [AnimationEvent] {
    defer {
      (entries, clocks, numbers, movers) = ([], [], [:], [:])
      revision += 1
    }
    return entries.filter { !$0.hasFinished }.map { AnimationEvent(key: $0.key, outcome: .interrupted) }
  }

  /// Appends an event for each animation that is over at a time and has not reported, in the order of adding,
  /// and lets go of those that fill nothing. One in a layer stays: the layer's time may go back.
  public mutating func finish(at time: MediaTime, into events: inout [AnimationEvent]) {
    var leaves = false
    for i in clocks.indices where !clocks[i].hasFinished {
      if clocks[i].isEarly(at: time) { continue }
      let now = layers.localTime(of: clocks[i].layer, at: time) - clocks[i].origin
      if now.seconds < clocks[i].earliestEnd { continue }
      guard entries[i].isOver(at: now) else { continue }
      entries[i].hasFinished = true
      clocks[i].hasFinished = true
      events.append(AnimationEvent(key: entries[i].key, outcome: .finished))
      if !entries[i].staysAfterEnd {
        leaves = true
        forget(entries[i])
      }
    }
    guard leaves else { return }
    let staying = entries.indices.filter { !entries[$0].hasFinished || entries[$0].staysAfterEnd }
    entries = staying.map { entries[$0] }
    clocks = staying.map { clocks[$0] }
    revision += 1
  }

  /// Fills in what a sampler left open; see `resolve(value:rate:at:)`. The time is the schedule's, and
  /// the rate by its seconds.
  public mutating func resolve(
    entry: Int, track: Int, value: AnimatableValue, rate: AnimatableValue, at time: MediaTime
  ) {
    let local = localTime(of: entries[entry], at: time)
    let speed = layers.speed(of: entries[entry].layer)
    // Where time stands, or next to, no motion can go on as it was.
    let rate = speed == 1 ? rate : rate * (speed.magnitude > 1e-9 ? 1 / speed : 0)
    entries[entry].tracks[track].sampler.resolve(value: value, rate: rate, at: local)
    clocks[entry].earliestEnd = entries[entry].earliestEnd
    revision += 1
  }

  /// Returns what shows of a property at a time: the sample of the animation added last of those that apply,
  /// its rate by the schedule's seconds; nil where the model value shows.
  public func presentation(of target: Key, at time: MediaTime) -> AnimationSample? {
    guard let movers = movers[target] else { return nil }
    for mover in movers.reversed() {
      let entry = place(of: mover.entry)
      let local = localTime(of: entries[entry], at: time)
      let speed = layers.speed(of: entries[entry].layer)
      if let sample = entries[entry].tracks[mover.track].sampler.sample(at: local, speed: speed) {
        return sample
      }
    }
    return nil
  }
}

/// The part of an entry that says that it is not over yet, kept beside the entries: reading those costs a
/// copy, as they hold a type of the caller's.
private struct EntryClock {
  let layer: TimeHierarchy.Node
  let origin: MediaTime
  /// A time of the entry's own before which it is certainly not over, in seconds.
  var earliestEnd: Double
  var hasFinished = false

  /// Returns true if doubles are enough to say that it is not over: in the schedule's own time, and as long
  /// as what they round away is far less than the margin that `earliestEnd` has.
  func isEarly(at time: MediaTime) -> Bool {
    layer == TimeHierarchy.root && time.seconds.magnitude < 1e9 && time.seconds - origin.seconds < earliestEnd
  }
}

// The same for times that were calculated with doubles; see ``MediaTime``.
extension AnimationSchedule {
  /// The time in seconds of an entry's layer at a time of the root.
  public func localTime(of entry: Entry, at time: Double) -> Double {
    localTime(of: entry, at: MediaTime(time)).seconds
  }

  /// Starts an animation at a time in seconds; returns the end of the one that it interrupts, if it replaces
  /// one.
  @discardableResult
  public mutating func add(
    _ animation: KeyedAnimation<Key>, of target: Key?, key: String, at time: Double,
    layer: TimeHierarchy.Node = TimeHierarchy.root
  ) throws(AnimationError) -> AnimationEvent? {
    try add(animation, of: target, key: key, at: MediaTime(time), layer: layer)
  }

  /// Collects the ends up to a time in seconds, each once.
  public mutating func finish(at time: Double, into events: inout [AnimationEvent]) {
    finish(at: MediaTime(time), into: &events)
  }

  /// The sample of a target at a time in seconds; nil where no animation shows.
  public func presentation(of target: Key, at time: Double) -> AnimationSample? {
    presentation(of: target, at: MediaTime(time))
  }
}

/// A sampler and what it moves.
public struct AnimationTrack<Key: AnimationKey>: Sendable {
  /// The target that the sampler moves.
  public let target: Key
  /// The animation, ready to be sampled.
  public var sampler: AnimationSampler

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ target: Key, _ sampler: AnimationSampler) {
    self.target = target
    self.sampler = sampler
  }
}

/// The one report that an animation gives of its end.
public struct AnimationEvent: Hashable, Sendable {
  /// The way in which an animation ended.
  public enum Outcome: String, Hashable, Sendable {
    /// It played to its end.
    case finished
    /// It was replaced or removed before its end.
    case interrupted
  }

  /// The key under which the animation was added.
  public var key: String
  /// The way in which it ended.
  public var outcome: Outcome

  /// Creates a value by its parts, which are the properties of the same names.
  public init(key: String, outcome: Outcome) {
    self.key = key
    self.outcome = outcome
  }
}

/// A timing with the curve of its pass: of an animation, or of a group around it.
struct TimedCurve: Hashable {
  let timingFunction: TimingFunction
  private(set) var timing: MediaTiming
  private(set) var precise: PreciseTiming

  init(_ timing: MediaTiming, _ timingFunction: TimingFunction) {
    self.timing = timing
    self.timingFunction = timingFunction
    precise = PreciseTiming(timing)
  }

  /// Begins at another time, and takes another time unless it is nil.
  mutating func move(to begin: PreciseNumber, duration: Double? = nil) {
    timing.beginTime = begin.high
    if let duration { timing.duration = duration }
    precise = PreciseTiming(timing, begin: begin)
  }

  /// The time of a group's members at a progress of the group.
  func memberTime(at progress: PreciseNumber) -> PreciseNumber {
    if timingFunction == .linear { return precise.pass * progress }
    // What is calculated by a curve is right to some units of the last place.
    return precise.pass * PreciseNumber(timingFunction.value(at: progress.high), units: 8)
  }

  /// The progress at which a group's members are some time before the one that they have at `q`, on the way
  /// there from `p`.
  func progress(_ lead: Double, before time: PreciseNumber, between p: Double, and q: Double) -> Double {
    if lead == 0 { return q }
    let share = lead / precise.pass.high
    if timingFunction == .linear { return q > p ? max(q - share, p) : min(q + share, p) }
    let (start, end) = (timingFunction.value(at: p), timingFunction.value(at: q))
    let goal = end > start ? end - share : end + share
    var (near, far) = (p, q)
    for _ in 0..<64 {
      let middle = near + (far - near) / 2
      if (timingFunction.value(at: middle) < goal) == (start < goal) { near = middle } else { far = middle }
    }
    return near
  }

  /// The number of times that a group in an iteration has begun again: one that autoreverses ends where it
  /// begins.
  func restarts(_ iteration: Int) -> Int { timing.autoreverses ? 0 : iteration }

  /// Returns true if a group's members show the limit from before: where it ends or turns back, and wherever
  /// a group around it does. The way back has its limit on the other side, where a member's time is
  /// continuous anyway.
  func isLimit(_ placement: PreciseTiming.Placement) -> Bool {
    if placement.state.progress == 1 { return timingFunction.slope(at: 1) >= 0 }
    return placement.isLimit && !placement.isFalling
  }

  /// Returns the value of the curve, and its slope if asked for, at a placement of its timing.
  func value(_ placement: PreciseTiming.Placement, withSlope: Bool) -> (value: Double, slope: Double) {
    let progress = placement.state.progress
    if withSlope { return timingFunction.valueAndSlope(at: progress) }
    return (timingFunction.value(at: progress, isBefore: placement.isBefore), 0)
  }
}

extension PreciseTiming.Placement {
  /// CSS's before flag: whether it waits on the side of the begin of its pass.
  var isBefore: Bool { state.phase == (isFalling ? .after : .before) }
}

/// A tree of layers, each with its time in its parent's: what is set on one scales and shifts all below it.
public struct TimeHierarchy: Hashable, Sendable {
  /// A layer of one hierarchy; its number means nothing in another.
  public struct Node: Hashable, Sendable {
    let index: Int
  }

  /// The node that all time comes from: its own timing is the identity and cannot be set.
  public static let root = Node(index: 0)

  private var layers = [Layer(LayerTiming(), parent: 0)]

  private struct Layer: Hashable, Sendable {
    let parent: Int
    var timing: LayerTiming {
      didSet {
        // What is not changed keeps its digits.
        let new = PreciseLayer(timing)
        if timing.beginTime != oldValue.beginTime { precise.begin = new.begin }
        if timing.speed != oldValue.speed { precise.speed = new.speed }
        if timing.timeOffset != oldValue.timeOffset { precise.offset = new.offset }
      }
    }
    private(set) var precise: PreciseLayer
    /// The way to a time of its own, while the layer slides there; else nil.
    var slide: Slide?

    init(_ timing: LayerTiming, parent: Int) {
      self.timing = timing
      self.parent = parent
      precise = PreciseLayer(timing)
    }

    /// Puts its own time where it is wanted, at a time of its parent, with all the digits of both.
    mutating func seek(to localTime: PreciseNumber, at parentTime: PreciseNumber) {
      timing.seek(to: localTime.high, at: parentTime.high)
      (precise.begin, precise.offset) = (parentTime, localTime)
    }
  }

  /// A layer's timing as it was written, to twice a double's digits.
  private struct PreciseLayer: Hashable, Sendable {
    var begin: PreciseNumber
    var speed: PreciseNumber
    var offset: PreciseNumber

    init(_ timing: LayerTiming) {
      begin = PreciseNumber(timing.beginTime)
      speed = PreciseNumber(timing.speed)
      offset = PreciseNumber(timing.timeOffset)
    }

    func localTime(at parentTime: PreciseNumber) -> PreciseNumber { (parentTime - begin) * speed + offset }
  }

  /// A time that goes from one to another whatever the layers above do: even while they stand.
  private struct Slide: Hashable, Sendable {
    var start: PreciseNumber
    var end: PreciseNumber
    var from: PreciseNumber
    var to: PreciseNumber

    var speed: Double { ((to - from) / (end - start)).high }

    /// The time of a node, at its end to the bit.
    func time(at rootTime: PreciseNumber) -> PreciseNumber {
      if !(rootTime - start).isPositive { return from }
      if !(end - rootTime).isPositive { return to }
      return from + (rootTime - start) / (end - start) * (to - from)
    }
  }

  /// Creates a hierarchy of the root alone.
  public init() {}

  /// Adds a layer under another, by default under the root, and returns it.
  public mutating func add(_ timing: LayerTiming = LayerTiming(), under parent: Node = Self.root) -> Node {
    precondition(layers.indices.contains(parent.index), "the parent is a node of another hierarchy")
    layers.append(Layer(timing, parent: parent.index))
    return Node(index: layers.count - 1)
  }

  /// Returns true if a node was there already in this state of its hierarchy.
  public func contains(_ node: Node) -> Bool { layers.indices.contains(node.index) }

  /// The timing of a layer. That of the root cannot be set.
  public subscript(node: Node) -> LayerTiming {
    get { layers[node.index].timing }
    set {
      precondition(node.index != 0, "the root's time is given, not made")
      layers[node.index].timing = newValue
    }
  }

  /// A node's time at a time of the root.
  public func localTime(of node: Node, at rootTime: MediaTime) -> MediaTime {
    MediaTime(localTime(of: node.index, at: rootTime.number))
  }

  private func localTime(of node: Int, at rootTime: PreciseNumber) -> PreciseNumber {
    if node == 0 { return rootTime }
    if let slide = layers[node].slide { return slide.time(at: rootTime) }
    return layers[node].precise.localTime(at: localTime(of: layers[node].parent, at: rootTime))
  }

  /// A node's seconds per second of the root: the product of the speeds from the node upwards, as far as a
  /// layer that slides, whose speed is against the root.
  public func speed(of node: Node) -> Double {
    var speed = 1.0
    var index = node.index
    while index != 0 {
      if let slide = layers[index].slide { return speed * slide.speed }
      speed *= layers[index].timing.speed
      index = layers[index].parent
    }
    return speed
  }

  /// Returns true if a node, or one above it, is on its way to a time of its own.
  public func isSliding(_ node: Node) -> Bool {
    var index = node.index
    while index != 0 {
      if layers[index].slide != nil { return true }
      index = layers[index].parent
    }
    return false
  }

  /// The time of one node at a time of another, by way of their nearest common parent; nil if a layer on the
  /// way up stands still. It goes by the layers' timings: what slides counts as if it did not.
  public func convert(_ time: Double, from source: Node, to target: Node) -> Double? {
    // A node is younger than its parent, so of two nodes the younger one is never above the other.
    var (a, b) = (source.index, target.index)
    while a != b {
      if a > b { a = layers[a].parent } else { b = layers[b].parent }
    }
    var up = source.index
    var time = time
    while up != a {
      guard let next = layers[up].timing.parentTime(at: time) else { return nil }
      time = next
      up = layers[up].parent
    }
    return descend(time, from: a, to: target.index)
  }

  /// Changes a layer's speed at a time of the root, without a jump in its time.
  public mutating func setSpeed(_ speed: Double, of node: Node, at rootTime: MediaTime) {
    seek(node, to: localTime(of: node, at: rootTime), at: rootTime)
    self[node].speed = speed
  }

  /// Takes a layer's own time from where it is at one time of the root to a goal at another, whatever the
  /// layers above do meanwhile; there it waits for `endSlide(of:at:)`.
  public mutating func slide(_ node: Node, to goal: Double, from start: MediaTime, until end: MediaTime) {
    precondition(node.index != 0, "the root's time is given, not made")
    precondition((end - start).number.isPositive, "a slide takes time")
    layers[node.index].slide = Slide(
      start: start.number, end: end.number, from: localTime(of: node.index, at: start.number),
      to: PreciseNumber(goal))
  }

  /// Stops a sliding layer where it is now. Does nothing to a layer that does not slide.
  public mutating func endSlide(of node: Node, at rootTime: MediaTime) {
    guard let slide = layers[node.index].slide else { return }
    layers[node.index].slide = nil
    self[node].speed = 0
    seek(node, to: MediaTime(slide.time(at: rootTime.number)), at: rootTime)
  }

  /// Lets a layer run as if it had never slid.
  public mutating func cancelSlide(of node: Node) { layers[node.index].slide = nil }

  /// Puts a layer's own time where it is wanted, at a time of the root.
  public mutating func seek(_ node: Node, to localTime: MediaTime, at rootTime: MediaTime) {
    precondition(node.index != 0, "the root's time is given, not made")
    let parentTime = self.localTime(of: layers[node.index].parent, at: rootTime.number)
    layers[node.index].seek(to: localTime.number, at: parentTime)
  }

  private func descend(_ time: Double, from ancestor: Int, to node: Int) -> Double {
    if node == ancestor { return time }
    return layers[node].timing.localTime(at: descend(time, from: ancestor, to: layers[node].parent))
  }
}

// The same for times that were calculated with doubles; see ``MediaTime``.
extension TimeHierarchy {
  /// A layer's time at a time of the root, both in seconds.
  public func localTime(of node: Node, at rootTime: Double) -> Double {
    localTime(of: node, at: MediaTime(rootTime)).seconds
  }

  /// Changes a layer's speed at a time of the root in seconds; its time goes on from where it is.
  public mutating func setSpeed(_ speed: Double, of node: Node, at rootTime: Double) {
    setSpeed(speed, of: node, at: MediaTime(rootTime))
  }

  /// Moves a layer's time evenly to a goal, between two times of the root, all in seconds.
  public mutating func slide(_ node: Node, to goal: Double, from start: Double, until end: Double) {
    slide(node, to: goal, from: MediaTime(start), until: MediaTime(end))
  }

  /// Stops a sliding layer where it is at a time of the root in seconds.
  public mutating func endSlide(of node: Node, at rootTime: Double) {
    endSlide(of: node, at: MediaTime(rootTime))
  }

  /// Sets a layer's time at a time of the root, both in seconds.
  public mutating func seek(_ node: Node, to localTime: Double, at rootTime: Double) {
    seek(node, to: MediaTime(localTime), at: MediaTime(rootTime))
  }
}

/// A tree of layers, each with its time in its parent's: what is set on one scales and shifts all below it.
public struct TimeHierarchy: Hashable, Sendable {
  /// A layer of one hierarchy; its number means nothing in another.
  public struct Node: Hashable, Sendable {
    let index: Int
  }

  /// Where time comes from: its own timing is the identity and cannot be set.
  public static let root = Node(index: 0)

  private var parents = [0]
  private var timings = [LayerTiming()]
  /// Of those on their way to a time of their own.
  private var slides: [Slide?] = [nil]

  /// A time that goes from one to another whatever the layers above do: even while they stand.
  private struct Slide: Hashable, Sendable {
    var start: Double
    var end: Double
    var from: Double
    var to: Double

    var speed: Double { (to - from) / (end - start) }

    /// At its end to the bit.
    func time(at rootTime: Double) -> Double {
      if rootTime <= start { return from }
      return rootTime >= end ? to : from + (rootTime - start) * speed
    }
  }

  public init() {}

  public mutating func add(_ timing: LayerTiming = LayerTiming(), under parent: Node = Self.root) -> Node {
    precondition(timings.indices.contains(parent.index), "the parent is a node of another hierarchy")
    parents.append(parent.index)
    timings.append(timing)
    slides.append(nil)
    return Node(index: timings.count - 1)
  }

  public subscript(node: Node) -> LayerTiming {
    get { timings[node.index] }
    set {
      precondition(node.index != 0, "the root's time is given, not made")
      timings[node.index] = newValue
    }
  }

  /// A node's time at a time of the root.
  public func localTime(of node: Node, at rootTime: Double) -> Double {
    localTime(of: node.index, at: rootTime)
  }

  private func localTime(of node: Int, at rootTime: Double) -> Double {
    if node == 0 { return rootTime }
    if let slide = slides[node] { return slide.time(at: rootTime) }
    return timings[node].localTime(at: localTime(of: parents[node], at: rootTime))
  }

  /// A node's seconds a second of the root: the speeds on the way down, multiplied, from the last that slides on.
  public func speed(of node: Node) -> Double {
    var speed = 1.0
    var index = node.index
    while index != 0 {
      if let slide = slides[index] { return speed * slide.speed }
      speed *= timings[index].speed
      index = parents[index]
    }
    return speed
  }

  /// Whether a node, or one above it, is on its way to a time of its own.
  public func isSliding(_ node: Node) -> Bool {
    var index = node.index
    while index != 0 {
      if slides[index] != nil { return true }
      index = parents[index]
    }
    return false
  }

  /// The time of one node at a time of another, by way of their nearest common parent; nil if a layer on the way
  /// up stands still. It goes by the layers' timings: what slides counts as if it did not.
  public func convert(_ time: Double, from source: Node, to target: Node) -> Double? {
    // A node is younger than its parent, so of two nodes the younger one is never above the other.
    var (a, b) = (source.index, target.index)
    while a != b {
      if a > b { a = parents[a] } else { b = parents[b] }
    }
    var up = source.index
    var time = time
    while up != a {
      guard let next = timings[up].parentTime(at: time) else { return nil }
      time = next
      up = parents[up]
    }
    return descend(time, from: a, to: target.index)
  }

  /// Changes a layer's speed at a time of the root, without a jump in its time.
  public mutating func setSpeed(_ speed: Double, of node: Node, at rootTime: Double) {
    self[node].setSpeed(speed, at: localTime(of: parents[node.index], at: rootTime))
  }

  /// Takes a layer's own time from where it is at one time of the root to a goal at another, whatever the layers above do
  /// meanwhile; there it waits for ``endSlide(of:at:)``.
  public mutating func slide(_ node: Node, to goal: Double, from start: Double, until end: Double) {
    precondition(node.index != 0, "the root's time is given, not made")
    precondition(start < end, "a slide takes time")
    slides[node.index] = Slide(start: start, end: end, from: localTime(of: node, at: start), to: goal)
  }

  /// A layer that slid stands from here on where it got to; nothing happens to another.
  public mutating func endSlide(of node: Node, at rootTime: Double) {
    guard let slide = slides[node.index] else { return }
    slides[node.index] = nil
    self[node].speed = 0
    seek(node, to: slide.time(at: rootTime), at: rootTime)
  }

  /// A layer runs as if it had never slid.
  public mutating func cancelSlide(of node: Node) { slides[node.index] = nil }

  /// Puts a layer's own time where it is wanted, at a time of the root.
  public mutating func seek(_ node: Node, to localTime: Double, at rootTime: Double) {
    self[node].seek(to: localTime, at: self.localTime(of: parents[node.index], at: rootTime))
  }

  private func descend(_ time: Double, from ancestor: Int, to node: Int) -> Double {
    if node == ancestor { return time }
    return timings[node].localTime(at: descend(time, from: ancestor, to: parents[node]))
  }
}

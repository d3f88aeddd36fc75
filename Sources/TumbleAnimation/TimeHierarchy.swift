/// A tree of layers, each with its time in its parent's: what is set on one scales and shifts all below it.
public struct TimeHierarchy: Hashable, Sendable {
  /// A layer of one hierarchy; its number means nothing in another.
  public struct Node: Hashable, Sendable {
    package let index: Int
  }

  /// Where time comes from: its own timing is the identity and cannot be set.
  public static let root = Node(index: 0)

  private var parents = [0]
  private var timings = [LayerTiming()]

  public init() {}

  public mutating func add(_ timing: LayerTiming = LayerTiming(), under parent: Node = Self.root) -> Node {
    precondition(timings.indices.contains(parent.index), "the parent is a node of another hierarchy")
    parents.append(parent.index)
    timings.append(timing)
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
    descend(rootTime, from: 0, to: node.index)
  }

  /// A node's seconds a second of the root: the speeds on the way down, multiplied.
  public func speed(of node: Node) -> Double {
    var speed = 1.0
    var index = node.index
    while index != 0 {
      speed *= timings[index].speed
      index = parents[index]
    }
    return speed
  }

  /// The same of a node's parent.
  public func parentSpeed(of node: Node) -> Double { speed(of: Node(index: parents[node.index])) }

  /// The time of one node at a time of another, by way of their nearest common parent; nil if a layer on the way
  /// up stands still.
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
    self[node].setSpeed(speed, at: descend(rootTime, from: 0, to: parents[node.index]))
  }

  /// Puts a layer's own time where it is wanted, at a time of the root.
  public mutating func seek(_ node: Node, to localTime: Double, at rootTime: Double) {
    self[node].seek(to: localTime, at: descend(rootTime, from: 0, to: parents[node.index]))
  }

  private func descend(_ time: Double, from ancestor: Int, to node: Int) -> Double {
    if node == ancestor { return time }
    return timings[node].localTime(at: descend(time, from: ancestor, to: parents[node]))
  }
}

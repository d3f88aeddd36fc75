/// Keeps objects by their keys within limits, as Foundation's `NSCache` does: a number of objects, and a sum
/// of costs. What was used longest ago goes first.
///
/// Unlike `NSCache` it says what it does: limits are kept exactly, but for objects that are in use
/// (`mayEvict`), as content is that was begun to be accessed (`NSDiscardableContent`). Looking up and
/// replacing allocate nothing.
package struct CostCache<Key: Hashable, Value> {
  /// The largest number of objects; 0: any number.
  package var countLimit = 0 { didSet { trim() } }
  /// The largest sum of costs; 0: any. An object that costs more than this by itself is not kept.
  package var totalCostLimit = 0 { didSet { trim() } }
  /// The test of an object: true if it may be removed now to make room for others, false while it is in use.
  package var mayEvict: (Key, Value) -> Bool = { _, _ in true }
  /// Gets each object that went because of a limit, not those that were removed or replaced.
  package var onEviction: (Key, Value) -> Void = { _, _ in }

  package private(set) var totalCost = 0
  package var count: Int { places.count }

  private struct Node {
    var key: Key
    /// The value; nil if the node is free.
    var value: Value?
    var cost: Int
    var older: Int?
    var newer: Int?
  }

  private var nodes: [Node] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var oldest: Int?
  private var newest: Int?

  package init(countLimit: Int = 0, totalCostLimit: Int = 0) {
    self.countLimit = countLimit
    self.totalCostLimit = totalCostLimit
  }

  /// The object of a key, which counts as its use; nil where there is none.
  package mutating func object(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkNewest(place)
    }
    return nodes[place].value
  }

  /// The object of a key without its being used.
  package func peek(_ key: Key) -> Value? { places[key].flatMap { nodes[$0].value } }

  /// Keeps an object in place of any other of its key, then takes out what is too much.
  ///
  /// - Parameter cost: Not below 0.
  package mutating func set(_ value: Value, for key: Key, cost: Int = 0) {
    precondition(cost >= 0, "the cost of an object is not below 0")
    remove(key)
    if totalCostLimit > 0, cost > totalCostLimit, mayEvict(key, value) { return onEviction(key, value) }
    let node = Node(key: key, value: value, cost: cost)
    let place = free.popLast() ?? nodes.count
    if place == nodes.count { nodes.append(node) } else { nodes[place] = node }
    places[key] = place
    totalCost += cost
    linkNewest(place)
    trim()
  }

  @discardableResult package mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key) else { return nil }
    return takeOut(place)
  }

  package mutating func removeAll() {
    places.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    (oldest, newest, totalCost) = (nil, nil, 0)
  }

  /// Removes the least recently used objects until the limits hold. Call it also when objects are no longer
  /// in use.
  package mutating func trim() {
    var next = oldest
    while let place = next, isOver {
      next = nodes[place].newer
      guard let value = nodes[place].value, mayEvict(nodes[place].key, value) else { continue }
      let key = nodes[place].key
      places[key] = nil
      takeOut(place)
      onEviction(key, value)
    }
  }

  /// The keys, from the one that was used longest ago.
  package var keys: [Key] {
    var keys: [Key] = []
    var next = oldest
    while let place = next {
      keys.append(nodes[place].key)
      next = nodes[place].newer
    }
    return keys
  }

  private var isOver: Bool {
    countLimit > 0 && count > countLimit || totalCostLimit > 0 && totalCost > totalCostLimit
  }

  @discardableResult private mutating func takeOut(_ place: Int) -> Value? {
    unlink(place)
    totalCost -= nodes[place].cost
    let value = nodes[place].value
    nodes[place].value = nil
    free.append(place)
    return value
  }

  private mutating func unlink(_ place: Int) {
    let (older, newer) = (nodes[place].older, nodes[place].newer)
    if let older { nodes[older].newer = newer } else { oldest = newer }
    if let newer { nodes[newer].older = older } else { newest = older }
    nodes[place].older = nil
    nodes[place].newer = nil
  }

  private mutating func linkNewest(_ place: Int) {
    nodes[place].older = newest
    nodes[place].newer = nil
    if let newest { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }
}

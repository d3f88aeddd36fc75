/// The ids of a list's objects, and which of them are gone: an index names the same object for good.
struct Roster: Sendable {
  private var isGone: [Bool] = []
  /// The indices of the objects that are there, by their ids; of several of one id the first.
  private(set) var indices: [String: Int] = [:]

  /// - Returns: true if no other object that is there has the id.
  @discardableResult mutating func append(_ id: String) -> Bool {
    isGone.append(false)
    guard indices[id] == nil else { return false }
    indices[id] = isGone.count - 1
    return true
  }

  func contains(_ index: Int) -> Bool { !isGone[index] }

  /// The indices of the objects that are there.
  var present: [Int] { isGone.indices.filter { !isGone[$0] } }

  mutating func forget(_ index: Int, _ id: String) {
    isGone[index] = true
    if indices[id] == index { indices[id] = nil }
  }

  /// Takes back the object that was appended last.
  mutating func removeLast(_ id: String) {
    isGone.removeLast()
    if indices[id] == isGone.count { indices[id] = nil }
  }
}

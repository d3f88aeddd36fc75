/// The ids of a list's objects, and which of them are gone: an index names the same object for good.
struct Roster: Sendable {
  private var isGone: [Bool] = []
  /// The indices of the objects that are there, by their ids; of several of one id the first.
  private(set) var indices: [String: Int] = [:]

  mutating func append(_ id: String) {
    if indices[id] == nil { indices[id] = isGone.count }
    isGone.append(false)
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

/// The ids of a list's objects, and which of them are gone: an index names the same object for good.
struct Roster: Sendable {
  private var isGone: [Bool] = []
  /// The indices of the objects that are there, by their ids; of several of one id the first.
  private(set) var indices: [String: Int] = [:]
  /// The indices of the objects that were lost, by their ids, until another object takes the id.
  private(set) var lost: [String: Int] = [:]

  mutating func append(_ id: String) {
    if indices[id] == nil { indices[id] = isGone.count }
    lost[id] = nil
    isGone.append(false)
  }

  func contains(_ index: Int) -> Bool { !isGone[index] }

  /// The indices of the objects that are there.
  var present: [Int] { isGone.indices.filter { !isGone[$0] } }

  /// - Parameter isLost: true for an object whose id goes on naming it.
  mutating func forget(_ index: Int, _ id: String, isLost: Bool) {
    isGone[index] = true
    guard indices[id] == index else { return }
    indices[id] = nil
    if isLost { lost[id] = index }
  }

  /// Takes back the object that was appended last.
  mutating func removeLast(_ id: String) {
    isGone.removeLast()
    if indices[id] == isGone.count { indices[id] = nil }
  }
}

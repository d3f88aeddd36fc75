import TumbleFrames
import Yams

extension Reading {
  /// A value, checked against its type; nil where it is wrong, which has then been said.
  func value(_ node: Node, _ type: ValueType, of key: String) -> Located.Value? {
    if isFull { return nil }
    switch type {
    case .text: return text(node, key).map { .text($0) }
    case .lines: return text(node, key, mayHaveLines: true).map { .text($0) }
    case .id: return id(node, key).map { .text($0) }
    case .animationID: return animationID(node, key).map { .text($0) }
    case .reference(let what): return reference(node, what, key).map { .text($0) }
    case .flag: return flag(node, key).map { .flag($0) }
    case .number(let quantity, let bounds, let words):
      if case .scalar(let scalar) = node, words.contains(scalar.string) { return .text(scalar.string) }
      return number(node, quantity, bounds, words: words, key).map { .number($0) }
    case .count(let range): return count(node, range, key).map { .count($0) }
    case .vector(let quantity, let bounds): return vector(node, quantity, bounds, key).map { .vector($0) }
    case .pair(let first, let firstBounds, let second, let secondBounds):
      return vector(node, (first, firstBounds), (second, secondBounds), key).map { .vector($0) }
    case .scale(let quantity, let bounds): return scale(node, quantity, bounds, key).map { .vector($0) }
    case .color: return color(node, key).map { .color($0) }
    case .word(let words): return word(node, words, key).map { .text($0) }
    case .direction: return direction(node, key).map { .vector($0) }
    case .record(let name, let short): return section(node, name, short: short, key)
    case .source(let name):
      guard case .record(let record)? = section(node, name, short: nil, key) else { return nil }
      return record.isBroken ? nil : .text(FormatNode(resolved(node, type)).flow)
    case .list(let element, let range, let orOne): return list(node, element, range, orOne, key)
    case .names(let type): return names(node, type, key)
    case .animated: return raw(node, key).map { .raw($0) }
    case .arithmetic:
      guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
        return wrong(node, key, "numbers or arithmetic")
      }
      return .raw(.scalar(text: scalar.string, isQuoted: scalar.isText))
    }
  }

  /// Says that something else was expected.
  func wrong<T>(_ node: Node, _ key: String, _ expected: String, hint: String? = nil) -> T? {
    error(place(of: node), "'\(key)' must be \(expected), not \(kind(node))", hint: hint)
    return nil
  }
}

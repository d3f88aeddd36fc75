/// A JSON value (RFC 8259) whose keys keep their order.
package enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  /// Written as `null` where it is not finite, which JSON cannot say.
  case number(Double)
  case text(String)
  case list([JSON])
  case object(Object)

  package static func whole(_ number: Int) -> JSON { .number(Double(number)) }
  package static func numbers(_ numbers: [Double]) -> JSON { .list(numbers.map(JSON.number)) }
  package static func texts(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }
}

extension JSON {
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var object: Object? { if case .object(let object) = self { object } else { nil } }
  package var list: [JSON]? { if case .list(let list) = self { list } else { nil } }

  /// Keys and values in their order. Each key is there once.
  package struct Object: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Member: Hashable, Sendable {
      package let key: String
      package var value: JSON
    }

    package private(set) var members: [Member] = []

    /// - Parameter elements: Those with nil are left out.
    package init(dictionaryLiteral elements: (String, JSON?)...) {
      for (key, value) in elements { self[key] = value }
    }

    package init() {}

    /// - Parameter members: Each key is there once.
    init(members: [Member]) { self.members = members }

    /// The value of a key. A new key is added at the end, nil removes its key.
    package subscript(key: String) -> JSON? {
      get { members.first { $0.key == key }?.value }
      set {
        let index = members.firstIndex { $0.key == key }
        switch (index, newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(key: key, value: value))
        case (nil, nil): break
        }
      }
    }

    package static func + (first: Object, second: Object) -> Object {
      second.members.reduce(into: first) { $0[$1.key] = $1.value }
    }
  }
}

// MARK: - Writing

extension JSON {
  package enum Layout {
    /// One line without spaces.
    case compact
    /// Lines indented by two spaces a level; what has nothing nested in it stays on its line.
    case indented
  }

  package func written(_ layout: Layout = .compact) -> String {
    var text = ""
    write(layout, "\n", to: &text)
    return text
  }

  /// - Parameter lineStart: A line end and the spaces that the value's own line begins with.
  private func write(_ layout: Layout, _ lineStart: String, to text: inout String) {
    switch self {
    case .null: text += "null"
    case .flag(let flag): text += flag ? "true" : "false"
    case .number(let number): text += number.isFinite ? number.shortText : "null"
    case .text(let content): text += content.jsonText
    case .list(let values):
      let staysOnLine = layout == .compact || values.allSatisfy(\.isLeaf)
      text += "["
      write(values, layout, staysOnLine ? nil : lineStart, to: &text) { value, text in
        value.write(layout, lineStart + "  ", to: &text)
      }
      text += "]"
    case .object(let object):
      let members = object.members
      let staysOnLine =
        layout == .compact || members.isEmpty || members.count < 3 && members.allSatisfy(\.value.isLeaf)
      text += "{"
      write(members, layout, staysOnLine ? nil : lineStart, to: &text) { member, text in
        text += member.key.jsonText + (layout == .compact ? ":" : ": ")
        member.value.write(layout, lineStart + "  ", to: &text)
      }
      text += "}"
    }
  }

  /// - Parameter lineStart: The start of the line with the brackets; nil for parts that stay on it.
  private func write<Part>(
    _ parts: [Part], _ layout: Layout, _ lineStart: String?, to text: inout String,
    _ write: (Part, inout String) -> Void
  ) {
    for (index, part) in parts.enumerated() {
      if index > 0 { text += layout == .compact || lineStart != nil ? "," : ", " }
      if let lineStart { text += lineStart + "  " }
      write(part, &text)
    }
    if let lineStart { text += lineStart }
  }

  private var isLeaf: Bool {
    switch self {
    case .null, .flag, .number, .text: true
    case .list, .object: false
    }
  }
}

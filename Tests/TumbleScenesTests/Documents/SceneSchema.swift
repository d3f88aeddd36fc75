import TumbleFiles
import TumbleFrames
import TumbleGeometry
@testable import TumbleScenes

/// The JSON Schema (draft 7) of scene files, for completion and checking in editors.
enum SceneSchema {
  static var text: String {
    var definitions: JSON.Object = [:]
    for name in SectionName.allCases where name != .scene {
      definitions[name.rawValue] = .object(section(name.section))
    }
    let head: JSON.Object = [
      "$schema": .text("http://json-schema.org/draft-07/schema#"), "title": .text("A scene of Tumble"),
    ]
    let schema = head + section(SectionName.scene.section) + ["definitions": .object(definitions)]
    return JSON.object(schema).written(.indented) + "\n"
  }

  private static func section(_ section: Section) -> JSON.Object {
    var properties: JSON.Object = [:]
    for key in section.keys where properties[key.name] == nil {
      // One name may mean several things, by the chooser's word.
      let same = section.keys.filter { $0.name == key.name }
      let value = same.count == 1 ? type(key.type) : any(same.map { type($0.type) })
      properties[key.name] = .object(value + ["description": .text(description(same))])
      for name in same.flatMap(\.formerNames) {
        properties[name] = .object(
          type(key.type) + [
            "deprecated": .flag(true), "description": .text("The former name of \(key.name)."),
          ])
      }
    }
    var object: JSON.Object = [
      "type": .text("object"), "description": .text(section.name.help), "properties": .object(properties),
      "additionalProperties": .flag(false),
    ]
    let required = section.keys.filter { $0.isAlwaysRequired && $0.only.isEmpty }.map(\.name)
    if !required.isEmpty { object["required"] = .texts(required) }
    let conditions = self.conditions(section)
    if !conditions.isEmpty { object["allOf"] = .list(conditions) }
    return object
  }

  private static func conditions(_ section: Section) -> [JSON] {
    func needs(_ keys: [String]) -> JSON { .object(["required": .texts(keys)]) }
    var conditions = section.oneOf.map { JSON.object(["anyOf": .list($0.map { needs([$0]) })]) }
    for set in section.exclusive {
      for (index, first) in set.enumerated() {
        for second in set[(index + 1)...] { conditions.append(.object(["not": needs([first, second])])) }
      }
    }
    guard let chooser = section.chooser, case .word(let words)? = section.key(chooser, for: nil)?.type else {
      return conditions
    }
    for word in words {
      let required = section.keys.filter { $0.isAlwaysRequired && $0.only.contains(word) }.map(\.name)
      let others = Set(section.keys.filter { $0.belongs(to: word) }.map(\.name))
      let foreign = section.keys.filter { !others.contains($0.name) }.flatMap { [$0.name] + $0.formerNames }
      let refused = foreign.reduce(into: JSON.Object()) { $0[$1] = .flag(false) }
      var then: JSON.Object = [:]
      if !required.isEmpty { then["required"] = .texts(required) }
      let either = section.keys.filter { $0.isRequired && $0.only.contains(word) }.compactMap { key in
        key.unless.map { JSON.object(["anyOf": .list([needs([key.name]), needs([$0])])]) }
      }
      if !either.isEmpty { then["allOf"] = .list(either) }
      if refused != [:] { then["properties"] = .object(refused) }
      guard then != [:] else { continue }
      conditions.append(
        .object([
          "if": .object(["properties": .object([chooser: .object(["const": .text(word)])])]),
          "then": .object(then),
        ]))
    }
    return conditions
  }

  private static func description(_ keys: [Key]) -> String {
    keys.map { key in
      var text = keys.count > 1 ? key.only.joined(separator: ", ") + ": " : ""
      text += key.help.filter { $0 != "`" }
      if let defaultText = key.defaultText { text += " Default: \(defaultText)." }
      return text
    }.joined(separator: " ")
  }

  private static func any(_ types: [JSON.Object]) -> JSON.Object {
    ["anyOf": .list(types.map(JSON.object))]
  }

  private static func type(_ type: ValueType) -> JSON.Object {
    switch type {
    case .text, .lines:
      return any([["type": .text("string")], ["type": .text("number")], ["type": .text("boolean")]])
    case .reference("body or shape"):
      return [
        "type": .text("string"), "pattern": .text("^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z][A-Za-z0-9_-]*)?$"),
      ]
    case .animationID, .reference("animation"):
      return [
        "type": .text("string"),
        "pattern": .text("^[A-Za-z][A-Za-z0-9_-]*(\\.[A-Za-z]+(\\.[xy])?)?$"),
      ]
    case .id, .reference: return ["type": .text("string"), "pattern": .text("^[A-Za-z][A-Za-z0-9_-]*$")]
    case .flag: return ["type": .text("boolean")]
    case .number(let quantity, let bounds, let words):
      return words.isEmpty
        ? number(quantity, bounds) : any([number(quantity, bounds), ["enum": .texts(words)]])
    case .count(let range) where range.count == 1:
      return [
        "type": .text("integer"), "minimum": .whole(range.lowerBound),
        "maximum": .whole(range.upperBound),
      ]
    case .count(let range):
      return any([
        [
          "type": .text("integer"), "minimum": .whole(range.lowerBound),
          "maximum": .whole(range.upperBound),
        ], arithmetic,
      ])
    case .vector(let quantity, let bounds): return pair(quantity, bounds)
    case .pair(let first, let firstBounds, let second, let secondBounds):
      return [
        "type": .text("array"),
        "items": .list([.object(number(first, firstBounds)), .object(number(second, secondBounds))]),
        "minItems": .whole(2), "maxItems": .whole(2),
      ]
    case .scale(let quantity, let bounds): return any([number(quantity, bounds), pair(quantity, bounds)])
    case .color:
      return any([
        ["type": .text("string"), "pattern": .text("^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$")],
        ["enum": .texts(ColorNames.names)],
      ])
    case .word(let words): return ["enum": .texts(words)]
    case .direction:
      return any([
        ["enum": .texts(["up", "down", "left", "right"])], number(.angle, .any), pair(.number, .any),
      ])
    case .record(let name, let short):
      let record: JSON.Object = ["$ref": .text("#/definitions/" + name.rawValue)]
      guard let short, let key = name.section.key(short, for: nil) else { return record }
      return any([self.type(key.type), record])
    case .source(let name): return ["$ref": .text("#/definitions/" + name.rawValue)]
    case .list(let element, let range, let orOne):
      let list: JSON.Object = [
        "type": .text("array"), "items": .object(self.type(element)),
        "minItems": .whole(range.lowerBound), "maxItems": .whole(range.upperBound),
      ]
      return orOne ? any([self.type(element), list]) : list
    case .names(let element):
      return [
        "type": .text("object"), "additionalProperties": .object(self.type(element)),
        "propertyNames": .object(["pattern": .text("^[A-Za-z][A-Za-z0-9_-]*$")]),
      ]
    case .arithmetic: return any([["type": .text("number")], ["type": .text("string")]])
    case .animated:
      return any([["type": .text("number")], ["type": .text("string")], ["type": .text("array")]])
    }
  }

  private static func pair(_ quantity: Quantity, _ bounds: Bounds) -> JSON.Object {
    [
      "type": .text("array"), "items": .object(number(quantity, bounds)), "minItems": .whole(2),
      "maxItems": .whole(2),
    ]
  }

  private static func number(_ quantity: Quantity, _ bounds: Bounds) -> JSON.Object {
    var plain: JSON.Object = [
      "type": .text("number"), (bounds.isOpen ? "exclusiveMinimum" : "minimum"): .number(bounds.min),
    ]
    if bounds != .unlimited { plain["maximum"] = .number(bounds.max) }
    guard !quantity.writtenUnits.isEmpty else {
      return any([plain, arithmetic])
    }
    let names = quantity.writtenUnits.map { unit in
      unit.name.reduce(into: "") { $0 += "^*/".contains($1) ? "\\\($1)" : "\($1)" }
    }
    let pattern = "^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)? *(\(names.joined(separator: "|")))$"
    return any([plain, ["type": .text("string"), "pattern": .text(pattern)], arithmetic])
  }

  /// A name, or what has an operator or a bracket in it: the reader alone can work it out.
  private static var arithmetic: JSON.Object {
    ["type": .text("string"), "pattern": .text("^( *[-+(]* *[A-Za-z_(].*|.*[-+*/^(].*)$")]
  }
}

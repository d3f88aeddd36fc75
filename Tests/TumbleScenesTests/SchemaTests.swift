import Foundation
import Testing
@testable import TumbleScenes
import TumbleTestSupport
import Yams

@Suite("The schema for editors")
struct SchemaTests {
  private let schema: [String: Any]

  init() throws {
    let url = ProjectFolder.scenes.appendingPathComponent("scene.schema.json")
    schema = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
  }

  @Test("The schema for editors takes every shipped scene, every example, and the one that says everything")
  func takes() throws {
    var texts = SceneReference.examples.map { ($0.section, $0.scene) }
    for name in ShippedScenesTests.library.names() {
      let url = ProjectFolder.scenes.appendingPathComponent("\(name).yaml")
      texts.append((name, try String(contentsOf: url, encoding: .utf8)))
    }
    texts.append(("everything", try String(contentsOf: WriterTests.everything, encoding: .utf8)))
    for (name, text) in texts { #expect(try validationError(text) == nil, "\(name): \(text)") }
  }

  @Test(
    "The schema for editors refuses what the reader refuses for its form",
    arguments: [
      "no-version", "future-version", "unknown-key", "key-of-other-type", "missing-id", "two-forms",
      "mass-and-density",
      "negative-friction", "unit-wrong", "flag-number", "word-typo", "color-name",
      "vector-three",
      "vector-number", "iterations-fraction", "id-space", "id-digit", "polygon-two",
      "repeat-two",
      "joint-type", "joint-one-body", "joint-spring-bare", "rule-one-party", "rule-no-effect",
      "not-a-mapping",
    ])
  func refuses(name: String) throws {
    let url = WriterTests.everything.deletingLastPathComponent().appendingPathComponent("bad/\(name).yaml")
    #expect(try validationError(String(contentsOf: url, encoding: .utf8)) != nil)
  }

  // MARK: - As much of JSON Schema as the schema uses

  private func validationError(_ text: String) throws -> String? {
    guard let node = try Yams.compose(yaml: text) else { return "empty" }
    return check(value(node), schema, "")
  }

  /// Converts a node as YAML 1.2 reads it: Yams' own idea of a scalar is that of YAML 1.1.
  private func value(_ node: Node) -> Any {
    switch node {
    case .mapping(let mapping):
      Dictionary(mapping.map { ($0.key.scalar?.string ?? "", value($0.value)) }) { $1 }
    case .sequence(let nodes): nodes.map(value)
    case .scalar(let scalar):
      if scalar.style != .plain {
        scalar.string as Any
      } else if let number = Double(scalar.string) {
        number as Any
      } else if scalar.string == "true" || scalar.string == "false" {
        (scalar.string == "true") as Any
      } else {
        scalar.string as Any
      }
    case .alias: "alias"
    }
  }

  private func check(_ value: Any, _ schema: Any, _ path: String) -> String? {
    if let isAllowed = schema as? Bool { return isAllowed ? nil : path + " is not allowed" }
    guard let schema = schema as? [String: Any] else { return "no schema at " + path }
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last,
      let definition = (self.schema["definitions"] as? [String: Any])?[String(name)]
    {
      return check(value, definition, path)
    }
    if let type = schema["type"] as? String, !isA(type, value) { return "\(path) is no \(type)" }
    if let words = schema["enum"] as? [String], !words.contains(where: { $0 == value as? String }) {
      return "\(path) is none of \(words)"
    }
    if let word = schema["const"] as? String, value as? String != word { return "\(path) is not \(word)" }
    if let some = schema["anyOf"] as? [Any], !some.contains(where: { check(value, $0, path) == nil }) {
      return "\(path) is nothing of what it may be"
    }
    for condition in schema["allOf"] as? [Any] ?? [] {
      if let validationError = check(value, condition, path) { return validationError }
    }
    if let condition = schema["if"], check(value, condition, path) == nil, let then = schema["then"],
      let validationError = check(value, then, path)
    {
      return validationError
    }
    if let not = schema["not"], check(value, not, path) == nil { return "\(path) is what it may not be" }
    return numberComplaint(value, schema, path) ?? objectComplaint(value, schema, path)
      ?? listComplaint(value, schema, path) ?? textComplaint(value, schema, path)
  }

  private func isA(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": value is Bool && !(value is Double)
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: value is Double
    }
  }

  private func numberComplaint(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
    guard let number = value as? Double else { return nil }
    func bound(_ key: String) -> Double? { (schema[key] as? NSNumber)?.doubleValue }
    if let least = bound("minimum"), number < least { return path + " is too small" }
    if let least = bound("exclusiveMinimum"), number <= least { return path + " is too small" }
    if let most = bound("maximum"), number > most { return path + " is too large" }
    return nil
  }

  private func objectComplaint(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
    guard let object = value as? [String: Any] else { return nil }
    for key in schema["required"] as? [String] ?? [] where object[key] == nil {
      return "\(path) has no \(key)"
    }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for (key, value) in object {
      let inner = properties[key] ?? schema["additionalProperties"] ?? true
      if let validationError = check(value, inner, path + "/" + key) { return validationError }
    }
    return nil
  }

  private func listComplaint(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
    guard let list = value as? [Any] else { return nil }
    if let least = schema["minItems"] as? Int, list.count < least { return path + " is too short" }
    if let most = schema["maxItems"] as? Int, list.count > most { return path + " is too long" }
    guard let items = schema["items"] else { return nil }
    // One for each place in the list, or one for all of them.
    if let places = items as? [Any] {
      return zip(list, places).lazy.compactMap { check($0, $1, path + "[]") }.first
    }
    return list.lazy.compactMap { check($0, items, path + "[]") }.first
  }

  private func textComplaint(_ value: Any, _ schema: [String: Any], _ path: String) -> String? {
    guard let text = value as? String, let pattern = schema["pattern"] as? String else { return nil }
    return text.range(of: pattern, options: .regularExpression) == nil
      ? "\(path) is not like \(pattern)" : nil
  }
}

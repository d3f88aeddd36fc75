import Foundation
import Testing
import TumbleGeometry

@testable import TumbleMotion

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A style sheet's rules and key frames.
struct StyleReader {
  private(set) var rules: [String: [String: String]] = [:]
  /// The values by name and property, such as `translate.x`.
  private(set) var keyframes: [String: [String: ReadKeys]] = [:]

  init(_ text: String) throws {
    var text = text
    while let start = text.range(of: "/*") {
      let end = try #require(text.range(of: "*/", range: start.upperBound..<text.endIndex))
      text.removeSubrange(start.lowerBound..<end.upperBound)
    }
    for match in text.matches(of: /@keyframes ([\w-]+)\{((?:[^{}]+\{[^{}]*\})*)\}/) {
      var read: [String: ReadKeys] = [:]
      for frame in match.output.2.matches(of: /([^{}]+)\{([^{}]*)\}/) {
        let declarations = Self.declarations(frame.output.2)
        for selector in frame.output.1.split(separator: ",") {
          let part = selector == "to" ? 1 : try #require(Double(selector.dropLast())) / 100
          let curve = try ReadKeys.Curve(css: declarations["animation-timing-function"] ?? "linear")
          for (property, value) in try Self.numbers(declarations) {
            read[property, default: ReadKeys()].add(part, value, curve)
          }
        }
      }
      keyframes[String(match.output.1)] = read
    }
    for match in text.matches(of: /(?m)^(\.[\w>*-]+)\{([^{}]*)\}/) {
      rules[String(match.output.1)] = Self.declarations(match.output.2)
    }
  }

  static func declarations(_ text: some StringProtocol) -> [String: String] {
    var all: [String: String] = [:]
    for declaration in String(text).components(separatedBy: ";") {
      let parts = declaration.split(separator: ":" as Character, maxSplits: 1).map(String.init)
      if parts.count == 2 { all[parts[0]] = parts[1] }
    }
    return all
  }

  static func numbers(_ declarations: [String: String]) throws -> [String: Double] {
    var all: [String: Double] = [:]
    for (property, text) in declarations where property != "animation-timing-function" {
      let words = text.split(separator: " ").map { $0.replacing("px", with: "").replacing("deg", with: "") }
      switch property {
      case "translate":
        // Of one direction alone: the other belongs to another animation.
        if words.count == 1 {
          all["translate.x"] = Double(words[0])
        } else {
          all["translate.y"] = Double(words[1])
        }
      case "rotate": all["rotate"] = Double(words[0])
      case "visibility": all["visibility"] = text == "hidden" ? 0 : 1
      default: break
      }
    }
    return all
  }

  func values(of names: String, at part: Double) throws -> [String: Double] {
    var all: [String: Double] = [:]
    for name in names.split(separator: ",") {
      for (property, keys) in try #require(keyframes[String(name)]) { all[property] = keys.value(at: part) }
    }
    return all
  }
}

/// An animated picture, read by XML's rules.
final class SVGReader: NSObject, XMLParserDelegate {
  private(set) var elements: Set<String> = []
  private(set) var title = ""
  private var style = ""
  private var open: [String] = []
  /// The attributes of the groups from a body's to its drawing.
  private var groups: [String: [[String: String]]] = [:]
  private var body: String?
  private var depth = 0
  private var problem: (any Error)?
  private var sheet: StyleReader?

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    sheet = try StyleReader(style)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.insert(name)
    open.append(name)
    guard name == "g" else { return }
    if let id = attributes["id"], !id.hasPrefix("_") {
      (body, depth) = (id, open.count)
      groups[id] = []
    } else if let body {
      groups[body, default: []].append(attributes)
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if open.count == depth { (body, depth) = (nil, 0) }
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if open.last == "style" { style += text }
    if open.last == "title" { title += text }
  }

  /// The pose of a body at a part of the time, in the world.
  func pose(of id: String, at part: Double, _ view: Rect) throws -> (place: Vector, angle: Double) {
    var (place, angle) = (Vector.zero, 0.0)
    let sheet = try #require(sheet)
    for group in try #require(groups[id], "there is no \(id)") {
      if let match = group["transform"]?.firstMatch(of: /translate\((\S+) (\S+)\)/) {
        place += Vector(Double(match.output.1) ?? .nan, Double(match.output.2) ?? .nan)
      }
      if let match = group["transform"]?.firstMatch(of: /rotate\((\S+?)\)/) {
        angle += Double(match.output.1) ?? .nan
      }
      let style = StyleReader.declarations(group["style"] ?? "")
      var values = try StyleReader.numbers(style)
      values.merge(try sheet.values(of: style["animation-name"] ?? "", at: part)) { $1 }
      place += Vector(values["translate.x"] ?? 0, values["translate.y"] ?? 0)
      angle += values["rotate"] ?? 0
    }
    return (Vector(place.x + view.min.x, view.max.y - place.y), -angle * .pi / 180)
  }
}

/// A binary glTF file.
struct GLTFReader {
  let tree: [String: Any]
  private let binary: [UInt8]

  init(_ bytes: [UInt8]) throws {
    func word(_ at: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    try #require(bytes.starts(with: "glTF".utf8))
    #expect(word(4) == 2)
    #expect(word(8) == bytes.count)
    let length = word(12)
    #expect(length % 4 == 0 && bytes[16..<20].elementsEqual("JSON".utf8))
    tree = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes[20..<20 + length])) as? [String: Any])
    #expect(word(20 + length) == bytes.count - 28 - length)
    binary = Array(bytes[(28 + length)...])
  }

  func numbers(_ accessor: Int) throws -> [Double] {
    let accessor = try #require((tree["accessors"] as? [[String: Any]])?[accessor])
    let view = try #require((tree["bufferViews"] as? [[String: Any]])?[accessor["bufferView"] as? Int ?? -1])
    let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4][accessor["type"] as? String ?? ""] ?? 0
    let start = view["byteOffset"] as? Int ?? 0
    let count = width * (accessor["count"] as? Int ?? 0)
    #expect(count * 4 == view["byteLength"] as? Int)
    return (0..<count).map { index in
      let at = start + 4 * index
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(binary[at + $1]) << UInt32(8 * $1) }
      return Double(Float(bitPattern: bits))
    }
  }

  /// A node's value at a time, by its animation or as it stands.
  func value(_ node: Int, _ path: String, at time: Double) throws -> [Double] {
    let animation = (tree["animations"] as? [[String: Any]])?.first
    let channel = (animation?["channels"] as? [[String: Any]])?.first {
      let target = $0["target"] as? [String: Any]
      return target?["node"] as? Int == node && target?["path"] as? String == path
    }
    guard let channel else {
      return try #require((tree["nodes"] as? [[String: Any]])?[node][path] as? [Double])
    }
    let sampler = try #require(
      (animation?["samplers"] as? [[String: Any]])?[channel["sampler"] as? Int ?? -1])
    let times = try numbers(sampler["input"] as? Int ?? -1)
    let output = try numbers(sampler["output"] as? Int ?? -1)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let width = output.count / times.count
    // A time in a file is a float.
    let next = times.firstIndex { $0 > time + 1e-6 } ?? times.count
    func value(_ key: Int) -> [Double] { Array(output[key * width..<(key + 1) * width]) }
    guard next > 0, next < times.count, sampler["interpolation"] as? String == "LINEAR" else {
      return value(max(next - 1, 0))
    }
    let part = min(max((time - times[next - 1]) / (times[next] - times[next - 1]), 0), 1)
    // Quaternions too: as near as a program's own way between two that are close.
    return zip(value(next - 1), value(next)).map { $0 + ($1 - $0) * part }
  }
}

import Foundation
import TumbleFrames
import Yams

/// A piece of a scene's text that comes by itself: an object to add, or the value of a property.
enum SceneSnippet {
  /// The piece as a tree, looked over as a whole file is.
  static func node(_ text: String) throws(EditRefusal) -> Node {
    guard text.utf8.count <= maxBytes else {
      throw EditRefusal("the text has \(text.utf8.count) bytes, and \(maxBytes) are the most")
    }
    let scanned: SceneText
    do {
      scanned = try SceneText(Data(text.utf8), limits: limits)
    } catch let refusal as TextScan.Refusal {
      throw EditRefusal(refusal)
    } catch {
      throw EditRefusal("\(error)")
    }
    let root: Node?
    do {
      root = try Parser(yaml: scanned.string, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      throw EditRefusal(SyntaxErrorMessage(error, in: scanned).refusal)
    }
    guard let root else { throw EditRefusal("there is no value", hint: "such as 0.5 or [10, 20]") }
    return root
  }

  /// Objects that were written have their place in memory already.
  private static let maxBytes = 1 << 22

  private static let limits: SceneLimits = {
    var limits = SceneLimits()
    limits.errors = 1
    return limits
  }()

  /// A reading of a piece, in which nothing has been found yet.
  static func reading(pointsPerMeter: Double?) -> Reading {
    let reading = Reading(DiagnosticList(file: "", limits: limits, excerpts: Excerpts([])))
    reading.scope.pointsPerMeter = pointsPerMeter
    return reading
  }
}

extension FormatNode {
  init(_ node: Node) {
    switch node {
    case .scalar(let scalar): self = scalar.isText ? .text(scalar.string) : .plain(scalar.string)
    case .sequence(let list): self = .list(list.map { FormatNode($0) })
    case .mapping(let mapping):
      self = .mapping(mapping.map { (FormatNode($0.key).flow, FormatNode($0.value)) })
    case .alias: self = .plain("")
    }
  }
}

import Foundation
import Yams

/// Reads a scene from the text of a file: everything that is wrong with it is told at once.
public struct SceneReader: Sendable {
  public var limits: SceneLimits
  /// Folders in which textures are looked for, the first first; nil: textures are not looked for.
  public var pictureFolders: [URL]?

  public init(limits: SceneLimits = SceneLimits(), pictureFolders: [URL]? = nil) {
    self.limits = limits
    self.pictureFolders = pictureFolders
  }

  /// `file` stands in the diagnostics; `name` becomes the scene's.
  ///
  /// Time and memory are bounded by `limits`; nothing in the data makes it trap.
  public func read(_ data: Data, file: String, name: String) -> Outcome {
    let text: SceneText
    do {
      text = try SceneText(data, limits: limits)
    } catch {
      var found = DiagnosticList(file: file, limits: limits, excerpts: SceneText.lines(of: data))
      if let refusal = error as? TextScan.Refusal { found.add(refusal) }
      return Outcome(found: found, text: "")
    }

    var found = DiagnosticList(file: file, limits: limits, excerpts: text.excerpts)
    let root: Node?
    do {
      // Without rules for what a scalar may be: that is for the keys to say, and they cost a regular expression each.
      root = try Parser(yaml: text.string, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      found.add(SyntaxErrorMessage(error, in: text).refusal)
      return Outcome(found: found, text: text.string)
    }
    guard let root, !Self.isEmpty(root) else {
      found.error(SourcePlace(), "the file is empty", hint: "a scene starts with: tumble: 1")
      return Outcome(found: found, text: text.string)
    }

    let reading = Reading(found)
    reading.pointsPerMeter = Self.pointsPerMeter(root)
    guard let record = reading.record(root, .scene) else {
      return Outcome(found: reading.found, text: text.string)
    }
    let builder = SceneBuilder(
      record, reading: reading, pictures: pictureFolders.map { Pictures(folders: $0, limits: limits) })
    let scene = builder.scene(named: name)
    return Outcome(scene: scene, source: builder.source, found: reading.found, text: text.string)
  }

  private static func isEmpty(_ node: Node) -> Bool {
    if case .scalar(let scalar) = node { return scalar.string.isEmpty && !scalar.isText }
    return false
  }

  /// Needed before the first quantity is read, wherever in the file it stands; a wrong one is told of in its turn.
  private static func pointsPerMeter(_ root: Node) -> Double? {
    guard case .mapping(let mapping) = root, case .mapping(let world)? = mapping["world"],
      case .scalar(let scalar)? = world["pointsPerMeter"], let value = NumberText.number(scalar.string)
    else { return nil }
    return value >= 1e-6 && value <= 1e6 ? value : 1
  }
}

extension DiagnosticList {
  fileprivate mutating func add(_ refusal: TextScan.Refusal) {
    let place = SourcePlace(
      line: Int32(clamping: refusal.place.line), column: Int32(clamping: refusal.place.column),
      length: Int32(clamping: refusal.length))
    error(place, refusal.message, hint: refusal.hint)
  }
}

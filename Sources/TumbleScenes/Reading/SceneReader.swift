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

  /// What came of reading a file.
  public struct Outcome: Sendable {
    /// nil if there is an error among the diagnostics.
    public let scene: Scene?
    /// Errors, then warnings, then notes, each in the order of the file.
    public let diagnostics: [SceneDiagnostic]
    /// The file, as it stands in the diagnostics: its path if it was read from one.
    public let file: String
    /// The file's text, for a recording to keep; empty if it has none.
    public let text: String

    /// The scene; throws `SceneError.invalid` if there is none.
    public func get() throws -> Scene {
      guard let scene else { throw SceneError.invalid(diagnostics) }
      return scene
    }
  }

  /// `file` stands in the diagnostics; `name` becomes the scene's.
  ///
  /// Time and memory are bounded by `limits`; nothing in the data makes it trap.
  public func read(_ data: Data, file: String, name: String) -> Outcome {
    let text: SceneText
    do {
      text = try SceneText(data, limits: limits)
    } catch {
      let reading = Reading(file: file, limits: limits, excerpts: SceneText.lines(of: data))
      if let refusal = error as? TextScan.Refusal { reading.refuse(refusal) }
      return Outcome(scene: nil, diagnostics: reading.report(), file: file, text: "")
    }

    let reading = Reading(file: file, limits: limits, excerpts: text.excerpts)
    let root: Node?
    do {
      // Without rules for what a scalar may be: that is for the keys to say, and they cost a regular expression each.
      root = try Parser(yaml: text.string, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      reading.refuse(SyntaxErrorMessage(error, in: text).refusal)
      return Outcome(scene: nil, diagnostics: reading.report(), file: file, text: text.string)
    }
    guard let root, !Self.isEmpty(root) else {
      reading.error(Located.Place(), "the file is empty", hint: "a scene starts with: tumble: 1")
      return Outcome(scene: nil, diagnostics: reading.report(), file: file, text: text.string)
    }

    reading.pointsPerMeter = Self.pointsPerMeter(root)
    var scene: Scene?
    if let record = reading.record(root, .scene) {
      let assembly = SceneBuilder(
        record, reading: reading, pictures: pictureFolders.map { Pictures(folders: $0, limits: limits) })
      scene = assembly.scene(named: name)
    }
    return Outcome(
      scene: reading.hasErrors ? nil : scene, diagnostics: reading.report(), file: file, text: text.string)
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

extension Reading {
  func refuse(_ refusal: TextScan.Refusal) {
    let place = Located.Place(
      line: Int32(clamping: refusal.place.line), column: Int32(clamping: refusal.place.column),
      length: Int32(clamping: refusal.length))
    error(place, refusal.message, hint: refusal.hint)
  }
}

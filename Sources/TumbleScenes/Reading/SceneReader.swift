import Foundation
import Yams

/// Reads a scene from the text of a file: everything that is wrong with it is reported at once.
public struct SceneReader: Sendable {
  public var limits: SceneLimits
  /// Folders in which textures are looked for, the first first; nil: textures are not looked for.
  public var pictureFolders: [URL]?
  /// The folder of the scene's file, which included files lie in; nil: only what the text itself holds can be included.
  public var includeFolder: String?
  /// Values of variables and controls, in place of those that the file gives.
  public var settings: [SceneSetting] = []

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
      root = try text.parsed()
    } catch {
      found.add(error)
      return Outcome(found: found, text: text.string)
    }
    guard let root, !root.isEmpty else {
      found.error(SourcePlace(), "the file is empty", hint: "a scene starts with: tumble: 1")
      return Outcome(found: found, text: text.string)
    }

    let reading = Reading(found)
    let includes = IncludedFiles(of: root, file: file, folder: includeFolder, reading: reading)
    let files = includes.files + [IncludedFiles.File(number: 0, path: file, text: text, root: root)]
    let settings = reading.prepareScope(files, settings: settings)
    let records = files.compactMap { file -> Record? in
      reading.file = file.number
      return reading.record(file.root, .scene)
    }
    guard records.count == files.count, let record = Record.merged(records) else {
      return Outcome(found: reading.found, text: text.string, included: includes.paths)
    }
    let builder = SceneBuilder(
      record, reading: reading, pictures: pictureFolders.map { Pictures(folders: $0, limits: limits) })
    var scene = builder.scene(named: name)
    scene.pictureFolders.folders = pictureFolders
    let properties = settings.filter { SettingTarget($0.name).isProperty }
    for setting in properties where !reading.hasErrors {
      let target = SettingTarget(setting.name)
      do throws(EditRefusal) {
        try target.check(in: scene, variables: [])
        try target.apply(setting.value, to: &scene)
      } catch {
        reading.error(
          SourcePlace(), "--set \(Excerpts.short("\(setting)")): \(error.message)", hint: error.hint)
      }
    }
    let content =
      properties.isEmpty || reading.hasErrors
      ? SceneContent.text(
        text, root, included: includes.files, settings: settings,
        controls: Set(reading.controlSettings.map(\.name))) : SceneWriter().text(scene)
    return Outcome(
      scene: scene, source: builder.source, found: reading.found, text: text.string, content: content,
      included: includes.paths,
      variables: reading.defined.map { Outcome.Variable(name: $0.name, unit: Reading.unit(of: $0.text)) })
  }
}

extension SceneText {
  /// The tree of its values; nil for an empty text.
  func parsed() throws(TextScan.Refusal) -> Node? {
    do {
      // Without rules for what a scalar may be: that is for the keys to say, and they cost a regular expression each.
      return try Parser(yaml: string, resolver: .basic, encoding: .utf8).singleRoot()
    } catch {
      throw SyntaxErrorMessage(error, in: self).refusal
    }
  }
}

extension Node {
  fileprivate var isEmpty: Bool {
    if case .scalar(let scalar) = self { return scalar.string.isEmpty && !scalar.isText }
    return false
  }
}

extension DiagnosticList {
  /// - Parameter file: Which of the files that make the scene.
  mutating func add(_ refusal: TextScan.Refusal, file: Int32 = 0) {
    let place = SourcePlace(
      line: Int32(clamping: refusal.place.line), column: Int32(clamping: refusal.place.column),
      length: Int32(clamping: refusal.length), file: file)
    error(place, refusal.message, hint: refusal.hint)
  }
}

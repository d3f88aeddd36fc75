import ArgumentParser
import TumbleHeadlessCommands
import TumbleSimulation

/// The options for the scene, and for the folder in which it is looked for.
package struct SceneOptions: ParsableArguments {
  @Argument(help: "A scene's name, a path to its file, or - for standard input.", completion: .sceneNames)
  package var scene: String?

  /// The scene that is shown by default.
  static let defaultScene = "crates"

  @OptionGroup package var folder: SceneFolder

  @OptionGroup package var values: SettingOptions

  @OptionGroup package var messages: MessageOptions

  package init() {}

  /// The scene, and what came of reading its file; what the file warns of is reported.
  package func load() throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    try load(scene ?? Self.defaultScene)
  }

  func library() throws -> SceneLibrary {
    var library = try folder.library()
    library.settings = try values.settings
    return library
  }

  package func load(_ scene: String) throws -> (scene: Scene, file: String, read: SceneReader.Outcome) {
    var library = try library()
    try library.takeStandardInput(for: [scene])
    let outcome = try library.check(scene)
    let scene = try outcome.get()
    messages.report(outcome, scene)
    return (scene, outcome.file, outcome)
  }
}

/// The options for the scene, or for a recording of one.
struct RecordedOptions: ParsableArguments {
  @OptionGroup var scene: SceneOptions

  @Option(
    name: .customLong("commands"),
    help: ArgumentHelp(
      """
      Replay a recording's commands, and compare with its hashes. Without a scene, the recorded one runs; a \
      recording in a scene's place is the same.
      """,
      valueName: "file"))
  private var given: String?

  /// The recording's file.
  var commands: String? { given ?? (isRecording ? scene.scene : nil) }

  private var isRecording: Bool { given == nil && scene.scene?.hasSuffix(".jsonl") == true }
  private var named: String? { isRecording ? nil : scene.scene }

  func validate() throws {
    if named == nil, commands != nil, try !scene.values.settings.isEmpty {
      throw ValidationError("--set goes with a scene; a recording has its own values.")
    }
  }

  func load() throws -> RunSource {
    try RunSource(
      commands == nil ? named ?? SceneOptions.defaultScene : named, commands: commands,
      in: scene.library(), report: scene.messages.report)
  }
}

/// The options for the part of a run that is shown.
struct SpanOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "The moment at which it begins, in seconds.")
  var from = Seconds(0)

  @OptionGroup var length: LengthOptions

  func validate() throws {
    if !(from.value >= 0 && from.value.isFinite) {
      throw ValidationError("--from is a number of seconds, 0 or more, not \(from).")
    }
    if length.steps == 0 || length.duration?.value == 0 {
      let option = length.steps == nil ? "--duration" : "--steps"
      throw ValidationError("\(option) is above 0 here, not 0.")
    }
  }
}

/// The format of a picture, by the ending of the file's name.
enum PictureFormat: String, CaseIterable {
  case png
  case svg
  case pdf
  case csv
  case html

  /// - Parameters:
  ///   - path: The file to write. One without an ending, and `-`, get the first of `known`.
  ///   - known: Those that the command writes.
  /// - Throws: `ValidationError` for another ending, because it would name another format.
  init(of path: String, known: [PictureFormat]) throws {
    let ending = FilePath.parts(of: path).ending.dropFirst().lowercased()
    guard let format = path == "-" || ending.isEmpty ? known.first : PictureFormat(rawValue: ending),
      known.contains(format)
    else {
      let endings = known.map { "." + $0.rawValue }
      let list =
        endings.count > 1
        ? endings.dropLast().joined(separator: ", ") + " or " + endings[endings.count - 1] : endings[0]
      throw ValidationError("-o takes a file that ends in \(list), not '\(path)'.")
    }
    self = format
  }
}

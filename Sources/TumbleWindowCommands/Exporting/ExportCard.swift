import Foundation
import TumbleFiles
import TumbleGeometry
import TumbleHeadlessCommands
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands

/// The files that a window writes of its run.
enum ExportKind: String, CaseIterable, Sendable {
  case film, page, motion, picture

  init?(_ name: WindowAction) {
    guard name.rawValue.hasPrefix("export-") else { return nil }
    self.init(rawValue: String(name.rawValue.dropFirst(7)))
  }

  /// The command that writes such a file.
  var command: any ExportingCommand.Type {
    switch self {
    case .film: FilmCommand.self
    case .page: ExportCommand.self
    case .motion: MotionCommand.self
    case .picture: SnapshotCommand.self
    }
  }

  /// The options of the command that the card shows.
  fileprivate var options: [String] {
    switch self {
    case .film: ["view", "size", "aspect", "fill", "bar", "theme", "rate", "speed", "blur", "loop"]
    case .page: ["theme", "rate"]
    case .motion: ["tolerance", "angle-tolerance", "rate", "theme"]
    case .picture: ["view", "size", "aspect", "fill", "bar", "theme", "background"]
    }
  }
}

/// A file that is about to be written: its name, the part of the run, and options of the command that writes
/// it, which says what they may be.
struct ExportCard {
  static let prefix = "export."
  private static let usual = "usual"

  let kind: ExportKind
  /// The moments, in seconds; nil: all of the run, or for a picture the moment that is shown.
  private var from: Double?
  private var to: Double?
  private var name = ""
  private let stem: String
  private let options: [CommandOption]
  /// The values of options as the card opens, by their names.
  private var defaults: [String: String] = [:]
  /// The choices so far, which the next card of the kind begins with.
  private(set) var choice: Choice

  /// The choices of a person on a card, which hold for any scene and its moments.
  struct Choice {
    fileprivate var form: ExportForm
    /// The folder of the file; nil for the working folder.
    fileprivate var folder: String?
    /// The values of options by their names; empty for a switch that is off.
    fileprivate var values: [String: String] = [:]
  }

  /// - Parameters:
  ///   - seen: The part of the world that the window shows; nil: the scene's own view.
  ///   - choice: What was chosen of the last card of the kind; nil if there was none.
  init(
    _ kind: ExportKind, of scene: String, _ appearance: InterfaceTheme.Appearance, seen: Rect? = nil,
    like choice: Choice? = nil
  ) {
    self.kind = kind
    self.choice = choice ?? Choice(form: kind.command.forms[0])
    // A part of the world is of the scene, and of where one looks.
    self.choice.values["view"] = nil
    let all = CommandOption.all(of: kind.command)
    options = kind.options.compactMap { name in all.first { $0.name == name } }
    stem = NumberedFiles.word(scene, or: "scene") + "-" + kind.rawValue
    if kind != .page { defaults["theme"] = appearance.rawValue }
    if kind == .picture, let seen {
      let numbers = [seen.min.x, seen.min.y, seen.width, seen.height]
      defaults["view"] = numbers.map { (($0 * 1000).rounded() / 1000).shortText }.joined(separator: ",")
    }
    chooseName()
  }

  /// The value of an option; empty for none.
  private func value(of option: CommandOption) -> String {
    // A picture that is filled shows all of the view.
    let isFilled = option.name == "view" && choice.values["fill"]?.isEmpty == false
    return choice.values[option.name] ?? (isFilled ? nil : defaults[option.name]) ?? option.defaultValue ?? ""
  }

  /// Takes a free name in the folder that was chosen, or else in the working folder.
  private mutating func chooseName() {
    let base = choice.folder.map { $0 + "/" + stem } ?? stem
    name = NumberedFiles.free(base, [choice.form.ending]) + "." + choice.form.ending
  }

  /// Puts the file into another folder, under its name unless that is taken there.
  mutating func choose(folder: String) {
    choice.folder = folder
    name = folder + "/" + FilePath.file(of: name)
    if UntrustedFile.exists(path) { chooseName() }
  }

  /// The whole path of the file.
  var path: String { FilePath.whole(name) }

  /// Changes what a row stands for; a number that cannot be read leaves it as it was.
  mutating func edit(_ row: String, _ value: PropertyValue) {
    let row = String(row.dropFirst(Self.prefix.count))
    switch (row, value) {
    case ("from", _): from = Self.seconds(value) ?? from
    case ("to", _), ("at", _): to = Self.seconds(value) ?? to
    case ("name", .text(let text)): rename(text)
    case ("form", .choice(let place)):
      choice.form = kind.command.forms[place]
      name = FilePath.parts(of: name).stem + "." + choice.form.ending
      if UntrustedFile.exists(path) { chooseName() }
    case (_, .text(let text)): choice.values[row] = text
    case (_, .toggle(let isOn)): choice.values[row] = isOn ? row : ""
    case (_, .choice(let place)):
      guard let option = options.first(where: { $0.name == row }) else { return }
      choice.values[row] = Self.words(of: option)[place]
    default: break
    }
  }

  /// Moves the beginning or the end to a moment.
  mutating func mark(_ time: Double, isEnd: Bool, _ moments: ClosedRange<Double>) {
    if kind == .picture {
      to = time
    } else if isEnd {
      to = max(time, moments.lowerBound)
    } else {
      from = min(time, moments.upperBound)
    }
  }

  private static func seconds(_ value: PropertyValue) -> Double? {
    var seconds: Double?
    if case .number(let number) = value { seconds = number }
    if case .typed(let text, _) = value { seconds = Seconds(argument: text)?.value }
    return seconds.flatMap { 0...1e6 ~= $0 ? $0 : nil }
  }

  private mutating func rename(_ text: String) {
    guard !text.isEmpty else { return chooseName() }
    let text = text.hasPrefix("~/") ? NSHomeDirectory() + text.dropFirst() : text
    let ending = FilePath.parts(of: text).ending.dropFirst().lowercased()
    name = ending.isEmpty ? text + "." + choice.form.ending : text
    if name.contains("/") { choice.folder = FilePath.folder(of: name) }
    guard ending != choice.form.ending else { return }
    choice.form = kind.command.forms.first { $0.ending == ending } ?? choice.form
  }

  /// The moments that are exported: one for a picture.
  ///
  /// - Parameters:
  ///   - shown: The time that is shown, in seconds.
  ///   - present: The time of the world.
  func moments(shown: Double, present: Double) -> ClosedRange<Double> {
    if kind == .picture { return (to ?? shown)...(to ?? shown) }
    let end = to ?? (present > 0 ? present : RunLength.usualSeconds)
    return min(from ?? 0, end)...end
  }

  /// The options and the name as the command gets them.
  func arguments(_ moments: ClosedRange<Double>) -> [String] {
    var words = ["--output=" + path] + choice.form.arguments
    let (from, to) = (moments.lowerBound, moments.upperBound)
    switch kind {
    case .picture: words.append("--at=\(to)")
    case .motion: words += ["--from=\(from)", "--to=\(to)"]
    case .film, .page: words += ["--from=\(from)", "--duration=\(to - from)"]
    }
    for option in options {
      let value = value(of: option)
      if ["", Self.usual, option.defaultValue].contains(value) { continue }
      words.append(option.isFlag ? "--" + option.name : "--\(option.name)=\(value)")
    }
    return words
  }

  /// The command's refusal, and the row that it is about; nil for none.
  func refusal(_ moments: ClosedRange<Double>) -> (row: String, text: String)? {
    guard !UntrustedFile.exists(path) else { return ("name", "there is a file of this name already") }
    let folder = FilePath.folder(of: path)
    guard UntrustedFile.exists(folder) else { return ("name", "there is no folder \(folder)") }
    guard access(folder, W_OK) == 0 else { return ("name", "nothing can be written into \(folder)") }
    do {
      _ = try kind.command.parse(arguments(moments))
      return nil
    } catch {
      let text = kind.command.message(for: error)
      let rows = options.map(\.name) + ["from", "to", "at"]
      let row = rows.first { text.contains("--" + $0) } ?? (text.contains("--duration") ? "to" : "name")
      // The command's message about a value that it cannot read does not say what is expected.
      if let option = options.first(where: { $0.name == row }), text.contains("is invalid for") {
        return (row, "'\(value(of: option))' is not understood. \(option.help)")
      }
      return (row, text.replacing("--", with: ""))
    }
  }

  /// The words that an option takes; the first leaves it out where nothing stands for that.
  private static func words(of option: CommandOption) -> [String] {
    (option.defaultValue == nil ? [usual] : []) + (option.allValues ?? [])
  }

  func state(_ moments: ClosedRange<Double>, isReady: Bool) -> ExportState {
    let forms = kind.command.forms
    var rows = [PropertyRow(Self.prefix + "name", "name", .text(name), help: "The file's name, or its path")]
    if forms.count > 1 {
      let chosen = forms.firstIndex(of: choice.form) ?? 0
      rows.append(
        PropertyRow(
          Self.prefix + "form", "form", .choice(chosen, of: forms.map(\.title)),
          help: "What kind of file it is, which its ending says"))
    }
    func time(_ name: String, _ value: Double, _ help: String) {
      let value = (value * 10_000).rounded() / 10_000
      rows.append(
        PropertyRow(
          Self.prefix + name, name, .number(value, range: 0...1e6, step: 0.01), unit: "s", help: help))
    }
    if kind == .picture {
      time("at", moments.upperBound, "The moment; a mark on the time line is there too")
    } else {
      time("from", moments.lowerBound, "Where it begins; a mark on the time line is there too")
      time("to", moments.upperBound, "Where it ends; the world goes on where it has not been yet")
    }
    for option in options {
      let (value, words) = (value(of: option), Self.words(of: option))
      let control: PropertyControl =
        option.isFlag
        ? .toggle(!value.isEmpty)
        : option.allValues == nil ? .text(value) : .choice(words.firstIndex(of: value) ?? 0, of: words)
      rows.append(
        PropertyRow(
          Self.prefix + option.name, option.name.replacing("-", with: " "), control, help: option.help))
    }
    let refusal = refusal(moments)
    for index in rows.indices where rows[index].path == Self.prefix + (refusal?.row ?? "") {
      rows[index].refusal = refusal?.text
    }
    return ExportState(title: "Export \(kind.rawValue)", rows, path: path, isReady: isReady && refusal == nil)
  }
}

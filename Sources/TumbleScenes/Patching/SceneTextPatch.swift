import Foundation
import Yams

/// Changes the text of a scene's file so that it reads as another scene, and leaves what need not change as
/// it is: comments, order, templates, variables, units, quotes, spacing and line ends.
///
/// - What several bodies take from a template stays there; a body that differs gets the key itself.
/// - A change that all bodies of a repeater share is made in the repeater's entry. A change to some of them
///   unrolls it: its entry is written once for each body, with the ids that they had. So is the entry of a
///   chain of joints.
/// - A number keeps its unit where it can be said in it exactly.
/// - The result is read again: what is returned reads as exactly the scene that was asked for.
public struct SceneTextPatch: Sendable {
  /// The reader of the text, with its limits, included files and values of variables.
  public var reader: SceneReader
  /// A repeater of more bodies, or a chain of more joints, is not unrolled.
  public var longestUnrolled = 500

  /// Creates a patch that reads scenes within limits.
  public init(limits: SceneLimits = SceneLimits()) { reader = SceneReader(limits: limits) }

  /// Creates a value by its parts, which are the properties of the same names.
  public init(_ reader: SceneReader) {
    self.reader = reader
    // A patch is for the text; whether its pictures are there is no matter.
    self.reader.pictureFolders = nil
  }

  /// Changes a text so that it reads as another scene.
  ///
  /// - Parameters:
  ///   - text: The file's bytes.
  ///   - scene: What they are to read as; its name and the paths of its pictures do not matter.
  public func patched(_ text: Data, to scene: Scene) throws(SceneTextPatchError) -> Data {
    var (text, reader) = (text, reader)
    try forgetSettings(&text, &reader, scene)
    var attempts: [String: Int] = [:]
    var isOurs = false
    // Each round may show what follows from the last: a joint's length was left out, and its bodies have
    // moved.
    for _ in 0..<8 {
      let read = reader.read(text, file: "scene", name: scene.name)
      guard let old = read.scene, let source = read.source else {
        let errors = read.diagnostics.filter { $0.severity == .error }
        throw isOurs ? .invalid(errors) : .unreadable(errors)
      }
      var difference = SceneDifference(
        from: old, to: scene, source: source, tree: try tree(of: text), attempts: attempts)
      difference.longestUnrolled = longestUnrolled
      try difference.find()
      guard !difference.edits.isEmpty else {
        try check(old, scene, hasIncluded: source.hasIncluded)
        return text
      }
      attempts = difference.attempts
      text = Data(SceneText.byteOrderMark(of: text) + difference.edits.applied())
      isOurs = true
    }
    throw .refused("the scene cannot be written into its file's text; save it as a new file")
  }

  /// Writes what controls were set to where it belongs, to what they set: else it would count again for the
  /// next reader.
  private func forgetSettings(_ text: inout Data, _ reader: inout SceneReader, _ scene: Scene)
    throws(SceneTextPatchError)
  {
    let read = reader.read(text, file: "scene", name: scene.name)
    guard let old = read.scene, !old.controls.isEmpty, SceneWriter().text(old) != SceneWriter().text(scene)
    else { return }
    reader.settings.removeAll { setting in old.controls.contains { $0.id == setting.name } }
    guard read.source?.root.has("set") == true else { return }
    let tree = try tree(of: text)
    var edits = TextEdits(tree)
    edits.remove("set", in: tree.root, SectionName.scene.section)
    text = Data(SceneText.byteOrderMark(of: text) + edits.applied())
  }

  private func tree(of data: Data) throws(SceneTextPatchError) -> TextTree {
    // Both have just been done by the reader.
    guard let (text, parsed) = try? SceneText.parsed(data, limits: reader.limits), let root = parsed else {
      throw .layout(line: 1)
    }
    return try TextTree(text, root: root)
  }

  /// Checks what no comparison of single objects shows.
  private func check(_ read: Scene, _ scene: Scene, hasIncluded: Bool) throws(SceneTextPatchError) {
    guard SceneWriter().text(read) == SceneWriter().text(scene) else {
      if hasIncluded {
        throw .refused(
          "something was changed that an included file says; change it there, or save the scene as a new file"
        )
      }
      throw .refused("the scene cannot be written into its file's text; save it as a new file")
    }
  }
}

/// The reason why a scene's text could not be changed to say something else.
public enum SceneTextPatchError: Error, Hashable, Sendable {
  /// The text itself is no valid scene.
  case unreadable([SceneDiagnostic])
  /// A line is written in a way that only a person can change.
  case layout(line: Int)
  /// The format cannot say what is asked for where the text has it, and why.
  case refused(String)
  /// An edit that makes no valid scene.
  case invalid([SceneDiagnostic])
}

extension SceneTextPatchError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let diagnostics):
      "the scene's file has errors, so it cannot be saved into:\n"
        + diagnostics.map(\.description).joined(separator: "\n")
    case .layout(let line):
      "line \(line) of the scene is written in a way that cannot be edited in place; save the scene as a new "
        + "file"
    case .refused(let reason): reason
    case .invalid(let diagnostics):
      "the changed scene would have errors, so it is not saved:\n"
        + diagnostics.map(\.description).joined(separator: "\n")
    }
  }
}

/// A scene's text and the tree of its values, by which parts of it are changed and the rest is kept as it is.
struct TextTree: TextLines {
  /// The bytes without a byte order mark.
  let bytes: [UInt8]
  let root: TextNode
  /// The end of a line in this text.
  let lineEnd: String
  /// Is true if keys and words stand in double quotes, as in JSON.
  let isJSON: Bool
  private let mappings: [SourcePlace: TextNode]
  /// The outermost collections in brackets or braces.
  private let flowCollections: [Range<Int>]

  /// Throws `SceneTextPatchError.layout` for text whose values cannot be told from each other by what they
  /// look like.
  init(_ text: SceneText, root: Node) throws(SceneTextPatchError) {
    bytes = Array(text.bytes)
    var builder = TextTreeBuilder(bytes: bytes)
    self.root = try builder.tree(root)
    mappings = builder.mappings
    flowCollections = builder.flowCollections
    let first = bytes.firstIndex(of: .newline) ?? 0
    lineEnd = first > 0 && bytes[first - 1] == .return ? "\r\n" : "\n"
    let key = self.root.entries.first?.keyRange.lowerBound
    isJSON = self.root.isFlow && key != nil && bytes[key ?? 0] == .doubleQuote
  }

  func mapping(of record: Record) -> TextNode? {
    var place = record.place
    place.length = 1
    return mappings[place]
  }
}

/// The bytes of a text, of which offsets are told from the starts and the ends of their lines.
protocol TextLines {
  var bytes: [UInt8] { get }
}

extension TextLines {
  /// The offset of the first byte of the line that an offset lies in.
  func lineStart(_ offset: Int) -> Int { (bytes[..<offset].lastIndex(of: .newline) ?? -1) + 1 }

  /// The offset of what ends the line that an offset lies in.
  func lineEnd(_ offset: Int) -> Int {
    let newline = bytes[offset...].firstIndex(of: .newline) ?? bytes.count
    return newline > offset && bytes[newline - 1] == .return ? newline - 1 : newline
  }

  /// The offset of what ends the line before that of an offset, which is not in the first.
  func endOfLine(before offset: Int) -> Int {
    let newline = lineStart(offset) - 1
    return newline > 0 && bytes[newline - 1] == .return ? newline - 1 : newline
  }

  /// The offset of the line after that of an offset; the text's end if there is none.
  func nextLine(_ offset: Int) -> Int {
    bytes[offset...].firstIndex(of: .newline).map { $0 + 1 } ?? bytes.count
  }

  /// Returns the distance of an offset from the start of its line, in bytes.
  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  /// Returns true if nothing but blanks stands before an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(offset)..<offset].allSatisfy(\.isBlank) }
}

extension TextTree {
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns true if an offset lies in brackets or braces, where their marks end a scalar.
  func isWithinFlow(_ offset: Int) -> Bool {
    let next = flowCollections.partitioningIndex { $0.upperBound > offset }
    return next < flowCollections.count && flowCollections[next].contains(offset)
  }

  func has(_ byte: UInt8, in range: Range<Int>) -> Bool { bytes[range].contains(byte) }
}

extension UInt8 {
  static let doubleQuote = UInt8(ascii: "\"")

  /// Is true for what separates words on a line.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .return }
}

/// A value of a scene's text as YAML sees it, and the bytes that it stands in.
struct TextNode {
  enum Content {
    case scalar(String, Node.Scalar.Style)
    case list([Item], isFlow: Bool)
    case mapping([Entry], isFlow: Bool)
  }

  struct Item {
    var node: TextNode
    /// The offset of its dash, in a block list.
    var dash: Int?
  }

  struct Entry {
    var key: String
    var keyRange: Range<Int>
    var node: TextNode
  }

  /// The range from its first byte to behind its last; empty, behind the colon or the dash, for a value that
  /// is left out.
  var range: Range<Int>
  var content: Content
  /// The place as the parser gives it: records of the reader are found by it.
  var place: SourcePlace
}

extension TextNode {
  /// The entries of a mapping; none for anything else.
  var entries: [Entry] { if case .mapping(let entries, _) = content { entries } else { [] } }

  /// The items of a list; none for anything else.
  var items: [Item] { if case .list(let items, _) = content { items } else { [] } }

  var isScalar: Bool { if case .scalar = content { true } else { false } }

  var isMapping: Bool { if case .mapping = content { true } else { false } }

  /// Is true if the value stands within brackets or braces, or is a scalar.
  var isFlow: Bool {
    switch content {
    case .scalar: true
    case .list(_, let isFlow), .mapping(_, let isFlow): isFlow
    }
  }

  /// The entry of a key, by its name or a former one.
  func entry(_ name: String, in section: Section?) -> Entry? {
    entries.first { $0.key == name || section?.canonicalName(of: $0.key) == name }
  }
}

/// The alignment of two lists' elements: which stayed, which went, which came and where.
struct ListAlignment {
  struct Pair: Equatable {
    var old: Int
    var new: Int
  }

  struct Addition: Equatable {
    var new: Int
    /// The old element behind which it comes, gone or not; nil: before all.
    var after: Int?
  }

  private(set) var kept: [Pair] = []
  private(set) var removed: [Int] = []
  private(set) var added: [Addition] = []

  /// Elements with the same id are the same one. Of the others, as many as went as came in one place were
  /// renamed, if they are alike but for the id.
  ///
  /// nil where those that stayed are in another order.
  init?(_ old: [String], _ new: [String], isAlike: (Int, Int) -> Bool) {
    let places = Dictionary(new.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var anchors: [Pair] = []
    for (index, id) in old.enumerated() {
      guard let place = places[id] else { continue }
      if let last = anchors.last, last.new >= place { return nil }
      anchors.append(Pair(old: index, new: place))
    }
    fill(anchors, old.count, new.count, isAlike)
  }

  /// Aligns elements without ids: what is equal at both ends stayed; between them the first is the first.
  init<Element: Equatable>(_ old: [Element], _ new: [Element]) {
    let shorter = min(old.count, new.count)
    let head = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
    let tail =
      (0..<shorter - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? shorter - head
    let anchors =
      (0..<head).map { Pair(old: $0, new: $0) }
      + (0..<tail).reversed().map { Pair(old: old.count - 1 - $0, new: new.count - 1 - $0) }
    fill(anchors, old.count, new.count) { _, _ in true }
  }

  private mutating func fill(
    _ anchors: [Pair], _ oldCount: Int, _ newCount: Int, _ isAlike: (Int, Int) -> Bool
  ) {
    var (old, new) = (0, 0)
    for anchor in anchors + [Pair(old: oldCount, new: newCount)] {
      let (gone, come) = (old..<anchor.old, new..<anchor.new)
      if gone.count == come.count, zip(gone, come).allSatisfy(isAlike) {
        kept += zip(gone, come).map(Pair.init)
      } else {
        removed += gone
        added += come.map { Addition(new: $0, after: anchor.old > 0 ? anchor.old - 1 : nil) }
      }
      if anchor.old < oldCount || anchor.new < newCount { kept.append(anchor) }
      (old, new) = (anchor.old + 1, anchor.new + 1)
    }
  }
}

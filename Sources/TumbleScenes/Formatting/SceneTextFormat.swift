import Foundation
import Yams

/// Brings a scene's text into one style: indentation by two, one space where a space belongs and none elsewhere, no blanks at a
/// line's end, one empty line at most. Values, their order, quotes, comments, line breaks and a byte order
/// mark stay as they are, so a text that was formatted stays as it is when it is formatted again. All lines
/// end as the first does, with a line feed or with a carriage return before it.
public struct SceneTextFormat: Sendable {
  public var limits: SceneLimits

  public init(limits: SceneLimits = SceneLimits()) { self.limits = limits }

  /// - Parameter text: A file's bytes: YAML that a scene may be in, whether or not it is a valid scene.
  /// - Throws: `SceneTextPatchError.unreadable` for what cannot be read as YAML; `.layout` for a text whose values cannot be told apart
  ///   from each other by what they look like.
  public func formatted(_ text: Data, file: String = "scene") throws(SceneTextPatchError) -> Data {
    let (source, root) = try parsed(text, file)
    guard let root else { return text }
    var layout = TextLayout(try TextTree(source, root: root))
    let formatted = Data(SceneText.byteOrderMark(of: text) + Self.ended(layout.formatted(), as: text))
    // Formatting may change the layout only: the result must read as the same document.
    guard try parsed(formatted, file).1.map(Self.isSame(as: root)) == true else { throw .layout(line: 1) }
    return formatted
  }

  /// Lines that end as the first of a text does, with a carriage return or without.
  private static func ended(_ bytes: [UInt8], as text: Data) -> [UInt8] {
    let carriageReturn = UInt8(ascii: "\r")
    // One stands only before a line feed.
    let lines = bytes.filter { $0 != carriageReturn }
    guard let first = text.firstIndex(of: .newline), first > text.startIndex,
      text[text.index(before: first)] == carriageReturn
    else { return lines }
    return lines.flatMap { $0 == .newline ? [carriageReturn, $0] : [$0] }
  }

  private func parsed(_ data: Data, _ file: String) throws(SceneTextPatchError) -> (SceneText, Node?) {
    var found: DiagnosticList
    do {
      let text = try SceneText(data, limits: limits)
      do {
        return (text, try text.parsed())
      } catch {
        found = DiagnosticList(file: file, limits: limits, excerpts: text.excerpts)
        found.add(error)
      }
    } catch {
      found = DiagnosticList(file: file, limits: limits, excerpts: SceneText.lines(of: data))
      if let refusal = error as? TextScan.Refusal { found.add(refusal) }
    }
    throw .unreadable(found.report())
  }

  private static func isSame(as old: Node) -> (Node) -> Bool {
    { new in
      switch (old, new) {
      case (.scalar(let a), .scalar(let b)): a.string == b.string && a.style == b.style
      case (.sequence(let a), .sequence(let b)):
        a.count == b.count && zip(a, b).allSatisfy { isSame(as: $0)($1) }
      case (.mapping(let a), .mapping(let b)):
        a.count == b.count
          && zip(a, b).allSatisfy { isSame(as: $0.key)($1.key) && isSame(as: $0.value)($1.value) }
      default: false
      }
    }
  }
}

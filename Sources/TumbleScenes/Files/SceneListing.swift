import Foundation
import TumbleFiles
import Yams

/// The scenes that a person can choose from: those of their own folders and those that come with Tumble.
public struct SceneListing: Sendable {
  /// A scene that was found, with what lists show of it.
  public struct Entry: Hashable, Sendable {
    /// The file's name without its ending.
    public var name: String
    /// The path of the file.
    public var path: String
    /// The title as the file has it; empty if it has none or cannot be read.
    public var title: String
    /// The scene's note: what to watch for, and what to try.
    public var note: String
    /// Is true if it comes with Tumble.
    public var isPackaged: Bool
    /// The digest that its picture is kept under; changes with its content. nil for a file that cannot be
    /// read.
    package var digest: ContentDigest?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(name: String, path: String, title: String = "", note: String = "", isPackaged: Bool = false) {
      (self.name, self.path, self.title, self.note) = (name, path, title, note)
      self.isPackaged = isPackaged
    }
  }

  /// The entries by folders, in the order in which these are searched, and by names within each. Of two files
  /// of one name in different folders both are there.
  public private(set) var entries: [Entry] = []
  /// Files beyond the most that are listed.
  public private(set) var omitted = 0

  /// Looks through folders for files that end in `.yaml`.
  ///
  /// - Parameters:
  ///   - library: Whose folders.
  ///   - limit: No more files than these are listed, so that a folder of very many takes no long time.
  ///   - readsHeadings: Whether files are read for their titles, which takes longer.
  public init(_ library: SceneLibrary, limit: Int = 1_000, readsHeadings: Bool = true) {
    var seen: Set<String> = []
    for folder in library.folders {
      let path = folder.relativePath
      guard seen.insert(UntrustedFile.realPath(path) ?? path).inserted else { continue }
      let names = SceneLibrary.names(in: path)
      for name in names.prefix(limit - entries.count) {
        entries.append(Self.entry(name, in: path, limits: library.limits, readsHeading: readsHeadings))
      }
      omitted += names.count - min(names.count, limit)
      if entries.count >= limit { break }
    }
  }

  /// Creates a listing for tests, and for what is listed otherwise.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// A file of more bytes is listed without its title: it takes too long to read just for that.
  private static let longestHeading = 1 << 18

  private static func entry(_ name: String, in folder: String, limits: SceneLimits, readsHeading: Bool)
    -> Entry
  {
    let path = folder + "/" + name + ".yaml"
    var entry = Entry(name: name, path: path, isPackaged: PackagedFiles.isPackaged(folder: folder))
    guard readsHeading else { return entry }
    guard let data = try? UntrustedFile.read(path, limit: limits.bytes, within: folder) else { return entry }
    entry.digest = ContentDigest(data)
    guard data.count <= longestHeading,
      case .mapping(let root)? = try? SceneText.parsed(data, limits: limits).root
    else { return entry }
    func shown(_ key: String) -> String {
      guard case .scalar(let scalar)? = root[key] else { return "" }
      return Excerpts.short(scalar.string, limit: 400)
    }
    entry.title = shown("title")
    entry.note = shown("note")
    return entry
  }
}

extension SceneListing {
  /// The entries that a search finds, the best first; those as good as each other stay in their order. All
  /// for an empty search.
  public func matching(_ search: String) -> [Entry] {
    let search = FuzzySearch(search)
    var found: [(entry: Entry, score: Int, number: Int)] = []
    for (number, entry) in entries.enumerated() {
      // A name counts a little more than a title that is as like.
      let scores = [search.score(entry.name).map { $0 * 2 + 1 }, search.score(entry.title).map { $0 * 2 }]
      if let score = scores.compactMap({ $0 }).max() { found.append((entry, score, number)) }
    }
    return found.sorted { ($1.score, $0.number) < ($0.score, $1.number) }.map(\.entry)
  }

  /// The entry before or after that of a file, round the ends; the first or the last for a file that is not
  /// among them. nil where there is no other.
  public func neighbour(of path: String, by distance: Int) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let real = UntrustedFile.realPath(path) ?? path
    guard let place = entries.firstIndex(where: { (UntrustedFile.realPath($0.path) ?? $0.path) == real })
    else { return distance > 0 ? entries.first : entries.last }
    let other = ((place + distance) % entries.count + entries.count) % entries.count
    return other == place ? nil : entries[other]
  }
}

/// Rates how well a text matches what a person types to find it.
///
/// The text's beginning counts most, then the beginning of one of its words, then anything in it, then its
/// letters in their order with others between them, if most of them begin words or follow each other: letters
/// scattered anywhere are in nearly every title. Several words are looked for each by itself, in any order.
/// Case and accents do not matter.
public struct FuzzySearch: Sendable {
  private let words: [[Character]]

  /// Creates a search for the words of a text.
  public init(_ search: String) {
    words = Self.folded(search).split(whereSeparator: Self.separates).map(Array.init)
  }

  /// Returns the score of a text: the greater the better; nil if it does not fit. Nothing to look for fits
  /// everything.
  public func score(_ text: String) -> Int? {
    let text = Array(Self.folded(String(text.prefix(400))))
    var total = 0
    for word in words {
      guard let score = Self.score(word, text) else { return nil }
      total += score
    }
    // Of two that fit alike the one with less else in it.
    return total * 512 + (words.isEmpty ? 0 : max(0, 400 - text.count))
  }

  private static func score(_ word: [Character], _ text: [Character]) -> Int? {
    guard word.count <= text.count else { return nil }
    var best: Int?
    for start in 0...(text.count - word.count) where text[start..<start + word.count].elementsEqual(word) {
      if start == 0 { return text.count == word.count ? 1000 : 900 }
      if separates(text[start - 1]) { best = max(best ?? 0, 700) }
      best = max(best ?? 0, 500)
    }
    return best ?? gapped(word, text)
  }

  /// The letters in their order; the closer together and the more of them begin words the better.
  private static func gapped(_ word: [Character], _ text: [Character]) -> Int? {
    // The best end of the first letters at each place, for one letter more at a time.
    var scores = [Int?](repeating: nil, count: text.count)
    for (number, letter) in word.enumerated() {
      var next = [Int?](repeating: nil, count: text.count)
      var behind: Int?
      for (place, other) in text.enumerated() {
        if place > 1, let score = scores[place - 2] { behind = max(behind ?? score, score) }
        guard other == letter else { continue }
        let start = place == 0 || separates(text[place - 1]) ? 12 : 0
        let adjacent = place > 0 ? scores[place - 1].map { $0 + 8 } : nil
        let before = number == 0 ? 0 : [adjacent, behind].compactMap { $0 }.max()
        if let before { next[place] = before + start + 1 }
      }
      scores = next
    }
    // As much as if all but every fourth letter followed the one before it.
    let least = word.count * 9 - word.count / 4 * 8
    guard let best = scores.compactMap({ $0 }).max(), best >= least else { return nil }
    return min(best, 400)
  }

  private static func separates(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}

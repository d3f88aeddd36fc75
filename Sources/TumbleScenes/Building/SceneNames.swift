/// The names that a scene's objects have, and what each of them is.
final class SceneNames {
  private let reading: Reading
  /// Where each id of a body, a repeater, a joint, a field, a fluid, an emitter or scenery was given.
  private var ids: [String: SourcePlace] = [:]
  /// By their ids: indices into the scene's bodies, and into its joints.
  var bodies: [String: Int] = [:]
  var joints: [String: Int] = [:]
  /// Likewise fields, fluids and emitters.
  var fields: [String: Int] = [:]
  var fluids: [String: Int] = [:]
  var emitters: [String: Int] = [:]
  /// Which bodies a repeater made.
  var repeaters: [String: Range<Int>] = [:]
  /// Where each layer was given, by its id.
  var layers: [String: SourcePlace] = [:]
  /// Ids that are taken by what was there before anything was read.
  var isTaken: (String) -> Bool = { _ in false }

  init(_ reading: Reading) { self.reading = reading }

  /// The index of a body that must have been given; nil, and reported, for one that was not.
  func body(_ name: String, at place: SourcePlace, hint: String? = nil) -> Int? {
    resolve(name, at: place, among: bodies, what: "body", hint: hint ?? repeaterHint(name))
  }

  /// Where one body is wanted and a repeater was named, or a body beyond its last.
  func repeaterHint(_ name: String) -> String? {
    if let range = repeaters[name] {
      return "'\(name)' is a repeater: its bodies are '\(name)-1' to '\(name)-\(range.count)'"
    }
    guard let dash = name.lastIndex(of: "-"), Int(name[name.index(after: dash)...]) != nil,
      let range = repeaters[String(name[..<dash])]
    else { return nil }
    return "the repeater '\(name[..<dash])' makes '\(name[..<dash])-1' to '\(name[..<dash])-\(range.count)'"
  }

  /// Words that stand before the full stop of a target or a channel, for every body, or for a body of an event.
  static let reserved: Set = [
    "world", "anything", "energy", "bodies", "step", "frame", Scene.BodySelector.it, Scene.BodySelector.other,
  ]

  /// Takes an id for good; false (and reported) if it is taken already.
  func claim(_ id: String, at place: SourcePlace) -> Bool {
    if Self.reserved.contains(id) {
      reading.error(place, "'\(id)' has a meaning of its own and cannot be an id")
      return false
    }
    if isTaken(id) {
      reading.error(place, "the id '\(id)' is taken")
      return false
    }
    if let before = ids[id] {
      reading.error(
        place, "the id '\(id)' is taken",
        hint: reading.given(before))
      return false
    }
    ids[id] = place
    return true
  }

  /// Whether the last of so many copies has a name that is short enough to be written as one's own.
  func isShort(_ id: String, copies: Int, at place: SourcePlace) -> Bool {
    guard "\(id)-\(copies)".utf8.count > Reading.longestName else { return true }
    reading.error(
      place,
      "the names of its copies, up to '\(Excerpts.short(id))-\(copies)', are longer than \(Reading.longestName) characters",
      hint: "a shorter id")
    return false
  }

  /// A name that must have been given elsewhere; nil, and reported, for one that was not.
  func resolve<T>(
    _ name: String, at place: SourcePlace, among known: [String: T], what: String, hint: String? = nil
  ) -> T? {
    if let value = known[name] { return value }
    var hint = hint ?? (known.isEmpty ? "the scene has no \(Self.many(what))" : nil)
    hint = hint ?? reading.didYouMean(name, known.keys)
    if hint == nil && known.count <= 12 {
      hint = "\(Self.many(what)): " + known.keys.sorted().joined(separator: ", ")
    }
    reading.error(place, "there is no \(what) named '\(Excerpts.short(name))'", hint: hint)
    return nil
  }

  private static func many(_ what: String) -> String { what == "body" ? "bodies" : what + "s" }
}

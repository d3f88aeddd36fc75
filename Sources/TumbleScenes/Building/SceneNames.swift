import TumbleFrames

/// The names that a scene's objects have, and what each of them is.
final class SceneNames {
  private let reading: Reading
  /// Where each id of a body, a repeater, a joint, a field, a fluid, an emitter or scenery was given.
  private var ids: [String: SourcePlace] = [:]
  /// The indices of the scene's objects, by kind and id.
  private var indices: [SceneObject.Kind: [String: Int]] = [:]
  /// Which bodies a repeater made.
  var repeaters: [String: Range<Int>] = [:]
  /// Where each layer was given, by its id.
  var layers: [String: SourcePlace] = [:]
  /// The objects that were there before anything was read, whose ids are taken but for that of the object
  /// that is read anew.
  private var before: (indices: [SceneObject.Kind: [String: Int]], except: String?) = ([:], nil)

  init(_ reading: Reading) { self.reading = reading }

  /// The indices of a kind's objects, by their ids.
  subscript(kind: SceneObject.Kind) -> [String: Int] { indices[kind] ?? [:] }

  func add(_ id: String, _ kind: SceneObject.Kind, at index: Int) { indices[kind, default: [:]][id] = index }

  func add(_ all: [String: Int], _ kind: SceneObject.Kind) { indices[kind] = all }

  /// Keeps the ids of all that is there from being claimed, save one.
  func protect(except id: String?, templates: [String: Int]) {
    before = (indices, id)
    before.indices[.template] = templates
  }

  /// true for an id that something has.
  func isClaimed(_ id: String) -> Bool { ids[id] != nil }

  /// The kind of the object of an id; nil if there is none.
  func kind(of id: String) -> SceneObject.Kind? { indices.first { $0.value[id] != nil }?.key }

  /// true for an id that an object of any kind has.
  func contains(_ id: String) -> Bool { kind(of: id) != nil }

  /// All ids, those of bodies first.
  ///
  /// - Parameter bodies: The largest number of bodies among them.
  func all(bodies: Int) -> [String] {
    SceneObject.Kind.allCases.flatMap { Array(self[$0].keys.sorted().prefix($0 == .body ? bodies : .max)) }
  }

  /// The index of a body that must have been given; nil, and reported, for one that was not.
  func body(_ name: String, at place: SourcePlace, hint: String? = nil) -> Int? {
    resolve(name, at: place, among: self[.body], what: "body", hint: hint ?? repeaterHint(name))
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

  /// Words that stand before the full stop of a target or a channel, for every body, or for a body of an
  /// event.
  static let reserved: Set = [
    "world", "anything", "energy", "bodies", "step", "frame", Scene.BodySelector.it, Scene.BodySelector.other,
  ]

  /// Takes an id for good; false (and reported) if it is taken already.
  func claim(_ id: String, at place: SourcePlace) -> Bool {
    if Self.reserved.contains(id) {
      reading.error(place, "'\(id)' has a meaning of its own and cannot be an id")
      return false
    }
    if id != before.except, before.indices.contains(where: { $0.value[id] != nil }) {
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

import TumbleGeometry

/// What bodies and shapes refer to by name: materials, templates, categories and groups.
final class SceneParts {
  private let reading: Reading
  private var materials: [String: Record] = [:]
  private var templates: [String: Record] = [:]
  private var used: Set<SourcePlace> = []
  /// The ids of templates of a scene that is there.
  private var made: Set<String> = []
  /// The first is bit 0 of a filter.
  private(set) var categories: [String] = []
  /// The first is number 1; numbered in the order in which shapes have them.
  private(set) var groups: [String] = []
  private var groupNumbers: [String: UInt] = [:]
  private let names: SceneNames
  private let root: Record

  init(_ root: Record, reading: Reading, names: SceneNames) {
    self.root = root
    self.reading = reading
    self.names = names
    for named in root.names("materials") {
      if case .record(let record) = named.value.value { materials[named.name] = record }
    }
    for named in root.names("templates") {
      if case .record(let record) = named.value.value { templates[named.name] = record }
    }
    for located in root.list("categories") {
      guard case .text(let name) = located.value else { continue }
      if categories.contains(name) {
        reading.error(located.place, "the category '\(name)' is named twice")
      } else {
        categories.append(name)
      }
    }
  }

  /// What a scene that is there has of them.
  func take(categories: [String], groups: [String], templates: [String]) {
    (self.categories, self.groups, made) = (categories, groups, Set(templates))
    for (index, name) in groups.enumerated() { groupNumbers[name] = UInt(index + 1) }
  }

  func material(_ name: String, at place: SourcePlace) -> Record? {
    let material = names.resolve(name, at: place, among: materials, what: "material")
    if let material { used.insert(material.place) }
    return material
  }

  func template(_ name: String, at place: SourcePlace) -> Record? {
    let template = names.resolve(name, at: place, among: templates, what: "template")
    if let template { used.insert(template.place) }
    return template
  }

  func hasTemplate(_ name: String) -> Bool { templates[name] != nil || made.contains(name) }

  /// The names of the file's own templates to which nothing refers.
  var unusedTemplates: [String] {
    root.names("templates").compactMap { named in
      guard case .record(let record) = named.value.value, named.place.file == 0, !used.contains(record.place)
      else { return nil }
      return named.name
    }
  }

  /// Warns of templates and materials that nothing refers to.
  func findUnused() {
    for (key, what) in [("templates", "template"), ("materials", "material")] {
      for named in root.names(key) {
        // An included file may offer more than one scene needs.
        guard case .record(let record) = named.value.value, named.place.file == 0,
          !used.contains(record.place)
        else { continue }
        reading.warn(named.place, "the \(what) '\(named.name)' is never used")
      }
    }
  }

  /// The number of a group.
  func group(_ name: String) -> UInt {
    if let index = groupNumbers[name] { return index }
    groups.append(name)
    let number = UInt(groups.count)
    groupNumbers[name] = number
    return number
  }

  /// The categories that a key lists, as bits.
  func bits(_ record: Record, _ key: String) -> UInt32 {
    record.list(key).reduce(0) { bits, located in
      guard case .text(let name) = located.value else { return bits }
      guard let bit = categories.firstIndex(of: name) else {
        reading.error(
          located.place, "there is no category named '\(Excerpts.short(name))'",
          hint: reading.didYouMean(name, categories)
            ?? (categories.isEmpty
              ? "name it first, at the top of the scene: categories: [\(Excerpts.short(name))]"
              : "categories: " + categories.joined(separator: ", ")))
        return bits
      }
      return bits | 1 << UInt32(bit)
    }
  }
}

import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumblePanels
import TumbleScenes

/// A row of the inspector and what it stands for: a key of the scene format, of one object or of several alike.
struct InspectedProperty {
  let inspected: [Inspector.Subject]
  /// As edits have it, such as `shapes[0].circle.radius`.
  var path: String
  var property: SceneProperty
  /// What each of the objects has, or what counts where it leaves it out.
  private let values: [FormatNode?]
  /// Of a slider while it is pulled: the ends stay where they were.
  var heldRange: SliderRange?

  /// - Parameter read: What an object's mapping has; nil where it is left out.
  init(
    _ inspected: [Inspector.Subject], _ property: SceneProperty, at path: String,
    read: (FormatNode) -> FormatNode?
  ) {
    self.inspected = inspected
    self.path = path
    self.property = property
    values = inspected.map { object in
      read(object.value) ?? object.known[path] ?? property.defaultValue
    }
  }
}

extension InspectedProperty {
  var objects: [SceneObject] { inspected.map(\.object) }

  /// Whether the objects have different values.
  var isMixed: Bool { values.contains { $0 != shownValue } }

  /// Where several differ, the first one's.
  private var shownValue: FormatNode? { values.first ?? nil }

  var unit: PropertyUnit { PropertyUnit(plainUnit) }

  /// Of a plain number, such as `rad`; empty for none.
  private var plainUnit: String {
    switch property.kind {
    case .number("no unit", _, _, _), .vector("no unit", _, _, _): ""
    // The first of the units is the plain one.
    case .number(_, let units, _, _), .vector(_, let units, _, _): units.first ?? ""
    default: ""
    }
  }

  /// The format's limits; those that are as large as the world itself do not restrict a slider.
  private static func range(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    (low <= -1e9 ? -.infinity : low)...(high >= 1e9 ? .infinity : high)
  }

  var control: PropertyControl {
    let unit = unit
    switch property.kind {
    case .number(_, _, let low, let high):
      guard let number = shownValue?.number else { return .text(shownValue?.word ?? "") }
      let shown = unit.shown(number)
      let range = Self.range(low, high)
      let bounds = unit.shown(range.lowerBound)...unit.shown(range.upperBound)
      return slider(shown, heldRange ?? SliderRange(about: shown, within: bounds, unit: plainUnit))
    case .count(let range):
      guard let number = shownValue?.number else { return .text("") }
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      return slider(number, SliderRange(about: number, within: bounds, unit: ""))
    case .vector:
      guard let vector = shownValue?.vector else { return .text(shownValue?.word ?? "") }
      return .vector(Vector(unit.shown(vector.x), unit.shown(vector.y)))
    case .color:
      return .color(shownValue?.word.flatMap(Color.init(hex:)) ?? Color(red: 0.6, green: 0.6, blue: 0.6))
    case .flag: return .toggle(shownValue?.word == "true")
    case .choice(let words):
      return .choice(shownValue?.word.flatMap(words.firstIndex(of:)) ?? 0, of: words)
    case .text, .reference, .group: return .text(shownValue.map { $0.word ?? $0.flow } ?? "")
    }
  }

  private func slider(_ value: Double, _ slider: SliderRange) -> PropertyControl {
    .slider(value, range: slider.range, isLogarithmic: slider.isLogarithmic)
  }

  /// The ends that its slider has now.
  var sliderRange: SliderRange? {
    guard case .slider(_, let range, let isLogarithmic) = control else { return nil }
    return SliderRange(range: range, isLogarithmic: isLogarithmic)
  }

  /// What sets it to what a person chose or typed: text that the reader judges. Nothing typed is the default.
  func edits(_ value: PropertyValue) -> [Edit] {
    zip(inspected, values).compactMap { inspected, now in
      written(value, now: now).map { .set(inspected.object, path: $0.path, value: $0.text) }
    }
  }

  /// - Parameter now: What the object has.
  private func written(_ value: PropertyValue, now: FormatNode?) -> (path: String, text: String?)? {
    switch value {
    case .number(let number):
      guard case .count = property.kind else { return (path, unit.plain(number).shortText) }
      return (path, number.rounded().shortText)
    case .component(let component, let number):
      return (path, vector(unit.plain(number).shortText, component, of: now))
    case .color(let color): return (path, color.hex.jsonText)
    case .choice(let index):
      guard case .choice(let words) = property.kind, words.indices.contains(index) else { return nil }
      return (path, words[index])
    case .toggle(let isOn): return (path, isOn ? "true" : "false")
    case .text(let text):
      guard text.contains(where: { $0 != " " }) else { return (path, nil) }
      if case .text = property.kind, !Self.animated.contains(property.name) { return (path, text.jsonText) }
      return (path, typed(text))
    case .typed(let text, let component):
      guard text.contains(where: { $0 != " " }) else { return (path, nil) }
      guard case .vector = property.kind else { return (path, typed(text)) }
      return (path, vector(typed(text), component, of: now))
    }
  }

  /// A vector of which one component becomes another. Where one number stood for both, there are two now.
  private func vector(_ text: String, _ component: Int, of now: FormatNode?) -> String {
    guard let now = now?.vector else { return text }
    return component == 0 ? "[\(text), \(now.y.shortText)]" : "[\(now.x.shortText), \(text)]"
  }

  /// Keys of animations whose values are numbers, colors or lists, as what is moved has them.
  private static let animated: Set = ["from", "to", "by", "values", "velocity"]

  /// A number alone is in the unit that is shown.
  private func typed(_ text: String) -> String {
    let trimmed = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    return Double(trimmed) == nil ? trimmed : trimmed + unit.suffix
  }

  func row(_ name: String, isPlotted: Bool?, refusal: String?) -> PropertyRow {
    PropertyRow(
      name, label, control, unit: unit.shown, help: property.help.filter { $0 != "`" }, isMixed: isMixed,
      isPlotted: isPlotted, refusal: refusal)
  }

  /// The key as words: `angular velocity`.
  private var label: String {
    property.name.reduce(into: "") { label, letter in
      if letter.isUppercase { label += " " }
      label += letter.lowercased()
    }
  }
}

import TumbleFiles
import TumblePanels
import TumbleScenes

/// A row of the inspector and what it stands for: a key of the scene format, of one object or of several
/// alike.
struct InspectedProperty {
  let inspected: [Inspector.Subject]
  /// The path as edits have it, such as `shapes[0].circle.radius`.
  var path: String
  var property: SceneProperty
  /// The path of what is nothing without it, and goes where it is left out: a caption without a text; nil
  /// for none.
  var whole: String?
  /// The names that it may have, where it refers to something.
  var names: [String] = []
  /// The timing of the animation whose curve it is, to be shown as it plays.
  var timing: MediaTiming?
  /// The value of each of the objects, or the one that counts if it is left out.
  private var values: [FormatNode?]
  /// Reads the value that an object's mapping has; nil where it is left out.
  private let read: (FormatNode) -> FormatNode?
  /// The range of a slider while it is pulled: the ends stay where they were.
  var heldRange: SliderRange?

  init(
    _ inspected: [Inspector.Subject], _ property: SceneProperty, at path: String,
    read: @escaping (FormatNode) -> FormatNode?
  ) {
    (self.inspected, self.path, self.property, self.read) = (inspected, path, property, read)
    values = inspected.map { object in
      read(object.value) ?? object.known[path] ?? property.defaultValue
    }
  }
}

extension InspectedProperty {
  var objects: [SceneObject] { inspected.map(\.object) }

  /// Is true if the objects have different values.
  var isMixed: Bool { values.contains { $0 != shownValue } }

  /// The value that is shown: if several differ, the first one's.
  private var shownValue: FormatNode? { values.first ?? nil }

  var unit: PropertyUnit { PropertyUnit(plainUnit) }

  /// The unit of a plain number, such as `rad`; empty for none.
  private var plainUnit: String {
    switch property.kind {
    case .number("no unit", _, _, _), .vector("no unit", _, _, _): ""
    // The first of the units is the plain one.
    case .number(_, let units, _, _), .vector(_, let units, _, _): units.first ?? ""
    default: ""
    }
  }

  /// The format's limits; those that are farther than anybody looks do not restrict a slider.
  private static func range(_ low: Double, _ high: Double) -> ClosedRange<Double> {
    (low <= -1e6 ? -.infinity : low)...(high >= 1e6 ? .infinity : high)
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
    case .choice, .reference, .references:
      guard !words.isEmpty else { break }
      return .choice(choices.firstIndex(of: chosen.joined(separator: ", ")) ?? 0, of: choices)
    case .text where ["timing", "timingFunction"].contains(property.name):
      guard let curve = try? TimingFunction(parsing: shownValue?.word ?? "linear") else { break }
      return .curve(curve, CurveGallery.name(of: curve), plays: timing)
    case .text, .group: break
    }
    return .text(shownValue.map { $0.word ?? $0.flow } ?? "")
  }

  // MARK: Words and references

  private static let none = "–"
  private static let also = "also "

  /// The words or names that it may be, each alone.
  private var words: [String] {
    if case .choice(let words) = property.kind { words } else { names }
  }

  /// The word that it is, or the names that it refers to.
  private var chosen: [String] {
    guard let value = shownValue else { return [Self.none] }
    return value.word.map { [$0] } ?? value.list.compactMap(\.word)
  }

  /// The names to choose from: what it has, none where it may be left out, each alone, and each beside what
  /// it has.
  private var choices: [String] {
    let isAlwaysThere = property.isRequired || property.defaultValue != nil
    let (now, plain) = (chosen, isAlwaysThere ? words : [Self.none] + words)
    let own = now.count == 1 && plain.contains(now[0]) ? [] : [now.joined(separator: ", ")]
    guard case .references = property.kind, now != [Self.none] else { return own + plain }
    return own + plain + names.filter { !now.contains($0) && $0 != "anything" }.map { Self.also + $0 }
  }

  private func setting(choice: Int) -> (path: String, text: String?)? {
    guard choices.indices.contains(choice) else { return nil }
    let name = choices[choice]
    if name == Self.none { return (path, nil) }
    if case .choice = property.kind { return words.contains(name) ? (path, name) : nil }
    if words.contains(name) { return (path, FormatNode.text(name).flow) }
    guard name.hasPrefix(Self.also) else { return nil }
    let all = chosen + [String(name.dropFirst(Self.also.count))]
    return (path, FormatNode.list(all.map { .text($0) }).flow)
  }

  private func slider(_ value: Double, _ slider: SliderRange) -> PropertyControl {
    .slider(value, range: slider.range, isLogarithmic: slider.isLogarithmic)
  }

  /// The ends that its slider has now.
  var sliderRange: SliderRange? {
    guard case .slider(_, let range, let isLogarithmic) = control else { return nil }
    return SliderRange(range: range, isLogarithmic: isLogarithmic)
  }

  /// Returns the edits that set it to what a person chose or typed, where the objects may have changed since
  /// they were shown.
  ///
  /// - Parameter node: The mapping that an object has now; nil for the one that is shown.
  func edits(_ value: PropertyValue, _ node: (Inspector.Subject) -> FormatNode?) -> [Edit] {
    var now = self
    now.values = inspected.map { object in
      read(node(object) ?? object.value) ?? object.known[path] ?? property.defaultValue
    }
    return now.edits(value)
  }

  /// Returns the edits that set it to what a person chose or typed: text that the reader judges. Nothing
  /// typed is the default.
  private func edits(_ value: PropertyValue) -> [Edit] {
    zip(inspected, values).compactMap { inspected, now in
      written(value, now: now).map { .set(inspected.object, path: $0.path, value: $0.text) }
    }
  }

  private func written(_ value: PropertyValue, now: FormatNode?) -> (path: String, text: String?)? {
    switch value {
    case .number(let number):
      guard case .count = property.kind else { return (path, unit.plain(number).shortText) }
      return (path, number.rounded().shortText)
    case .component(let component, let number):
      return (path, vector(unit.plain(number).shortText, component, of: now))
    case .color(let color): return (path, color.hex.jsonText)
    case .choice(let index): return setting(choice: index)
    case .toggle(let isOn): return (path, isOn ? "true" : "false")
    case .text(let text):
      guard text.contains(where: { $0 != " " }) else { return (whole ?? path, nil) }
      if case .text = property.kind, !Self.animated.contains(property.name) { return (path, text.jsonText) }
      return (path, typed(text))
    case .typed(let text, let component):
      guard text.contains(where: { $0 != " " }) else { return (whole ?? path, nil) }
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

  /// The controls that can stand for it: a slider for a number, one for each component of a vector, a switch,
  /// and a choice of the words that it may be.
  var controls: [Scene.Control] {
    let kinds: [SceneObject.Kind] = [.world, .body, .joint, .field, .fluid, .emitter]
    guard let first = objects.first, kinds.contains(first.kind) else { return [] }
    func control(_ widget: Scene.Control.Widget, _ part: String = "", _ word: String = "") -> Scene.Control {
      let owners = objects.map(\.name)
      let owner = owners.count == 1 ? owners[0] : "\(owners.count) things"
      let id = "\(owners[0]).\(path)\(part)".split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
      return Scene.Control(
        id: String(id.joined(separator: "-").prefix(56)), title: "\(property.name.words)\(word) of \(owner)",
        help: property.help.filter { $0 != "`" }, widget, of: owners.map { "\($0).\(path)\(part)" })
    }
    var step: Double?
    if case .count = property.kind { step = 1 }
    func slider(_ value: Double) -> Scene.Control.Widget {
      let known = sliderRange ?? SliderRange(about: value, within: -.infinity ... .infinity, unit: plainUnit)
      let suffix = String(unit.suffix.dropFirst())
      let own = suffix.isEmpty && Quantity.isUnit(plainUnit) ? plainUnit : suffix
      return .slider(known.linear(about: value), step: step, unit: own)
    }
    switch self.control {
    case .slider(let value, _, _): return [control(slider(value))]
    case .vector(let vector, _):
      return [control(slider(vector.x), "[0]", " x"), control(slider(vector.y), "[1]", " y")]
    case .toggle: return [control(.toggle(off: "false", on: "true"))]
    case .choice where names.isEmpty && words.count > 1:
      return [control(.choice(words.map { Scene.Control.Option($0, $0) }))]
    default: return []
    }
  }

  func row(_ name: String, isPlotted: Bool?, refusal: String?) -> PropertyRow {
    PropertyRow(
      name, property.name.words, control, unit: unit.shown, help: property.help.filter { $0 != "`" },
      isMixed: isMixed, isPlotted: isPlotted, refusal: refusal)
  }
}

extension String {
  /// A key of the format as words: `angular velocity`.
  var words: String {
    reduce(into: "") { words, letter in
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
  }
}

/// The unit in which a quantity of the scene format is shown: angles in degrees, all else as the format has
/// it.
struct PropertyUnit: Hashable {
  /// The unit as it is shown after the number.
  var shown: String
  /// The plain units in one shown unit, such as π / 180 radians in a degree.
  var scale: Double
  /// The unit that a number typed alone gets after it, for the reader to know.
  var suffix: String

  /// - Parameter plain: The format's own, such as `rad`.
  init(_ plain: String) {
    switch plain {
    case "rad": self.init(shown: "°", scale: .pi / 180, suffix: " deg")
    case "rad/s": self.init(shown: "°/s", scale: .pi / 180, suffix: " deg/s")
    default:
      self.init(shown: plain.replacing("^2", with: "²").replacing("*", with: "·"), scale: 1, suffix: "")
    }
  }

  private init(shown: String, scale: Double, suffix: String) {
    (self.shown, self.scale, self.suffix) = (shown, scale, suffix)
  }

  /// A plain number as it is shown. What was typed as 30 degrees is shown as 30, and not as
  /// 29.999999999999996; the speed of what has come to rest as 0.
  func shown(_ plain: Double) -> Double {
    guard scale != 1 else { return abs(plain) < 1e-9 ? 0 : plain }
    let value = plain / scale
    let rounded = (value * 1e9).rounded() / 1e9
    return abs(value) < 1e5 ? rounded : value
  }

  func plain(_ shown: Double) -> Double { shown * scale }
}

/// The channels of a graph that show a property of an object.
enum PropertyChannels {
  /// The names of the channels; none for what cannot be plotted.
  ///
  /// - Parameter key: The key at the start of the property's path.
  static func names(of object: SceneObject, key: String) -> [String] {
    var names: [String] = []
    if let property = AnimatableProperty(settable: key, ofEmitter: object.kind == .emitter),
      property.owner == object.kind
    {
      names = PropertyComponent.all(of: property).map(\.name)
    }
    return (measured[object.kind]?[key] ?? names).map { "\(object.name).\($0)" }
  }

  /// The channels of what is measured in place of what is set, or beside it.
  private static let measured: [SceneObject.Kind: [String: [String]]] = [
    .body: ["velocity": ["velocity.x", "velocity.y"], "angularVelocity": ["spin"]],
    .joint: [
      "length": ["length"], "min": ["min", "length"], "max": ["max", "length"], "maxForce": ["force"],
      "breakAt": ["force"],
    ],
  ]
}

/// The ends of a slider for a quantity.
struct SliderRange: Hashable {
  var range: ClosedRange<Double>
  var isLogarithmic = false
}

extension SliderRange {
  /// Sensible ends about a value where the format sets none that a slider could have.
  ///
  /// - Parameters:
  ///   - value: The value as it is shown.
  ///   - bounds: What the format allows, as it is shown; infinite where nothing limits it.
  ///   - unit: The format's own.
  init(about value: Double, within bounds: ClosedRange<Double>, unit: String) {
    let (low, high) = (bounds.lowerBound, bounds.upperBound)
    if low.isFinite, high.isFinite {
      // Where there is room for both 1 and 1000, equal steps would leave no room for the small ones.
      self.init(range: bounds, isLogarithmic: low > 0 && high / low >= 1000)
      return
    }
    let size = max(abs(value), 1e-9)
    if Self.isSteep(unit), low >= 0, value > 0 {
      let decade = Self.decade(below: size)
      self.init(range: max(decade / 10, low)...decade * 100, isLogarithmic: true)
      return
    }
    let standard = Self.standard(unit)
    let reach = size < standard ? standard : Self.round(above: size * 2)
    self.init(range: max(low, low >= 0 ? low : -reach)...min(max(reach, low + 1e-6), high))
  }

  /// Returns the ends of a slider whose steps are all equal, about a value: not a thousand times as far away.
  func linear(about value: Double) -> ClosedRange<Double> {
    let low =
      isLogarithmic ? max(range.lowerBound, Self.decade(below: max(value, 1e-9)) / 10) : range.lowerBound
    guard low >= 0, range.upperBound > 100 * max(value, 1) || isLogarithmic else { return range }
    return low...min(range.upperBound, Self.round(above: 4 * max(value, low, isLogarithmic ? 1e-9 : 1)))
  }

  /// Returns true for what is distinguished by factors: a thing may weigh a gram or a ton.
  private static func isSteep(_ unit: String) -> Bool {
    ["kg", "kg/pt^2", "kg/s^2", "kg/s", "kg*pt^2", "kg*pt^2/s^2", "kg*pt^2/s", "kg*pt/s^2"].contains(unit)
  }

  /// Returns the usual end of a slider, as it is shown.
  private static func standard(_ unit: String) -> Double {
    switch unit {
    case "rad": 180
    case "rad/s": 720
    case "pt": 100
    case "pt/s": 500
    case "pt/s^2": 2000
    case "s": 10
    case "": 2
    default: 100
    }
  }

  /// The power of ten at or below a positive number.
  private static func decade(below value: Double) -> Double {
    var decade = 1.0
    while decade > value, decade > 1e-15 { decade /= 10 }
    while decade * 10 <= value, decade < 1e15 { decade *= 10 }
    return decade
  }

  /// 1, 2 or 5 times a power of ten, at or above a positive number.
  private static func round(above value: Double) -> Double {
    let decade = decade(below: value)
    return [1, 2, 5, 10].map { $0 * decade }.first { $0 >= value } ?? decade * 10
  }
}

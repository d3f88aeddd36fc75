import Foundation
import TumbleFiles

extension Scene {
  /// A slider, a switch or a choice for people, which sets properties of the scene to one value.
  ///
  /// What it shows is what the first of its properties is: a control has no value of its own.
  public struct Control: Hashable, Sendable {
    /// The id, unique among controls: what commands and `--set` call it.
    public var id: String
    /// The title for people; empty: its id.
    public var title = ""
    /// One line for people: what it does.
    public var help = ""
    /// The widget of the control, with its values.
    public var widget: Widget
    /// The properties that it sets, such as `breeze.strength`; at least one.
    public var properties: [String]

    /// Creates a value by its parts, which are the properties of the same names.
    public init(id: String, title: String = "", help: String = "", _ widget: Widget, of properties: [String])
    {
      (self.id, self.title, self.help, self.widget) = (id, title, help, widget)
      self.properties = properties
    }

    /// The widgets that a control can have.
    public enum Widget: Hashable, Sendable {
      /// A slider between two ends.
      ///
      /// - Parameters:
      ///   - step: The value is the lower end and a number of these; nil: anything between the ends.
      ///   - unit: Written after the number, such as `deg`; empty for the property's own plain unit.
      case slider(ClosedRange<Double>, step: Double?, unit: String)
      /// A switch, with what is set as text of the scene format.
      case toggle(off: String, on: String)
      /// A list of options of which one is chosen.
      case choice([Option])
    }

    /// A choice of a control.
    public struct Option: Hashable, Sendable {
      /// The name that people see.
      public var name: String
      /// The value that is set, as text of the scene format.
      public var value: String

      /// Creates a value by its parts, which are the properties of the same names.
      public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }
  }
}

extension Scene.Control {
  /// The most controls of a scene.
  static let maxControls = 100

  /// Returns what its properties are set to for a value: of a slider a number in its unit, of a switch 0 or
  /// 1, of a choice the index of its option; nil for a value that it cannot have.
  public func text(for value: Double) -> String? {
    switch widget {
    case .slider(let range, _, let unit):
      guard range.contains(value) else { return nil }
      return unit.isEmpty ? value.shortText : "\(value.shortText) \(unit)"
    case .toggle(let off, let on): return value == 0 ? off : value == 1 ? on : nil
    case .choice(let options):
      guard let place = Int(exactly: value), options.indices.contains(place) else { return nil }
      return options[place].value
    }
  }

  /// The value that it has where its property is written so; nil where it cannot have been set by it.
  ///
  /// - Parameter pointsPerMeter: Of the world.
  public func value(ofProperty text: String, pointsPerMeter: Double?) -> Double? {
    func plain(_ text: String) -> Double? {
      (try? Variables().amount(of: text, pointsPerMeter: pointsPerMeter))?.value
    }
    func color(_ text: String) -> Color? { ColorNames.color(text) ?? Color(hex: text) }
    func isSame(_ other: String) -> Bool {
      let (parts, otherParts) = (Self.parts(text), Self.parts(other))
      return parts.count == otherParts.count
        && zip(parts, otherParts).allSatisfy { a, b in
          a == b || plain(a).map { $0 == plain(b) } ?? false || color(a).map { $0 == color(b) } ?? false
        }
    }
    switch widget {
    case .slider(_, _, let unit):
      guard let number = plain(text) else { return nil }
      guard !unit.isEmpty else { return number }
      guard let scale = plain("1 \(unit)") else { return nil }
      // Rounded to 12 digits, so that what was set to 30 deg shows 30.
      let value = number / scale
      return Double(String(format: "%.12g", value)) ?? value
    case .toggle(let off, let on): return isSame(on) ? 1 : isSame(off) ? 0 : nil
    case .choice(let options): return options.firstIndex { isSame($0.value) }.map(Double.init)
    }
  }

  /// The parts of a value, without brackets and quotes; `3 turn/s` is one.
  private static func parts(_ text: String) -> [String] {
    text.split { "[],\"'".contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter {
      !$0.isEmpty
    }
  }

  /// Returns a fault of a value, for a sentence after its name; nil if there is none.
  package func refusal(of value: Double) -> String? {
    guard text(for: value) == nil else { return nil }
    switch widget {
    case .slider(let range, _, let unit):
      let unit = unit.isEmpty ? "" : " \(unit)"
      return """
        goes from \(range.lowerBound.shortText) to \(range.upperBound.shortText)\(unit), and not to \
        \(value.shortText)
        """
    case .toggle: return "is off (0) or on (1), and not \(value.shortText)"
    case .choice(let options): return "has the choices 0 to \(options.count - 1), and not \(value.shortText)"
    }
  }
}

extension Scene {
  /// A key, a pair of keys or a gamepad's stick that drives something while a scene runs.
  public struct Input: Hashable, Sendable {
    /// The id, unique among inputs: what commands and triggers call it.
    public var id: String
    /// The help for people: what it does.
    public var help = ""
    /// The names of keys that give 1 while they are held.
    public var keys: [String] = []
    /// The keys for -1.
    public var reverseKeys: [String] = []
    /// A button or an axis of a gamepad.
    public var pad: String?
    /// The use of the mouse that drives it; nil: keys and a gamepad do.
    public var pointer: Pointer?
    /// The effects of the input.
    public var drives: [Drive] = []

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      id: String, help: String = "", keys: [String] = [], reverseKeys: [String] = [], pad: String? = nil,
      pointer: Pointer? = nil, drives: [Drive] = []
    ) {
      (self.id, self.help, self.keys, self.reverseKeys, self.pad) = (id, help, keys, reverseKeys, pad)
      (self.pointer, self.drives) = (pointer, drives)
    }

    /// The buttons of the mouse that an input takes.
    public enum Pointer: String, CaseIterable, Hashable, Sendable {
      /// The left, the middle or the right button of the mouse.
      case left, middle, right
      /// Whatever its buttons do.
      case always

      static let buttons = allCases.filter { $0 != .always }.map(\.rawValue)
    }
  }

  /// The effect of an input, times its value of -1 to 1.
  public enum Drive: Hashable, Sendable {
    /// Adds to the rate of a motor joint, in radians per second.
    case motor(String, rate: Double)
    /// Adds to the rest length of a spring joint, in points.
    case length(String, by: Double)
    /// Pushes bodies all the time, in kilograms × points per second squared.
    case force(BodySelector, Force)
    /// Pulls bodies to where the pointer is, in kilograms × points per second squared; nearer than `reach` in
    /// proportion less.
    case toward(BodySelector, force: Double, reach: Double)
    /// Moves kinematic bodies to where the pointer is, at most so fast, in points per second.
    case follow(BodySelector, speed: Double)
  }

  /// A force on a body while an input is held.
  public struct Force: Hashable, Sendable {
    /// The force in kilograms × points per second squared.
    public var amount: Vector
    /// The point in the body's own coordinates; nil: its center of gravity.
    public var place: Vector?
    /// Is true if it is turned with the body, as a thruster's.
    public var isLocal: Bool

    /// Creates a value by its parts, which are the properties of the same names.
    public init(_ amount: Vector, at place: Vector? = nil, isLocal: Bool) {
      (self.amount, self.place, self.isLocal) = (amount, place, isLocal)
    }
  }
}

import TumbleGeometry

extension Scene {
  /// A key, a pair of keys or a gamepad's stick that drives something while a scene runs.
  public struct Input: Hashable, Sendable {
    /// Unique among inputs: what commands and triggers call it.
    public var id: String
    /// For people: what it does.
    public var help = ""
    /// The names of keys that give 1 while they are held.
    public var keys: [String] = []
    /// Likewise for -1.
    public var reverseKeys: [String] = []
    /// A button or an axis of a gamepad.
    public var pad: String?
    /// What of the mouse drives it; nil: keys and a gamepad do.
    public var pointer: Pointer?
    public var drives: [Drive] = []

    public init(
      id: String, help: String = "", keys: [String] = [], reverseKeys: [String] = [], pad: String? = nil,
      pointer: Pointer? = nil, drives: [Drive] = []
    ) {
      self.id = id
      self.help = help
      self.keys = keys
      self.reverseKeys = reverseKeys
      self.pad = pad
      self.pointer = pointer
      self.drives = drives
    }

    public enum Pointer: String, CaseIterable, Hashable, Sendable {
      case left, middle, right
      /// Whatever its buttons do.
      case always

      static let buttons = allCases.filter { $0 != .always }.map(\.rawValue)
    }
  }

  /// What an input does, times its value of -1 to 1.
  public enum Drive: Hashable, Sendable {
    /// Adds to the rate of a motor joint, in radians per second.
    case motor(String, rate: Double)
    /// Adds to the rest length of a spring joint, in points.
    case length(String, by: Double)
    /// Pushes bodies all the time, in kilograms × points per second squared.
    case force(BodySelector, Force)
    /// Pulls bodies to where the pointer is, in kilograms × points per second squared; nearer than `reach` in proportion less.
    case toward(BodySelector, force: Double, reach: Double)
    /// Moves kinematic bodies to where the pointer is, at most so fast, in points per second.
    case follow(BodySelector, speed: Double)
  }

  public struct Force: Hashable, Sendable {
    public var amount: Vector
    /// In the body's own coordinates; nil: its centre of gravity.
    public var place: Vector?
    /// Whether it is turned with the body, as a thruster's.
    public var isLocal: Bool

    public init(_ amount: Vector, at place: Vector? = nil, isLocal: Bool) {
      self.amount = amount
      self.place = place
      self.isLocal = isLocal
    }
  }
}

import TumbleEditor
import TumbleInput
import TumblePanels
import TumbleSimulation

/// The motor of a hinge, a wheel or a prismatic joint, and the keys that drive it: those of the first input
/// that drives it, and nothing but motors.
struct JointMotor: Equatable {
  let joint: String
  private let whole: FormatNode
  let kind: ComposedJoint
  /// The mapping of the motor's own joint, which a wheel and a prismatic joint have; nil where there is none.
  private let own: FormatNode?
  private let input: Scene.Input?
  /// The place of the motor among what the input drives.
  private let place: Int
  /// The inputs that drive motors only, and not this one.
  private let others: [Scene.Input]

  private static let speedRow = "joint.motorSpeed"
  private static let strengthRow = "joint.motorStrength"
  private static let keyRow = "joint.key"
  private static let backRow = "joint.back"
  private static let rateRow = "joint.keyRate"

  /// The rows by their names, as the names of gestures have them.
  static let labels = [
    speedRow: "speed", strengthRow: "strength", keyRow: "key", backRow: "way back", rateRow: "speed by key",
  ]

  /// - Parameter joint: The id of a joint; nil for one that can have no motor, and one that has gone.
  init?(of joint: String, in world: World) {
    guard let whole = world.node(of: .joint(joint)) else { return nil }
    func part(_ part: ComposedJoint.Part) -> FormatNode? {
      world.node(of: .joint(joint + part.suffix)).flatMap { $0["partOf"]?.word == joint ? $0 : nil }
    }
    switch whole["type"]?.word {
    case "hinge": kind = .hinge
    case "pivot" where part(.angle) == nil: kind = .hinge
    case "groove" where part(.spring) != nil: kind = .wheel
    case "groove" where part(.angle) != nil: kind = .prismatic
    default: return nil
    }
    (self.joint, self.whole) = (joint, whole)
    let motor = joint + ComposedJoint.Part.motor.suffix
    own = kind == .hinge ? nil : part(.motor)
    func place(_ input: Scene.Input) -> Int? { input.motors?.firstIndex { $0.joint == motor } }
    input = world.presentInputs.first { place($0) != nil }
    self.place = input.flatMap(place) ?? 0
    others = world.presentInputs.filter { $0.pointer == nil && $0.motors != nil && place($0) == nil }
  }

  // MARK: - What is shown

  /// The drive along the groove of a prismatic joint.
  private var drive: SlideDrive? {
    guard let from = whole["from"]?.vector, let to = whole["to"]?.vector else { return nil }
    return SlideDrive(from: from, to: to)
  }

  private var slides: Bool { kind == .prismatic }
  private var hasMotor: Bool { kind == .hinge ? whole["motor"] != nil : own != nil }
  private var unit: String { slides ? "pt/s" : "deg/s" }

  /// The motor's own speed, in radians or points per second.
  private var speed: Double {
    switch kind {
    case .prismatic:
      guard let drive, let length = own?["length"]?.number else { return 0 }
      return drive.speed(toLength: length, pace: own?["maxBias"]?.number ?? 0)
    case .wheel: return own?["rate"]?.number ?? 0
    case .hinge, .weld: return whole["motor"]?["speed"]?.number ?? 0
    }
  }

  /// The speed that the keys add, in radians or points per second.
  private var rate: Double {
    if let input, case .motor(_, let rate) = input.drives[place] { return rate }
    return speed != 0 ? speed : slides ? 100 : 2 * .pi
  }

  private func text(_ speed: Double) -> String {
    "\((slides ? speed : speed * 180 / .pi).thousandthsText) \(unit)"
  }

  /// The rows of the motor by itself: none of a hinge, which has them among its own.
  fileprivate func ownRows(refusals: [String: String]) -> [PropertyRow] {
    guard kind != .hinge else { return [] }
    let strength = slides ? "force" : "torque"
    return [
      row(
        Self.speedRow, "speed", own == nil ? "" : text(speed),
        slides
          ? "How fast it moves from the groove's start to its end; empty: there is no motor."
          : "How fast the wheel turns; empty: there is no motor.", refusals),
      row(
        Self.strengthRow, strength, own?["maxForce"]?.word ?? "",
        "The most \(strength) that it has for that; empty: no limit.", refusals),
    ]
  }

  /// The slider that can stand for a row of the motor by itself; nil for another row, and without a motor.
  fileprivate func control(_ row: String) -> Scene.Control? {
    guard kind != .hinge, let own else { return nil }
    func slider(_ key: String, _ word: String, _ range: ClosedRange<Double>, _ unit: String) -> Scene.Control
    {
      Scene.Control(
        id: "\(joint)-\(word)", title: "\(word) of \(joint)", .slider(range, step: nil, unit: unit),
        of: ["\(motorID).\(key)"])
    }
    switch row {
    // The rod of a prismatic joint has a pace, whatever its way.
    case Self.speedRow where slides:
      return own["maxBias"]?.number.map {
        slider(
          "maxBias", "speed", SliderRange(about: $0, within: 0 ... .infinity, unit: "pt/s").range, "pt/s")
      }
    case Self.speedRow: return slider("rate", "speed", -1440...1440, "deg/s")
    case Self.strengthRow:
      guard let strength = own["maxForce"]?.number, strength > 0 else { return nil }
      let range = SliderRange(about: strength, within: 0 ... .infinity, unit: "kg*pt^2/s^2")
      return slider("maxForce", slides ? "force" : "torque", range.linear(about: strength), "")
    default: return nil
    }
  }

  func keyRows(refusals: [String: String]) -> [PropertyRow] {
    let moves = slides ? "moves" : "turns"
    return [
      row(
        Self.keyRow, "key", input?.keys.joined(separator: ", ") ?? "",
        """
        The key that \(moves) it while it is held, such as Right; several with commas. That of another motor \
        drives both.
        """,
        refusals),
      row(
        Self.backRow, "way back", input?.reverseKeys.joined(separator: ", ") ?? "",
        "The key that \(moves) it the other way, such as Left.", refusals),
      row(Self.rateRow, "speed by key", text(rate), "How fast the keys add to its speed.", refusals),
    ]
  }

  private func row(
    _ name: String, _ label: String, _ value: String, _ help: String, _ refusals: [String: String]
  ) -> PropertyRow {
    PropertyRow(name, label, .text(value), help: help, refusal: refusals[name])
  }

  // MARK: - What is set

  /// The edits of a row; nil for another row.
  func edits(_ row: String, _ text: String) -> [Edit]? {
    switch row {
    case Self.speedRow: return speedEdits(text)
    case Self.strengthRow:
      let strength = text.contains { $0 != " " } ? text : nil
      guard own != nil || strength != nil else { return [] }
      return (own == nil ? speedEdits("0") : []) + [.set(part, path: "maxForce", value: strength)]
    case Self.rateRow:
      return input.map { [.set(.input($0.id), path: "drive[\(place)].rate", value: written(text))] } ?? []
    case Self.keyRow: return keyEdits("keys", text, other: input?.reverseKeys)
    case Self.backRow: return keyEdits("reverse", text, other: input?.keys)
    default: return nil
    }
  }

  private var motorID: String { joint + ComposedJoint.Part.motor.suffix }
  /// The joint that the motor is, or would be.
  var part: SceneObject { .joint(motorID) }

  /// A number alone is in the unit that is shown; that of a prismatic joint is the format's own, which takes
  /// no unit.
  private func written(_ text: String) -> String {
    var text = String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    if slides {
      if text.hasSuffix(unit) { text = String(text.dropLast(unit.count).filter { $0 != " " }) }
      return text
    }
    return Double(text) == nil ? text : "\(text) \(unit)"
  }

  private func speedEdits(_ text: String) -> [Edit] {
    // Keys that drive nothing are not kept.
    guard text.contains(where: { $0 != " " }) else { return own == nil ? [] : [.remove(part)] + unlinked }
    let speed = written(text)
    if slides {
      let number = Double(speed)
      let value = number.map { abs($0).shortText } ?? speed
      guard let drive else { return [] }
      let length = drive.length(at: number ?? 0).shortText
      guard own == nil else {
        return [.set(part, path: "maxBias", value: value), .set(part, path: "length", value: length)]
      }
      return adding(
        .pin,
        [
          ("anchorA", .vector(drive.mount)),
          ("anchorB", whole["anchorB"] ?? .vector(.zero)), ("length", .plain(length)),
          ("errorBias", .plain("0")), ("maxBias", .plain(value)),
        ])
    }
    guard own == nil else { return [.set(part, path: "rate", value: speed)] }
    return adding(.motor, [("rate", .plain(speed))])
  }

  private func adding(_ kind: JointKind, _ properties: FormatNode.Mapping) -> [Edit] {
    let shared = ["a", "b", "collideBodies"].compactMap { key in whole[key].map { (key, $0) } }
    let all: FormatNode.Mapping =
      [("id", .text(motorID)), ("type", .plain(kind.rawValue))]
      + shared + properties + [("partOf", .text(joint))]
    return [.add(.joint, all.flow)]
  }

  /// It stands until a key is pressed.
  private var still: [Edit] {
    kind == .hinge ? [.set(.joint(joint), path: "motor.speed", value: "0")] : speedEdits("0")
  }

  /// The edits of keys, and those that let the motor stand. Keys may be refused: a motor that is there is
  /// then left as it was. Where there is none it comes first, as keys drive nothing else.
  private func together(_ keys: [Edit]) -> [Edit] { hasMotor ? keys + still : still + keys }

  /// A key is one input's: a motor that is to have another motor's key is driven along with that.
  private func joining(_ key: String, _ text: String) -> [Edit]? {
    let wanted = Set(text.split { $0 == "," || $0 == " " }.compactMap { Key(sceneName: String($0)) })
    func has(_ keys: [String]) -> Bool { keys.contains { Key(sceneName: $0).map(wanted.contains) ?? false } }
    for other in others {
      let (isAhead, isBack) = (has(other.keys), has(other.reverseKeys))
      guard isAhead || isBack, let motors = other.motors else { continue }
      let new = DrivenMotor(joint: joint, rate: isAhead == (key == "keys") ? rate : -rate)
      let drives = (motors + [new]).map { FormatNode.drive(ofMotor: $0.joint, rate: .number($0.rate)) }
      return [.set(.input(other.id), path: "drive", value: FormatNode.list(drives).flow)]
    }
    return nil
  }

  private func keyEdits(_ key: String, _ text: String, other: [String]?) -> [Edit] {
    let names = text.split { $0 == "," || $0 == " " }.map { word -> String in
      let small = word.lowercased()
      return Scene.Input.keyNames.first { $0.lowercased() == small } ?? String(word)
    }
    let keys = names.map { FormatNode.text($0) }
    guard let input else {
      guard !keys.isEmpty else { return [] }
      if let joined = joining(key, names.joined(separator: ",")) { return together(joined) }
      // A wheel that turns clockwise rolls to the right.
      let isClockwise = !slides && speed == 0 && names.contains(key == "keys" ? "Right" : "Left")
      let new: FormatNode.Mapping = [
        ("id", .text(joint + "-keys")), (key, .list(keys)),
        ("help", .text("\(slides ? "Moves" : "Turns") \(joint)")),
        ("drive", .drive(ofMotor: joint, rate: .number(isClockwise ? -rate : rate))),
      ]
      return together([.add(.input, new.flow)])
    }
    let object = SceneObject.input(input.id)
    guard keys.isEmpty, other?.isEmpty ?? true else {
      return [.set(object, path: key, value: FormatNode.list(keys).flow)]
    }
    return unlinked
  }

  /// Takes the motor out of the input that drives it.
  private var unlinked: [Edit] {
    guard let input else { return [] }
    let object = SceneObject.input(input.id)
    return [input.drives.count == 1 ? .remove(object) : .set(object, path: "drive[\(place)]", value: nil)]
  }
}

extension Scene.Input {
  /// The motors that it drives, in the order of its drives; nil if it drives anything else, or nothing.
  var motors: [DrivenMotor]? {
    let motors = drives.compactMap { drive -> DrivenMotor? in
      if case .motor(let joint, let rate) = drive { DrivenMotor(joint: joint, rate: rate) } else { nil }
    }
    return motors.count == drives.count && !motors.isEmpty ? motors : nil
  }
}

extension [JointMotor] {
  /// The rows of motors of one kind by themselves, which set all of them.
  func ownRows(refusals: [String: String], _ facts: Inspector.Facts) -> [PropertyRow] {
    guard let first else { return [] }
    let all = dropFirst().map { $0.ownRows(refusals: refusals) }
    return first.ownRows(refusals: refusals).enumerated().map { place, row in
      var row = row
      row.isMixed = all.contains { $0[place].control != row.control }
      row.isControl = facts.isControlled(control(row.path).map { [$0] } ?? [])
      return row
    }
  }

  /// The slider that can stand for a row of all of the motors; nil for another row, and where one has none.
  func control(_ row: String) -> Scene.Control? {
    let own = compactMap { $0.control(row) }
    guard var control = own.first, own.count == count else { return nil }
    guard count > 1 else { return control }
    control.properties = own.flatMap(\.properties)
    control.title = control.title.replacing(first?.joint ?? "", with: "\(count) things")
    return control
  }
}

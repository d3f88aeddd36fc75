import TumbleGeometry
import TumblePanels
import TumbleScenes
import TumbleSimulation

/// The keys that drive the motor of a hinge: those of the input that drives it and nothing else.
struct HingeKeys: Equatable {
  let joint: String
  /// Radians per second of the motor itself.
  private let speed: Double
  private let input: Scene.Input?
  /// Radians per second that the keys add.
  private let rate: Double

  private static let keyRow = "joint.key"
  private static let backRow = "joint.back"
  private static let rateRow = "joint.keyRate"

  /// - Parameter hinge: The hinge's mapping of the scene format.
  init(of hinge: FormatNode, in world: World) {
    joint = hinge["id"]?.word ?? ""
    speed = hinge["motor"]?["speed"]?.number ?? 0
    let motor = joint + ComposedJoint.Part.motor.suffix
    let driven = world.presentInputs.lazy.compactMap { input -> (Scene.Input, Double)? in
      guard input.drives.count == 1, case .motor(motor, let rate) = input.drives[0] else { return nil }
      return (input, rate)
    }
    (input, rate) = driven.first.map { ($0, $1) } ?? (nil, speed == 0 ? 2 * .pi : speed)
  }

  func rows(refusals: [String: String]) -> [PropertyRow] {
    func row(_ name: String, _ label: String, _ value: String, _ help: String) -> PropertyRow {
      PropertyRow(name, label, .text(value), help: help, refusal: refusals[name])
    }
    let degrees = (rate * 180 / .pi * 1000).rounded() / 1000
    return [
      row(
        Self.keyRow, "key", input?.keys.joined(separator: ", ") ?? "",
        "The key that turns it while it is held, such as Right; several with commas."),
      row(
        Self.backRow, "way back", input?.reverseKeys.joined(separator: ", ") ?? "",
        "The key that turns it the other way, such as Left."),
      row(Self.rateRow, "speed by key", "\(degrees.shortText) deg/s", "How fast the keys turn it."),
    ]
  }

  /// The edits of a row; nil for another row.
  func edits(_ row: String, _ text: String) -> [Edit]? {
    guard [Self.keyRow, Self.backRow, Self.rateRow].contains(row) else { return nil }
    let object = input.map { SceneObject.input($0.id) }
    if row == Self.rateRow {
      return object.map { [.set($0, path: "drive[0].rate", value: text)] } ?? []
    }
    let isBack = row == Self.backRow
    let keys = text.split { $0 == "," || $0 == " " }.map { FormatNode.text(String($0)) }
    let key = isBack ? "reverse" : "keys"
    guard let object, let input else {
      guard !keys.isEmpty else { return [] }
      let drive: FormatNode.Mapping = [
        ("type", .plain("motor")), ("of", .text(joint)), ("rate", .number(rate)),
      ]
      let new: FormatNode.Mapping = [
        ("id", .text(joint + "-keys")), (key, .list(keys)), ("help", .text("Turns \(joint)")),
        ("drive", .mapping(drive)),
      ]
      // It stands until a key is pressed.
      return [.set(.joint(joint), path: "motor.speed", value: "0"), .add(.input, new.flow)]
    }
    if keys.isEmpty, (isBack ? input.keys : input.reverseKeys).isEmpty { return [.remove(object)] }
    return [.set(object, path: key, value: FormatNode.list(keys).flow)]
  }
}

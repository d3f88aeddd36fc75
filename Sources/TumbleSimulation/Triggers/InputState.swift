import TumbleGeometry
import TumbleScenes

/// What a person holds down, by the scene's inputs.
struct InputState {
  let inputs: [Scene.Input]
  /// By input, -1 to 1.
  var values: [Double]
  /// Where the pointer is; nil before it has been anywhere.
  var place: Vector? {
    didSet { for index in inputs.indices where inputs[index].pointer == .always { values[index] = 1 } }
  }
  /// By input: where the pointer's button was pressed last.
  var presses: [Vector?]
  /// The ids of the bodies that follow the pointer now.
  var followers: Set<Int> = []
  /// By input, and by joint in the order of the file: what its motor's rate or its spring's length is driven by.
  let joints: [(id: String, parts: [(input: Int, amount: Double)])]

  init(_ inputs: [Scene.Input]) {
    self.inputs = inputs
    values = inputs.map { _ in 0 }
    presses = inputs.map { _ in nil }
    var joints: [(id: String, parts: [(input: Int, amount: Double)])] = []
    for (index, input) in inputs.enumerated() {
      for drive in input.drives {
        let (id, amount): (String, Double)
        switch drive {
        case .motor(let joint, let rate): (id, amount) = (joint, rate)
        case .length(let joint, let length): (id, amount) = (joint, length)
        case .force, .toward, .follow: continue
        }
        if let place = joints.firstIndex(where: { $0.id == id }) {
          joints[place].parts.append((index, amount))
        } else {
          joints.append((id, [(index, amount)]))
        }
      }
    }
    self.joints = joints
  }

  /// With other inputs: what is held stays held.
  func changed(to inputs: [Scene.Input]) -> InputState {
    var state = InputState(inputs)
    for (index, input) in inputs.enumerated() {
      guard let old = self.inputs.firstIndex(where: { $0.id == input.id }) else { continue }
      (state.values[index], state.presses[index]) = (values[old], presses[old])
    }
    state.place = place
    state.followers = followers
    return state
  }

  var usesPointer: Bool { inputs.contains { $0.pointer != nil } }

  /// How far an input is to be taken for it to count as pressed.
  static let threshold = 0.5
}

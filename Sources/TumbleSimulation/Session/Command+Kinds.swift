extension Command {
  /// Is true if it takes effect at once, also while the session is paused.
  package var isEdit: Bool {
    switch self {
    case .edit, .control: true
    default: false
    }
  }

  /// Is true if it needs a mouse joint that a grab has made.
  var needsMouseJoint: Bool {
    switch self {
    case .move, .release: true
    default: false
    }
  }

  /// Its name for a person.
  var title: String {
    switch self {
    case .grab, .move, .release: "drag"
    case .tilt: "tilt"
    case .point: "pointer"
    case .input(let id, _), .control(let id, _): id
    case .run(let layer, _): "speed of \(layer)"
    case .scrub(let layer, _): "time of \(layer)"
    case .edit(.add(let kind, _)): "add \(kind.rawValue)"
    case .edit(.remove(let object)): "remove \(object.name)"
    case .edit(.set(let object, let path, _)): "set \(path) of \(object.name)"
    case .edit(.duplicate(let ids, _, _)): ids.count == 1 ? "copy \(ids[0])" : "copy \(ids.count) objects"
    case .edit(.pin(let id, _, _)): "pin \(id)"
    case .edit(.unpin(let id)): "unpin \(id)"
    case .edit(.slice): "cut"
    }
  }
}

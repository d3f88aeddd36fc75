import TumbleFiles

/// The scene that is begun with: a floor, and nothing on it.
package enum NewScene {
  /// Until it has a name of its own.
  package static let name = "untitled"

  package static let text = """
    tumble: 1
    view: {size: [600, 400]}
    world: {gravity: [0, -1000], rate: 120 Hz}
    bodies:
      - {id: floor, kind: static, at: [300, 10], box: [600, 20], friction: 0.7}

    """

  /// Why a file of that name cannot be written into a folder; nil where it can.
  package static func refusal(of name: String, in folder: String) -> String? {
    if name.isEmpty { return "a name is required" }
    guard SceneLibrary.isName(name) else {
      return
        "'\(name)' is not a file name: expected letters, digits, - and _"
    }
    let path = folder + "/" + name + ".yaml"
    return UntrustedFile.exists(path) ? "\(path) already exists" : nil
  }
}

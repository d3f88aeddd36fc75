import TumbleFrames
import TumbleScenes

extension World {
  func check(control id: String, _ value: Double) throws(WorldError) {
    do {
      _ = try model.edits(control: id, to: value)
    } catch {
      throw .refused(message: error.message, hint: error.hint)
    }
  }

  /// Sets all that a control sets, or nothing of it. What it sets of what is gone is left out.
  func setControl(_ id: String, to value: Double) throws(WorldError) {
    let edits: [Edit]
    do {
      edits = try model.edits(control: id, to: value)
    } catch {
      throw .refused(message: error.message, hint: error.hint)
    }
    var done: [Edit] = []
    for edit in edits {
      guard case .set(let object, let path, _) = edit else { continue }
      let before = Edit.set(object, path: path, value: model.text(of: object, path))
      do {
        try make(edit)
      } catch {
        for edit in done.reversed() { try? make(edit) }
        throw error
      }
      done.append(before)
    }
  }

  /// What a control of the scene shows, by its id: a number in its unit, 0 or 1, or the place of an option. That is what the
  /// first of its properties is, whatever set it; nil where there is no such control, and where its property is nothing that
  /// it could set.
  public func control(_ id: String) -> Double? { model.value(ofControl: id) }

  /// Whether any of what a control sets is there.
  package func canSetControl(_ id: String) -> Bool {
    model.scene.controls.first { $0.id == id }?.properties.contains { model.property($0) != nil } ?? false
  }
}

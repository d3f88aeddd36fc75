import TumbleInput
import TumblePanels
import TumbleSimulation

/// The controls that a scene offers: sliders, switches and choices, each of which gives commands.
final class ControlsPart: WindowPart {
  private let session: Session
  private let notices: Notices
  /// Is true if they were closed in this scene: the next one's are shown again.
  private var isClosed = false
  /// The reasons why the latest changes of rows were refused, by the controls' ids.
  private var refusals: [String: String] = [:]

  init(_ session: Session, _ notices: Notices) { (self.session, self.notices) = (session, notices) }
}

extension ControlsPart {
  private var controls: [Scene.Control] { session.world.controls }

  func perform(_ name: WindowAction) -> Bool {
    guard name == .controls else { return false }
    isClosed.toggle()
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    name == .controls && controls.isEmpty ? "this scene has no controls" : nil
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .beginEdit(let path):
      guard let control = control(path) else { return false }
      refusals[control.id] = nil
      session.beginGesture(control.name)
    case .edit(let path, let value):
      guard let control = control(path) else { return false }
      change(control, to: value)
    case .endEdit(let path):
      guard control(path) != nil else { return false }
      session.endGesture()
    case .close(.controls): isClosed = true
    case .makeControl(_, true): isClosed = false
    default: return false
    }
    return true
  }

  private static let prefix = "controls."

  private func control(_ path: String) -> Scene.Control? {
    guard path.hasPrefix(Self.prefix) else { return nil }
    return controls.first { Self.prefix + $0.id == path }
  }

  private func change(_ control: Scene.Control, to value: PropertyValue) {
    do {
      guard let number = try control.value(value, pointsPerMeter: session.world.scene.world.pointsPerMeter)
      else { return }
      try session.give(.control(control.id, number))
    } catch let refusal as EditRefusal {
      refuse(control, refusal.description)
    } catch WorldError.refused(let message, _) {
      refuse(control, message)
    } catch {
      notices.warn("\(error)")
    }
  }

  /// Notes the reason of a refusal, in which a control is called as its row is.
  private func refuse(_ control: Scene.Control, _ reason: String) {
    refusals[control.id] = reason.replacing("'\(control.id)'", with: "'\(control.name)'")
  }

  func worldChanged(isOther: Bool) {
    refusals = [:]
    if isOther { isClosed = false }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard !isClosed, !controls.isEmpty else { return }
    state.controls = ControlsState(
      controls.map { control in
        PropertyRow(
          Self.prefix + control.id, control.name, control.row(session.world.control(control.id)),
          unit: control.unit, help: control.help,
          isEnabled: session.viewStep == nil && session.world.canSetControl(control.id),
          refusal: refusals[control.id])
      })
  }
}

extension Scene.Control {
  fileprivate var name: String { title.isEmpty ? id : title }

  fileprivate var unit: String {
    if case .slider(_, _, "deg") = widget { return "°" }
    if case .slider(_, _, let unit) = widget { return unit }
    return ""
  }

  fileprivate func row(_ value: Double?) -> PropertyControl {
    switch widget {
    case .slider(let range, _, _):
      return .slider(min(max(value ?? range.lowerBound, range.lowerBound), range.upperBound), range: range)
    case .toggle: return .toggle(value == 1)
    case .choice(let options):
      return .choice(value.flatMap { Int(exactly: $0) } ?? -1, of: options.map(\.name))
    }
  }

  /// Returns the value that a row's new value means; nil if it is none of this control's.
  fileprivate func value(_ value: PropertyValue, pointsPerMeter: Double?) throws(EditRefusal) -> Double? {
    switch (widget, value) {
    case (.slider(let range, let step, _), .number(let number)):
      guard let step else { return number }
      let steps = ((number - range.lowerBound) / step).rounded()
      return min(range.lowerBound + steps * step, range.upperBound)
    case (.slider(_, _, let unit), .typed(let text, _)):
      return try self.value(
        typed: unit == "deg" && text.hasSuffix("°") ? String(text.dropLast()) : text,
        pointsPerMeter: pointsPerMeter)
    case (.toggle, .toggle(let isOn)): return isOn ? 1 : 0
    case (.choice, .choice(let place)): return Double(place)
    default: return nil
    }
  }
}

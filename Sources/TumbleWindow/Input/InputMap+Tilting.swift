import CTumbleSDL2
import TumbleFrames
import TumbleGeometry
import TumbleInput

// Gravity that is leaned by keys, sticks and sensors.
extension InputMap {
  mutating func lean(_ direction: Vector) -> Action {
    tilt.lean(direction)
    return .command(.tilt(tilt.gravity))
  }

  /// By a gamepad's left stick, or by a sensor of acceleration in a pad or in the machine.
  mutating func lean(_ event: SDL_Event) -> Action? {
    let isChanged: Bool
    switch SDL_EventType(event.type) {
    case SDL_CONTROLLERAXISMOTION:
      guard isOn(.stick) else { return nil }
      let axis = SDL_GameControllerAxis(Int32(event.caxis.axis))
      let value = max(Double(event.caxis.value) / 32_767, -1)
      switch axis {
      case SDL_CONTROLLER_AXIS_LEFTX: isChanged = tilt.moveStick(x: value)
      case SDL_CONTROLLER_AXIS_LEFTY: isChanged = tilt.moveStick(y: -value)
      default: return nil
      }
    case SDL_CONTROLLERSENSORUPDATE:
      guard isOn(.sensor), event.csensor.sensor == SDL_SENSOR_ACCEL.rawValue else { return nil }
      // Lying on a table a pad feels y; held upright, as a screen is, z points to the person.
      isChanged = tilt.feel(Vector(Double(event.csensor.data.0), -Double(event.csensor.data.2)))
    default:
      guard isOn(.sensor) else { return nil }
      isChanged = tilt.feel(Vector(Double(event.sensor.data.0), Double(event.sensor.data.1)))
    }
    return isChanged ? .command(.tilt(tilt.gravity)) : nil
  }

  private func isOn(_ leaning: Gesture.Leaning) -> Bool {
    keys.entry(for: .lean(leaning), with: [], at: .stage)?.name == .tilt
  }
}

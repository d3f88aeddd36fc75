import CTumbleSDL2

/// Gamepads and sensors of acceleration, opened as they are plugged in, so that SDL tells what they feel.
final class Pads {
  private var pads: [Int32: OpaquePointer] = [:]
  private var sensors: [OpaquePointer] = []
  private let subsystems: UInt32

  /// Without any, and where SDL has none to offer, nothing is reported.
  init() {
    var started: UInt32 = 0
    for subsystem in [SDL_INIT_GAMECONTROLLER, SDL_INIT_SENSOR] where SDL_InitSubSystem(subsystem) == 0 {
      started |= subsystem
    }
    subsystems = started
    guard started & SDL_INIT_SENSOR != 0 else { return }
    for index in 0..<max(SDL_NumSensors(), 0) where SDL_SensorGetDeviceType(index) == SDL_SENSOR_ACCEL {
      if let sensor = SDL_SensorOpen(index) { sensors.append(sensor) }
    }
  }

  deinit {
    for pad in pads.values { SDL_GameControllerClose(pad) }
    for sensor in sensors { SDL_SensorClose(sensor) }
    SDL_QuitSubSystem(subsystems)
  }

  /// Opens and closes pads as they come and go.
  func take(_ event: SDL_Event) {
    switch SDL_EventType(event.type) {
    case SDL_CONTROLLERDEVICEADDED:
      guard let pad = SDL_GameControllerOpen(event.cdevice.which) else { return }
      pads[SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(pad))] = pad
      SDL_GameControllerSetSensorEnabled(pad, SDL_SENSOR_ACCEL, SDL_TRUE)
    case SDL_CONTROLLERDEVICEREMOVED:
      if let pad = pads.removeValue(forKey: event.cdevice.which) { SDL_GameControllerClose(pad) }
    default: break
    }
  }
}

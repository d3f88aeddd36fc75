import CTumbleSDL2
import TumbleGeometry

/// Gravity tilted by the arrow keys, as a phone's accelerometer would tilt it: each press adds an eighth of
/// the scene's strength in the arrow's direction, and the whole never grows stronger than the scene's own.
package struct Tilt: Hashable, Sendable {
  /// The scene's gravity, in points per second squared: what `reset` puts back.
  package let upright: Vector
  package private(set) var gravity: Vector
  /// The push of a stick, y up, each -1...1.
  private var stick = Vector.zero

  package init(upright: Vector) {
    self.upright = upright
    gravity = upright
  }
}

extension Tilt {
  /// The strength in points per second squared; a scene without gravity is leaned as if it had 1000.
  package var strength: Double { upright.length > 0 ? upright.length : 1000 }

  /// Gravity on Earth as sensors tell it, in meters per second squared.
  private static let earth = 9.81
  /// A released stick rests slightly off center.
  private static let stickRest = 0.15
  /// The smallest change that counts, as a part of the strength: smaller ones are a sensor's noise.
  private static let noise = 0.01

  /// Leans gravity by an eighth of its strength, in a direction of length 1.
  package mutating func lean(_ direction: Vector) { set(gravity + direction * (strength / 8)) }

  package mutating func reset() { gravity = upright }

  /// Leans gravity as far as a stick is pushed: not at all in its middle, all the way at its rim.
  ///
  /// - Returns: Whether gravity is another now.
  package mutating func moveStick(x: Double? = nil, y: Double? = nil) -> Bool {
    let before = stick.length > Self.stickRest ? stick : .zero
    stick = Vector(x ?? stick.x, y ?? stick.y)
    let pushed = stick.length > Self.stickRest ? stick : .zero
    // One that rests takes nothing back that keys did.
    guard before != .zero || pushed != .zero else { return false }
    return change(to: upright * (1 - min(pushed.length, 1)) + pushed * strength)
  }

  /// Leans gravity as a sensor of acceleration is held: at rest it feels what holds it up, in meters per
  /// second squared.
  ///
  /// - Returns: Whether gravity is another now.
  package mutating func feel(_ acceleration: Vector) -> Bool {
    guard acceleration.isFinite else { return false }
    return change(to: acceleration * (-strength / Self.earth))
  }

  private mutating func change(to wanted: Vector) -> Bool {
    let before = gravity
    set(wanted)
    if before.distance(to: gravity) > strength * Self.noise { return true }
    gravity = before
    return false
  }

  private mutating func set(_ wanted: Vector) {
    gravity = wanted.length > strength ? wanted.normalized * strength : wanted
  }
}

/// Gamepads and sensors of acceleration, opened as they are plugged in, so that SDL tells what they feel.
final class Pads {
  private var pads: [Int32: OpaquePointer] = [:]
  private var sensors: [OpaquePointer] = []
  private let subsystems: UInt32

  /// Creates the control; without a sensor, and where SDL has none to offer, nothing is reported.
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

/// The kinds of joint that the engine has; the raw values are the words of the scene format.
public enum JointKind: String, CaseIterable, Hashable, Sendable {
  case pin
  case slide
  case pivot
  case groove
  case spring
  case rotarySpring = "rotary-spring"
  case rotaryLimit = "rotary-limit"
  case ratchet
  case gear
  case motor
}

/// Words of other formats and of plain speech for what has another word here.
enum Synonyms {
  /// What people write for every body.
  static let anything: Set = ["all", "any", "every", "everything", "everyone", "everybody", "*"]

  /// By key, then by what was written: the word that was meant.
  private static let words: [String: [String: String]] = [
    "type": [
      "rope": "slide", "cable": "slide", "limit": "slide", "hinge": "pivot", "revolute": "pivot",
      "axle": "pivot",
      "ball": "pivot", "distance": "pin", "rod": "pin", "stick": "pin", "slider": "groove",
      "rail": "groove", "elastic": "spring", "bungee": "spring", "torsion": "rotary-spring",
      "damped-spring": "spring",
      "damped-rotary-spring": "rotary-spring", "angle-limit": "rotary-limit", "wheel": "motor",
      "engine": "motor",
      "keyframes": "keyframe", "tween": "basic", "transition": "basic", "sequence": "keyframe",
      "parallel": "group", "move": "basic", "animate": "basic", "fade": "basic", "follow": "path",
    ],
    "kind": [
      "fixed": "static", "immovable": "static", "ground": "static", "moving": "kinematic", "rigid": "dynamic",
    ],
    "oneWay": [
      "top": "up", "above": "up", "north": "up", "bottom": "down", "below": "down", "south": "down",
    ],
  ]

  /// By the word that a number may be.
  private static let endless: [String: Set<String>] = [
    "forever": [
      "infinite", "infinity", "inf", ".inf", "endless", "endlessly", "always", "true", "yes", "loop",
    ],
    "infinite": ["infinity", "inf", ".inf", "forever", "fixed", "locked"],
  ]

  private static let units: [String: [String]] = [
    "s": ["sec", "secs", "second", "seconds"], "ms": ["msec", "millis", "millisecond", "milliseconds"],
    "min": ["minute", "minutes", "mins"], "kg": ["kilo", "kilos", "kilogram", "kilograms"],
    "g": ["gram", "grams"], "t": ["ton", "tons", "tonne", "tonnes"], "deg": ["degree", "degrees"],
    "rad": ["radian", "radians"], "turn": ["turns", "rev", "revs", "revolution", "revolutions", "rotations"],
    "Hz": ["fps", "hertz", "steps"], "m": ["meter", "meters", "metre", "metres"],
    "pt": ["point", "points", "px", "pixel", "pixels"], "%": ["percent", "pct"], "N": ["newton", "newtons"],
    "deg/s": ["dps", "degrees/s", "deg/sec"], "rad/s": ["radians/s", "rad/sec"],
    "m/s": ["mps", "m/sec"], "m/s^2": ["m/s2", "m/s/s", "m/s**2", "mps2"], "km/h": ["kmh", "kph"],
  ]

  static func word(for text: String, in known: [String]) -> String? {
    known.first { endless[$0]?.contains(text.lowercased()) ?? false }
  }

  static func unit(for text: String, in known: [String]) -> String? {
    known.first { units[$0]?.contains(text.lowercased()) ?? false }
  }

  static func word(for text: String, key: String, in known: [String]) -> String? {
    words[key]?[text.lowercased()].flatMap { known.contains($0) ? $0 : nil }
  }
}

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
      "prismatic": "groove",
      "rail": "groove", "elastic": "spring", "bungee": "spring", "torsion": "rotary-spring",
      "damped-spring": "spring",
      "damped-rotary-spring": "rotary-spring", "angle-limit": "rotary-limit", "wheel": "motor",
      "engine": "motor",
      "keyframes": "keyframe", "tween": "basic", "transition": "basic", "sequence": "keyframe",
      "parallel": "group",
    ],
    "kind": [
      "fixed": "static", "immovable": "static", "ground": "static", "moving": "kinematic", "rigid": "dynamic",
    ],
    "oneWay": [
      "top": "up", "above": "up", "north": "up", "bottom": "down", "below": "down", "south": "down",
    ],
  ]

  static func word(for text: String, key: String, in known: [String]) -> String? {
    words[key]?[text.lowercased()].flatMap { known.contains($0) ? $0 : nil }
  }
}

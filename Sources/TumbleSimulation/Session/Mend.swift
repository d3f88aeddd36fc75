/// A change of this program that moves things otherwise than before, so that a recording made before it may replay
/// differently.
struct Mend {
  /// The revision that has it; a recording says which revision it was made with, those of the first days say none.
  let revision: Int
  /// As the end of "since then, …".
  let text: String

  /// In the order of their revisions.
  static let all: [Mend] = [
    Mend(revision: 1, text: "animations end at their last value whenever they begin"),
    Mend(revision: 1, text: "the maxForce of a damped spring limits it"),
  ]

  /// The revision of this program.
  static var revision: Int { all.last?.revision ?? 0 }

  /// Those that a recording made with a revision does not have.
  static func since(_ revision: Int) -> [Mend] { all.filter { $0.revision > revision } }
}

import TumbleAnimation
import TumbleFrames

/// The sources of the particles of bursts: of each impact some that differ in their strength and their seed.
package struct BurstSources: Sendable {
  private let scale: Double

  private static let strengths = 4
  private static let seeds = 4

  /// - Parameter view: The scene's view: bursts are as large as suits it.
  package init(view: Rect) { scale = min(max(min(view.width, view.height) / 400, 0.25), 4) }

  /// All emitters, at 0 and beginning with time 0; ``index(of:)`` says which a burst has.
  package var emitters: [Emitter] { (0..<Impact.allCases.count * Self.strengths * Self.seeds).map(emitter) }

  /// The emitter of an index.
  package func emitter(_ index: Int) -> Emitter {
    let (kind, number) = index.quotientAndRemainder(dividingBy: Self.strengths * Self.seeds)
    return Impact.allCases[kind].emitter(
      strength: Double(number / Self.seeds) / Double(Self.strengths - 1), scale: scale,
      seed: UInt64(number + 1))
  }

  package static func index(of burst: Burst) -> Int {
    let impact = Impact.allCases.firstIndex(of: burst.impact) ?? 0
    let strength = Int((min(max(burst.strength, 0), 1) * Double(strengths - 1)).rounded())
    // Bursts of one step are told apart by where they are.
    let seed = (burst.step + Int(min(max(burst.position.x * 16, -1e9), 1e9))) & (seeds - 1)
    return (impact * strengths + strength) * seeds + seed
  }
}

import CTumbleChipmunk
import CTumbleSolver
import Testing
import TumbleTestSupport

@testable import TumblePhysics

/// Our own step beside the engine's, bit for bit.
@Suite struct LockstepTests {
  /// How many contacts are solved at a time by each set of instructions that this processor has. The library's own choice
  /// asks the processor itself, which no environment variable changes.
  static let widths: [UInt32] = [1, 2, 4].filter { $0 <= ctumble_best_instructions().rawValue }

  private static func steps(_ usual: Int) -> Int { Seeds.list(default: 8).count > 8 ? 600 : usual }

  @Test(
    "whatever is in a world and done to it, each step leaves what the engine's step leaves",
    arguments: widths)
  func everything(width: UInt32) throws {
    var (levels, parts) = (0, 0)
    for seed in Seeds.list(default: 8) {
      var both = try Lockstep(
        seed: seed, width: width, threads: 1 + Int(seed % 4), sleeps: seed % 3 == 0)
      for step in 0..<Self.steps(120) {
        both.disturb()
        both.step()
        let difference = both.difference()
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { return }
      }
      levels += both.solved.levels
      parts += both.solved.parts
    }
    #expect(levels > 100)
    #expect(parts > 10)
  }

  @Test("numbers on their way to infinity spread as they do in the engine", arguments: widths)
  func extremes(width: UInt32) throws {
    var engine = 0
    for seed in Seeds.list(default: 8) {
      var both = try Lockstep(
        seed: 1000 + seed, width: width, threads: 1 + Int(seed % 3), isExtreme: true,
        sleeps: seed % 3 == 0)
      for step in 0..<Self.steps(120) {
        both.disturb()
        both.step()
        let difference = both.difference()
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { return }
      }
      engine += both.solved.engine
    }
    // Else nothing was extreme enough.
    #expect(engine > 0)
  }
}

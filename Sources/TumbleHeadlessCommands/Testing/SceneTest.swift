import TumbleScenes
import TumbleSimulation

/// One scene that is tested: read, and then run.
package struct SceneTest: Sendable {
  /// As it was asked for.
  let name: String
  /// Why it could not be read; nil if it could.
  var unreadable: String?
  package private(set) var scene: Scene?
  private var outcome: SceneReader.Outcome?
  /// Why the run did not get to its end.
  private(set) var failure: String?
  private(set) var results: [ExpectationResult] = []
  private(set) var steps = 0

  init(reading name: String, in library: SceneLibrary) {
    self.name = name
    do {
      let outcome = try library.check(name)
      self.outcome = outcome
      scene = outcome.scene
      if scene == nil {
        unreadable = outcome.diagnostics.filter { $0.severity == .error }.map(\.description).joined(
          separator: "\n")
      }
    } catch {
      unreadable = "\(error)"
    }
  }

  /// The path of its file.
  package var file: String { outcome?.file ?? name }

  /// What files about it begin with: no other test of the run has it.
  package fileprivate(set) var fileName = ""

  /// What reports call it.
  package var title: String { scene?.name ?? SceneLibrary.name(ofFileAt: name) }

  var expectsHash: Bool {
    scene?.expectations.contains { if case .hash = $0.check { true } else { false } } ?? false
  }

  /// Where an expectation stands in the file.
  func place(_ index: Int) -> SourcePlace? { outcome?.source?.place(of: .expectation(index)) }

  func count(_ outcomes: ExpectationResult.Outcome...) -> Int {
    results.filter { outcomes.contains($0.outcome) }.count
  }

  /// Whether all that it expects was met, as far as it could be checked.
  var isPassed: Bool { unreadable == nil && failure == nil && count(.failed, .notReached) == 0 }

  /// Runs it.
  ///
  /// - Parameter picture: Compares pictures; nil where nothing can draw.
  mutating func run(
    length: RunLength?, picture: ExpectationChecker.PictureCheck?, isInterrupted: () -> Bool
  ) throws {
    guard let scene, !scene.expectations.isEmpty else { return }
    do {
      let world = try World(scene)
      var checker = try ExpectationChecker(
        world, duration: length?.seconds(at: world.rate), picture: picture)
      while !checker.isDone(world) {
        guard !isInterrupted() else { throw SessionInterruption(step: world.steps) }
        do {
          try checker.look(at: world, after: world.step())
        } catch let error as WorldError {
          failure = "\(error)"
          break
        }
      }
      steps = world.steps
      results = checker.results(world)
    } catch let error as WorldError {
      failure = "\(error)"
    }
  }
}

extension [SceneTest] {
  /// Gives each test a name for files: its title, and for those of one title a number too, in their order.
  func namingFiles() -> [SceneTest] {
    var used: Set<String> = []
    return map { test in
      var test = test
      var number = 1
      test.fileName = test.title
      // A scene may be called `door-2` by itself.
      while !used.insert(test.fileName).inserted
        || number > 1 && contains(where: { $0.title == test.fileName })
      {
        number += 1
        test.fileName = "\(test.title)-\(number)"
      }
      return test
    }
  }
}

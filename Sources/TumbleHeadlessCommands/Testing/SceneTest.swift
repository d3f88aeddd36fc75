import CTumbleArguments
import Foundation
import TumbleSimulation

/// One scene that is tested: read, and then run.
package struct SceneTest: Sendable {
  let name: String
  /// The reason why the scene could not be read; nil if it could.
  var unreadable: String?
  package private(set) var scene: Scene?
  private var outcome: SceneReader.Outcome?
  /// The reason why the run did not get to its end.
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

  /// The beginning of the names of its files: no other test of the run has it.
  package fileprivate(set) var fileName = ""

  package var title: String { scene?.name ?? SceneLibrary.name(ofFileAt: name) }

  var expectsHash: Bool {
    scene?.expectations.contains { if case .hash = $0.check { true } else { false } } ?? false
  }

  /// Returns the position of an expectation in the file.
  func place(_ index: Int) -> SourcePlace? { outcome?.source?.place(of: .expectation(index)) }

  func count(_ outcomes: ExpectationResult.Outcome...) -> Int {
    results.filter { outcomes.contains($0.outcome) }.count
  }

  /// Is true if all that it expects was met, as far as it could be checked.
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

/// The outcome of a test for JSON.
struct TestRecord: Encodable {
  private struct Finding: Encodable {
    var expected: String
    var id: String?
    /// The outcome; nil if it was not run.
    var outcome: String?
    var seen: String?
    var step: Int?
    var time: Double?
    var line: Int?
    var column: Int?
  }

  private let scene: String
  private let file: String
  private let isPassed: Bool
  /// The reason why it could not be read, or stopped.
  private let error: String?
  private let expectations: [Finding]

  init(_ test: SceneTest) {
    scene = test.title
    file = test.file
    isPassed = test.isPassed
    error = test.unreadable ?? test.failure
    let listed = test.scene?.expectations ?? []
    expectations = listed.indices.map { index in
      let place = test.place(index)
      let result = test.results.indices.contains(index) ? test.results[index] : nil
      return Finding(
        expected: result?.expected ?? "\(listed[index])", id: listed[index].id,
        outcome: result?.outcome.rawValue, seen: result?.seen, step: result?.step, time: result?.time,
        line: place.map { Int($0.line) }, column: place.map { Int($0.column) })
    }
  }
}

/// The environment in which hashes can be expected: the C library picks sin, cos, exp and pow by the
/// processor, and they differ in the last bit between processors with and without fused multiplication.
///
/// glibc reads its variable as a program starts, so the program has to start again to be without them.
enum LibmSetting {
  private static let variable = "GLIBC_TUNABLES"
  private static let name = "glibc.cpu.hwcaps"
  static let tunable = name + "=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable,-FMA4"

  private static var others: [String] {
    let value = ProcessInfo.processInfo.environment[variable] ?? ""
    return value.split(separator: ":").map(String.init)
  }

  static var isInForce: Bool { others.contains(tunable) }

  /// Starts the program again in its place, with the same arguments.
  ///
  /// - Throws: `HeadlessError.cannotRestart`; otherwise it does not come back.
  static func restart() throws {
    let value = (others.filter { !$0.hasPrefix(name + "=") } + [tunable]).joined(separator: ":")
    setenv(variable, value, 1)
    var arguments: [UnsafeMutablePointer<CChar>?] = []
    while let argument = tumble_argument(Int32(arguments.count)) { arguments.append(strdup(argument)) }
    arguments.append(nil)
    execv("/proc/self/exe", arguments)
    for argument in arguments { free(argument) }
    throw HeadlessError.cannotRestart(variable + "=" + tunable)
  }
}

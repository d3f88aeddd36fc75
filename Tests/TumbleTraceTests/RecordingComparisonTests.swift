import Testing
import TumbleFrames
import TumbleGeometry
import TumbleTrace

@Suite("Two recordings, compared")
struct RecordingComparisonTests {
  private static let sample = Recording(
    head: Recording.Head(scene: "crates", content: "tumble: 1\n", rate: 120, library: "7.0.3", revision: 2),
    commands: [
      StampedCommand(step: 0, command: .tilt(Vector(0, -1000))),
      StampedCommand(step: 130, command: .grab(Vector(150, 1))),
    ],
    checks: [
      .init(step: 0, hash: 1 << 40, bodies: [body(0, 1)]),
      .init(step: 4, hash: 5 << 32, bodies: [body(0, 2)], stepHashes: [2, 3, 4, 5]),
      .init(step: 8, hash: 9 << 32, bodies: [body(0, 3), body(1, 0)], stepHashes: [6, 7, 8, 9]),
    ], end: 250)

  private static func body(_ id: BodyID, _ x: Double) -> BodySnapshot {
    BodySnapshot(id: id, position: Vector(x, 0), angle: 0)
  }

  private func compare(_ change: (inout Recording) -> Void) throws -> RecordingComparison {
    var other = Self.sample
    change(&other)
    return try RecordingComparison(
      NumberedRecording(bytes: Self.sample.bytes), NumberedRecording(bytes: other.bytes))
  }

  /// The first step that differs, and the last before it that is equal.
  private static func steps(_ difference: RecordingComparison.HashDifference?) -> [Int?] {
    difference.map { [$0.step, $0.lastEqual] } ?? []
  }

  @Test("Two recordings are equal to themselves, whatever the path and the steps with hashes")
  func equal() throws {
    let same = try compare { $0.head.path = "/home/x.yaml" }
    #expect(same.isEqualButForScene && !same.hasOtherScene && same.commonHashes == 9)
    let fewer = try compare { $0.checks.remove(at: 1) }
    #expect(fewer.isEqualButForScene && fewer.commonHashes == 5)
  }

  @Test("Two recordings name what differs in their heads")
  func heads() throws {
    let found = try compare {
      $0.head.rate = 60
      $0.head.library = "7.0.2"
      $0.head.content = "tumble: 1\ntitle: x\n"
    }
    #expect(found.head.map(\.name) == ["rate", "library"] && found.head[0].values == ["120", "60"])
    #expect(found.hasOtherScene && !found.isEqualButForScene)
  }

  @Test(
    "Two recordings name the first different command with both lines, a sign of zero too, and where one has no more"
  )
  func commands() throws {
    let moved = try compare { $0.commands[1].command = .grab(Vector(150, 2)) }
    #expect(moved.command?.lines == [6, 6])
    #expect(
      moved.command?.texts == ["{\"step\":130,\"grab\":[150,1]}", "{\"step\":130,\"grab\":[150,2]}"])
    #expect(try compare { $0.commands[0].command = .tilt(Vector(-0.0, -1000)) }.command?.lines[0] == 3)
    let fewer = try compare { $0.commands.removeLast() }
    #expect(fewer.command?.lines == [6, nil] && fewer.command?.texts[1] == nil)
    #expect(try compare { $0.commands[0].step = 1 }.command != nil)
  }

  @Test(
    "Two recordings name the first step whose hash differs, the last that is equal, and the bodies' states then",
    arguments: [1, 2, 3])
  func hashes(place: Int) throws {
    let found = try compare {
      $0.checks[1].stepHashes[place - 1] = 77
      $0.checks[1].bodies[0].position.x = 2.5
    }
    #expect(Self.steps(found.hash) == [place, place - 1])
    #expect(found.statesStep == 4 && found.states.map(\.column) == ["x"] && found.states[0].distance == 0.5)
    #expect(!found.isEqualButForScene)
  }

  @Test(
    "Two recordings see a difference in the lower half of a hash, at the first step, and bodies that only one has"
  )
  func checks() throws {
    #expect(try Self.steps(compare { $0.checks[2].hash += 1 }.hash) == [8, 7])
    #expect(try Self.steps(compare { $0.checks[0].hash += 1 }.hash) == [0, nil])
    let gone = try compare {
      $0.checks[2].hash += 1
      $0.checks[2].bodies.removeFirst()
    }
    #expect(gone.bodiesOnlyIn == [[0], []] && gone.states.isEmpty)
    #expect(try !compare { $0.end = 251 }.isEqualButForScene)
  }
}

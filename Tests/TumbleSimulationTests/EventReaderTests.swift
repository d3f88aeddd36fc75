import Foundation
import Testing
import TumbleFrames
import TumbleScenes
import TumbleSimulation
import TumbleTrace

@Suite("The events of a step")
struct EventReaderTests {
  /// Runs a scene, and gives its events as lines: step, event, kind, names, text.
  private func events(_ text: String, steps: Int, _ commands: [Int: [Command]] = [:]) throws -> [String] {
    let world = try World(Scene(text: text))
    var reader = EventReader(world)
    let writer = EventWriter(format: .csv)
    var bytes: [UInt8] = []
    for _ in 0..<steps {
      let report = try world.step(commands[world.steps] ?? [])
      #expect(report.lost == world.lost.map { world.description.bodies[$0.number].name })
      var events: [StepEvent] = []
      reader.read(world, into: &events)
      for event in events { writer.append(event, world.snapshot, world.description, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(fields.count == EventWriter.columns.count, "\(line)")
      return [fields[0], fields[2], fields[3], fields[4], fields[5], fields[14]].filter { !$0.isEmpty }
        .joined(separator: " ")
    }
  }

  @Test("The events of a step are in the order of the step, whatever they come from")
  func order() throws {
    let events = try events(
      """
      tumble: 1
      world: {rate: 10 Hz, gravity: [0, 0]}
      templates: {drop: {at: [500, 500], circle: 3}}
      bodies:
        - {id: lamp, kind: static, circle: 5}
        - {id: ball, at: [150, 0], circle: 5, velocity: [-1000, 0]}
        - {id: wall, kind: static, line: [[50, -20], [50, 20]]}
        - {id: far, at: [9.99e8, 0], circle: 5, velocity: [2e7, 0]}
        - {id: a, at: [0, 300], circle: 5}
        - {id: b, at: [20, 300], circle: 5, velocity: [100, 0]}
      joints: [{id: thread, type: pin, a: a, b: b, breakAt: 1}]
      animations: [{id: glow, of: lamp.opacity, type: basic, from: 1, to: 0, duration: 0.05 s}]
      when:
        - {event: began, between: [ball, wall], do: [{action: mark, text: bang}, {action: spawn, template: drop}, {action: spawn, template: drop},
           {action: remove, of: ball}, {action: end}]}
      """, steps: 1)
    #expect(
      events
        == [
          "1 finished animation glow", "1 lost body far", "1 broke joint thread",
          "1 began contact ball wall", "1 mark run bang", "1 spawned body drop-1", "1 spawned body drop-2",
          "1 removed body ball", "1 end run",
        ], "\(events)")
  }

  @Test("The events of a step have the pieces of what shatters, and not their originals as removed")
  func shatters() throws {
    let events = try events(
      """
      tumble: 1
      world: {gravity: [0, 0]}
      bodies:
        - {id: pane, at: [100, 100], box: [20, 120], mass: 6, shatter: {at: 1000, pieces: 5, seed: 5}}
        - {id: ball, at: [60, 100], circle: 8, mass: 20, velocity: [900, 0]}
      """, steps: 30)
    let first = try #require(events.firstIndex { $0.contains("shattered body pane") })
    let step = try #require(events[first].split(separator: " ").first)
    let pieces = events.filter { $0.hasPrefix("\(step) added body pane-piece") }
    #expect(
      pieces.count >= 3 && Array(events[first...].dropFirst().prefix(pieces.count)) == pieces, "\(events)")
    #expect(!events.contains { $0.contains("removed") })
  }

  @Test("The events of a step have what commands add and remove, also in one step")
  func edits() throws {
    let events = try events(
      "tumble: 1\nworld: {gravity: [0, 0]}\nbodies:\n  - {id: a, circle: 5}\n  - {id: b, at: [50, 0], circle: 5}\njoints: [{id: rod, type: pin, a: a, b: b}]\n",
      steps: 6,
      [
        2: [.edit(.add(.body, "{id: c, at: [100, 100], circle: 4}"))], 3: [.edit(.remove(.body("a")))],
        4: [.edit(.add(.body, "{id: d, at: [200, 100], circle: 4}")), .edit(.remove(.body("d")))],
      ])
    #expect(
      events == [
        "3 added body c", "4 removed body a", "4 removed joint rod", "5 added body d", "5 removed body d",
      ], "\(events)")
  }
}

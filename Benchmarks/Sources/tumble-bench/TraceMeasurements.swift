import Foundation
import TumbleSimulation

/// The measurements `trace/…`: writing each step of a thousand bodies, against taking the step.
enum TraceMeasurements {
  static func all() -> [Measurement] {
    [
      measurement("trace/csv", .csv, [], promised: 0.5),
      measurement("trace/jsonl", .jsonl, [], promised: nil),
      measurement("trace/columns", .csv, ["speed", "energy.kinetic"], promised: nil),
    ]
  }

  private static func measurement(
    _ name: String, _ format: TraceWriter.Format, _ columns: [String], promised: Double?
  ) -> Measurement {
    let run = Run(format, columns)
    return Measurement(name: name, promised: promised, ours: { run.write() }, base: { run.step() })
  }

  private static let steps = 30

  /// The thousand balls and crates of the scene `shower` while they fall and collide.
  private final class Run {
    private let world: World
    private let writer: TraceWriter
    private var text: [UInt8] = []

    init(_ format: TraceWriter.Format, _ columns: [String]) {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Scenes/shower.yaml").standardized
      guard let data = try? Data(contentsOf: file),
        let scene = SceneReader().read(data, file: file.path, name: "shower").scene,
        let world = try? World(scene)
      else { Bench.fail("the scene shower cannot be read") }
      self.world = world
      writer = TraceWriter(
        format: format, description: world.description,
        extraColumns: columns.compactMap { TraceColumn(common: $0) })
      precondition(world.snapshot.bodies.count > 1000 && writer.extraColumns.count == columns.count)
      for _ in 0..<120 { take() }
    }

    private func take() {
      do { try world.step() } catch { Bench.fail("\(error)") }
    }

    /// Nanoseconds a step.
    func step() -> Double {
      timed(per: steps) { for _ in 0..<steps { take() } }
    }

    /// The same of writing: into memory, for what a disk takes is its own.
    func write() -> Double {
      timed(per: steps) {
        for _ in 0..<steps {
          text.removeAll(keepingCapacity: true)
          writer.append(world.snapshot, to: &text, values: [.nan, 1]) { world.value(of: $0, .body($1)) }
        }
      }
    }
  }
}

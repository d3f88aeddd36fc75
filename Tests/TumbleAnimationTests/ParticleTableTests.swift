import Foundation
import Testing
import TumbleAnimation
import TumbleGeometry
import TumbleTestSupport

@Suite("Particles, by a table")
struct ParticleTableTests {
  @Test("Every particle is where it is counted to be from the first birth on, and looks so")
  func table() throws {
    let emitters = try Self.emitters()
    let rows = try Table("particles").rows
    var seen = 0
    for (number, emitter) in emitters.enumerated() {
      for time in emitter.times {
        let expected = rows.filter { Int($0["emitter"] ?? "") == number && $0.number("time") == time }
        let particles = emitter.particles(at: time)
        try #require(particles.count == expected.count, "emitter \(number) at \(time)")
        for (particle, row) in zip(particles, expected) {
          let numbers = [
            particle.position.x, particle.position.y, particle.angle, particle.size, particle.color.red,
            particle.color.green, particle.color.blue, particle.color.alpha,
          ]
          let columns = ["x", "y", "angle", "size", "red", "green", "blue", "alpha"]
          #expect(Int(row["cell"] ?? "") == particle.cell, "emitter \(number) at \(time)")
          for (value, column) in zip(numbers, columns) {
            #expect(
              (value - row.number(column)).magnitude < 1e-8, "\(column) of emitter \(number) at \(time)")
          }
        }
        seen += particles.count
      }
    }
    #expect(seen == rows.count && seen > 500)
  }

  /// An emitter of the table, with what it is asked.
  private struct Asked {
    let system: ParticleSystem
    let times: [Double]
    let pose: [Double]
    /// The emitter's samples at the ends of steps, 120 per second; empty for one that stands still.
    let samples: [EmitterSample]

    func particles(at time: Double) -> [Particle] {
      var particles: [Particle] = []
      guard !samples.isEmpty else {
        system.forEachParticle(at: time, position: Vector(pose[0], pose[1]), angle: pose[2]) {
          particles.append($0)
        }
        return particles
      }
      let step = Int((time * 120).rounded(.up))
      let count = system.emitter.sampleCount(rate: 120)
      // Among others', and with what stood there long ago where there was no step yet.
      var ring = [EmitterSample](repeating: EmitterSample(emitted: -9e9), count: count + 7)
      for old in max(step - count + 1, 0)...step { ring[3 + old % count] = samples[old] }
      system.forEachParticle(at: time, samples: ring, in: 3..<3 + count, step: step, rate: 120) {
        particles.append($0)
      }
      return particles
    }
  }

  private static func emitters() throws -> [Asked] {
    let url = ProjectFolder.tests.appendingPathComponent("TumbleAnimationTests/Tables/particles.json")
    let list = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
    return try list.map { json in
      let shape = try #require(json["shape"] as? [Any])
      let size = shape.dropFirst().compactMap { ($0 as? NSNumber)?.doubleValue }
      let seed = try #require(json["seed"] as? NSNumber).uint64Value
      let kind: EmitterShape =
        switch shape.first as? String {
        case "line": .line(length: size[0])
        case "rectangle": .rectangle(Size(size[0], size[1]))
        case "circle": .circle(radius: size[0])
        default: .point
        }
      let emitter = Emitter(
        shape: kind, mode: try #require(EmitterShape.Mode(rawValue: json["mode"] as? String ?? "")),
        seed: seed,
        begin: json.value("begin") ?? 0, duration: json.value("duration"), cells: json.cells)
      let samples = (json["samples"] as? [[NSNumber]] ?? []).map { numbers in
        let numbers = numbers.map(\.doubleValue)
        return EmitterSample(
          emitted: numbers[0], position: Vector(numbers[1], numbers[2]), angle: numbers[3])
      }
      return Asked(
        system: ParticleSystem(emitter), times: json.values("times"), pose: json.values("pose"),
        samples: samples)
    }
  }
}

extension [String: Any] {
  fileprivate func value(_ key: String) -> Double? { (self[key] as? NSNumber)?.doubleValue }

  fileprivate func values(_ key: String) -> [Double] {
    (self[key] as? [NSNumber])?.map(\.doubleValue) ?? []
  }

  fileprivate var cells: [ParticleCell] {
    (self["cells"] as? [[String: Any]] ?? []).map { json in
      func change(_ key: String) -> ParticleCell.ColorChange {
        let values = json.values(key)
        return values.isEmpty ? .none : ParticleCell.ColorChange(values[0], values[1], values[2])
      }
      let color = json.values("color")
      let pull = json.values("acceleration")
      func value(_ key: String, _ usual: Double = 0) -> Double { json.value(key) ?? usual }
      return ParticleCell(
        birthRate: value("birthRate"), begin: value("begin"), duration: json.value("duration"),
        lifetime: value("lifetime"), lifetimeRange: value("lifetimeRange"), velocity: value("velocity"),
        velocityRange: value("velocityRange"), angle: value("angle"), angleRange: value("angleRange"),
        acceleration: pull.isEmpty ? .zero : Vector(pull[0], pull[1]), size: value("size"),
        scale: value("scale", 1), scaleRange: value("scaleRange"), scaleSpeed: value("scaleSpeed"),
        spin: value("spin"), spinRange: value("spinRange"), alpha: value("alpha", 1),
        alphaRange: value("alphaRange"), alphaSpeed: value("alphaSpeed"),
        color: color.isEmpty ? .white : Color(red: color[0], green: color[1], blue: color[2]),
        colorRange: change("colorRange"), colorSpeed: change("colorSpeed"), cells: json.cells)
    }
  }
}

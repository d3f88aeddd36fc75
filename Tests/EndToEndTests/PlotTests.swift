import Foundation
import Testing
import TumbleTestSupport

@Suite("Plots from the command line")
struct PlotTests {
  @Test("are tables, PNGs and SVGs, the same bytes each time")
  func formats() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    let table = try tumble(
      "plot", "crates", "--channels", "crate1.y, energy.total", "--duration", "0.5", "-o", "-")
    #expect(table.code == 0, "\(table.errors)")
    let lines = table.text.split(separator: "\n")
    #expect(lines.count == 62 && lines.first == "sample,time,crate1.y,energy.total")
    #expect(lines[1].hasPrefix("0,0.0,284.0,"))
    for name in ["a.png", "b.png", "a.svg", "b.svg", "a.csv"] {
      let result = try tumble("plot", "crates", "--duration", "1", "-o", name)
      #expect(result.code == 0 && result.output.isEmpty, "\(result.errors)")
    }
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: folder.url.appendingPathComponent(name))
    }
    #expect(try bytes("a.png") == bytes("b.png") && bytes("a.png").starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(
      try bytes("a.svg") == bytes("b.svg") && String(decoding: bytes("a.svg"), as: UTF8.self).contains("<svg")
    )
    #expect(try bytes("a.csv").starts(with: Data("sample,time,energy.kinetic".utf8)))
  }

  @Test("mark hits, as hard ones as the scene or the command line says, of whom they show")
  func hits() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    // Text is drawn as outlines: a marker shows itself by its color, which newer releases of Cairo write with spaces.
    func marks(_ arguments: String...) throws -> Int {
      let result = try tumble.run(["plot", "crates", "-o", "p.svg", "--channels"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      let data = try Data(contentsOf: folder.url.appendingPathComponent("p.svg"))
      let text = String(decoding: data, as: UTF8.self).filter { $0 != " " }
      return text.components(separatedBy: "rgb(75%,52%,0%)").count - 1
    }
    let all = try marks("energy.total")
    #expect(all > 2)
    #expect(try marks("crate1.y") < all)
    #expect(try marks("energy.total", "--hits", "none") == 0)
    #expect(try marks("energy.total", "--hits", "900") < all)
  }

  @Test("of a run that stops, or that loses bodies, show what there was and fail")
  func stopped() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    // A comet on a groove that cannot hold it: after some steps its equations have no solution.
    try folder.file(
      "comet.yaml",
      """
      tumble: 1
      world: {gravity: [0, 0]}
      bodies:
        - {id: rail, circle: 5, mass: 1, moment: 0.000001}
        - {id: comet, circle: 5, mass: 1, velocity: [100000, 0]}
      joints:
        - id: groove
          type: groove
          a: rail
          b: comet
          from: [0, 0]
          to: [0, 10]
          maxForce: 0
          collideBodies: false
      """)
    let stopped = try tumble("plot", "comet.yaml", "--channels", "comet.x", "-o", "-")
    #expect(stopped.code == 1 && stopped.errors.contains("there is no other"), "\(stopped.errors)")
    let lines = stopped.text.split(separator: "\n")
    #expect(lines.count > 2 && lines.count < 600)
    #expect(Set(lines.map { $0.split(separator: ",").last }).count == lines.count, "no sample is repeated")

    try folder.file(
      "stray.yaml",
      "tumble: 1\nbodies:\n  - {id: a, circle: 5, mass: 1, at: [999999999, 0], velocity: [1000000, 0]}\n")
    let lost = try tumble("plot", "stray.yaml", "--channels", "contacts", "-o", "lost.svg")
    #expect(lost.code == 1 && lost.errors.contains("went out of all bounds"), "\(lost.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).contains("lost.svg"))
  }

  @Test("that cannot be made are answered in one line, and leave no file")
  func wrong() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    let cases: [([String], Int32, String)] = [
      (["--channels", "crate1.why", "-o", "x.png"], 1, "the body 'crate1' has x, y"),
      (["--channels", "energy.totl", "-o", "x.png"], 1, "did you mean 'energy.total'?"),
      (["--channels", "a,,b", "-o", "x.png"], 64, "an empty name"),
      (["--channels", "frame.time", "-o", "x.png"], 64, "measured in a running window"),
      (["--duration", "-1", "-o", "x.png"], 64, "0 or more"),
      (["--duration", "1e99", "-o", "x.png"], 64, "at most"),
      (["-o", "x.gif"], 64, ".svg, .png or .csv"),
      (["--size", "9000x9", "-o", "x.png"], 64, "8192"),
      (["--hits", "hard", "-o", "x.png"], 64, "--hits"),
    ]
    for (arguments, code, text) in cases {
      let result = try tumble.run(["plot", "crates"] + arguments)
      #expect(
        result.code == code && result.errors.contains(text), "\(arguments): \(result.code) \(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}

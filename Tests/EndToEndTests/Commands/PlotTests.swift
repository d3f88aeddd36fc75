import Foundation
import Testing
import TumbleTestSupport

@Suite("Plots from the command line")
struct PlotTests {
  @Test("Plots are tables, PNGs and SVGs, the same bytes each time")
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

  @Test("Plots mark hits, as hard ones as the scene or the command line says, of whom they show")
  func hits() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    // A mark's sign has a color that nothing else has.
    func marks(_ arguments: String...) throws -> Int {
      let result = try tumble.run(["plot", "crates", "-o", "p.svg", "--channels"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      let data = try Data(contentsOf: folder.url.appendingPathComponent("p.svg"))
      return String(decoding: data, as: UTF8.self).components(separatedBy: "<path fill=\"#bf8500\"").count - 1
    }
    let all = try marks("energy.total")
    #expect(all > 2)
    #expect(try marks("crate1.y") < all)
    #expect(try marks("energy.total", "--hits", "none") == 0)
    #expect(try marks("energy.total", "--hits", "900") < all)
  }

  @Test("Plots of a run that stops, or that loses bodies, show what there was and fail")
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

  @Test("Plots that cannot be made are answered in one line, and leave no file")
  func wrong() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    let cases: [([String], Int32, String)] = [
      (["--channels", "crate1.why", "-o", "x.png"], 1, "the body 'crate1' has x, y"),
      (["--channels", "energy.totl", "-o", "x.png"], 1, "did you mean 'energy.total'?"),
      (["--channels", "a,,b", "-o", "x.png"], 64, "an empty name"),
      (["--channels", "frame.time", "-o", "x.png"], 64, "measured in a running window"),
      (["--duration", "-1", "-o", "x.png"], 64, "from 0 to 1000000000, not -1"),
      (["--duration", "1e99", "-o", "x.png"], 64, "from 0 to 1000000000, not 1e+99"),
      (["--duration", "1000000", "-o", "x.png"], 1, "more than 10000000 steps"),
      (["-o", "x.gif"], 64, ".svg, .pdf, .png or .csv"),
      (["--x", "crate1.x", "-o", "x.png"], 64, "go together"),
      (["--x", "crate1.x", "--y", "crate1.why", "-o", "x.png"], 1, "the body 'crate1' has x, y"),
      (["--x", "crate1.x", "--y", "crate1.vx", "--channels", "contacts", "-o", "x.png"], 64, "one of them"),
      (["--channels", "crate1.y", "--range", "5..1", "-o", "x.png"], 64, "--range"),
      (["--channels", "crate1.y", "--range", "..", "-o", "x.png"], 64, "--range"),
      (["--channels", "crate1.y", "--range", "speed=0..1", "-o", "x.png"], 64, "no axis 'speed'"),
      (["--channels", "crate1.y", "--log", "y", "--range", "0..9", "-o", "x.png"], 64, "above 0 only"),
      (["--channels", "world.gravity.y", "--log", "y", "-o", "x.png"], 64, "no value above 0"),
      (["--channels", "crate1.y,crate1.vy,crate1.angle", "--second-axis", "-o", "x.png"], 64, "3 units"),
      (["--channels", "crate1.y", "--dpi", "5000", "-o", "x.png"], 64, "--dpi"),
      (["--channels", "crate1.y", "--size", "89mmx", "-o", "x.png"], 64, "--size"),
      (["--channels", "crate1.y", "--size", "2000mm", "--dpi", "1440", "-o", "x.png"], 64, "too large"),
      (["--channels", "crate1.y", "--vary", "crate1.mass=1..9/100", "-o", "x.png"], 1, "100 runs"),
      (["--channels", "crate1.y", "--vary", "crate1.mas=1,2", "-o", "x.png"], 1, "did you mean"),
      (["--channels", "crate1.y", "--with", "no-such", "-o", "x.png"], 1, "no-such"),
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

  @Test("Plots have a panel for each unit, a second axis, one channel over another, and real text")
  func axes() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    func texts(_ arguments: String...) throws -> [String] {
      let result = try tumble.run(["plot", "crates", "--duration", "1", "-o", "p.svg"] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      let data = try Data(contentsOf: folder.url.appendingPathComponent("p.svg"))
      return String(decoding: data, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("<text") }
        .map { String($0.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }) }
    }
    let panels = try texts("--channels", "crate1.y,crate1.speed")
    #expect(panels.contains("crate1.y (pt)") && panels.contains("crate1.speed (pt/s)"))
    #expect(panels.filter { $0 == "time (s)" }.count == 1)
    #expect(try texts("--channels", "crate1.y,crate1.speed", "--second-axis").contains("crate1.speed →"))
    #expect(try texts("--channels", "crate1.y", "--channels", "crate1.x,crate2.x").contains("x (pt)"))
    let phase = try texts("--x", "crate1.x", "--y", "crate1.vx")
    #expect(phase.contains("crate1.x (pt)") && phase.contains("crate1.velocity.x (pt/s)"))
    let limited = try texts("--channels", "crate1.y", "--range", "x=0.2..0.6", "--range", "crate1.y=0..500")
    #expect(
      limited.contains("0.20") && limited.contains("0.60") && limited.contains("500")
        && !limited.contains("0.80"))
    #expect(try texts("--channels", "energy.total", "--title", "").first != "Crates in a box")
    #expect(try texts("--channels", "crate1.speed", "--log", "y", "--range", "1..1000").contains("100"))
  }

  @Test("Plots are as large on paper as they say, as PDF, SVG and PNG")
  func paper() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    func plot(_ name: String, _ arguments: String...) throws -> Data {
      let result = try tumble.run(
        ["plot", "crates", "--channels", "crate1.y", "--duration", "0.5", "-o", name] + arguments)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: folder.url.appendingPathComponent(name))
    }
    func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
    let pdf = try plot("a.pdf", "--style", "journal")
    #expect(text(pdf).contains("/MediaBox [ 0 0 252.283465"))
    #expect(try plot("b.pdf", "--style", "journal") == pdf)
    #expect(try text(plot("a.svg", "--size", "4x2in")).contains("width=\"288pt\" height=\"144pt\""))
    let png = [UInt8](try plot("a.png", "--size", "4x2in", "--dpi", "150"))
    // Width and height, 600 × 300, in the PNG's header.
    #expect(Array(png[16..<24]) == [0, 0, 2, 88, 0, 0, 1, 44])
    let plain = [UInt8](try plot("b.png", "--size", "600x300"))
    #expect(Array(plain[16..<24]) == [0, 0, 2, 88, 0, 0, 1, 44])
  }

  @Test("Plots show variants of a scene, other scenes and recordings over each other")
  func over() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    let table = try tumble.run([
      "plot", "crates", "--channels", "crate1.y", "--duration", "0.5", "--vary", "*.elasticity=0,0.9", "-o",
      "-",
    ])
    let lines = table.text.split(separator: "\n")
    #expect(lines.count == 123 && lines[0] == "run,sample,time,crate1.y", "\(table.errors)")
    #expect(
      lines[1].hasPrefix("*.elasticity=0,0,0.0,284.0") && lines[62].hasPrefix("*.elasticity=0.9,0,0.0,284.0"))

    #expect(
      try tumble("simulate", "crates", "--steps", "60", "--record", "take.jsonl").code == 0)
    let both = try tumble.run([
      "plot", "crates", "--channels", "crate1.y", "--duration", "0.5", "--with", "take.jsonl", "--with",
      "crate",
      "-o", "-",
    ])
    // A scene without the channel is an error that names it.
    #expect(both.code == 1 && both.errors.contains("crate1"), "\(both.errors)")
    let two = try tumble.run([
      "plot", "crates", "--channels", "crate1.y", "--duration", "0.5", "--with", "take.jsonl", "-o", "-",
    ])
    let rows = two.text.split(separator: "\n").map { $0.split(separator: ",", maxSplits: 1) }
    #expect(two.code == 0 && rows.count == 123, "\(two.errors)")
    #expect(rows[1][0] == "crates" && rows[62][0] == "take")
    #expect(zip(rows[1...61], rows[62...]).allSatisfy { $0[1] == $1[1] })
  }

  @Test("A table has a row for each step, and each of its values is that of the trace", arguments: [0, 1, 2])
  func rows(series: Int) throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    // Values that jump: the extremes of neighboring samples stand at other times.
    try folder.file(
      "blinking.yaml",
      """
      tumble: 1
      world: {rate: 100}
      bodies: [{id: lamp, at: [150, 200], kind: kinematic, box: [20, 20]}]
      animations:
        - {id: blink, of: lamp.opacity, type: keyframe, values: [0.5, 1, 0, 0.5], mode: discrete, duration: 0.13, repeat: 99}

      """)
    for steps in Array(0...4) + Array(122...133) + Array(254...262) where steps % 3 == series {
      let trace = try tumble(
        "simulate", "blinking.yaml", "--steps", "\(steps)", "--trace", "-", "--columns", "opacity", "-q")
      // step,time,body,…,opacity
      let traced = trace.text.split(separator: "\n").dropFirst().map { row in
        let cells = row.split(separator: ",", omittingEmptySubsequences: false)
        return [cells[0], cells[1], cells[cells.count - 1]].map { Double($0) }
      }
      let table = try tumble(
        "plot", "blinking.yaml", "--channels", "lamp.opacity", "--duration", "\(Double(steps) / 100)", "-o",
        "-")
      let plotted = table.text.split(separator: "\n").dropFirst().map { row in
        row.split(separator: ",").map { Double($0) }
      }
      #expect(traced.count == steps + 1, "\(trace.errors)")
      #expect(plotted == traced, "\(steps) steps: \(table.errors)")
    }
  }

  @Test("A plot has the titles of the scene's graphs and the marks of its triggers")
  func titlesAndMarks() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    try folder.file(
      "drop.yaml",
      """
      tumble: 1
      bodies: [{id: ball, at: [150, 200], circle: 9, mass: 1}]
      graph: [{title: How it falls, channels: [ball.y]}]
      when: [{id: half, event: time, at: 0.5, do: {action: mark, text: half a second}}]

      """)
    let result = try tumble("plot", "drop.yaml", "--duration", "1", "-o", "p.svg")
    let text = String(
      decoding: try Data(contentsOf: folder.url.appendingPathComponent("p.svg")), as: UTF8.self)
    #expect(result.code == 0, "\(result.errors)")
    #expect(text.contains("How it falls"))
    #expect(text.contains("half a second"))
  }
}

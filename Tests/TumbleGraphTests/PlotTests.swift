import Foundation
import Testing
import TumbleDrawing
import TumbleGeometry
import TumbleTestSupport

@testable import TumbleGraph

@Suite struct PlotTests {
  /// The style with letters that are the same on every machine.
  private func style(_ style: GraphStyle = .paper) -> GraphStyle {
    var style = style
    style.fontFamily = Font.builtInFamily
    return style
  }

  private func text(_ plot: Plot, _ size: Size = Size(400, 300)) -> String {
    String(decoding: plot.svg(size: size), as: UTF8.self)
  }

  /// The texts of a document, in their order.
  private func texts(_ plot: Plot, _ size: Size = Size(400, 300)) -> [String] {
    text(plot, size).split(separator: "\n").filter { $0.hasPrefix("<text") }.map { line in
      String(line.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
    }
  }

  private func wave(_ name: String = "a", _ count: Int = 200, _ value: (Double) -> Double = { sin($0) })
    -> PlotLine
  {
    PlotLine(name, (0...count).map { Vector(Double($0) / 20, value(Double($0) / 20)) })
  }

  private func expectGolden(_ plot: Plot, _ size: Size, _ name: String) {
    if let mismatch = Golden().mismatch(text(plot, size), name: name) { Issue.record("\(mismatch)") }
  }

  // MARK: Pictures

  @Test("Panels, a second axis, marks and a threshold look as they did")
  func goldenPanels() {
    var speed = wave("crate1.speed") { 300 * abs(cos($0)) }
    speed.isOnSecondAxis = true
    var first = PlotPanel(
      [wave("crate1.y") { 100 + 50 * sin($0) }, speed], x: .time(limits: 0...10),
      y: PlotAxis("crate1.y", unit: "pt"))
    first.secondY = PlotAxis("crate1.speed", unit: "pt/s")
    first.marks = [PlotMark(x: 2, kind: "hit", label: "bump"), PlotMark(x: 6, kind: "you")]
    first.thresholds = [GraphThreshold(value: 120, label: "limit")]
    let second = PlotPanel(
      [wave("kinetic") { 4e6 * (1 + sin($0)) }, wave("potential") { 4e6 * (1 - sin($0)) }],
      x: .time(limits: 0...10), y: PlotAxis("energy", unit: "kg·pt²/s²"))
    var plot = Plot([first, second], style: style())
    plot.title = "Crates"
    expectGolden(plot, Size(480, 400), "plot-panels.svg")
  }

  @Test("A logarithmic axis with gaps, and a phase plot, in a journal's style look as they did")
  func goldenJournal() {
    var decay = PlotPanel(
      [wave("a") { exp(-$0) - 0.01 }, wave("b") { 50 * exp(-0.3 * $0) }], x: .time(limits: 0...10),
      y: PlotAxis("speed", unit: "pt/s"))
    decay.y.isLogarithmic = true
    let phase = PlotPanel(
      [
        PlotLine(
          "p", (0...400).map { Vector(cos(Double($0) / 20), sin(Double($0) / 20)) * exp(-Double($0) / 200) })
      ],
      x: PlotAxis("x", unit: "pt"), y: PlotAxis("p", unit: "pt/s"))
    expectGolden(Plot([decay, phase], style: style(.journal)), Size(252.3, 260), "plot-journal.svg")
  }

  @Test(
    "Nothing to plot, one sample, a constant, and places too small for an axis are drawn as well as can be")
  func few() {
    for lines in [[], [PlotLine("a", [])], [PlotLine("a", [Vector(1, 1)])], [wave("a") { _ in 5 }]] {
      for isLogarithmic in [false, true] {
        var panel = PlotPanel(lines, x: .time())
        panel.y.isLogarithmic = isLogarithmic
        panel.x.isLogarithmic = isLogarithmic
        for size in [Size(64, 64), Size(300, 200), Size(.nan, -4)] {
          let plot = Plot([panel, panel], style: style(.journal))
          #expect(!text(plot, size).contains("nan"))
          #expect(plot.bitmap(size: size, scale: .infinity).width >= 64)
        }
      }
    }
    #expect(texts(Plot([PlotPanel([PlotLine("a", [])])])).contains("no samples"))
  }

  @Test("A picture has the pixels that its size and scale ask for")
  func sizes() throws {
    // 89 mm at 300 dots per inch.
    let bitmap = Plot([PlotPanel([wave()])], style: style(.journal))
      .bitmap(size: Size(89 / 25.4 * 72, 60 / 25.4 * 72), scale: 300.0 / 72)
    #expect(bitmap.width == 1051 && bitmap.height == 709)
    let pdf = try Plot([PlotPanel([wave()])]).pdf(size: Size(252, 170))
    #expect(String(decoding: pdf, as: UTF8.self).contains("/MediaBox [ 0 0 252 170 ]"))
  }

  // MARK: Axes

  @Test(
    "Axes have their lines within their limits, in order, and say their values in short numbers",
    arguments: Seeds.list(default: 200))
  func ticks(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let magnitude = pow(10, random.double(in: -12...12))
    let low = random.double(in: -1...1) * magnitude
    let high = low + magnitude * random.double(in: 0.01...2)
    let count = random.int(in: 2...8)
    let axis = PlotAxis("a", unit: "m", limits: low...high)
    let ticks = AxisTicks(axis, axis.scale(for: nil, lines: count), lines: count)
    let values = ticks.ticks.map(\.value)
    #expect(values == values.sorted() && Set(ticks.ticks.map(\.label)).count == values.count)
    #expect(values.count <= 2 * count + 1)
    let slack = (high - low) * 1e-6
    #expect(values.allSatisfy { $0 >= low - slack && $0 <= high + slack })
    // The title says by what the numbers are to be multiplied.
    let power = ticks.title.contains("10") ? log10(max(abs(low), abs(high))) / 3 : 0
    let factor = pow(10, (power + 1e-9).rounded(.down) * 3)
    for tick in ticks.ticks {
      let number = Double(tick.label)
      #expect(
        number.map { abs($0 * factor - tick.value) <= slack + abs(tick.value) * 1e-9 } == true, "\(tick)")
      #expect(tick.label.count <= 9, "\(tick)")
    }
  }

  @Test("A unit stands in the title, with a power of ten where numbers would be long")
  func titles() {
    func title(_ axis: PlotAxis, _ values: ClosedRange<Double>) -> String {
      AxisTicks(axis, axis.scale(for: values, lines: 4), lines: 4).title
    }
    let energy = PlotAxis("energy", unit: "J")
    #expect(title(energy, 0...100) == "energy (J)")
    #expect(title(energy, 0...9999) == "energy (10³ J)")
    #expect(title(energy, 0...4000) == "energy (J)")
    #expect(title(energy, 0...5e7) == "energy (10⁶ J)")
    #expect(title(energy, 0...5e-7) == "energy (10⁻⁹ J)")
    #expect(title(PlotAxis("contacts"), 0...3) == "contacts")
    #expect(title(PlotAxis(unit: "pt"), 0...3) == "pt")
    #expect(title(PlotAxis("n"), 0...2e5) == "n (×10³)")
  }

  @Test("Times are written in seconds, then minutes, then hours, and from 0 after a restart")
  func times() {
    func ticks(_ limits: ClosedRange<Double>, restarts: [Double] = []) -> AxisTicks {
      var axis = PlotAxis.time(limits: limits)
      axis.restarts = restarts
      return AxisTicks(axis, axis.scale(for: nil, lines: 5), lines: 5)
    }
    #expect(ticks(0...5).title == "time (s)")
    #expect(ticks(0...5).ticks.map(\.label) == ["0", "1", "2", "3", "4", "5"])
    #expect(ticks(0...1200).title == "time (min)")
    #expect(ticks(0...1200).ticks.map(\.label) == ["0", "5", "10", "15", "20"])
    #expect(ticks(0...72_000).title == "time (h)")
    let restarted = ticks(0...10, restarts: [0, 5])
    #expect(restarted.ticks.map(\.label) == ["0", "2", "4", "0", "2", "4"])
    #expect(restarted.ticks.map(\.value) == [0, 2, 4, 5, 7, 9])
    // What is in view of a run that began before it is counted from its own beginning.
    #expect(ticks(7...9, restarts: [0, 5]).ticks.map(\.label) == ["2.0", "2.5", "3.0", "3.5", "4.0"])
  }

  @Test("Logarithmic axes have powers of ten, and lines within them where there are few")
  func logarithms() {
    func ticks(_ values: ClosedRange<Double>) -> AxisTicks {
      var axis = PlotAxis("a")
      axis.isLogarithmic = true
      return AxisTicks(axis, axis.scale(for: values, lines: 5), lines: 5)
    }
    #expect(ticks(1...1000).ticks.map(\.label) == ["1", "10", "100", "1000"])
    #expect(ticks(0.01...1).ticks.map(\.label).first == "0.01")
    #expect(ticks(1...9).ticks.map(\.label) == ["1", "2", "5", "10"])
    #expect(ticks(1e-12...1e-6).ticks.map(\.label).first == "10⁻¹²")
    #expect(ticks(1...1000).minor.count == 24)
    for values in [1e-290...1e290, .leastNonzeroMagnitude...1e308, 3...3, 1...1.0001] as [ClosedRange<Double>]
    {
      let found = ticks(values)
      #expect(!found.ticks.isEmpty && found.ticks.count < 30, "\(values)")
      #expect(found.scale.lower > 0 && found.scale.lower < found.scale.upper)
    }
  }

  @Test("On a logarithmic axis what is not above 0 is a gap; nothing above it is said")
  func notAboveZero() {
    func pieces(_ values: [Double]) -> Int {
      var axis = PlotAxis()
      axis.isLogarithmic = true
      let line = PlotLine("a", values.enumerated().map { Vector(Double($0), $1) })
      let path = PlotPath(
        x: GraphScale(fixed: 0...9), y: axis.scale(for: 1...10, lines: 4), frame: Rect(size: Size(90, 90)),
        detail: .pixels(perPoint: 1))
      return path.pieces(of: line).count
    }
    #expect(pieces([1, 2, 3]) == 1)
    #expect(pieces([1, 0, 3]) == 2)
    #expect(pieces([1, -1, 3, -0.0, .leastNonzeroMagnitude, 7]) == 3)
    #expect(pieces([0, -1, .nan, -.infinity]) == 0)
    #expect(pieces([0, 4, 0]) == 1)
    var panel = PlotPanel([wave { -1 - $0 }])
    panel.y.isLogarithmic = true
    #expect(texts(Plot([panel])).contains("no values above 0"))
  }

  @Test("Limits by hand hold at the ends that they name; the others follow the values")
  func limits() {
    func scale(_ lower: Double?, _ upper: Double?, log: Bool = false) -> GraphScale {
      var axis = PlotAxis()
      (axis.lower, axis.upper, axis.isLogarithmic) = (lower, upper, log)
      return axis.scale(for: 3...47, lines: 4)
    }
    #expect((scale(nil, nil).lower, scale(nil, nil).upper) == (0, 60))
    #expect((scale(2, nil).lower, scale(nil, 40).upper) == (2, 40))
    #expect((scale(2, 9).lower, scale(2, 9).upper) == (2, 9))
    #expect(scale(100, nil).upper > 100)
    #expect((scale(2, nil, log: true).lower, scale(nil, 200, log: true).upper) == (2, 200))
    #expect(scale(-5, nil, log: true).lower > 0)
    #expect(scale(1000, nil, log: true).upper > 1000)
  }

  @Test("A line alone is named by its axis; marks and several lines are named above")
  func legend() {
    var panel = PlotPanel([wave("crate1.y")], y: PlotAxis("crate1.y", unit: "pt"))
    #expect(texts(Plot([panel], style: style())).filter { $0.contains("crate1") } == ["crate1.y (pt)"])
    panel.marks = [PlotMark(x: 1, kind: "hit"), PlotMark(x: 2, kind: "hit"), PlotMark(x: 3, kind: "")]
    #expect(texts(Plot([panel], style: style())).filter { $0 == "hit" }.count == 1)
    panel.lines.append(wave("crate2.y"))
    panel.y.title = "y"
    let found = texts(Plot([panel], style: style()))
    #expect(found.prefix(3) == ["crate1.y", "crate2.y", "hit"])
    // Each journal line has a pattern of its own.
    let dashes = text(Plot([panel], style: style(.journal))).components(
      separatedBy: "stroke-dasharray=\"5 2\""
    ).count
    #expect(dashes == 3)
  }

  @Test("Panels above each other begin and end at the same places, and time is written once")
  func aligned() {
    let wide = PlotPanel([wave { 1e4 * sin($0) }], x: .time(limits: 0...10), y: PlotAxis("a", unit: "m"))
    let narrow = PlotPanel([wave()], x: .time(limits: 0...10))
    let plot = Plot([wide, narrow], style: style())
    let axes = text(plot).split(separator: "\n").filter { $0.contains("stroke-linecap=\"square\"") }
    func start(_ line: Substring) -> Substring? {
      line.split(separator: "d=\"M").last?.split(separator: " ").first
    }
    #expect(axes.count == 2 && start(axes[0]) == start(axes[1]))
    #expect(texts(plot).filter { $0 == "time (s)" }.count == 1)
  }

  // MARK: Colors

  /// Returns a color in CIE L\*a\*b\* as people see it with full color vision and without one kind of cone
  /// (Machado, Oliveira and Fernandes 2009).
  private func seen(_ color: Color) -> [[Double]] {
    let matrices: [[[Double]]] = [
      [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ]
    func linear(_ c: Double) -> Double { c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4) }
    let rgb = [linear(color.red), linear(color.green), linear(color.blue)]
    return matrices.map { rows in
      let c = rows.map { row in min(max(zip(row, rgb).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
      func f(_ t: Double) -> Double { t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116 }
      let x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505)
      let y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2])
      let z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089)
      return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
    }
  }

  @Test("The colors of lines differ for color-blind people too, and from what is behind them")
  func colorBlindness() {
    func distance(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
    for style in [GraphStyle.paper, .journal, GraphStyle()] {
      #expect(style.palette.count == 8)
      for (i, color) in style.palette.enumerated() {
        for other in style.palette[..<i] {
          for (a, b) in zip(seen(color), seen(other)) {
            #expect(distance(a, b) > 11, "\(color.hex) \(other.hex)")
          }
        }
        for (a, b) in zip(seen(color), seen(style.background)) {
          #expect(distance(a, b) > 35, "\(color.hex)")
        }
      }
    }
  }
}

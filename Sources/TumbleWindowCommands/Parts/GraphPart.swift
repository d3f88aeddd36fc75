import Foundation
import TumbleGraph
import TumbleInput
import TumblePanels
import TumblePictureCommands
import TumbleSimulation
import TumbleWindow

/// The graph: whether it is docked, and its export into the folder where the program was started.
final class GraphPart: WindowPart {
  private let stage: Stage
  private let session: Session
  private let notices: Notices
  /// Is true while the panel of the axes is open.
  private var showsAxes = false

  init(_ stage: Stage, _ session: Session, _ notices: Notices) {
    (self.stage, self.session, self.notices) = (stage, session, notices)
  }
}

extension GraphPart {
  func restore(_ settings: Settings) {
    stage.graphPlacement.isDocked = settings.toggles["graphDocked"] ?? true
  }

  func keep(in settings: inout Settings) {
    settings.toggles["graph"] = stage.shownGraph != nil
    settings.toggles["graphDocked"] = stage.graphPlacement.isDocked
  }

  func perform(_ name: WindowAction) -> Bool {
    guard name == .graphAxes else { return false }
    showsAxes.toggle()
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    switch name {
    case .graphAxes: stage.shownGraph == nil ? "G shows a graph, whose axes can be chosen then" : nil
    case .exportGraph, .exportWholeGraph: stage.shownGraph == nil ? Self.isHidden : nil
    case .nextGraph, .dockGraph, .freezeGraph, .zoomGraphIn, .zoomGraphOut, .scrollGraph, .zoomGraph:
      stage.shownGraph == nil ? "no graph is shown: G shows one" : nil
    default: nil
    }
  }

  private static let isHidden = "G shows a graph, and E writes it to files"

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .close(.graph): showsAxes = false
    case .edit(let path, let value) where GraphAxesPanel.owns(path):
      if let graph = stage.shownGraph { GraphAxesPanel(graph: graph).change(path, to: value) }
    case .beginEdit(let path), .endEdit(let path): return GraphAxesPanel.owns(path)
    default: return false
    }
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard showsAxes, let graph = stage.shownGraph else { return }
    state.graph = GraphAxesPanel(graph: graph).state
  }

  func export(_ extent: ScrollingGraph.Extent) {
    guard let graph = stage.shownGraph else { return notices.tellAndPrint(Self.isHidden) }
    let export = GraphExport(graph: graph, extent: extent, size: Size(960, 480))
    do {
      let name = try export.write(named: session.world.description.name)
      notices.tellWritten("\(name).csv, .svg and .png", at: name)
    } catch {
      notices.tellAndPrint("the graph could not be written: \(error)")
    }
  }
}

/// The panel of the graph's axes: limits by hand, logarithms, an axis at the right, and one channel over
/// another.
struct GraphAxesPanel {
  let graph: ScrollingGraph

  private static let prefix = "graph."

  /// Returns true if a property's path is this panel's.
  static func owns(_ path: String) -> Bool { path.hasPrefix(prefix) }

  /// The channels that one can be drawn over: those that are on, by their places.
  private var offered: [Int] { graph.channels.indices.filter { graph.channels[$0].isOn } }

  private var units: [String] {
    var units: [String] = []
    for channel in offered where !units.contains(graph.channels[channel].unit) {
      units.append(graph.channels[channel].unit)
    }
    return units
  }

  var state: GraphAxesState {
    let settings = graph.settings
    var values = limits(
      "y", settings.limits, now: graph.shownLimits.first,
      unit: settings.hasSecondAxis ? units.first ?? "" : "")
    values.append(
      PropertyRow(
        "graph.log", "Logarithmic", .toggle(settings.isLogarithmic),
        help: "Equal factors are equally far apart; values that are not above 0 are left out"))
    var groups = [PropertyGroup("Values", values)]
    var second = [
      PropertyRow(
        "graph.second", "At the right", .toggle(settings.hasSecondAxis),
        help: "An axis of their own for lines of another unit", isEnabled: units.count > 1)
    ]
    if let now = graph.shownLimits.second {
      second += limits("y2", settings.secondLimits, now: now, unit: units.dropFirst().first ?? "")
    }
    groups.append(PropertyGroup("Second axis", second))
    let names = ["time"] + offered.map { graph.channels[$0].name }
    let phase = settings.phase
    groups.append(
      PropertyGroup(
        "One over another",
        [
          PropertyRow(
            "graph.x", "Across",
            .choice(phase.flatMap { offered.firstIndex(of: $0.x) }.map { $0 + 1 } ?? 0, of: names),
            help: "What stands along the bottom"),
          PropertyRow(
            "graph.over", "Upwards",
            .choice(phase.flatMap { offered.firstIndex(of: $0.y) } ?? 0, of: Array(names.dropFirst())),
            isEnabled: phase != nil),
        ]))
    return GraphAxesState(title: settings.title, groups)
  }

  private func limits(
    _ axis: String, _ limits: ClosedRange<Double>?, now: ClosedRange<Double>, unit: String
  ) -> [PropertyRow] {
    let shown = limits ?? now
    return [
      PropertyRow(
        "graph.\(axis).fixed", "Fixed", .toggle(limits != nil),
        help: "The limits stay; otherwise they follow what is in view"),
      PropertyRow("graph.\(axis).upper", "Highest", .number(shown.upperBound), unit: unit),
      PropertyRow("graph.\(axis).lower", "Lowest", .number(shown.lowerBound), unit: unit),
    ]
  }

  /// Changes what a row stands for; what makes no sense is left as it was.
  func change(_ path: String, to value: PropertyValue) {
    let words = path.dropFirst(Self.prefix.count).split(separator: ".")
    switch (words.first, words.dropFirst().first, value) {
    case ("log", _, .toggle(let isOn)): graph.settings.isLogarithmic = isOn
    case ("second", _, .toggle(let isOn)): graph.settings.hasSecondAxis = isOn
    case ("x", _, .choice(let place)):
      guard place > 0, offered.indices.contains(place - 1) else {
        graph.settings.phase = nil
        return
      }
      let x = offered[place - 1]
      // Over itself it would be a straight line.
      let y = graph.settings.phase?.y ?? offered.first { $0 != x } ?? x
      graph.settings.phase = GraphPhase(x: x, y: y)
    case ("over", _, .choice(let place)):
      guard offered.indices.contains(place) else { return }
      graph.settings.phase?.y = offered[place]
    case (let axis?, let part?, _) where axis == "y" || axis == "y2":
      change(isSecond: axis == "y2", String(part), to: value)
    default: break
    }
  }

  private func change(isSecond: Bool, _ part: String, to value: PropertyValue) {
    let own = isSecond ? graph.settings.secondLimits : graph.settings.limits
    guard let now = own ?? (isSecond ? graph.shownLimits.second : graph.shownLimits.first) else { return }
    func set(_ limits: ClosedRange<Double>?) {
      if isSecond { graph.settings.secondLimits = limits } else { graph.settings.limits = limits }
    }
    if part == "fixed", case .toggle(let isOn) = value { return set(isOn ? now : nil) }
    let number: Double? =
      switch value {
      case .number(let number): number
      case .typed(let text, _): Double(text.prefix { $0 != " " && !$0.isLetter || $0 == "e" || $0 == "E" })
      default: nil
      }
    // An empty field means that it follows again.
    guard let number, number.isFinite else { return set(nil) }
    let (lower, upper) = part == "lower" ? (number, now.upperBound) : (now.lowerBound, number)
    guard lower < upper, !graph.settings.isLogarithmic || lower > 0 else { return }
    set(lower...upper)
  }
}

/// A graph as files beside each other: a table of its samples, and a picture of them in two forms.
struct GraphExport {
  let graph: ScrollingGraph
  let extent: ScrollingGraph.Extent
  /// The size in points.
  let size: Size

  /// Writes `NAME-TITLE-1.csv`, `.svg` and `.png` into the working folder, with the first number that no file
  /// has yet: none is ever overwritten.
  ///
  /// - Returns: The files' name without an ending.
  func write(named name: String) throws -> String {
    let stem = [name, graph.settings.title].map { NumberedFiles.word($0, or: "graph") }.joined(separator: "-")
    let picture = graph.picture(extent)
    return try NumberedFiles.write(
      named: stem,
      [
        ("csv", Data(graph.csv(extent).utf8)), ("svg", picture.svg(size: size)),
        ("png", try PNG.encode(picture.bitmap(size: size, scale: 2))),
      ])
  }
}

import TumbleFiles
import TumbleGeometry
import TumbleGraph
import TumbleInput
import TumblePanels
import TumblePictureCommands
import TumbleRendering
import TumbleSimulation
import TumbleWindow

/// The graph: whether it is docked, and its export into the folder where the program was started.
final class GraphPart: WindowPart {
  private let stage: Stage
  private let session: Session
  private let notices: Notices
  /// Whether the panel of the axes is open.
  private var showsAxes = false

  init(_ stage: Stage, _ session: Session, _ notices: Notices) {
    self.stage = stage
    self.session = session
    self.notices = notices
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

  func perform(_ name: ActionName) -> Bool {
    guard name == .graphAxes else { return false }
    showsAxes.toggle()
    return true
  }

  func obstacle(to name: ActionName) -> String? {
    switch name {
    case .graphAxes: stage.shownGraph == nil ? "G shows a graph, whose axes can be chosen then" : nil
    case .exportGraph, .exportWholeGraph: stage.shownGraph == nil ? Self.isHidden : nil
    case .nextGraph, .dockGraph, .freezeGraph, .zoomGraphIn, .zoomGraphOut, .scrollGraph, .zoomGraph:
      stage.shownGraph == nil ? "no graph is shown: G shows one" : nil
    default: nil
    }
  }

  private static let isHidden = "G shows a graph, and E writes it to files"

  func perform(_ action: InterfaceAction) -> Bool {
    switch action {
    case .close(.graph): showsAxes = false
    case .edit(let path, let value) where GraphAxesPanel.owns(path):
      if let graph = stage.shownGraph { GraphAxesPanel(graph: graph).change(path, to: value) }
    case .beginEdit(let path) where GraphAxesPanel.owns(path): break
    case .endEdit(let path) where GraphAxesPanel.owns(path): break
    default: return false
    }
    return true
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    guard showsAxes, let graph = stage.shownGraph else { return }
    state.graph = GraphAxesPanel(graph: graph).state
  }

  func export(_ extent: ScrollingGraph.Extent) {
    guard let graph = stage.shownGraph else {
      return notices.tellAndPrint(Self.isHidden)
    }
    let export = GraphExport(graph: graph, extent: extent, size: Size(960, 480))
    do {
      let name = try export.write(named: session.world.description.name)
      notices.tellAndPrint(
        "wrote \(name).csv, .svg and .png into \(FilePath.folder(of: FilePath.whole(name)))")
    } catch {
      notices.tellAndPrint("the graph could not be written: \(error)")
    }
  }
}

import TumbleFiles
import TumbleGeometry
import TumbleGraph
import TumbleSimulation
import TumbleStage

/// The graph: whether it is docked, and its export into the folder where the program was started.
final class GraphPart: WindowPart {
  private let stage: Stage
  private let session: Session
  private let notices: Notices

  init(_ stage: Stage, _ session: Session, _ notices: Notices) {
    self.stage = stage
    self.session = session
    self.notices = notices
  }
}

extension GraphPart {
  func restore(_ settings: Settings) {
    stage.graphPlacement.isDocked = settings.toggles["graphDocked"] ?? false
  }

  func keep(in settings: inout Settings) {
    settings.toggles["graph"] = stage.shownGraph != nil
    settings.toggles["graphDocked"] = stage.graphPlacement.isDocked
  }

  func export(_ extent: ScrollingGraph.Extent) {
    guard let graph = stage.shownGraph else {
      return notices.tellAloud("G shows a graph, and E writes it to files")
    }
    let export = GraphExport(graph: graph, extent: extent, size: Size(960, 480))
    do {
      let name = try export.write(named: session.world.description.name)
      notices.tellAloud("wrote \(name).csv, .svg and .png")
    } catch {
      notices.tellAloud("the graph could not be written: \(error)")
    }
  }
}

import TumbleGeometry
import TumbleGraph
import TumbleSimulation
import TumbleStage

/// Writes the graph that is shown beside where the program was started.
struct GraphPart {
  let stage: Stage
  let session: Session
  let notices: Notices

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

/// The action of a key, of the mouse, the menu or a button, by the name that `keys.yaml` knows it by.
package enum WindowAction: Hashable, Sendable, CaseIterable {
  // Time.
  case pause, stepForth, stepBack, slower, faster, realTime, restart, timeLine, stop, simulate

  // The world.
  case grab, tiltLeft, tiltRight, tiltUp, tiltDown, upright, tilt, world, controls

  // Editing.
  case undo, redo, cut, copy, paste, duplicate, selectAll, delete, group, ungroup, snap, tools, inspector,
    animate, newAnimation, triggers, closePath, turnAlong, pathToKeys, keysToPath, contextMenu

  // Tools: before the last word those of `Tool`.
  case selectTool, boxTool, circleTool, polygonTool, brushTool, wallTool, planeTool, ropeTool, chainTool,
    clothTool, blobTool, textTool, pictureTool, pinJointTool, slideJointTool, pivotTool, weldTool,
    grooveTool, springTool, motorTool, gearTool, rotarySpringTool, rotaryLimitTool, ratchetTool, wheelTool,
    cogTool, pinTool, thrusterTool, emitterTool, waterTool, windTool, magnetTool, vortexTool, knifeTool,
    eraserTool

  // What is looked at.
  case zoom, pan, follow, zoomIn, zoomOut, panLeft, panRight, panUp, panDown, frameAll, wholeView, layers,
    chooseLayers

  // The graph.
  case graph, nextGraph, dockGraph, graphAxes, freezeGraph, scrollGraph, zoomGraph, zoomGraphIn,
    zoomGraphOut, channel1, channel2, channel3, channel4, channel5, channel6, channel7, channel8, channel9

  // Files.
  case newScene, open, previousScene, nextScene, save, saveMoment, record, exportFilm, exportPage,
    exportMotion, exportPicture, exportGraph, exportWholeGraph, quit

  // The window.
  case help, menu, profile, darkMode, fullScreen, close
}

extension WindowAction {
  /// The name in `keys.yaml`: the words of the case with dashes, such as `step-forth` and `tool-box`.
  package var rawValue: String { Self.names[self] ?? "" }

  package init?(rawValue: String) {
    guard let action = Self.actions[rawValue] else { return nil }
    self = action
  }

  private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, name(of: $0)) })
  private static let actions = Dictionary(uniqueKeysWithValues: allCases.map { (name(of: $0), $0) })

  private static func name(of action: WindowAction) -> String {
    switch action {
    case .simulate: return "simulate-to-here"
    case .snap: return "snap-to-grid"
    case .turnAlong: return "turn-along-path"
    default:
      let parts = "\(action)".map { $0.isUppercase || $0.isNumber ? "-" + $0.lowercased() : String($0) }
      let dashed = parts.joined()
      return dashed.hasSuffix("-tool") ? "tool-" + dashed.dropLast(5) : dashed
    }
  }
}

extension WindowAction {
  /// The tool that it takes up.
  package var tool: Tool? {
    guard rawValue.hasPrefix("tool-") else { return nil }
    let words = rawValue.split(separator: "-").dropFirst()
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return Tool(rawValue: (words.first ?? "") + rest.joined())
  }

  /// The number of the graph's line that this action shows or hides, counted from 0; nil for other actions.
  package var channel: Int? {
    rawValue.hasPrefix("channel-") ? Int(rawValue.dropFirst(8)).map { $0 - 1 } : nil
  }
}

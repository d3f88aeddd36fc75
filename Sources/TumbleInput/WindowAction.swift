/// The action of a key, a movement of the mouse, the menu or a button, by the name that `keys.yaml` knows it
/// by.
package enum WindowAction: String, Hashable, Sendable, CaseIterable {
  // Time.
  case pause
  case stepForth = "step-forth"
  case stepBack = "step-back"
  case slower
  case faster
  case realTime = "real-time"
  case restart
  case timeLine = "time-line"
  case stop
  case simulate = "simulate-to-here"

  // The world.
  case grab
  case tiltLeft = "tilt-left"
  case tiltRight = "tilt-right"
  case tiltUp = "tilt-up"
  case tiltDown = "tilt-down"
  case upright
  case tilt
  case world
  case controls

  // Editing.
  case undo
  case redo
  case cut
  case copy
  case paste
  case duplicate
  case selectAll = "select-all"
  case delete
  case group
  case ungroup
  case snap = "snap-to-grid"
  case tools
  case inspector
  case animate
  case newAnimation = "new-animation"
  case triggers
  case closePath = "close-path"
  case turnAlong = "turn-along-path"
  case pathToKeys = "path-to-keys"
  case keysToPath = "keys-to-path"

  case contextMenu = "context-menu"

  // Tools: the raw values end in the words of those of `Tool`.
  case selectTool = "tool-select"
  case boxTool = "tool-box"
  case circleTool = "tool-circle"
  case polygonTool = "tool-polygon"
  case brushTool = "tool-brush"
  case wallTool = "tool-wall"
  case planeTool = "tool-plane"
  case ropeTool = "tool-rope"
  case chainTool = "tool-chain"
  case clothTool = "tool-cloth"
  case blobTool = "tool-blob"
  case textTool = "tool-text"
  case noteTool = "tool-note"
  case pictureTool = "tool-picture"
  case pinJointTool = "tool-pin-joint"
  case slideJointTool = "tool-slide-joint"
  case pivotTool = "tool-pivot"
  case weldTool = "tool-weld"
  case grooveTool = "tool-groove"
  case springTool = "tool-spring"
  case motorTool = "tool-motor"
  case gearTool = "tool-gear"
  case rotarySpringTool = "tool-rotary-spring"
  case rotaryLimitTool = "tool-rotary-limit"
  case ratchetTool = "tool-ratchet"
  case wheelTool = "tool-wheel"
  case cogTool = "tool-cog"
  case pinTool = "tool-pin"
  case tracerTool = "tool-tracer"
  case pathTool = "tool-path"
  case thrusterTool = "tool-thruster"
  case emitterTool = "tool-emitter"
  case waterTool = "tool-water"
  case windTool = "tool-wind"
  case magnetTool = "tool-magnet"
  case vortexTool = "tool-vortex"
  case knifeTool = "tool-knife"
  case eraserTool = "tool-eraser"

  // What is looked at.
  case zoom
  case pan
  case follow
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case panLeft = "pan-left"
  case panRight = "pan-right"
  case panUp = "pan-up"
  case panDown = "pan-down"
  case frameAll = "frame-all"
  case wholeView = "whole-view"
  case layers
  case chooseLayers = "choose-layers"

  // The graph.
  case graph
  case nextGraph = "next-graph"
  case dockGraph = "dock-graph"
  case graphAxes = "graph-axes"
  case freezeGraph = "freeze-graph"
  case scrollGraph = "scroll-graph"
  case zoomGraph = "zoom-graph"
  case zoomGraphIn = "zoom-graph-in"
  case zoomGraphOut = "zoom-graph-out"
  case channel1 = "channel-1"
  case channel2 = "channel-2"
  case channel3 = "channel-3"
  case channel4 = "channel-4"
  case channel5 = "channel-5"
  case channel6 = "channel-6"
  case channel7 = "channel-7"
  case channel8 = "channel-8"
  case channel9 = "channel-9"

  // Files.
  case newScene = "new-scene"
  case newEmpty = "new-empty"
  case newWalls = "new-walls"
  case newFromScene = "new-from-scene"
  case open
  case previousScene = "previous-scene"
  case nextScene = "next-scene"
  case save
  case saveAs = "save-as"
  case saveMoment = "save-moment"
  case record
  case exportFilm = "export-film"
  case exportPage = "export-page"
  case exportMotion = "export-motion"
  case exportPicture = "export-picture"
  case exportGraph = "export-graph"
  case exportWholeGraph = "export-whole-graph"
  case quit

  // The window.
  case help
  case menu
  case profile
  case darkMode = "dark-mode"
  case fullScreen = "full-screen"
  case close
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

extension KeyTable {
  /// The default key bindings.
  package static let standard: KeyTable = {
    do {
      let groups: [(Group, [Entry])] = [
        (.file, file), (.time, time), (.world, world), (.edit, edit), (.tools, tools), (.view, view),
        (.graph, graph), (.window, window),
      ]
      return try KeyTable(
        groups.flatMap { group, entries in
          entries.map { entry in
            var entry = entry
            entry.group = group
            return entry
          }
        })
    } catch {
      preconditionFailure("The standard keys are at fault: \(error).")
    }
  }()

  /// A row; its group is set where the groups are put together.
  private static func row(
    _ name: WindowAction, _ gestures: [String], _ description: String, title: String = "",
    at place: Place = .anywhere, repeats: Bool = false, isMovement: Bool = false
  ) -> Entry {
    let read = gestures.map { text in
      guard let gesture = try? Gesture(parsing: text) else {
        preconditionFailure("'\(text)' is no key of the standard table.")
      }
      return gesture
    }
    return Entry(
      name: name, group: .file, description: description,
      title: title.isEmpty ? name.tool?.title ?? description : title, gestures: read, place: place,
      repeats: repeats, isMovement: isMovement)
  }

  private static let file = [
    row(.newScene, ["Ctrl+N"], "new scene with a floor", title: "New scene"),
    row(.newEmpty, ["Ctrl+Alt+N"], "new scene with nothing in it", title: "New empty scene"),
    row(.newWalls, ["Ctrl+Shift+N"], "new scene with a floor and two walls", title: "New with walls"),
    row(.newFromScene, ["Ctrl+Alt+O"], "new scene from another one", title: "New from scene…"),
    row(.open, ["Ctrl+O"], "choose another scene", title: "Open scene…"),
    row(.previousScene, ["[", "PageUp"], "the scene before", title: "Previous scene"),
    row(.nextScene, ["]", "PageDown"], "the scene after", title: "Next scene"),
    row(.save, ["Ctrl+S"], "save what was edited in the scene's file", title: "Save"),
    row(.saveAs, ["Ctrl+Alt+S"], "save the scene as another file, in any folder", title: "Save as…"),
    row(.saveMoment, ["Ctrl+Shift+S"], "save this moment as a new scene", title: "Save moment"),
    row(
      .record, ["Ctrl+R"], "write a recording of the run so far, to be watched and continued",
      title: "Save recording"),
    row(
      .exportFilm, ["Ctrl+Shift+F"], "write the run to a film or to numbered pictures",
      title: "Export film…"),
    row(.exportPage, ["Ctrl+Shift+W"], "write the run to a web page", title: "Export page…"),
    row(
      .exportMotion, ["Ctrl+Shift+E"],
      "write the motion as keys: animated SVG, Lottie, CSS, Core Animation, glTF, numbers",
      title: "Export motion…"),
    row(.exportPicture, ["Ctrl+Shift+I"], "write a moment to a picture", title: "Export picture…"),
    row(.exportGraph, ["E"], "write what the graph shows to files", title: "Export shown graph"),
    row(.exportWholeGraph, ["Shift+E"], "write all that the graph has to files", title: "Export whole graph"),
    row(.quit, ["Q", "Ctrl+Q"], "quit", title: "Quit"),
  ]

  private static let time = [
    row(.pause, ["Space"], "pause and go on", title: "Pause"),
    row(.stepForth, ["."], "one step", title: "Step forward", repeats: true),
    row(.stepBack, [","], "one step back", title: "Step back", repeats: true),
    row(.slower, ["S"], "half the speed, down to 1/16", title: "Slower"),
    row(.faster, ["Shift+S"], "twice the speed, up to 16 ×", title: "Faster"),
    row(.realTime, ["0"], "the speed of real time", title: "Real time"),
    row(.restart, ["R"], "start again, with what was edited or from the file as it is now", title: "Restart"),
    row(.timeLine, ["T"], "show or hide the time line", title: "Time line"),
    row(
      .simulate, ["Shift+Space"], "run the world on to the future that is looked at, and stay there",
      title: "Simulate to here"),
    row(.stop, ["Ctrl+."], "stop the work that a progress bar shows", title: "Stop work"),
  ]

  private static let world = [
    row(.grab, ["Drag"], "hold a body and pull it along", at: .stage, isMovement: true),
    row(.tiltLeft, ["←"], "lean gravity that way", title: "Tilt left", repeats: true),
    row(.tiltRight, ["→"], "lean gravity that way", title: "Tilt right", repeats: true),
    row(.tiltUp, ["↑"], "lean gravity that way", title: "Tilt up", repeats: true),
    row(.tiltDown, ["↓"], "lean gravity that way", title: "Tilt down", repeats: true),
    row(.upright, ["Home"], "the scene's own gravity again", title: "Scene's gravity"),
    row(
      .tilt, ["Gamepad stick", "Tilt sensor"], "lean gravity as far as the pad is leaned", isMovement: true),
    row(.world, ["W"], "show or hide the world's settings", title: "World settings"),
    row(
      .controls, ["Shift+W"],
      "show or hide the scene's controls: sliders, made of any number of the inspector", title: "Controls"),
  ]

  private static let edit = [
    row(.undo, ["Ctrl+Z"], "undo", title: "Undo"),
    row(.redo, ["Ctrl+Shift+Z", "Ctrl+Y"], "redo", title: "Redo"),
    row(.cut, ["Ctrl+X"], "cut what is selected", title: "Cut"),
    row(.copy, ["Ctrl+C"], "copy what is selected", title: "Copy"),
    row(.paste, ["Ctrl+V"], "paste", title: "Paste"),
    row(.duplicate, ["Ctrl+D"], "duplicate what is selected", title: "Duplicate"),
    row(.selectAll, ["Ctrl+A"], "select everything", title: "Select all"),
    row(.delete, ["Delete", "Backspace"], "delete what is selected", title: "Delete"),
    row(.group, ["Ctrl+G"], "group what is selected", title: "Group"),
    row(.ungroup, ["Ctrl+Shift+G"], "take a group apart", title: "Ungroup"),
    row(
      .contextMenu, ["Right click"], "what can be done with a body, a joint, an emitter, a path or the paper",
      at: .stage, isMovement: true),
    row(.snap, ["Shift+B"], "turn snapping to the grid on or off", title: "Snap to grid"),
    row(.tools, ["B"], "show or hide the tools", title: "Tools"),
    row(.inspector, ["I"], "show or hide the inspector", title: "Inspector"),
    row(
      .animate, ["A"], "show or hide the animator: key frames and their curves over time (tween, ease)",
      title: "Animator"),
    row(
      .newAnimation, ["Shift+I"],
      "animate what is selected: move, swing, turn, bounce, fade; from, to, duration, curve",
      title: "Animate…"),
    row(
      .triggers, ["Shift+T"], "show or hide the triggers: what happens when something happens",
      title: "When…"),
    row(.closePath, ["Ctrl+Shift+O"], "close the path of what is selected, or open it", title: "Close path"),
    row(
      .turnAlong, ["Ctrl+Shift+L"], "turn what is selected along its path, against it, or not at all",
      title: "Turn along path"),
    row(.pathToKeys, ["Ctrl+Shift+K"], "make keys of the path of what is selected", title: "Path to keys"),
    row(.keysToPath, ["Ctrl+Shift+P"], "make a path of the keys of what is selected", title: "Keys to path"),
  ]

  private static let tools = [
    row(.selectTool, ["V"], "select, drag, turn and scale", title: "Select"),
    row(.boxTool, ["X"], "draw boxes"),
    row(.circleTool, ["C"], "draw circles"),
    row(.polygonTool, ["Y"], "draw outlines", title: "Polygon"),
    row(.brushTool, ["Alt+Y"], "paint bodies: thick strokes"),
    row(.wallTool, ["L"], "draw walls"),
    row(.planeTool, ["Alt+L"], "put floors and slopes without an end"),
    row(.ropeTool, ["U"], "draw ropes, also round the wheel of a pulley"),
    row(.chainTool, ["Alt+U"], "draw chains"),
    row(.clothTool, ["Alt+X"], "hang up cloths, nets and flags"),
    row(.blobTool, ["Alt+C"], "make soft bodies: blobs, jelly"),
    row(.textTool, ["Alt+T"], "make bodies of the letters of a text"),
    row(.noteTool, ["Alt+N"], "write notes: words that take part in nothing"),
    row(.pictureTool, ["Alt+P"], "make bodies of the outlines of pictures"),
    row(.pinJointTool, ["Shift+P"], "join bodies with rods"),
    row(.slideJointTool, ["Shift+C"], "join bodies with strings"),
    row(.pivotTool, ["J"], "join bodies with hinges"),
    row(.weldTool, ["K"], "weld bodies together"),
    row(.grooveTool, ["Shift+K"], "let bodies slide along grooves"),
    row(.springTool, ["Shift+J"], "join bodies with springs"),
    row(.motorTool, ["M"], "put motors on bodies or hinges"),
    row(.gearTool, ["Shift+M"], "connect bodies with gears"),
    row(.rotarySpringTool, ["Shift+U"], "join bodies with rotary springs"),
    row(.rotaryLimitTool, ["Shift+L"], "limit how far bodies rotate"),
    row(.ratchetTool, ["Shift+O"], "join bodies with ratchets"),
    row(.wheelTool, ["Shift+V"], "put wheels with motors on bodies"),
    row(.cogTool, ["Alt+M"], "make gear wheels with teeth"),
    row(.pinTool, ["O"], "pin bodies to the background", title: "Pin"),
    row(.tracerTool, ["Alt+O"], "let bodies trace their way"),
    row(.pathTool, ["Alt+D"], "draw paths that bodies go along: animate a way by hand"),
    row(.thrusterTool, ["Shift+Y"], "put thrusters on bodies"),
    row(.emitterTool, ["Shift+X"], "add emitters of particles"),
    row(.waterTool, ["Alt+W"], "pour water: fluids, pools"),
    row(.windTool, ["Alt+B"], "let a wind blow: fields"),
    row(.magnetTool, ["Alt+G"], "add magnets: fields that pull"),
    row(.vortexTool, ["Alt+V"], "add vortices: fields that whirl"),
    row(.knifeTool, ["Shift+Z"], "cut bodies in two: slice"),
    row(.eraserTool, ["Z"], "erase"),
  ]

  private static let view = [
    row(.zoom, ["Wheel", "Pinch"], "zoom at the mouse", at: .stage, isMovement: true),
    row(
      .pan, ["Right drag", "Middle drag", "Shift+Wheel", "Sideways wheel"], "move the view", at: .stage,
      isMovement: true),
    row(
      .follow, ["Double click"], "follow a body; on the paper: show its surroundings or all", title: "Follow",
      at: .stage, isMovement: true),
    row(.zoomIn, ["Ctrl++", "Ctrl+="], "zoom in", title: "Zoom in", repeats: true),
    row(.zoomOut, ["Ctrl+−"], "zoom out", title: "Zoom out", repeats: true),
    row(.panLeft, ["Ctrl+←"], "move the view", title: "Pan left", repeats: true),
    row(.panRight, ["Ctrl+→"], "move the view", title: "Pan right", repeats: true),
    row(.panUp, ["Ctrl+↑"], "move the view", title: "Pan up", repeats: true),
    row(.panDown, ["Ctrl+↓"], "move the view", title: "Pan down", repeats: true),
    row(.frameAll, ["F"], "show all bodies", title: "Show all"),
    row(.wholeView, ["Ctrl+Home", "Ctrl+0"], "the scene's own view again", title: "Scene's view"),
    row(.layers, ["D"], "show or hide the layers: contacts, velocities and so on", title: "Layers"),
    row(.chooseLayers, ["Shift+D"], "choose the layers", title: "Choose layers"),
  ]

  private static let graph =
    [
      row(.graph, ["G"], "show or hide the graph", title: "Graph"),
      row(.nextGraph, ["Tab"], "the next graph", title: "Next graph"),
      row(.dockGraph, ["Shift+G"], "put the graph below the stage, or over it again", title: "Dock graph"),
      row(
        .graphAxes, ["Shift+A"], "choose the graph's axes: limits, logarithms, one over another",
        title: "Graph axes"),
      row(.freezeGraph, ["Shift+F"], "let the graph stand still, or follow again", title: "Freeze graph"),
      row(.scrollGraph, ["Drag", "Wheel"], "scroll the graph through time", at: .graph, isMovement: true),
      row(.zoomGraph, ["Ctrl+Wheel"], "zoom the graph in time", at: .graph, isMovement: true),
      row(.zoomGraphIn, ["+", "="], "zoom the graph in", title: "Zoom graph in", repeats: true),
      row(.zoomGraphOut, ["−"], "zoom the graph out", title: "Zoom graph out", repeats: true),
    ]
    + WindowAction.allCases.compactMap { name in
      name.channel.map { row(name, ["\($0 + 1)"], "switch a line of the graph", title: "Line \($0 + 1)") }
    }

  private static let window = [
    row(.help, ["H", "F1"], "the table of keys", title: "Keys and help"),
    row(.menu, ["F10"], "the menu", title: "Menu bar"),
    row(.profile, ["F3"], "what a frame's time is spent on", title: "Frame time"),
    row(.darkMode, ["N"], "the dark theme, or the light one; the desktop's is followed", title: "Dark theme"),
    row(.fullScreen, ["F11"], "full screen", title: "Full screen"),
    row(.close, ["Esc"], "close what is open; quit where nothing is", title: "Close"),
  ]
}

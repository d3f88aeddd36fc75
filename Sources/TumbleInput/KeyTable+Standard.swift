extension KeyTable {
  /// The default key bindings.
  package static let standard: KeyTable = {
    do {
      return try KeyTable(file + time + world + edit + tools + view + graph + window)
    } catch {
      preconditionFailure("The standard keys are at fault: \(error).")
    }
  }()

  private static func row(
    _ group: Group, _ name: WindowAction, _ gestures: [String], _ description: String, title: String = "",
    at place: Place = .anywhere, repeats: Bool = false, isMovement: Bool = false
  ) -> Entry {
    let read = gestures.map { text in
      guard let gesture = try? Gesture(parsing: text) else {
        preconditionFailure("'\(text)' is no key of the standard table.")
      }
      return gesture
    }
    return Entry(
      name: name, group: group, description: description,
      title: title.isEmpty ? name.tool?.title ?? description : title, gestures: read, place: place,
      repeats: repeats, isMovement: isMovement)
  }

  private static let file = [
    row(.file, .newScene, ["Ctrl+N"], "new scene with a floor", title: "New scene"),
    row(.file, .open, ["Ctrl+O"], "choose another scene", title: "Open scene…"),
    row(.file, .previousScene, ["[", "PageUp"], "the scene before", title: "Previous scene"),
    row(.file, .nextScene, ["]", "PageDown"], "the scene after", title: "Next scene"),
    row(.file, .save, ["Ctrl+S"], "save what was edited in the scene's file", title: "Save"),
    row(.file, .saveMoment, ["Ctrl+Shift+S"], "save this moment as a new scene", title: "Save moment as…"),
    row(
      .file, .record, ["Ctrl+R"], "write a recording of the run so far, to be watched and continued",
      title: "Save recording"),
    row(
      .file, .exportFilm, ["Ctrl+Shift+F"], "write the run to a film or to numbered pictures",
      title: "Export film…"),
    row(.file, .exportPage, ["Ctrl+Shift+W"], "write the run to a web page", title: "Export page…"),
    row(
      .file, .exportMotion, ["Ctrl+Shift+E"],
      "write the motion as keys: animated SVG, Lottie, CSS, Core Animation, glTF, numbers",
      title: "Export motion…"),
    row(.file, .exportPicture, ["Ctrl+Shift+I"], "write a moment to a picture", title: "Export picture…"),
    row(.file, .exportGraph, ["E"], "write what the graph shows to files", title: "Export shown graph"),
    row(
      .file, .exportWholeGraph, ["Shift+E"], "write all that the graph has to files",
      title: "Export whole graph"),
    row(.file, .quit, ["Q", "Ctrl+Q"], "quit", title: "Quit"),
  ]

  private static let time = [
    row(.time, .pause, ["Space"], "pause and go on", title: "Pause"),
    row(.time, .stepForth, ["."], "one step", title: "Step forward", repeats: true),
    row(.time, .stepBack, [","], "one step back", title: "Step back", repeats: true),
    row(.time, .slower, ["S"], "half the speed, down to 1/16", title: "Slower"),
    row(.time, .faster, ["Shift+S"], "twice the speed, up to 16 ×", title: "Faster"),
    row(.time, .realTime, ["0"], "the speed of real time", title: "Real time"),
    row(
      .time, .restart, ["R"], "start again, with what was edited or from the file as it is now",
      title: "Restart"),
    row(.time, .timeLine, ["T"], "show or hide the time line", title: "Time line"),
    row(
      .time, .simulate, ["Shift+Space"], "run the world on to the future that is looked at, and stay there",
      title: "Simulate to here"),
    row(.time, .stop, ["Ctrl+."], "stop the work that a progress bar shows", title: "Stop work"),
  ]

  private static let world = [
    row(.world, .grab, ["Drag"], "hold a body and pull it along", at: .stage, isMovement: true),
    row(.world, .tiltLeft, ["←"], "lean gravity that way", title: "Tilt left", repeats: true),
    row(.world, .tiltRight, ["→"], "lean gravity that way", title: "Tilt right", repeats: true),
    row(.world, .tiltUp, ["↑"], "lean gravity that way", title: "Tilt up", repeats: true),
    row(.world, .tiltDown, ["↓"], "lean gravity that way", title: "Tilt down", repeats: true),
    row(.world, .upright, ["Home"], "the scene's own gravity again", title: "Scene's gravity"),
    row(
      .world, .tilt, ["Gamepad stick", "Tilt sensor"], "lean gravity as far as the pad is leaned",
      isMovement: true),
    row(.world, .world, ["W"], "show or hide the world's settings", title: "World settings"),
    row(
      .world, .controls, ["Shift+W"],
      "show or hide the scene's controls: sliders, made of any number of the inspector", title: "Controls"),
  ]

  private static let edit = [
    row(.edit, .undo, ["Ctrl+Z"], "undo", title: "Undo"),
    row(.edit, .redo, ["Ctrl+Shift+Z", "Ctrl+Y"], "redo", title: "Redo"),
    row(.edit, .cut, ["Ctrl+X"], "cut what is selected", title: "Cut"),
    row(.edit, .copy, ["Ctrl+C"], "copy what is selected", title: "Copy"),
    row(.edit, .paste, ["Ctrl+V"], "paste", title: "Paste"),
    row(.edit, .duplicate, ["Ctrl+D"], "duplicate what is selected", title: "Duplicate"),
    row(.edit, .selectAll, ["Ctrl+A"], "select everything", title: "Select all"),
    row(.edit, .delete, ["Delete", "Backspace"], "delete what is selected", title: "Delete"),
    row(.edit, .group, ["Ctrl+G"], "group what is selected", title: "Group"),
    row(.edit, .ungroup, ["Ctrl+Shift+G"], "take a group apart", title: "Ungroup"),
    row(
      .edit, .contextMenu, ["Right click"], "what can be done with a body, a joint, an emitter or the paper",
      at: .stage, isMovement: true),
    row(.edit, .snap, ["Shift+B"], "turn snapping to the grid on or off", title: "Snap to grid"),
    row(.edit, .tools, ["B"], "show or hide the tools", title: "Tools"),
    row(.edit, .inspector, ["I"], "show or hide the inspector", title: "Inspector"),
    row(
      .edit, .animate, ["A"],
      "show or hide the animator: key frames and their curves over time (tween, ease)", title: "Animator"),
    row(
      .edit, .newAnimation, ["Shift+I"],
      "animate what is selected: move, swing, turn, bounce, fade; from, to, duration, curve",
      title: "Animate…"),
    row(
      .edit, .triggers, ["Shift+T"], "show or hide the triggers: what happens when something happens",
      title: "When…"),
    row(
      .edit, .closePath, ["Ctrl+Shift+O"], "close the path of what is selected, or open it",
      title: "Close path"),
    row(
      .edit, .turnAlong, ["Ctrl+Shift+L"],
      "turn what is selected along its path, against it, or not at all", title: "Turn along path"),
    row(
      .edit, .pathToKeys, ["Ctrl+Shift+K"], "make keys of the path of what is selected",
      title: "Path to keys"),
    row(
      .edit, .keysToPath, ["Ctrl+Shift+P"], "make a path of the keys of what is selected",
      title: "Keys to path"),
  ]

  private static let tools = [
    row(.tools, .selectTool, ["V"], "select, drag, turn and scale", title: "Select"),
    row(.tools, .boxTool, ["X"], "draw boxes"),
    row(.tools, .circleTool, ["C"], "draw circles"),
    row(.tools, .polygonTool, ["Y"], "draw outlines", title: "Polygon"),
    row(.tools, .brushTool, ["Alt+Y"], "paint bodies: thick strokes"),
    row(.tools, .wallTool, ["L"], "draw walls"),
    row(.tools, .planeTool, ["Alt+L"], "put floors and slopes without an end"),
    row(.tools, .ropeTool, ["U"], "draw ropes"),
    row(.tools, .chainTool, ["Alt+U"], "draw chains"),
    row(.tools, .clothTool, ["Alt+X"], "hang up cloths, nets and flags"),
    row(.tools, .blobTool, ["Alt+C"], "make soft bodies: blobs, jelly"),
    row(.tools, .textTool, ["Alt+T"], "make bodies of the letters of a text"),
    row(.tools, .pictureTool, ["Alt+P"], "make bodies of the outlines of pictures"),
    row(.tools, .pinJointTool, ["Shift+P"], "join bodies with rods"),
    row(.tools, .slideJointTool, ["Shift+C"], "join bodies with strings"),
    row(.tools, .pivotTool, ["J"], "join bodies with hinges"),
    row(.tools, .weldTool, ["K"], "weld bodies together"),
    row(.tools, .grooveTool, ["Shift+K"], "let bodies slide along grooves"),
    row(.tools, .springTool, ["Shift+J"], "join bodies with springs"),
    row(.tools, .motorTool, ["M"], "put motors on bodies or hinges"),
    row(.tools, .gearTool, ["Shift+M"], "connect bodies with gears"),
    row(.tools, .rotarySpringTool, ["Shift+U"], "join bodies with rotary springs"),
    row(.tools, .rotaryLimitTool, ["Shift+L"], "limit how far bodies rotate"),
    row(.tools, .ratchetTool, ["Shift+O"], "join bodies with ratchets"),
    row(.tools, .wheelTool, ["Shift+V"], "put wheels with motors on bodies"),
    row(.tools, .cogTool, ["Alt+M"], "make gear wheels with teeth"),
    row(.tools, .pinTool, ["O"], "pin bodies to the background", title: "Pin"),
    row(.tools, .thrusterTool, ["Shift+Y"], "put thrusters on bodies"),
    row(.tools, .emitterTool, ["Shift+X"], "add emitters of particles"),
    row(.tools, .waterTool, ["Alt+W"], "pour water: fluids, pools"),
    row(.tools, .windTool, ["Alt+B"], "let a wind blow: fields"),
    row(.tools, .magnetTool, ["Alt+G"], "add magnets: fields that pull"),
    row(.tools, .vortexTool, ["Alt+V"], "add vortices: fields that whirl"),
    row(.tools, .knifeTool, ["Shift+Z"], "cut bodies in two: slice"),
    row(.tools, .eraserTool, ["Z"], "erase"),
  ]

  private static let view = [
    row(.view, .zoom, ["Wheel", "Pinch"], "zoom at the mouse", at: .stage, isMovement: true),
    row(
      .view, .pan, ["Right drag", "Middle drag", "Shift+Wheel", "Sideways wheel"], "move the view",
      at: .stage, isMovement: true),
    row(
      .view, .follow, ["Double click"], "follow a body; on the paper: show its surroundings or all",
      title: "Follow",
      at: .stage, isMovement: true),
    row(.view, .zoomIn, ["Ctrl++", "Ctrl+="], "zoom in", title: "Zoom in", repeats: true),
    row(.view, .zoomOut, ["Ctrl+−"], "zoom out", title: "Zoom out", repeats: true),
    row(.view, .panLeft, ["Ctrl+←"], "move the view", title: "Pan left", repeats: true),
    row(.view, .panRight, ["Ctrl+→"], "move the view", title: "Pan right", repeats: true),
    row(.view, .panUp, ["Ctrl+↑"], "move the view", title: "Pan up", repeats: true),
    row(.view, .panDown, ["Ctrl+↓"], "move the view", title: "Pan down", repeats: true),
    row(.view, .frameAll, ["F"], "show all bodies", title: "Show all"),
    row(.view, .wholeView, ["Ctrl+Home", "Ctrl+0"], "the scene's own view again", title: "Scene's view"),
    row(.view, .layers, ["D"], "show or hide the layers: contacts, velocities and so on", title: "Layers"),
    row(.view, .chooseLayers, ["Shift+D"], "choose the layers", title: "Choose layers"),
  ]

  private static let graph =
    [
      row(.graph, .graph, ["G"], "show or hide the graph", title: "Graph"),
      row(.graph, .nextGraph, ["Tab"], "the next graph", title: "Next graph"),
      row(
        .graph, .dockGraph, ["Shift+G"], "put the graph below the stage, or over it again",
        title: "Dock graph"),
      row(
        .graph, .graphAxes, ["Shift+A"], "choose the graph's axes: limits, logarithms, one over another",
        title: "Graph axes"),
      row(
        .graph, .freezeGraph, ["Shift+F"], "let the graph stand still, or follow again", title: "Freeze graph"
      ),
      row(
        .graph, .scrollGraph, ["Drag", "Wheel"], "scroll the graph through time", at: .graph,
        isMovement: true),
      row(.graph, .zoomGraph, ["Ctrl+Wheel"], "zoom the graph in time", at: .graph, isMovement: true),
      row(.graph, .zoomGraphIn, ["+", "="], "zoom the graph in", title: "Zoom graph in", repeats: true),
      row(.graph, .zoomGraphOut, ["−"], "zoom the graph out", title: "Zoom graph out", repeats: true),
    ]
    + WindowAction.allCases.compactMap { name in
      name.channel.map {
        row(.graph, name, ["\($0 + 1)"], "switch a line of the graph", title: "Line \($0 + 1)")
      }
    }

  private static let window = [
    row(.window, .help, ["H", "F1"], "the table of keys", title: "Keys and help"),
    row(.window, .menu, ["F10"], "the menu", title: "Menu bar"),
    row(.window, .profile, ["F3"], "what a frame's time is spent on", title: "Frame time"),
    row(
      .window, .darkMode, ["N"], "the dark theme, or the light one; the desktop's is followed",
      title: "Dark theme"),
    row(.window, .fullScreen, ["F11"], "full screen", title: "Full screen"),
    row(.window, .close, ["Esc"], "close what is open; quit where nothing is", title: "Close"),
  ]
}

import TumbleFiles
import TumbleInput
import TumbleLooks
import TumblePanels
import TumbleWindow

/// The drawing over the bodies: the choice of layers, and where a frame's time goes.
final class LayersPart: WindowPart {
  private let stage: Stage
  private let frames: FrameProfile
  var framesPerSecond = 0
  private(set) var showsChoice = false
  private(set) var showsProfile = false
  /// The latest stall, in words.
  var stall: String?

  /// Frames in the small history.
  private static let historyFrames = 120

  init(_ stage: Stage, _ frames: FrameProfile) { (self.stage, self.frames) = (stage, frames) }
}

extension LayersPart {
  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .chooseLayers:
      showsChoice.toggle()
      stage.marks.showsLayers = stage.marks.showsLayers || showsChoice
    case .profile: showsProfile.toggle()
    default: return false
    }
    return true
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .showLayer(let layer, let isShown):
      if !stage.marks.showsLayers { stage.marks.layers = [] }
      stage.marks.showsLayers = true
      let layer = Layers(layer)
      if isShown { stage.marks.layers.insert(layer) } else { stage.marks.layers.remove(layer) }
    case .close(.layers): showsChoice = false
    case .close(.profile): showsProfile = false
    default: return false
    }
    return true
  }

  func restore(_ settings: Settings) {
    stage.marks.showsLayers = settings.toggles["layers"] ?? false
    let chosen = DrawingLayer.allCases.filter { settings.toggles[Self.key($0)] == true }
    if !chosen.isEmpty { stage.marks.layers = Layers(chosen) }
  }

  func keep(in settings: inout Settings) {
    settings.toggles["layers"] = stage.marks.showsLayers
    for layer in DrawingLayer.allCases {
      settings.toggles[Self.key(layer)] = stage.marks.layers.contains(Layers(layer))
    }
  }

  /// Returns the key of a layer among the settings.
  private static func key(_ layer: DrawingLayer) -> String { "layer.\(layer.rawValue)" }

  func show(in state: inout InterfaceState, at now: Duration) {
    if showsChoice {
      state.layers =
        LayersState(
          shown: stage.marks.showsLayers ? stage.marks.layers.shown : [],
          offered: stage.description.fields.isEmpty ? DrawingLayer.standard : DrawingLayer.allCases)
    }
    guard showsProfile else { return }
    let history = (0..<Self.historyFrames).reversed().map { Float(frames.profile.work(age: $0) * 1000) }
    state.profile = ProfileState(
      framesPerSecond: Double(framesPerSecond), budget: 1000 / Double(max(stage.refreshRate, 1)),
      phases: frames.profile.summaries().map {
        ProfileState.Phase(
          $0.phase?.title ?? "all but waiting", depth: $0.phase?.whole == nil ? 0 : 1, now: $0.now * 1000,
          average: $0.average * 1000, percentile99: $0.percentile99 * 1000)
      }, history: history, stall: stall)
    state.profile?.counts = frames.counts().map {
      ProfileState.Count(
        $0.kind.title, now: $0.now, average: $0.average, percentile99: $0.percentile99,
        decimals: $0.kind.decimals)
    }
  }
}

import Foundation
import TumbleScenes

/// A scene's file that was read.
struct LoadedScene {
  var file: SceneFile
  var content: String
  var included: [String]
  var materials: [SurfacePreset] = []
}

extension LoadedScene {
  init(_ read: SceneReader.Outcome, limits: SceneLimits, settings: [SceneSetting]) {
    file = SceneFile(path: read.file, text: Data(read.text.utf8), limits: limits)
    file.settings = settings
    content = read.content
    included = read.included
    materials = (read.source?.materials ?? []).map {
      SurfacePreset(name: $0.name, friction: $0.friction, elasticity: $0.elasticity)
    }.filter { $0.friction != nil || $0.elasticity != nil }
  }
}

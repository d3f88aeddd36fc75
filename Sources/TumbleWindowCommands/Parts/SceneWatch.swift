import Foundation
import TumbleFiles
import TumbleScenes

/// Watches the files that a scene was read from: its own, and those that it includes.
struct SceneWatch {
  private let limits: SceneLimits
  private var own: FileWatch?
  private var included: [FileWatch] = []

  init(limits: SceneLimits) { self.limits = limits }

  /// Watches the scene's file from now on; where it cannot be watched, R reads it again.
  mutating func follow(_ path: String, content: Data?) {
    own = try? FileWatch(path, content: content, limit: limits.bytes)
  }

  /// Stops watching: the scene has no file from now on.
  mutating func stop() { own = nil }

  /// Announces content that this program will write, so that it is not taken for a change by another one.
  func expect(_ content: Data) { own?.expect(content) }

  /// Watches the files that the scene includes; those that are watched already are not watched again.
  mutating func include(_ paths: [String]) {
    guard included.map(\.path) != paths else { return }
    included = paths.compactMap { path in
      let present = try? UntrustedFile.read(path, limit: limits.includedBytes)
      return try? FileWatch(path, content: present, limit: limits.includedBytes)
    }
  }

  /// Returns true if any has changed since it was last asked.
  func hasChanged() -> Bool {
    // Each is asked: a change that one has reported is known to it then.
    var hasChanged = own?.change() != nil
    for watch in included where watch.change() != nil { hasChanged = true }
    return hasChanged
  }
}

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

extension World {
  /// Tumble's own version.
  package static var programVersion: String { "Tumble 0.1.0" }

  /// What the programs say to `--version`: Tumble's own version, and the engine's.
  package static var versionLine: String { "\(programVersion), Chipmunk \(libraryVersion)" }
}

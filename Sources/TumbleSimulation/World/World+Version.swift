extension World {
  /// What the programs say to `--version`: Tumble's own version, and the engine's.
  package static var versionLine: String { "Tumble 0.1.0, Chipmunk \(libraryVersion)" }
}

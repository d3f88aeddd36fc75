import ArgumentParser

/// Options of every command that opens a window.
struct WindowOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the commands given, and a hash every second, for `tumble play` and `tumble simulate --commands`. It grows as the scene runs; a restart keeps what there is as FILE-1 and begins again.",
      valueName: "file"))
  var record: String?

  @Flag(help: "Show the graph from the start, as the key G does.")
  var graph = false

  @Option(
    help: ArgumentHelp(
      "Pixels per desktop point, 0.5 to 4: the size of text and lines. Default: the desktop's setting.",
      valueName: "number"))
  var scale: Double?

  @Flag(help: "Neither read nor write settings, sessions and thumbnails.")
  var noSettings = false

  func validate() throws {
    if let scale, !(0.5...4).contains(scale) {
      throw ValidationError("--scale is 0.5 to 4, not \(scale).")
    }
    if record == "-" { throw ValidationError("--record writes a file, not standard output.") }
  }
}

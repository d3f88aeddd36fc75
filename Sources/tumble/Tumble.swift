import TumbleWindowCommands
import TumbleHeadlessCommands

/// The program with pixels.
@main
struct Tumble {
  static func main() { Program.run(WindowCommand.self, explain: WindowCommand.explain) }
}

import TumbleHeadlessCommands

/// The program with numbers: it simulates without a window.
@main
struct TumbleHeadless {
  static func main() { Program.run(HeadlessCommand.self) }
}

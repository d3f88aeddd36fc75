import ArgumentParser

struct ScenesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenes", abstract: "List the scenes there are, with their titles.")

  func run() throws {
  }
}

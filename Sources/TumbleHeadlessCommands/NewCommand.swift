import ArgumentParser
import Foundation
import TumbleFiles
import TumbleScenes

package struct NewCommand: QuietableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin a scene of your own, from nothing or from another.",
    discussion: """
      The scene is written to Scenes/NAME.yaml, where `tumble run NAME` finds it; to a path that ends in .yaml it is written as it is. \
      Nothing is written over.
      """)

  @Argument(help: "The new scene's name, or a path to its file.")
  var name: String

  @OptionGroup var folder: SceneFolder

  @Option(
    help: ArgumentHelp("Copy a scene, with its comments and the files that it includes.", valueName: "scene"))
  var from: String?

  @OptionGroup var quiet: QuietOptions

  package var isQuiet: Bool { quiet.isQuiet }

  package init() {}

  package func run() throws {
    let path = try self.path()
    guard !UntrustedFile.exists(path) else {
      throw SceneError.unreadable(path: path, reason: "there is a file of that name already")
    }
    let starter = try SceneStarter(title: SceneLibrary.name(ofFileAt: path), from: from, in: folder.library())
    try starter.write(to: path)
    guard !isQuiet else { return }
    let output = try OutputFile(path: "-")
    try output.write(path + "\n")
    try output.finish()
  }

  private func path() throws -> String {
    // What is written is YAML.
    if SceneLibrary.isPath(name), !name.hasSuffix(".json") {
      try SceneLibrary.check(path: name)
      return name
    }
    guard SceneLibrary.isName(name) else { throw SceneError.badName(name) }
    return (folder.path ?? "Scenes") + "/" + name + ".yaml"
  }
}

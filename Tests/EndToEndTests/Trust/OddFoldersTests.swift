import Foundation
import Testing
import TumbleTestSupport

@Suite("In a folder that is not like others")
struct OddFoldersTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("own.yaml", "tumble: 1\nbodies: [{id: a, kind: static, circle: 3}]\n")
  }

  /// Runs a line of the shell, with the program as `$1`, in the scratch folder.
  private func shell(_ line: String) throws -> RunProgram.Result {
    var sh = RunProgram(path: "/bin/sh")
    sh.folder = scratch.url
    return try sh.run(["-c", line, "sh", RunProgram.products.appendingPathComponent("tumble-headless").path])
  }

  private static let summary = "; \"$1\" simulate own --steps 1 && \"$1\" simulate crates --steps 1 --hash"

  @Test("A program in a folder with a name that is not ASCII finds the scenes in it and its own")
  func notASCII() throws {
    let result = try shell("mkdir -p Größe/Scenes; cp own.yaml Größe/Scenes; cd Größe" + Self.summary)
    #expect(result.code == 0, "\(result.errors)")
    #expect(try shell("cd Größe; \"$1\" validate own").text == "own: nothing wrong\n")
  }

  @Test("A program in a folder with a name that is not UTF-8 finds the scenes in it and its own")
  func notUTF8() throws {
    let result = try shell(
      "D=$(printf 'b\\377d'); mkdir -p $D/Scenes; cp own.yaml $D/Scenes; cd $D" + Self.summary)
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test("A program in a folder that is not there any more finds its own scenes")
  func deleted() throws {
    let result = try shell("mkdir gone; cd gone; rmdir ../gone; \"$1\" simulate crates --steps 1 --hash")
    #expect(result.code == 0, "\(result.errors)")
  }

  @Test("A program runs from where its own path is not UTF-8, and where scenes do not lie beside it")
  func program() throws {
    let result = try shell(
      "D=$(printf 'p\\377d'); mkdir $D; cp \"$1\" $D/program; $D/program validate ./own.yaml")
    #expect(result.code == 0, "\(result.errors)")
  }
}

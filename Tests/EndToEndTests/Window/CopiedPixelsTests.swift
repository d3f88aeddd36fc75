import Testing
import TumbleTestSupport

/// Mesa's llvmpipe draws what Xvfb shows: there opaque pixels are copied without SDL's renderer.
@Suite(
  "Copies past SDL's renderer",
  .enabled(if: Display.isAvailable, "Xvfb, xdotool and python3 are needed"))
struct CopiedPixelsTests {
  private func copies(on display: Display, _ environment: [String: String] = [:]) throws
    -> RunProgram.Result
  {
    var program = RunProgram("offscreen-window")
    program.environment = ["DISPLAY": display.name, "WAYLAND_DISPLAY": ""].merging(environment) { $1 }
    return try program("copies")
  }

  @Test(
    "a window with panels looks as SDL draws it, to the pixel, after changes of its size and the loss of all textures too"
  )
  func same() throws {
    let outcome = try copies(on: Display())
    #expect(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text.contains("all panels: the same"), "\(outcome.text)")
    #expect(outcome.text.contains("textures that were lost: the same"), "\(outcome.text)")
  }

  @Test("nothing is copied past SDL's other renderers", arguments: ["software", "opengles2"])
  func others(renderer: String) throws {
    let outcome = try copies(on: Display(), ["SDL_RENDER_DRIVER": renderer])
    #expect(outcome.code == 0, "\(outcome.text)\(outcome.errors)")
    #expect(outcome.text == "\(renderer): SDL copies everything\n")
  }
}

import Testing
import TumbleTestSupport

@Suite struct LifetimeProgramTests {
  @Test(
    "Every release order, random operations and every trap hold in a program of their own, which prints no banner"
  )
  func program() throws {
    let result = try RunProgram("wrapper-lifetimes").run([])
    #expect(result.code == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.allSatisfy { !$0.contains("cpSpace") && !$0.contains("DNDEBUG") })
  }

  @Test("A wrong argument is a usage error")
  func usage() throws {
    #expect(try RunProgram("wrapper-lifetimes").run(["--seeds", "x"]).code == 64)
    #expect(try RunProgram("wrapper-lifetimes").run(["--what"]).code == 64)
  }
}

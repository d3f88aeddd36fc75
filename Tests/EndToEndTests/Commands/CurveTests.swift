import Testing
import TumbleTestSupport

@Suite("Curves from the command line")
struct CurveTests {
  private let headless = RunProgram("tumble-headless")

  @Test("Curves print as numbers that read back to the same bits")
  func numbers() throws {
    let result = try headless("curve", "quadratic-in-out", "--samples", "5")
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.text == """
        t,value,slope
        0.0,0.0,0.0
        0.25,0.125,1.0
        0.5,0.5,2.0
        0.75,0.875,1.0
        1.0,1.0,0.0

        """)
    let usual = try headless("curve", "spring(response: 0.5, damping: 0.7)")
    #expect(usual.text.split(separator: "\n").count == 102)
  }

  @Test("Curves that are none are answered with their place and the likely meant word")
  func wrong() throws {
    for program in [["tumble-headless", "curve", "ease-im"], ["tumble", "curve", "ease-im", "-o", "x.png"]] {
      let result = try RunProgram(program[0]).run(Array(program.dropFirst()))
      #expect(result.code == 64 && result.output.isEmpty)
      #expect(result.errors.contains("there is no curve 'ease-im' at character 1; did you mean 'ease-in'?"))
    }
    for samples in ["1", "-1", "x"] {
      #expect(try headless("curve", "linear", "--samples", samples).code == 64)
    }
  }

  @Test("Curves are drawn into a picture, the same bytes each time")
  func picture() throws {
    let folder = try ScratchFolder()
    var tumble = RunProgram("tumble")
    tumble.folder = folder.url
    let curves = ["ease", "book-bounce-out", "steps(4, end)"]
    let first = try tumble.run(["curve"] + curves + ["-o", "-"])
    #expect(first.code == 0 && first.output.starts(with: [0x89, 0x50, 0x4e, 0x47]), "\(first.errors)")
    #expect(try tumble.run(["curve"] + curves + ["-o", "-"]).output == first.output)
    #expect(try tumble.run(["curve"] + curves + ["-o", "x.svg"]).code == 0)
    let drawing = try String(contentsOf: folder.url.appendingPathComponent("x.svg"), encoding: .utf8)
    #expect(drawing.contains("<svg") && drawing.contains("width=\"900px\""))
    #expect(try tumble.run(["curve", "all", "--size", "2000", "-o", "x.png"]).code == 64)
  }
}

import Foundation
import Testing
import TumbleTestSupport

@Suite("tumble-headless diff")
struct DiffTests {
  private let scratch: ScratchFolder
  private var headless = RunProgram("tumble-headless")

  init() throws {
    scratch = try ScratchFolder()
    headless.folder = scratch.url
    try scratch.file(
      "a.yaml",
      "tumble: 1\nbodies:\n  - {id: floor, kind: static, line: [[0, 0], [300, 0]]}\n  - {id: ball, at: [150, 200], circle: 8}\n"
    )
    try scratch.file(
      "b.yaml",
      "tumble: 1\nbodies:\n  - {id: floor, kind: static, line: [[0, 0], [300, 0]]}\n  - {id: ball, at: [150, 201], circle: 8}\n"
    )
    try scratch.file("bad.yaml", "tumble: 1\nbodys: 3\n")
    try scratch.file("empty.csv", "")
    try scratch.file("notes.txt", "nothing\n")
    for name in ["a", "b"] {
      for (arguments, file) in [
        (["--trace"], "csv"), (["--format", "jsonl", "--trace"], "trace.jsonl"), (["--record"], "jsonl"),
      ] {
        let made = try headless.run(
          ["simulate", "\(name).yaml", "--steps", "150"] + arguments + ["\(name).\(file)"])
        #expect(made.code == 0, "\(made.errors)")
      }
    }
  }

  @Test(
    "`tumble-headless diff` ends with 0 for equal files, 1 for different ones, 2 for what cannot be compared, 64 for a wrong option"
  )
  func codes() throws {
    let cases: [([String], Int32, String)] = [
      (["a.csv", "a.csv"], 0, "a.csv and a.csv: no difference in 151 rows of 151 steps"),
      (["a.csv", "a.trace.jsonl"], 0, "no difference"),
      (
        ["a.csv", "b.csv"], 1,
        "first difference: step 0, ball.y: 200 in a.csv (line 2), 201 in b.csv (line 2)"
      ),
      (["a.csv", "b.csv", "--tolerance", "1000"], 0, "beyond 1000; the largest is"),
      (["a.jsonl", "a.jsonl"], 0, "no difference in 0 commands and 121 hashes"),
      (["a.jsonl", "b.jsonl"], 1, "  ball.at: [150, 200] → [150, 201]"),
      (["a.jsonl", "b.jsonl"], 1, "first different hash: after step 0"),
      (["a.yaml", "a.yaml"], 0, "are the same scene"),
      (["a.yaml", "b.yaml"], 1, "  ball.at: [150, 200] → [150, 201]"),
      (["a.yaml", "a.csv"], 2, "a.yaml is a scene, a.csv is a trace"),
      (["a.yaml", "bad.yaml"], 2, "bodys"), (["a.yaml", "missing.yaml"], 2, "missing.yaml"),
      (["a.csv", "missing.csv"], 2, "missing.csv: no such file"), (["a.csv", "empty.csv"], 2, "it is empty"),
      (["crates", "crats"], 2, "did you mean"), (["a.csv", "notes.txt"], 2, "neither a trace"),
      (["a.csv", "b.csv", "--tolerance", "-1"], 64, "0 or more"),
      (["a.csv", "b.csv", "--tolerance", "nan"], 64, "0 or more"),
      (["a.csv", "b.csv", "--limit", "0"], 64, "1 or more"), (["-", "-"], 64, "Only one"),
      (["a.yaml", "b.yaml", "--tolerance", "1"], 64, "--tolerance goes with traces"),
    ]
    for (arguments, code, text) in cases {
      let result = try headless.run(["diff"] + arguments)
      #expect(result.code == code, "\(arguments): \(result.text)\(result.errors)")
      #expect((result.text + result.errors).contains(text), "\(arguments): \(result.text)\(result.errors)")
    }
    let quiet = try headless("diff", "-q", "a.csv", "b.csv")
    #expect(quiet.code == 1 && quiet.text == "" && quiet.errors == "")
  }

  @Test(
    "`tumble-headless diff` takes any of the three kinds from standard input",
    arguments: ["csv", "jsonl", "yaml"])
  func standardInput(ending: String) throws {
    let text = try String(contentsOf: scratch.url.appendingPathComponent("a.\(ending)"), encoding: .utf8)
    #expect(try headless("diff", "-", "a.\(ending)", input: text).code == 0)
    let other = try headless("diff", "b.\(ending)", "-", input: text)
    #expect(other.code == 1 && other.text.contains("b.\(ending) and standard input differ"))
  }

  @Test("`tumble-headless diff` refuses a trace that ends within its last number")
  func cutOff() throws {
    for (name, code) in [("a.csv", 2), ("a.trace.jsonl", 0)] {
      let whole = try Data(contentsOf: scratch.url.appendingPathComponent(name))
      try scratch.file("cut", whole.dropLast(1))
      let result = try headless("diff", "cut", name)
      #expect(result.code == code)
      #expect(
        code == 0 || result.errors.contains("cut: line 152: the line has no end; the file may be cut off"))
    }
  }

  @Test(
    "`tumble-headless diff` reads pipes, such as a shell makes of a command, and waits for them",
    arguments: ["csv", "jsonl", "yaml"])
  func pipes(ending: String) throws {
    var shell = RunProgram(path: "/bin/bash")
    shell.folder = scratch.url
    let program = RunProgram.products.appendingPathComponent("tumble-headless").path
    let same = try shell("-c", "'\(program)' diff <(sleep 0.1; cat a.\(ending)) <(cat a.\(ending))")
    #expect(same.code == 0, "\(same.errors)")
    let other = try shell("-c", "'\(program)' diff a.\(ending) <(cat b.\(ending))")
    #expect(other.code == 1 && other.text.contains("a.\(ending) and /dev/fd/"), "\(other.errors)")
  }

  @Test("`tumble-headless diff` shows nothing of a file that a terminal would obey")
  func controls() throws {
    try scratch.file("red.csv", "step,body,x\u{1B}[31m\n0,ball\u{1B}[2J,1\u{9B}5m\n")
    try scratch.file("odd.csv", "step,body,x\n0,ball,1,\n")
    let jsonl = try String(contentsOf: scratch.url.appendingPathComponent("a.jsonl"), encoding: .utf8)
    try scratch.file("red.jsonl", jsonl.replacing("\n{\"step\":0", with: "\n{\"\\u001b[31m\":1,\"step\":0"))
    for files in [["red.csv", "a.csv"], ["red.csv", "odd.csv"], ["a.jsonl", "red.jsonl"]] {
      let result = try headless.run(["diff"] + files)
      #expect(result.code > 0)
      let shown = (result.text + result.errors).unicodeScalars.filter {
        $0.properties.generalCategory == .control
      }
      #expect(shown.allSatisfy { $0 == "\n" }, "\(files): \(result.text)\(result.errors)")
    }
  }
}

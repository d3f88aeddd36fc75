import Foundation
import Testing
import TumbleTestSupport

@Suite("A run beside another build")
struct AgainstTests {
  private var headless = RunProgram("tumble-headless")
  private let scratch: ScratchFolder
  private let own = RunProgram.products.appendingPathComponent("tumble-headless").path

  init() throws {
    scratch = try ScratchFolder()
    headless.folder = scratch.url
    let made = try headless("simulate", "crates", "--steps", "0", "--record", "head")
    #expect(made.code == 0, "\(made.errors)")
    let head = try String(contentsOf: scratch.url.appendingPathComponent("head"), encoding: .utf8).split(
      separator: "\n")[0]
    try scratch.file(
      "run.jsonl",
      """
      \(head)
      {"step":30,"tilt":[500,-866]}
      {"step":39,"grab":[100,30]}
      {"end":200,"lines":4}

      """)
  }

  /// A program of a shell's lines, of which "$@" is the command.
  @discardableResult
  private func program(_ lines: String) throws -> String {
    let file = try scratch.file("other", "#!/bin/bash\n" + lines.replacing("TUMBLE", with: "'\(own)'") + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return "./other"
  }

  private func against(_ lines: String, _ run: [String] = ["--commands", "run.jsonl"]) throws
    -> RunProgram.Result
  {
    try headless.run(["simulate"] + run + ["--against", program(lines)])
  }

  @Test(
    "A run beside another build that does the same is the same, of a recording and of a scene, and both programs are each other's equal"
  )
  func same() throws {
    let result = try against(#"exec TUMBLE "$@""#)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.text.hasPrefix("crates: no difference from ./other in 1005 rows of 201 steps\n"),
      "\(result.text)")
    #expect(result.text.contains("./other is Tumble "))
    let scene = try headless(
      "simulate", "double-pendulum", "--set", "start=100 deg", "--steps", "50", "--against", own)
    #expect(scene.code == 0 && scene.text.contains("of 51 steps"), "\(scene.text)\(scene.errors)")
    let tumble = RunProgram.products.appendingPathComponent("tumble").path
    #expect(try headless("simulate", "--commands", "run.jsonl", "--against", tumble).code == 0)
  }

  @Test(
    "A run beside another build that has another number in one step is found there: body, values, distance, contacts and commands"
  )
  func perturbed() throws {
    let trace = try headless("simulate", "--commands", "run.jsonl", "--trace", "-").text
    let row = try #require(
      trace.split(separator: "\n").first { $0.hasPrefix("40,") && $0.contains(",crate3,") })
    let fields = row.split(separator: ",")
    let (x, vy) = (try #require(Double(fields[3])), try #require(Double(fields[7])))
    var changed = fields
    changed[3] = "\(x.nextUp.nextUp.nextUp)"
    changed[7] = "\(-vy)"
    let edit = "s/^\(row)/\(changed.joined(separator: ","))/"
    let result = try against(
      "if [ $1 = --version ]; then exec TUMBLE --version; fi\nTUMBLE \"$@\" | sed '\(edit)'")
    #expect(result.code == 1 && result.errors.isEmpty, "\(result.errors)")
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "crates: this build and ./other differ after step 40 (0.333 s)")
    #expect(lines[1] == "it was still the same after step 39")
    #expect(lines[2] == "crate3.x: \(fields[3]) here, \(changed[3]) there, 3 ULPs apart")
    #expect(lines[3].hasPrefix("crate3.vy: ") && lines[3].hasSuffix(" ULPs apart"))
    #expect(lines[4...5] == ["commands of this step:", #"  {"step":39,"grab":[100,30]}"#])
    #expect(lines[6] == "contacts of crate3 after it, in this build:")
    #expect(lines.last?.hasPrefix("this is Tumble ") == true)
  }

  @Test(
    "A run beside another build that has another gravity is found at the first step, of every body, and contacts are named"
  )
  func otherScene() throws {
    let wrapper = #"sed -i 's/crate5/crate5, gravityScale: 0.5/' "$3"; exec TUMBLE "$@""#
    let result = try against(wrapper)
    #expect(result.code == 1, "\(result.text)\(result.errors)")
    #expect(
      result.text.contains(
        "differ after step 1 (0.008 s)\nit was still the same after step 0\ncrate1."
      ), "\(result.text)")
    #expect(
      result.text.contains("\nother bodies that differ after this step: crate2, crate3, crate4, crate5\n"))
    #expect(result.text.contains("commands of this step:\n  none\n"))
    // Where one has just touched the walls.
    let events = try headless("simulate", "--commands", "run.jsonl", "--events", "-").text
    let touch = try #require(
      events.split(separator: "\n").first { $0.contains(",began,contact,") && $0.contains(",walls,") })
    let fields = touch.split(separator: ",", omittingEmptySubsequences: false)
    let (step, crate) = (fields[0], fields[4] == "walls" ? fields[5] : fields[4])
    let change = "'$1 == \(step) && $3 == \"\(crate)\" { $4 += 1 } { print }'"
    let late = try against(
      "if [ $1 = --version ]; then exit 1; fi\nTUMBLE \"$@\" | awk -F, -v OFS=, \(change)")
    #expect(late.code == 1 && late.text.contains("differ after step \(step) "), "\(late.text)\(late.errors)")
    #expect(
      late.text.contains("contacts of \(crate) after it, in this build:\n  walls at ["), "\(late.text)")
    #expect(
      late.text.contains(", new in this step\n") && late.text.contains("./other is of an unknown version"))
  }

  @Test("A run beside another build that lacks a body, or ends early, is different there")
  func missing() throws {
    let lacking = try against(#"TUMBLE "$@" | grep -v '^50,.*,crate2,'"#)
    #expect(
      lacking.code == 1 && lacking.text.contains("after step 50 ")
        && lacking.text.contains("crate2: only this build has it"))
    let short = try against(#"TUMBLE "$@" | head -n 301; echo "Error: no more" >&2; exit 1"#)
    #expect(
      short.code == 1 && short.text.contains("after step 60 ")
        && short.text.contains("./other says: Error: no more"), "\(short.text)")
  }

  @Test(
    "A run beside another build is an error where the other is no build of Tumble, cannot run this, or dies",
    arguments: [
      ("echo hello", "./other is not a build of Tumble"), ("exit 0", "./other is not a build of Tumble"),
      ("cat >/dev/null; echo why >&2; exit 3", "it says: why"),
      (
        "if [ $1 = --version ]; then echo 'Tumble 9.9.9, Chipmunk 8'; exit; fi; echo 'Error: Unknown option --columns' >&2; exit 64",
        "./other (Tumble 9.9.9, Chipmunk 8) cannot run this"
      ),
      ("kill -9 $$", "./other is not a build of Tumble"),
      ("TUMBLE \"$@\" | head -n 300; kill -9 $$", "./other was ended by signal 9 while it wrote step"),
      ("TUMBLE \"$@\" | head -c 5000; kill -SEGV $$", "./other was ended by signal 11 while it wrote step"),
      ("TUMBLE \"$@\" | sed 's/^20,/20;/'", "what ./other writes is not a trace: line 102: it has 9 values"),
    ])
  func errors(lines: String, message: String) throws {
    let result = try against(lines)
    #expect(result.code == 2 && result.output.isEmpty, "\(result.text)")
    #expect(result.errors.hasPrefix("Error: ") && result.errors.contains(message), "\(result.errors)")
  }

  @Test("A run beside another build is an error where there is no such program, and with other outputs")
  func usage() throws {
    for name in ["./none", "no-such-program-anywhere", "run.jsonl", "/"] {
      let result = try headless("simulate", "--commands", "run.jsonl", "--against", name)
      #expect(
        result.code == 2 && result.errors.contains("\(name): there is no such program"), "\(result.errors)")
    }
    let both = try headless("simulate", "--commands", "run.jsonl", "--against", own, "--hash")
    #expect(both.code == 64 && both.errors.contains("--against compares every step"))
  }

  @Test("A run beside another build leaves no file and no process behind")
  func clean() throws {
    var program = headless
    let folder = scratch.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    program.environment = ["TMPDIR": folder.path]
    try self.program(
      "echo $$ >pid; echo step,time,body,x,y,angle,vx,vy,w; echo 0,0,ball,1,1,1,1,1,1; echo 1,0,ball,1,1,1,1,1,1; exec sleep 1000"
    )
    let result = try program.run(["simulate", "--commands", "run.jsonl", "--against", "./other"])
    #expect(result.code == 1, "\(result.errors)")
    let pid = try #require(
      Int32(
        String(contentsOf: scratch.url.appendingPathComponent("pid"), encoding: .utf8).split(separator: "\n")[
          0]))
    // It was killed; a busy machine may take a while to end it.
    #expect(try RunProgram(path: "/usr/bin/env")("tail", "--pid=\(pid)", "-f", "/dev/null").code == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

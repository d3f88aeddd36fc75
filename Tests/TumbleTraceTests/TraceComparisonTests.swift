import Testing
import TumbleFiles
import TumbleTestSupport
import TumbleTrace

@Suite("Two traces, compared")
struct TraceComparisonTests {
  private static func reader(_ text: String) throws -> TraceReader {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
    return try TraceReader {
      guard let line = lines.popFirst(), !lines.isEmpty || !line.isEmpty else { return nil }
      return FileLines.Line(bytes: Array(line), isWhole: !lines.isEmpty)
    }
  }

  private func compare(_ a: String, _ b: String, tolerance: Double = 0) throws -> TraceComparison {
    try TraceComparison(Self.reader(a), Self.reader(b), tolerance: tolerance)
  }

  private func problem(_ text: String) -> String {
    do {
      _ = try compare("step,body,x\n", text)
      return "none"
    } catch let error as TraceComparison.SideError {
      return "\(error.side): \(error.reason)"
    } catch {
      return "\(error)"
    }
  }

  /// A trace of one value.
  private func one(_ value: String) -> String { "step,body,x\n0,ball,\(value)\n" }

  @Test(
    "A comparison of two traces counts numbers as the same up to the tolerance, and bit for bit without one",
    arguments: [
      ("1", "1", 0, true), ("1", "1.0", 0, true), ("1", "1.0000000000000002", 0, false),
      ("1", "1.0000000000000002", 2.220446049250313e-16, true),
      ("1", "1.0000000000000002", 2.2204460492503128e-16, false),
      ("0", "-0.0", 0, false), ("0", "-0.0", .leastNonzeroMagnitude, true), ("0", "5e-324", 0, false),
      ("0", "5e-324", .leastNonzeroMagnitude, true), ("0", "1e-323", .leastNonzeroMagnitude, false),
      ("2", "2.5", 0.5, true),
      ("2", "2.5", 0.49999999999999994, false), ("-2", "2.5", 4.5, true), ("1e308", "-1e308", 1e300, false),
      ("nan", "nan", 0, true), ("nan", "NaN", 0, true), ("nan", "1", 1e300, false),
      ("1", "nan", 1e300, false),
      ("inf", "inf", 0, true), ("inf", "-inf", 1e300, false), ("inf", "infinity", 0, true),
      ("inf", "1e308", 1e308, false), ("", "", 0, true), ("", "0", 1, false), ("#fff", "#fff", 0, true),
      ("#fff", "#ffe", 1e9, false), ("#fff", "1", 1e9, false),
    ] as [(String, String, Double, Bool)])
  func tolerance(a: String, b: String, tolerance: Double, isEqual: Bool) throws {
    #expect(try compare(one(a), one(b), tolerance: tolerance).isEqual == isEqual)
    #expect(try compare(one(b), one(a), tolerance: tolerance).isEqual == isEqual)
  }

  private static let small = """
    step,time,body,x,y
    0,0,ball,1,2
    0,0,box,3,4
    1,0.1,ball,1.5,2
    1,0.1,box,3,4
    2,0.2,ball,2,2
    2,0.2,box,3,4

    """

  private func replacing(_ old: String, _ new: String) -> String {
    Self.small.split(separator: "\n").map { $0 == old ? new : String($0) }.filter { !$0.isEmpty }
      .joined(separator: "\n") + "\n"
  }

  @Test(
    "A comparison of two traces names the first value that differs, and for each body the largest difference, the largest first"
  )
  func values() throws {
    let other = """
      step,time,body,x,y
      0,0,ball,1,2
      0,0,box,3,4
      1,0.1,ball,1.5,2
      1,0.1,box,3.25,4
      2,0.2,ball,2,6
      2,0.2,box,3,4.5

      """
    let found = try compare(Self.small, other)
    guard case .value(let first)? = found.first else {
      Issue.record("there is no first difference")
      return
    }
    #expect(first.step == 1 && first.body == "box" && first.column == "x" && first.lines == [5, 5])
    #expect(first.values == ["3", "3.25"] && first.distance == 0.25)
    #expect(found.byBody.map(\.body) == ["ball", "box"])
    #expect(found.byBody.map(\.distance) == [4, 0.5] && found.byBody.map(\.column) == ["y", "y"])
    #expect(found.byBody.map(\.step) == [2, 2])
    #expect(found.rows == 6 && found.steps == 3 && found.differentValues == 3)
    let tolerant = try compare(Self.small, other, tolerance: 0.5)
    #expect(tolerant.byBody.map(\.body) == ["ball"] && tolerant.largestTolerated == 0.5)
  }

  @Test("A comparison of two traces matches rows by body whatever their order, and columns by name")
  func matching() throws {
    let other = """
      step,body,y,x,time
      0,box,4,3,0
      0,ball,2,1,0
      1,ball,2,1.5,0.1
      1,box,4,3,0.1
      2,box,4,3,0.2
      2,ball,2,2,0.2

      """
    #expect(try compare(Self.small, other).isEqual)
    let fewer = try compare(Self.small, "step,body,x,w\n0,ball,1,0\n")
    #expect(fewer.columnsOnlyIn == [["time", "y"], ["w"]] && !fewer.isEqual)
  }

  @Test("A comparison of two traces reads JSON Lines as the same trace as CSV, with nothing for null")
  func formats() throws {
    let csv = "step,body,x,color\n0,ball,1,#ff0000\n1,ball,1.5,\n"
    let json =
      "{\"step\":0,\"body\":\"ball\",\"x\":1,\"color\":\"#ff0000\"}\n{\"step\":1,\"body\":\"ball\",\"x\":1.50,\"color\":null}\n"
    #expect(try compare(csv, json).isEqual && compare(json, csv).isEqual && compare(json, json).isEqual)
    #expect(try compare(csv, csv.split(separator: "\n").joined(separator: "\r\n") + "\r\n").isEqual)
    #expect(try compare(csv, "step,body,x,color\n0,\"ball\",1,\"#ff0000\"\n1,ball,1.5,\n").isEqual)
  }

  @Test("A comparison of two traces names the steps and the bodies that only one has, either way round")
  func missing() throws {
    let withoutStep = try compare(
      Self.small,
      "step,time,body,x,y\n0,0,ball,1,2\n0,0,box,3,4\n2,0.2,ball,2,2\n2,0.2,box,3,4\n3,0,box,1,1\n")
    #expect(withoutStep.first == .row(of: 0, step: 1, body: "ball", line: 4))
    #expect(withoutStep.missingSteps.map(\.owner) == [0, 1])
    #expect(withoutStep.missingSteps.map(\.firstStep) == [1, 3] && withoutStep.steps == 2)
    let withoutRow = replacing("1,0.1,ball,1.5,2", "")
    for (owner, found) in [
      (0, try compare(Self.small, withoutRow)), (1, try compare(withoutRow, Self.small)),
    ] {
      #expect(found.first == .row(of: owner, step: 1, body: "ball", line: 4))
      #expect(found.missingRows.map(\.body) == ["ball"] && found.missingRows[0].rows.owner == owner)
      #expect(found.missingSteps.isEmpty && found.rows == 5 && found.differentValues == 0)
    }
    let empty = try compare(Self.small, "step,time,body,x,y\n")
    #expect(empty.missingSteps == [empty.missingSteps[0]] && empty.missingSteps[0].count == 3)
  }

  @Test(
    "A file that is no trace is refused by its line",
    arguments: [
      ("x,y\n1,2\n", "this is not a trace"), ("step,body,x,x\n", "line 1: the column 'x' is there twice"),
      ("step,body,x\n0,ball\n", "1: line 2: it has 2 values"),
      ("step,body,x\n0,ball,1\nzero,ball,1\n", "1: line 3: a step is a whole number, not 'zero'"),
      ("step,body,x\n-1,ball,1\n", "1: line 2: a step is a whole number"),
      ("step,body,x\n1,ball,1\n0,ball,1\n", "1: line 3: step 0 comes after step 1"),
      ("step,body,x\n1,ball,1\n1,ball,1\n", "1: line 3: 'ball' is there twice in step 1"),
      ("step,body,x\n1,\"ball,1\n", "1: line 2: a quotation mark is not closed"),
      ("{\"step\":0,\"body\":\"a\"}\n{\"step\":1,\"bo", "1: line 2: this is not a JSON object"),
      ("{\"step\":0,\"body\":\"a\"}\n{\"step\":1}\n", "1: line 2: it has other keys"),
    ])
  func refused(text: String, words: String) { #expect(problem(text).hasPrefix(words), "\(problem(text))") }

  @Test(
    "A trace of any content is equal to itself, and one changed value is found",
    arguments: Seeds.list(default: 40))
  func anyTrace(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bodies = (0..<random.int(in: 1...6)).map { "b\($0)" }
    var rows: [(step: Int, body: String, values: [Double])] = []
    for step in 0..<random.int(in: 1...20) {
      for body in bodies where random.int(in: 0...9) > 0 {
        rows.append((step, body, (0..<3).map { _ in random.double(in: -100...100) }))
      }
    }
    guard !rows.isEmpty else { return }
    func text() -> String {
      "step,body,x,y,angle\n"
        + rows.map { "\($0.step),\($0.body),\($0.values.map { "\($0)" }.joined(separator: ","))\n" }.joined()
    }
    let before = text()
    #expect(try compare(before, before).isEqual)
    let (row, column) = (random.int(in: 0...rows.count - 1), random.int(in: 0...2))
    let old = rows[row].values[column]
    rows[row].values[column] = random.bool() ? old.nextUp : old + 7
    let distance = abs(old - rows[row].values[column])
    let found = try compare(before, text())
    #expect(found.byBody.count == 1 && found.differentValues == 1)
    guard case .value(let first)? = found.first else {
      Issue.record("the changed value was not found")
      return
    }
    #expect(
      first.step == rows[row].step && first.body == rows[row].body && first.lines == [row + 2, row + 2])
    #expect(first.column == ["x", "y", "angle"][column] && first.distance == distance)
    #expect(try compare(before, text(), tolerance: distance).isEqual)
    #expect(try !compare(before, text(), tolerance: distance.nextDown).isEqual || distance.nextDown == 0)
  }

  @Test(
    "A comparison of two traces stops at the first step that differs, where that is asked for, with all values of it that do"
  )
  func firstStep() throws {
    let other = Self.small.replacing("1,0.1,ball,1.5,2", with: "1,0.1,ball,1.5000000000000002,3")
      .replacing("1,0.1,box,3,4", with: "1,0.1,box,3,4.5").replacing("2,0.2,box,3,4", with: "0,broken")
    let comparison = try TraceComparison(Self.reader(Self.small), Self.reader(other), stopsAtFirst: true)
    #expect(comparison.firstStep == 1 && comparison.steps == 2)
    #expect(comparison.ofFirstStep.map { "\($0.body).\($0.column)" } == ["ball.x", "ball.y", "box.y"])
    #expect(throws: TraceComparison.SideError.self) { try self.compare(Self.small, other) }
    let later = Self.small.replacing("1,0.1,ball,1.5", with: "1,0.1,ball,1.25")
      .replacing("2,0.2,box,3", with: "2,0.2,box,5")
    let whole = try compare(Self.small, later)
    #expect(whole.firstStep == 1 && whole.ofFirstStep.map(\.body) == ["ball"] && whole.steps == 3)
    #expect(try compare(Self.small, Self.small).firstStep == nil)
  }

  @Test("A comparison of two traces refuses a last line of CSV without an end: it may be cut within a number")
  func cutOff() {
    #expect(
      problem("step,body,x\n0,ball,12\n0,box,1") == "1: line 3: the line has no end; the file may be cut off")
    #expect(problem("step,body,x\n0,ball,12\n0,box,1\n") == "none")
    #expect(problem(#"{"step":0,"body":"ball","x":12}"#) == "none")
  }
}

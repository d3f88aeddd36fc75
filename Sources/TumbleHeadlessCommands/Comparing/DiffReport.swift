import Foundation
import TumbleSimulation

/// The report of a comparison for a person.
struct DiffReport: Encodable {
  let isEqual: Bool
  /// The lines of the report, without the last one's end.
  private(set) var lines: [String]

  init(isEqual: Bool, _ lines: [String] = []) { (self.isEqual, self.lines) = (isEqual, lines) }

  /// The text without what of the files a terminal would obey.
  var text: String { lines.map { $0.printable + "\n" }.joined() }

  mutating func add(_ line: String) { lines.append(line) }

  /// Adds a list under a heading; nothing for an empty one.
  ///
  /// - Parameter limit: The most lines that are shown.
  mutating func add(_ heading: String, _ items: [String], limit: Int) {
    guard !items.isEmpty else { return }
    lines.append(heading)
    lines += items.prefix(limit).map { "  " + $0 }
    if items.count > limit { lines.append("  … and \(items.count - limit) more: see --limit") }
  }

  /// The count with its noun: `1 step`, `3 steps`.
  static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension DiffReport {
  init(_ comparison: TraceComparison, _ titles: [String], limit: Int) {
    let rows = Self.count(comparison.rows, "row") + " of " + Self.count(comparison.steps, "step")
    guard !comparison.isEqual else {
      var line = "\(titles[0]) and \(titles[1]): no difference in \(rows)"
      if comparison.largestTolerated > 0 {
        line +=
          " beyond \(comparison.tolerance.shortText); the largest is \(comparison.largestTolerated.shortText)"
      }
      self.init(isEqual: true, [line])
      return
    }
    self.init(isEqual: false, ["\(titles[0]) and \(titles[1]) differ"])
    for (title, columns) in zip(titles, comparison.columnsOnlyIn) where !columns.isEmpty {
      add(
        "only \(title) has \(columns.count == 1 ? "the column" : "the columns") "
          + "\(columns.joined(separator: ", "))")
    }
    switch comparison.first {
    case nil: break
    case .value(let first):
      let places = zip(titles, zip(first.values, first.lines)).map { title, value in
        "\(Self.shown(value.0)) in \(title) (line \(value.1))"
      }
      add(
        "first difference: step \(first.step), \(first.body).\(first.column): "
          + "\(places.joined(separator: ", "))")
    case .row(let owner, let step, let body, let line):
      add("first difference: step \(step), \(body): only \(titles[owner]) has it (line \(line))")
    }
    add("largest difference of each body:", comparison.byBody.map(Self.line), limit: limit)
    let steps = comparison.missingSteps.map { steps in
      "\(titles[steps.owner]): \(Self.count(steps.count, "step"))\(Self.span(steps))"
    }
    add("steps that only one has:", steps, limit: limit)
    let bodies = comparison.missingRows.map { body, rows in
      "\(titles[rows.owner]): \(body) in \(Self.count(rows.count, "step"))\(Self.span(rows))"
    }
    add("bodies that only one has in steps of both:", bodies, limit: limit)
    if comparison.hasMoreBodies {
      add("more than \(TraceComparison.maxBodies) bodies differ; the others are not listed")
    }
    add(
      "\(rows) compared; \(Self.count(comparison.differentValues, "value")) "
        + "\(comparison.differentValues == 1 ? "differs" : "differ")")
  }

  private static func line(_ difference: TraceComparison.Difference) -> String {
    let distance = difference.distance.isFinite ? "by \(difference.distance.shortText) " : ""
    let values = difference.values.map(shown).joined(separator: ", ")
    return "\(difference.body).\(difference.column) \(distance)at step \(difference.step): \(values)"
  }

  private static func shown(_ value: String) -> String { value.isEmpty ? "nothing" : value }

  private static func span(_ missing: TraceComparison.Missing) -> String {
    missing.count == 1 ? " (\(missing.firstStep))" : ", from \(missing.firstStep) to \(missing.lastStep)"
  }

  init(_ comparison: SceneComparison, _ titles: [String], limit: Int) {
    guard !comparison.isEmpty else {
      self.init(isEqual: true, ["\(titles[0]) and \(titles[1]) are the same scene"])
      return
    }
    self.init(isEqual: false)
    add("\(titles[0]) and \(titles[1]) differ:", comparison.differences.map(\.description), limit: limit)
  }

  init(_ a: NumberedRecording, _ b: NumberedRecording, _ titles: [String], limit: Int) {
    let comparison = RecordingComparison(a, b)
    let scenes = [a, b].map { Self.scene(of: $0.recording) }
    let sceneLines = Self.sceneLines(comparison, scenes)
    let isEqual = comparison.isEqualButForScene && sceneLines.isEmpty
    self.init(isEqual: isEqual, isEqual ? [] : ["\(titles[0]) and \(titles[1]) differ"])
    for difference in comparison.head {
      add("\(difference.name): \(difference.values.joined(separator: " → "))")
    }
    add("the scene that was run:", sceneLines, limit: limit)
    if comparison.hasOtherScene, sceneLines.isEmpty {
      add("the texts of the scenes differ, and say the same")
    }
    if let command = comparison.command {
      add("first different command:")
      for (title, (text, line)) in zip(titles, zip(command.texts, command.lines)) {
        let place = line.map { " (line \($0))" } ?? ""
        add("  \(title)\(place): \(text.map { String($0.prefix(300)) } ?? "there are no more")")
      }
    }
    add(comparison, scenes, titles, limit: limit)
    if comparison.ends[0] != comparison.ends[1] {
      add("steps run: \(comparison.ends[0]) → \(comparison.ends[1])")
    }
    for (title, recording) in zip(titles, [a.recording, b.recording]) {
      if let line = recording.unfinishedAfter {
        add("\(title) was not finished; its last whole line is line \(line)")
      }
    }
    guard isEqual else { return }
    let commands = Self.count(a.recording.commands.count, "command")
    let hashes = comparison.commonHashes == 1 ? "1 hash" : "\(comparison.commonHashes) hashes"
    add("\(titles[0]) and \(titles[1]): no difference in \(commands) and \(hashes)")
  }

  private mutating func add(
    _ comparison: RecordingComparison, _ scenes: [Scene?], _ titles: [String], limit: Int
  ) {
    guard let hash = comparison.hash else {
      if comparison.commonHashes == 0 { add("there is no step of which both have a hash") }
      return
    }
    let before = hash.lastEqual.map { "; the same after step \($0)" } ?? ""
    add("first different hash: after step \(hash.step)\(before)")
    guard let step = comparison.statesStep else { return }
    // The scene's bodies have the first ids, in its order.
    func name(_ id: BodyID, _ scene: Scene?) -> String {
      guard let scene, scene.bodies.indices.contains(id.number) else { return "body \(id)" }
      return scene.bodies[id.number].id
    }
    let states = comparison.states.map { state in
      let distance = state.distance.isFinite ? "by \(state.distance.shortText): " : ""
      return "\(name(state.body, scenes[0])).\(state.column) \(distance)"
        + state.values.map(\.shortText).joined(separator: ", ")
    }
    add("largest difference of each body after step \(step):", states, limit: limit)
    for (index, bodies) in comparison.bodiesOnlyIn.enumerated() where !bodies.isEmpty {
      add("only \(titles[index]) has then:", bodies.map { name($0, scenes[index]) }, limit: limit)
    }
  }

  private static func sceneLines(_ comparison: RecordingComparison, _ scenes: [Scene?]) -> [String] {
    guard comparison.hasOtherScene else { return [] }
    // A file of another version may no longer be read.
    guard let old = scenes[0], let new = scenes[1] else {
      return ["the texts differ, and not both can be read as a scene"]
    }
    return SceneComparison(old, new).differences.map(\.description)
  }

  private static func scene(of recording: Recording) -> Scene? {
    SceneReader().read(
      Data(recording.head.content.utf8), file: "the recorded scene", name: recording.head.scene
    ).scene
  }

  /// - Parameter moment: The step of the first difference in this build; asked for where there is one.
  init(_ builds: BuildComparison, scene: Scene, commands: [StampedCommand], moment: (Int) throws -> World)
    rethrows
  {
    let (comparison, name) = (builds.comparison, builds.name)
    let versions = "this is \(World.versionLine); \(name) is \(builds.version ?? "of an unknown version")"
    guard let first = comparison.first, let step = comparison.firstStep else {
      let compared = Self.count(comparison.rows, "row") + " of " + Self.count(comparison.steps, "step")
      self.init(isEqual: true, ["\(scene.name): no difference from \(name) in \(compared)"])
      if let failure = builds.failure { add("both stop there: \(failure)") }
      if let errorMessage = builds.errorMessage { add("\(name) says: \(errorMessage)") }
      add(versions)
      return
    }
    let time = (Double(step) / Double(scene.world.rate)).thousandthsText
    self.init(isEqual: false, ["\(scene.name): this build and \(name) differ after step \(step) (\(time) s)"])
    add(step == 0 ? "it is the state before the first step" : "it was still the same after step \(step - 1)")
    addValues(comparison, first, name)
    if let failure = builds.failure { add("this build stops there: \(failure)") }
    if let errorMessage = builds.errorMessage { add("\(name) says: \(errorMessage)") }
    // The commands of a step are stamped with the number of steps before it.
    let given = commands.filter { $0.step == step - 1 }.map { RecordingWriter.line(of: $0) }
    add("commands of this step:", given.isEmpty ? ["none"] : given, limit: 20)
    let body = Self.body(of: first)
    let world = try moment(step)
    add(
      "contacts of \(body) after it, in this build:",
      Self.contacts(of: body, world) ?? ["the body is not there"], limit: 20)
    add(versions)
  }

  private static func body(of first: TraceComparison.First) -> String {
    switch first {
    case .value(let difference): difference.body
    case .row(_, _, let body, _): body
    }
  }

  private mutating func addValues(
    _ comparison: TraceComparison, _ first: TraceComparison.First, _ name: String
  ) {
    let body = Self.body(of: first)
    if case .row(let owner, _, let body, _) = first {
      add("\(body): only \(owner == 0 ? "this build" : name) has it")
    }
    for difference in comparison.ofFirstStep where difference.body == body {
      add(
        "\(body).\(difference.column): \(difference.values[0]) here, \(difference.values[1]) there"
          + Self.distance(difference))
    }
    let others = comparison.ofFirstStep.map(\.body).filter { $0 != body }.uniqued()
    guard !others.isEmpty else { return }
    add(
      "other bodies that differ after this step: \(others.prefix(10).joined(separator: ", "))"
        + (others.count > 10 ? " and \(others.count - 10) more" : ""))
  }

  /// Returns a distance as text, such as `, 3 ULPs apart`.
  private static func distance(_ difference: TraceComparison.Difference) -> String {
    guard difference.column != "sleeping", let a = Double(difference.values[0]),
      let b = Double(difference.values[1]), let ulps = a.ulps(to: b)
    else { return "" }
    return ", \(count(Int(clamping: ulps), "ULP")) apart"
  }

  /// Returns the contacts of a body; nil for one that is not there.
  private static func contacts(of name: String, _ world: World) -> [String]? {
    guard let id = world.body(name), world.snapshot[id] != nil else { return nil }
    let own = world.touches.filter { $0.a == id || $0.b == id }.map { touch in
      let other = touch.a == id ? touch.b : touch.a
      let isNew = world.contacts.contains {
        $0.kind == .began && [$0.a, $0.b].contains(id) && [$0.a, $0.b].contains(other)
      }
      let got = touch.b == id ? touch.impulse : -touch.impulse
      return
        "\(world.description[other]?.name ?? "body \(other)") at \(text(touch.point)), impulse \(text(got)), "
        + "depth \(touch.depth.shortText)" + (isNew ? ", new in this step" : "")
    }
    let ended = world.contacts.filter { $0.kind == .ended && [$0.a, $0.b].contains(id) }.map { contact in
      "\(world.description[contact.a == id ? contact.b : contact.a]?.name ?? "") no longer, since this step"
    }
    return own + ended == [] ? ["none"] : own + ended
  }

  private static func text(_ vector: Vector) -> String { "[\(vector.x.shortText), \(vector.y.shortText)]" }
}

import TumbleFiles
import TumbleFrames
import TumbleGeometry
import TumbleScenes
import TumbleSimulation
import TumbleTrace

extension DiffReport {
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
      Self.contacts(of: body, world) ?? ["the body is not there"],
      limit: 20)
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

  /// Such as `, 3 ULPs apart`.
  private static func distance(_ difference: TraceComparison.Difference) -> String {
    guard difference.column != "sleeping", let a = Double(difference.values[0]),
      let b = Double(difference.values[1]), let ulps = a.ulps(to: b)
    else { return "" }
    return ", \(count(Int(clamping: ulps), "ULP")) apart"
  }

  /// Where a body touches others; nil for one that is not there.
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

  private static func text(_ vector: Vector) -> String {
    "[\(vector.x.shortText), \(vector.y.shortText)]"
  }
}

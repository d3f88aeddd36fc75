import Foundation
import TumbleSimulation

/// The results of a run, for a person to read.
struct Summary: CustomStringConvertible {
  private let session: Session

  init(_ session: Session) { self.session = session }

  private var world: World { session.world }

  /// Rows of the table of bodies; what is beyond is counted.
  private static let maxRows = 20

  var description: String {
    ([title, time, speed, population] + [replay].compactMap { $0 } + [""] + table).joined(separator: "\n")
  }

  private var title: String {
    world.description.title.isEmpty
      ? world.description.name : "\(world.description.title) (\(world.description.name))"
  }

  private var time: String {
    "  \(world.steps) steps at \(world.rate) per second: \(Self.text(world.time)) s"
  }

  private var speed: String {
    guard world.steps > 0, session.cost > .zero else { return "  no step taken" }
    let seconds = session.cost / .seconds(1)
    let perStep = seconds / Double(world.steps) * 1e6
    return """
        took \(Self.text(seconds * 1_000, 1)) ms, \(Self.text(perStep, 1)) µs a step: \
      \(Self.text(world.time / seconds, 0)) times real time
      """
  }

  private var population: String {
    let bodies = world.snapshot.bodies
    let moving = bodies.filter { world.description[$0.id]?.kind != .static }
    let asleep = moving.count { $0.isSleeping }
    let lost = world.description.bodies.count - bodies.count
    var text = bodies.count == 1 ? "  1 body" : "  \(bodies.count) bodies"
    text += ", \(moving.count) of them free to move"
    if asleep > 0 { text += ", \(asleep) asleep" }
    if lost > 0 { text += ", \(lost) lost" }
    let joints = world.snapshot.joints.count { world.description[$0.id]?.isInner != true }
    if joints > 0 { text += joints == 1 ? "; 1 joint" : "; \(joints) joints" }
    return text + "; hash \(world.hash)"
  }

  private var replay: String? { session.checksPassed.map { "  as recorded: \($0) hashes are the same" } }

  private var table: [String] {
    let moving = world.snapshot.bodies.filter { world.description[$0.id]?.kind != .static }
    guard !moving.isEmpty else { return ["  nothing moves"] }
    var rows = [["body", "x", "y", "turns", "speed"]]
    for body in moving.prefix(Self.maxRows) {
      rows.append([
        world.description[body.id]?.name ?? "", Self.text(body.position.x, 1), Self.text(body.position.y, 1),
        Self.text(body.angle / (2 * .pi)), Self.text(body.velocity.length, 1),
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      "  "
        + row.enumerated().map { index, text in
          let room = String(repeating: " ", count: widths[index] - text.count)
          return index == 0 ? text + room : room + text
        }.joined(separator: "  ")
    }
    if moving.count > Self.maxRows { lines.append("  … and \(moving.count - Self.maxRows) more") }
    return lines
  }

  private static func text(_ number: Double, _ decimals: Int = 2) -> String {
    let text = String(format: "%.\(decimals)f", number)
    // Not -0.00.
    return Double(text) == 0 ? String(text.drop { $0 == "-" }) : text
  }
}

extension Summary: Encodable {
  private enum CodingKeys: String, CodingKey {
    case scene, title, steps, rate, time, hash, checksPassed, bodies
  }

  private struct Row: Encodable {
    var body: String
    var x: Double
    var y: Double
    /// The angle in radians.
    var angle: Double
    var vx: Double
    var vy: Double
    var isAsleep: Bool
  }

  /// All bodies that move, and nothing that depends on the machine.
  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(world.description.name, forKey: .scene)
    try values.encode(world.description.title, forKey: .title)
    try values.encode(world.steps, forKey: .steps)
    try values.encode(world.rate, forKey: .rate)
    try values.encode(world.time, forKey: .time)
    try values.encode("\(world.hash)", forKey: .hash)
    try values.encodeIfPresent(session.checksPassed, forKey: .checksPassed)
    let moving = world.snapshot.bodies.filter { world.description[$0.id]?.kind != .static }
    let rows = moving.map { body in
      Row(
        body: world.description[body.id]?.name ?? "", x: body.position.x, y: body.position.y,
        angle: body.angle, vx: body.velocity.x, vy: body.velocity.y, isAsleep: body.isSleeping)
    }
    try values.encode(rows, forKey: .bodies)
  }
}

/// Measures of one run as a line of JSON, for programs that search for values (`simulate --tell`).
struct ToldMeasures {
  let measures: RunMeasures
  private let names: [String]

  init(_ texts: [String], of world: World) throws {
    measures = try RunMeasures(texts, of: world)
    // An object has each name once.
    if let name = texts.firstRepeated { throw SweepError.repeatedColumn(name) }
    names = texts
  }

  func write(_ world: World, lost: Int) throws(OutputError) {
    let values = JSON.Object(zip(names, measures.values(world, lost: lost).map(\.json)))
    try OutputFile.print(JSON.object(values).written() + "\n")
  }
}

/// The progress of long work, on one line of a terminal; nothing if standard error is no terminal.
package struct ProgressLine {
  private let what: String
  private let isShown: Bool
  private let clock: () -> Duration
  private let tell: ((Double) -> Void)?
  private var written: Duration?
  /// Parts that were done before: their time is not known.
  private let start: Int

  /// - Parameters:
  ///   - what: Such as `frame`.
  ///   - start: How many parts were done before.
  ///   - tell: Gets the part of the work that is done, 0 to 1, whether the line is shown or not.
  ///   - clock: What has passed since a moment before the work.
  package init(
    _ what: String, from start: Int = 0, isShown: Bool = !Program.isQuiet && isatty(STDERR_FILENO) == 1,
    tell: ((Double) -> Void)? = nil, clock: @escaping () -> Duration
  ) {
    (self.tell, self.what, self.start, self.isShown, self.clock) = (tell, what, start, isShown, clock)
  }

  /// Shows the progress after a part; writes ten times per second at most.
  package mutating func show(_ done: Int, of count: Int) {
    tell?(Double(done) / Double(max(count, 1)))
    guard isShown else { return }
    let now = clock()
    if let written, now - written < .milliseconds(100), done != count { return }
    written = now
    StandardError.write("\r\u{1B}[K" + Self.text(what, done, of: count, from: start, after: now))
  }

  /// Leaves the line empty for what is said next.
  package mutating func finish() {
    if written != nil { StandardError.write("\r\u{1B}[K") }
    written = nil
  }

  /// The bar's characters.
  private static let width = 20

  /// Returns a line such as `frame 120 of 300 [########------------] 12 s left`.
  static func text(
    _ what: String, _ done: Int, of count: Int, from start: Int = 0, after passed: Duration
  ) -> String {
    let filled = count > 0 ? Int(Double(done) / Double(count) * Double(width)) : width
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let text = "\(what) \(done) of \(count) [\(bar)]"
    // The first parts take longer than the others.
    guard done > start, done != count, passed > .seconds(1) else { return text }
    let left = passed / .seconds(1) / Double(done - start) * Double(count - done)
    if left >= 172_800 { return text + " \(Int(min(left / 86_400, 1e9).rounded())) days left" }
    if left >= 7_200 { return text + " \(Int((left / 3_600).rounded())) h left" }
    return text
      + (left > 119 ? " \(Int((left / 60).rounded())) min left" : " \(Int(left.rounded(.up))) s left")
  }
}

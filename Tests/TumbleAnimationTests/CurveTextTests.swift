import Testing
import TumbleAnimation
import TumbleTestSupport

@Suite("Curves as text")
struct CurveTextTests {
  static let written: [(String, TimingFunction?)] = [
    ("linear", .linear), ("ease", .ease), ("default", .ease), ("ease-in", .easeIn),
    ("EASE-IN-OUT", .easeInOut),
    ("  quadratic-in-out ", .easing(Easing(.quadratic, .inOut))),
    ("book-bounce-out", .easing(Easing(.bookBounce, .out))),
    ("cubic-bezier(1, 0, 0.75, 1)", bezier(1, 0, 0.75, 1)),
    ("cubic-bezier(.1,-2e0,1,+3.5)", bezier(0.1, -2, 1, 3.5)),
    ("steps(4, end)", steps(4, .end)), ("steps( 4 )", steps(4, .end)),
    ("steps(4, jump-start)", steps(4, .start)),
    ("steps(3, jump-none)", steps(3, .none)), ("step-start", steps(1, .start)),
    ("linear(0, 0.25 75%, 1)", lines([.init(0), .init(0.25, at: 0.75), .init(1)])),
    ("linear(0, 25% 50% 0.5, 1)", lines([.init(0), .init(0.5, at: 0.25), .init(0.5, at: 0.5), .init(1)])),
    ("spring(response: 0.5, damping: 0.7)", spring(try? Spring(response: 0.5, dampingRatio: 0.7))),
    (
      "spring(mass: 2, stiffness: 50, damping: 3, velocity: -1)",
      spring(try? Spring(mass: 2, stiffness: 50, damping: 3, initialVelocity: -1))
    ),
  ]

  static func bezier(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> TimingFunction? {
    (try? CubicBezier(x1, y1, x2, y2)).map(TimingFunction.cubicBezier)
  }
  static func steps(_ count: Int, _ position: Steps.Position) -> TimingFunction? {
    (try? Steps(count, position)).map(TimingFunction.steps)
  }
  static func lines(_ stops: [PiecewiseLinear.Stop]) -> TimingFunction? {
    (try? PiecewiseLinear(stops)).map(TimingFunction.piecewiseLinear)
  }
  static func spring(_ spring: Spring?) -> TimingFunction? { spring.map(TimingFunction.spring) }

  @Test("What is written is what is meant", arguments: written)
  func read(text: String, expected: TimingFunction?) throws {
    #expect(try TimingFunction(parsing: text) == expected)
  }

  private static let springs =
    "these numbers are too large or too small for a spring: a swing takes 1e-8 to 1e9 seconds, and it is damped and moves at most 1e9 per second"

  static let wrong: [(String, Int, String, String?)] = [
    ("", 0, "expected a curve's name, found the end", nil),
    ("ease-im", 0, "there is no curve 'ease-im'", "ease-in"),
    ("bounce", 0, "'bounce' needs a direction: in, out or in-out", "bounce-in-out"),
    ("qadratic-in", 0, "there is no curve 'qadratic-in'", "quadratic-in"),
    ("zzzzzz", 0, "there is no curve 'zzzzzz'", nil),
    ("linear linear", 7, "expected the end of the curve, found 'l'", nil),
    ("ease-in(1)", 7, "'ease-in' takes no arguments", nil),
    ("cubic-bezier", 12, "expected '(' after cubic-bezier, found the end", nil),
    ("cubic-bezer(0,0,1,1)", 0, "there is no curve 'cubic-bezer(…)'", "cubic-bezier"),
    ("cubic-bezier(0, 0, 1)", 20, "expected ',' after x2, found ')'", nil),
    ("cubic-bezier(0, 0, 1, 1", 23, "expected ')' after y2, found the end", nil),
    (
      "cubic-bezier(1.5, 0, 1, 1)", 13, "x1 is 1.5, but must lie in 0...1: a curve cannot go back in time",
      nil
    ),
    ("cubic-bezier(0, 1e999, 1, 1)", 16, "the number '1e999' is too large", nil),
    ("cubic-bezier(0, 1.1e9, 1, 1)", 16, "y1 is 1100000000.0, but must lie in -1e9...1e9", nil),
    ("cubic-bezier(0, 0, 1, -1e308)", 22, "y2 is -1e+308, but must lie in -1e9...1e9", nil),
    ("linear(0, 1e308)", 10, "this number is 1e+308, but must lie in -1e9...1e9", nil),
    ("linear(0, 1 1e300%)", 12, "this number is 1e+300, but must lie in -1e9...1e9", nil),
    ("linear(0, 1 1e-300%)", 7, "these stops make no curve: it leaves -1e9...1e9 within its time", nil),
    ("spring(mass: 1e-200, stiffness: 1e200)", 7, springs, nil), ("spring(response: 1e-9)", 7, springs, nil),
    ("spring(response: 1e10)", 7, springs, nil), ("spring(mass: 1e-9, damping: 3)", 7, springs, nil),
    ("spring(velocity: 2e9)", 7, springs, nil), ("spring(response: 1, damping: 1e99)", 7, springs, nil),
    ("cubic-bezier(a, 0, 1, 1)", 13, "expected the number x1, found 'a'", nil),
    ("steps(0)", 6, "the number of steps must be whole and at least 1", nil),
    ("steps(2.5)", 6, "the number of steps must be whole and at least 1", nil),
    ("steps(1, jump-none)", 6, "jump-none needs at least 2 steps", nil),
    (
      "steps(4, ned)", 9, "there is no step position 'ned': use start, end, jump-none or jump-both", "end"
    ),
    ("linear(0, , 1)", 10, "expected an output, a number, found ','", nil),
    ("linear(0 1 2)", 9, "a stop has one output; separate stops by ',', mark places by '%'", nil),
    (
      "linear(0% 1 50%)", 12, "the two places of a stop stand side by side, before or after its output", nil
    ),
    ("linear(0 1% 2% 3%)", 15, "a stop has at most two places", nil),
    (
      "spring(respons: 1)", 7,
      "a spring has no 'respons': it has mass, stiffness, damping, velocity, response", "response"
    ),
    ("spring(response: 0)", 17, "the response must be positive", nil),
    ("spring(response: 1, mass: 1)", 20, "give a response, or a mass and a stiffness, not both", nil),
    ("spring(mass: 1, mass: 2)", 16, "'mass' is given twice", nil),
    ("spring(damping: -1)", 16, "the damping must not be negative", nil),
    ("spring(mass 1)", 12, "expected ':' after mass, found '1'", nil),
  ]

  @Test("A wrong text is answered with its place and the likely meant word", arguments: wrong)
  func refused(text: String, offset: Int, problem: String, suggestion: String?) {
    do throws(CurveTextError) {
      let curve = try TimingFunction(parsing: text)
      Issue.record("'\(text)' was read as \(curve)")
    } catch {
      #expect(error == CurveTextError(text: text, offset: offset, problem: problem, suggestion: suggestion))
    }
  }

  @Test("An error shows its place under the text")
  func caret() {
    #expect(throws: CurveTextError.self) { try TimingFunction(parsing: "steps(0)") }
    do {
      _ = try TimingFunction(parsing: "steps(4, ned)")
    } catch {
      #expect(
        error.description == """
          there is no step position 'ned': use start, end, jump-none or jump-both at character 10; did you mean 'end'?
            steps(4, ned)
                     ^
          """)
    }
  }

  @Test("A curve's description reads back as the same curve", arguments: Seeds.list(default: 300))
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let curve = try Self.curve(&random)
    #expect(try TimingFunction(parsing: curve.description) == curve, "\(curve)")
  }

  @Test(
    "Whatever numbers a curve has, it is refused or finite over its whole time",
    arguments: Seeds.list(default: 100))
  func numbers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Most are refused.
    for _ in 0..<2000 {
      let text = Self.anyNumbers(&random)
      guard let curve = try? TimingFunction(parsing: text) else { continue }
      for i in 0...16 {
        let value = curve.value(at: Double(i) / 16)
        #expect(value.magnitude <= 1e19, "\(text) gives \(value) at \(i)/16")
        #expect(!curve.slope(at: Double(i) / 16).isNaN, "\(text) at \(i)/16")
      }
      return
    }
    Issue.record("no curve was read")
  }

  /// A curve whose numbers are of every size.
  static func anyNumbers(_ random: inout SeededGenerator) -> String {
    func number() -> String {
      if random.int(in: 0...2) == 0 { return random.pick(["0", "1", "0.5", "1e9", "-1e9", "1e-9"]) }
      let exponent = random.pick([random.int(in: -9...9), random.int(in: -330...308)])
      return (random.bool() ? "" : "-") + "\(random.int(in: 1...9))e\(exponent)"
    }
    switch random.int(in: 0...3) {
    case 0: return "cubic-bezier(\(random.double(in: 0...1)), \(number()), 1e-320, \(number()))"
    case 1: return "linear(\(number()), \(number()) \(number())%, \(number()))"
    case 2:
      return "spring(mass: \(number()), stiffness: \(number()), damping: \(number()), velocity: \(number()))"
    default: return "spring(response: \(number()), damping: \(number()), velocity: \(number()))"
    }
  }

  @Test(
    "No text whatever brings the parser down, and no curve that it makes anything else",
    arguments: Seeds.list(default: 500))
  func noise(seed: UInt64) throws {
    let pieces = [
      "linear", "steps", "spring", "(", ")", ",", "%", "1", "-", "e", ".", " ", ":", "é", "\u{0}", "9e99",
      "mass", "1e308", "1e-308",
    ]
    var random = SeededGenerator(seed: seed)
    let text = (0..<random.int(in: 0...12)).map { _ in random.pick(pieces) }.joined()
    do throws(CurveTextError) {
      let curve = try TimingFunction(parsing: text)
      #expect(curve.value(at: 0.3).isFinite, "'\(text)'")
    } catch {
      #expect(error.offset >= 0 && error.offset <= text.unicodeScalars.count, "'\(text)'")
    }
  }

  static func curve(_ random: inout SeededGenerator) throws -> TimingFunction {
    func number(_ range: ClosedRange<Double>) -> Double { random.double(in: range) }
    switch random.int(in: 0...5) {
    case 0: return random.pick([.linear, .ease, .easeIn, .easeOut, .easeInOut])
    case 1: return .easing(random.pick(Easing.all))
    case 2:
      return .cubicBezier(
        try CubicBezier(number(0...1), number(-2...3), number(0...1), number(-2...3)))
    case 3: return .steps(try Steps(random.int(in: 2...50), random.pick(Steps.Position.allCases)))
    case 4:
      let stops = (0...random.int(in: 1...6)).map { _ in
        PiecewiseLinear.Stop(number(-2...2), at: random.bool() ? number(0...1) : nil)
      }
      return .piecewiseLinear(try PiecewiseLinear(stops))
    default:
      return .spring(
        try Spring(mass: number(0.1...9), stiffness: number(1...900), damping: number(0...90)))
    }
  }
}

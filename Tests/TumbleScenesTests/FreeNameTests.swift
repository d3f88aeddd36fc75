import Testing
import TumbleScenes
import TumbleTestSupport

@Suite("A free name")
struct FreeNameTests {
  private static let bases = [
    "a", "a-half", "a1", "a10", "b0", "b-", "7", "a01", Self.long, Self.long + "12",
  ]
  /// A name of 60 characters whose stem, where a number is added, ends in a digit.
  private static let long = String(repeating: "n", count: 51) + "3" + String(repeating: "n", count: 8)

  @Test(
    "A free name is the first that nothing has, as bodies and joints come and go",
    arguments: Seeds.list(default: 20))
  func first(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = SceneModel(try Scene(text: Self.scene))
    var names: [String: Int] = [:]
    for _ in 0..<400 {
      let base = random.pick(Self.bases)
      let name = model.freeName(base)
      #expect(name == Self.firstFree(base) { names[$0] != nil || Self.others.contains($0) })
      if random.int(in: 0...2) > 0 || names.isEmpty {
        var body = model.scene.bodies[0]
        // Some have a name that no base leads to.
        body.id = random.int(in: 0...4) == 0 ? "a0\(random.int(in: 0...12))" : name
        guard names[body.id] == nil else { continue }
        model.add(body)
        names[body.id] = model.scene.bodies.count - 1
      } else {
        let gone = random.pick(names.keys.sorted())
        model.forget(.body, names[gone]!)
        names[gone] = nil
      }
    }
  }

  @Test("A free name is found without a try of the names in use, however many there are")
  func counted() {
    var numbers = UsedNumbers()
    for number in 1...20_000 {
      let free = numbers.firstFree("half-", from: 1)
      guard free == number else {
        Issue.record("half-\(free) is said to be free in place of half-\(number)")
        return
      }
      numbers.insert("half-\(number)")
    }
    numbers.remove("half-7")
    #expect(numbers.firstFree("half-", from: 1) == 7)
    #expect(numbers.firstFree("half-", from: 8) == 20_001)
  }

  @Test("A free name passes over those of joints, animations, fields and inputs")
  func others() throws {
    let model = SceneModel(try Scene(text: Self.scene))
    for name in Self.others {
      #expect(!Self.others.contains(model.freeName(name)), "\(name)")
    }
  }

  /// The name that a try of each finds.
  private static func firstFree(_ base: String, _ isUsed: (String) -> Bool) -> String {
    let digits = base.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let stem = digits > 0 && digits < base.count ? String(base.dropLast(digits)) : base + "-"
    var number = digits > 0 ? Int(base.suffix(min(digits, 9)))! : 1
    while isUsed(stem.prefix(52) + "\(number)") { number += 1 }
    return stem.prefix(52) + "\(number)"
  }

  private static let others = ["first", "a2", "a-4", "a-half-3", "a-half-4"]

  private static let scene = """
    tumble: 1
    bodies:
      - {id: first, circle: 5, mass: 1}
      - {id: a2, at: [50, 0], circle: 5, mass: 1}
    joints:
      - {id: a-4, type: pin, a: first, b: a2}
    fields:
      - {id: a-half-3, type: uniform, direction: up, strength: 1}
    animations:
      - {id: a-half-4, type: basic, of: first.opacity, to: 0.5, duration: 1 s}
    """
}

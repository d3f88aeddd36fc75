import Testing
import TumbleGeometry

@testable import TumbleScenes

@Suite("The values of a joint's form")
struct JointFormTests {
  private static let forms: [Scene.JointForm] = [
    .pin(anchorA: Vector(1, 2), anchorB: Vector(3, 4), length: 5),
    .slide(anchorA: Vector(1, 2), anchorB: Vector(3, 4), min: 5, max: 6),
    .pivot(anchorA: Vector(1, 2), anchorB: Vector(3, 4)),
    .groove(from: Vector(1, 2), to: Vector(3, 4), anchorB: Vector(5, 6)),
    .spring(anchorA: Vector(1, 2), anchorB: Vector(3, 4), restLength: 5, stiffness: 6, damping: 7),
    .rotarySpring(restAngle: 1, stiffness: 2, damping: 3),
    .rotaryLimit(min: 1, max: 2),
    .ratchet(phase: 1, click: 2),
    .gear(phase: 1, ratio: 2),
    .motor(rate: 1),
  ]

  /// The keys of a joint whatever its form, and those that stand in place of others.
  private static let otherKeys: Set<String> = [
    "id", "type", "a", "b", "chain", "loop", "breakAt", "partOf", "at", "teeth", "force", "timing",
    "dampingForce",
  ]

  @Test(
    "The values of a joint's form have keys of the right types in the format, and each key of the format has a value"
  )
  func keys() {
    #expect(Set(Self.forms.map(\.kind)) == Set(JointKind.allCases))
    for var form in Self.forms {
      let word = form.kind.rawValue
      var numbers: Set<String> = []
      var vectors: Set<String> = []
      form.forEachValue(
        number: { key, _ in numbers.insert(key) }, vector: { key, _ in vectors.insert(key) })
      let common = Self.otherKeys.union(Format.jointFields.map(\.key.name))
      for key in Format.joint.keys where key.belongs(to: word) && !common.contains(key.name) {
        let isKnown =
          switch key.type {
          case .number: numbers.remove(key.name) != nil
          case .vector: vectors.remove(key.name) != nil
          default: false
          }
        #expect(isKnown, "\(word): \(key.name)")
      }
      #expect(numbers.isEmpty && vectors.isEmpty, "\(word): \(numbers.union(vectors).sorted())")
    }
  }

  @Test("The values of a joint's form are changed each by itself")
  func change() {
    func values(_ form: Scene.JointForm) -> [String: Vector] {
      var (form, values) = (form, [String: Vector]())
      form.forEachValue(number: { values[$0] = Vector($1, 0) }, vector: { values[$0] = $1 })
      return values
    }
    for form in Self.forms {
      let before = values(form)
      for key in before.keys {
        var changed = form
        changed.forEachValue(
          number: { if $0 == key { $1 = 99 } }, vector: { if $0 == key { $1 = Vector(99, 0) } })
        var expected = before
        expected[key] = Vector(99, 0)
        #expect(values(changed) == expected, "\(form.kind): \(key)")
        #expect(changed.kind == form.kind)
      }
    }
  }
}

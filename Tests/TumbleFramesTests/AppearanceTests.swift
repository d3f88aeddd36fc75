import Testing
import TumbleAnimation
import TumbleFrames
import TumbleGeometry

@Suite("Appearances")
struct AppearanceTests {
  /// A value within what a property can be, and one beyond it.
  private static func values(_ property: AnimatableProperty) -> (
    inside: AnimatableValue, beyond: AnimatableValue
  ) {
    switch property.kind {
    case .vector: (.vector(Vector(0.25, -3)), .vector(Vector(1e12, -1e12)))
    case .color:
      (
        .color(Color(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)),
        .color(Color(red: -1, green: 2, blue: 0.5, alpha: 9))
      )
    default: (.number(0.375), .number(7))
    }
  }

  @Test("Each property is set and read, alone", arguments: Appearance.properties)
  func properties(property: AnimatableProperty) {
    var appearance = Appearance(color: .white)
    let before = appearance
    let value = Self.values(property).inside
    appearance[property] = value
    #expect(appearance[property] == value)
    for other in Appearance.properties where other != property {
      #expect(appearance[other] == before[other], "\(other)")
    }
  }

  @Test("A value beyond what can be drawn is held within it", arguments: Appearance.properties)
  func bounds(property: AnimatableProperty) throws {
    var appearance = Appearance()
    appearance[property] = Self.values(property).beyond
    let held = try #require(appearance[property])
    #expect(held != Self.values(property).beyond)
    #expect(held.isFinite)
    appearance[property] = held
    #expect(appearance[property] == held)
  }

  @Test("The numbers of an appearance are read back to the same bits", arguments: Appearance.properties)
  func numbers(property: AnimatableProperty) {
    var appearance = Appearance()
    appearance[property] = Self.values(property).inside
    var numbers = [Double](repeating: 0, count: Appearance.numberCount)
    numbers.withUnsafeMutableBufferPointer { list in
      guard let first = list.baseAddress else { return }
      appearance.write(to: first)
      #expect(Appearance(from: first) == appearance)
    }
  }

  @Test(
    "Each property of a body, a joint, a field, a fluid, an emitter and the world has channels of its own")
  func channels() {
    for kind in SceneObject.Kind.allCases {
      let names = Channel.Number.all(of: kind).map(\.name)
      #expect(Set(names).count == names.count, "\(kind)")
      for property in AnimatableProperty.all(of: kind) {
        let own = PropertyComponent.all(of: property).map(\.name)
        #expect(!own.isEmpty || property.name.hasPrefix("position."), "\(property)")
        #expect(Set(own).isSubset(of: names), "\(property)")
      }
    }
  }
}

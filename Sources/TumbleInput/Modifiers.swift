/// Keys that are held while another key, a button or the wheel is used.
package struct Modifiers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let control = Modifiers(rawValue: 1)
  package static let alt = Modifiers(rawValue: 2)
  package static let shift = Modifiers(rawValue: 4)
  /// The desktop's own key: no action of the window uses it.
  package static let desktop = Modifiers(rawValue: 8)
}

extension Modifiers {
  /// In the order in which they are written.
  static let names: [(modifier: Modifiers, name: String)] = [
    (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"),
  ]
}

/// What a click with the right button opens at the mouse.
package struct ContextMenuState: Hashable, Sendable {
  /// Another for each that is opened.
  package var number: Int
  package var items: [MenuItem]

  package init(_ number: Int, _ items: [MenuItem]) {
    self.number = number
    self.items = items
  }
}

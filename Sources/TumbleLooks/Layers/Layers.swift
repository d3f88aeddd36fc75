/// Which layers of the drawing are shown: a set that costs nothing to look into, frame after frame.
package struct Layers: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let outlines = Layers(.outlines)
  package static let joints = Layers(.joints)
  package static let contacts = Layers(.contacts)
  package static let boxes = Layers(.boxes)
  package static let centers = Layers(.centers)
  package static let velocities = Layers(.velocities)
  package static let trails = Layers(.trails)
  package static let sleeping = Layers(.sleeping)
  package static let awake = Layers(.awake)
  package static let ids = Layers(.ids)
  package static let broadPhase = Layers(.broadPhase)
  package static let fields = Layers(.fields)
  package static let blending = Layers(.blending)

  /// The layers that are shown by default.
  package static let standard: Layers = [.outlines, .joints, .contacts, .centers, .velocities, .sleeping]
}

extension Layers {
  package init(_ layer: DrawingLayer) {
    self.init(rawValue: 1 << (DrawingLayer.allCases.firstIndex(of: layer) ?? 0))
  }

  package init(_ layers: some Sequence<DrawingLayer>) {
    self = layers.reduce(into: []) { $0.insert(Layers($1)) }
  }

  /// Those that are shown.
  package var shown: Set<DrawingLayer> { Set(DrawingLayer.allCases.filter { contains(Layers($0)) }) }

  /// By the names in the settings; unknown ones are left out.
  package init(names: some Sequence<String>) { self.init(names.compactMap(DrawingLayer.init(rawValue:))) }

  package var names: [String] { DrawingLayer.allCases.filter { contains(Layers($0)) }.map(\.rawValue) }
}

/// Something of the physics that is drawn over the stage.
package enum DrawingLayer: String, Hashable, Sendable, CaseIterable {
  case outlines, joints, contacts, boxes, centers, velocities, trails, sleeping, awake, ids, broadPhase
}

extension DrawingLayer {
  package var title: String {
    switch self {
    case .outlines: "Outlines"
    case .joints: "Joints"
    case .contacts: "Contacts"
    case .boxes: "Bounding boxes"
    case .centers: "Centers of mass"
    case .velocities: "Velocities"
    case .trails: "Trails"
    case .sleeping: "Sleeping dimmed"
    case .awake: "What keeps awake"
    case .ids: "Ids"
    case .broadPhase: "Broad phase"
    }
  }

  package var help: String {
    switch self {
    case .outlines: "The shapes as the engine has them"
    case .joints: "Anchors and what connects them"
    case .contacts: "Points that touch, with normals and impulses"
    case .boxes: "The boxes that the engine looks for touches in"
    case .centers: "Where each body turns about"
    case .velocities: "An arrow as long as a body gets in a tenth of a second"
    case .trails: "Where each body was in the last three seconds"
    case .sleeping: "Bodies at rest, which the engine leaves out"
    case .awake: "The bodies because of which a pile does not rest"
    case .ids: "The name of each body"
    case .broadPhase: "Pairs whose boxes overlap: what the engine looks at more closely"
    }
  }
}

/// Which layers of the drawing are shown.
package struct LayersState: Hashable, Sendable {
  package var shown: Set<DrawingLayer>
  /// Those that there are, in order.
  package var offered: [DrawingLayer]

  package init(shown: Set<DrawingLayer> = [], offered: [DrawingLayer] = DrawingLayer.allCases) {
    self.shown = shown
    self.offered = offered
  }
}

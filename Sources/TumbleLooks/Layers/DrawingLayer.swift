/// Something of the physics that is drawn over the stage.
package enum DrawingLayer: String, Hashable, Sendable, CaseIterable {
  case outlines, joints, contacts, boxes, centers, velocities, trails, sleeping, awake, ids, broadPhase,
    fields, blending
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
    case .sleeping: "Sleeping bodies"
    case .awake: "Kept awake by"
    case .ids: "Names"
    case .broadPhase: "Broad phase"
    case .fields: "Fields"
    case .blending: "Blending"
    }
  }

  package var help: String {
    switch self {
    case .outlines: "The shapes as the engine has them"
    case .joints: "Anchors, and lines between them"
    case .contacts: "Contact points with normals and impulses"
    case .boxes: "The boxes that the engine compares to find contacts"
    case .centers: "The point that each body turns about"
    case .velocities: "An arrow as long as the way of a tenth of a second"
    case .trails: "Where each body was during the last three seconds"
    case .sleeping: "Dims bodies at rest, which the engine skips"
    case .awake: "Marks the bodies that keep a pile from falling asleep"
    case .ids: "The name of each body"
    case .broadPhase: "Pairs whose boxes overlap, which the engine examines closely"
    case .fields: "Where fields act, and an arrow as long as each is strong there"
    case .blending: "What is drawn over each other: red where it is mixed, green where it covers"
    }
  }
}

extension DrawingLayer {
  /// All but those that few scenes have something for.
  package static let standard = allCases.filter { $0 != .fields }
}

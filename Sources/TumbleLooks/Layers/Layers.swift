import TumbleFrames
import TumbleGeometry

/// The layers of the drawing that are shown: a set that costs nothing to look into, frame after frame.
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

  package var shown: Set<DrawingLayer> { Set(DrawingLayer.allCases.filter { contains(Layers($0)) }) }

  /// Creates a set of layers by the names in the settings; unknown ones are left out.
  package init(names: some Sequence<String>) { self.init(names.compactMap(DrawingLayer.init(rawValue:))) }

  package var names: [String] { DrawingLayer.allCases.filter { contains(Layers($0)) }.map(\.rawValue) }
}

/// Something of the physics that is drawn over the stage.
package enum DrawingLayer: String, Hashable, Sendable, CaseIterable {
  case outlines, joints, contacts, boxes, centers, velocities, trails, sleeping, awake, ids, broadPhase,
    fields, blending
}

extension DrawingLayer {
  package var title: String { words.title }
  package var help: String { words.help }

  private var words: (title: String, help: String) {
    switch self {
    case .outlines: ("Outlines", "The shapes as the engine has them")
    case .joints: ("Joints", "Anchors, and lines between them")
    case .contacts: ("Contacts", "Contact points with normals and impulses")
    case .boxes: ("Bounding boxes", "The boxes that the engine compares to find contacts")
    case .centers: ("Centers of mass", "The point that each body turns about")
    case .velocities: ("Velocities", "An arrow as long as the way of a tenth of a second")
    case .trails: ("Trails", "Where each body was during the last three seconds")
    case .sleeping: ("Sleeping bodies", "Dims bodies at rest, which the engine skips")
    case .awake: ("Kept awake by", "Marks the bodies that keep a pile from falling asleep")
    case .ids: ("Names", "The name of each body")
    case .broadPhase: ("Broad phase", "Pairs whose boxes overlap, which the engine examines closely")
    case .fields: ("Fields", "Where fields act, and an arrow as long as each is strong there")
    case .blending:
      ("Blending", "What is drawn over each other: red where it is mixed, green where it covers")
    }
  }
}

extension DrawingLayer {
  /// All but those that few scenes have something for.
  package static let standard = allCases.filter { $0 != .fields }
}

/// The facts that layers show and that are in no snapshot: read from the world for the frame that is drawn,
/// and only while it is shown.
package struct LayerFacts: Hashable, Sendable {
  /// The points where bodies touch.
  package var touches: [Touch] = []
  /// The facts by body id; nil for one that is not there.
  package var bodies: [BodyFacts?] = []
  /// The facts of the body under the mouse.
  package var hovered: BodyFacts?
  /// The speed below which a body falls asleep, in points per second; nil where none does.
  package var sleepSpeed: Double?

  package init() {}

  subscript(id: BodyID) -> BodyFacts? { bodies.indices.contains(id.number) ? bodies[id.number] : nil }
}

/// The colors of the layers: strong, for they lie over everything else, and told apart on light and dark
/// paper.
struct LayerColors: Hashable, Sendable {
  var outline = Color(red: 0.05, green: 0.35, blue: 0.85)
  var fixed = Color(red: 0.25, green: 0.3, blue: 0.38)
  var asleep = Color(red: 0.5, green: 0.55, blue: 0.62)
  /// The color over bodies that sleep.
  var dim = Color(red: 0.93, green: 0.92, blue: 0.9, alpha: 0.6)
  var box = Color(red: 0.55, green: 0.2, blue: 0.75, alpha: 0.7)
  var pair = Color(red: 0.75, green: 0.1, blue: 0.6, alpha: 0.55)
  var joint = Color(red: 0, green: 0.55, blue: 0.5)
  var center = Color(red: 0.1, green: 0.1, blue: 0.12)
  var xAxis = Color(red: 0.85, green: 0.15, blue: 0.15)
  var yAxis = Color(red: 0.1, green: 0.6, blue: 0.2)
  var velocity = Color(red: 0.05, green: 0.6, blue: 0.25)
  var trail = Color(red: 0.2, green: 0.45, blue: 0.9)
  var restless = Color(red: 0.9, green: 0.1, blue: 0.1)
  var waiting = Color(red: 0.95, green: 0.65, blue: 0)
  var contact = Color(red: 0.95, green: 0.3, blue: 0.05)
  var impulse = Color(red: 0.9, green: 0.05, blue: 0.3)
  var field = Color(red: 0.15, green: 0.45, blue: 0.75, alpha: 0.7)
  var region = Color(red: 0.15, green: 0.45, blue: 0.75, alpha: 0.5)
  var name = Color(red: 0.95, green: 0.95, blue: 0.92)
}

/// A scene as checked: plain values, every default filled in, templates and repeaters unrolled.
///
/// Lengths are points, times seconds, masses kilograms, angles radians counter-clockwise; y points up.
public struct Scene: Hashable, Sendable {
  /// The file's name without its ending, such as `crates`.
  public var name: String
  /// The title for people; the file's name without one.
  public var title: String
  /// The note about what to watch for.
  public var note: String
  /// The part of the world that is shown.
  public var view: View
  /// The camera, which moves the view as the scene runs; nil: none.
  public var camera: Camera?
  /// The gravity, rate and accuracy of the simulation.
  public var world: World
  /// The names behind the bits of a filter's `categories` and `mask`; the first is bit 0.
  public var categories: [String]
  /// The names behind a filter's `group`; the first is group 1.
  public var groups: [String]
  /// The bodies in file order, which is their order in the space.
  public var bodies: [Body]
  /// The joints in file order.
  public var joints: [Joint]
  /// The rules for what happens when shapes meet.
  public var rules: [Rule]
  /// The fields in file order, in which they act.
  public var fields: [Field]
  /// The fluids in file order, in which they act.
  public var fluids: [Fluid]
  /// The animations in file order; a later one of the same property counts.
  public var animations: [Animation]
  /// Times of their own that animations play in; one comes after its parent.
  public var layers: [Layer]
  /// The panels of numbers that are plotted while the scene runs.
  public var graphs: [Graph]
  /// The triggers in file order.
  public var triggers: [Trigger]
  /// Bodies that triggers make more of, by their ids: where they are and how they move is where and how they
  /// begin.
  public var templates: [Body]
  /// Sources of particles, in file order, which is that in which they are drawn.
  public var emitters: [Emitter]
  /// The static pictures, in file order, which is that in which each side of them is drawn.
  public var scenery: [Scenery]
  /// The textures that actions give to bodies, as they were found.
  public var actionTextures: [Texture]
  /// The inputs that a person drives while the scene runs.
  public var inputs: [Input]
  /// The controls that a person sets while the scene runs, and `--set` at its start.
  public var controls: [Control]
  /// The expectations of a run, for `tumble test`, in file order; nothing that runs depends on them.
  public var expectations: [Expectation]

  /// Folders in which pictures that edits name are looked for.
  package var pictureFolders = PictureFolders()

  /// Creates a value by its parts, which are the properties of the same names.
  public init(
    name: String = "", title: String = "", note: String = "", view: View = View(), camera: Camera? = nil,
    world: World = World(), categories: [String] = [], groups: [String] = [], bodies: [Body] = [],
    joints: [Joint] = [], rules: [Rule] = [], fields: [Field] = [], fluids: [Fluid] = [],
    emitters: [Emitter] = [], scenery: [Scenery] = [], animations: [Animation] = [], layers: [Layer] = [],
    graphs: [Graph] = [], triggers: [Trigger] = [], templates: [Body] = [], actionTextures: [Texture] = [],
    inputs: [Input] = [], controls: [Control] = [], expectations: [Expectation] = []
  ) {
    (self.name, self.title, self.note, self.view, self.camera) = (name, title, note, view, camera)
    (self.world, self.categories, self.groups, self.bodies) = (world, categories, groups, bodies)
    (self.joints, self.rules, self.fields, self.fluids) = (joints, rules, fields, fluids)
    (self.emitters, self.scenery, self.animations) = (emitters, scenery, animations)
    (self.layers, self.graphs, self.triggers, self.templates) = (layers, graphs, triggers, templates)
    (self.actionTextures, self.inputs, self.controls) = (actionTextures, inputs, controls)
    self.expectations = expectations
  }
}

extension Scene {
  /// The part of the world that is shown.
  public struct View: Hashable, Sendable {
    /// The lower left corner.
    public var origin = Vector.zero
    /// The width and the height, in points.
    public var size = Size(300, 300)
    /// The color of the background; nil: the theme's own.
    public var background: Color?
    /// Is true if bodies cast shadows.
    public var hasShadows = true
    /// Is true if all behind the bodies but static bodies is far away: no shadow falls on it.
    public var hasSky = false
    /// The moment that pictures of the scene show where none is asked for, in seconds; nil: its start.
    public var poster: Double?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      origin: Vector = .zero, size: Size = Size(300, 300), background: Color? = nil, hasShadows: Bool = true,
      hasSky: Bool = false, poster: Double? = nil
    ) {
      (self.origin, self.size, self.background) = (origin, size, background)
      (self.hasShadows, self.hasSky, self.poster) = (hasShadows, hasSky, poster)
    }

    /// The rectangle of the world that is shown, in points.
    public var rect: Rect { Rect(origin: origin, size: size) }
  }

  /// The motion of what is shown as the scene runs: looks alone, which no body notices.
  public struct Camera: Hashable, Sendable {
    /// The bodies in whose middle it stands, by their ids; empty: it stands in the middle of the view.
    public var follow: [String] = []
    /// The time in which it makes up 63 % of its distance from what it follows, in seconds.
    public var lag = 0.0
    /// The distance of the picture's middle from what it follows, or from the middle of the view, in points.
    public var offset = Vector.zero
    /// The magnification: 1 shows as much as the view is large.
    public var zoom = 1.0
    /// The distance by which the picture trembles, in points.
    public var shake = 0.0
    /// Is true if nothing outside the view is shown.
    public var staysInView = false

    /// Creates a camera that shows the view.
    public init() {}

    /// The value of a property that animations can move; nil of any other.
    package subscript(property: AnimatableProperty) -> AnimatableValue? {
      switch property {
      case .offset: .vector(offset)
      case .zoom: .number(zoom)
      case .shake: .number(shake)
      default: nil
      }
    }

    /// The magnifications that there are.
    package static let zooms = 0.01...100.0
  }

  /// The properties of the whole space.
  public struct World: Hashable, Sendable {
    /// The gravity in points per second squared.
    public var gravity = Vector(0, -1000)
    /// Steps per second, 1 to 10,000.
    public var rate = 120
    /// The number of times that the solver goes over the contacts and joints of a step.
    public var iterations = 10
    /// The part of its velocity that a body keeps over a second: 1 keeps all.
    public var damping = 1.0
    /// Seconds of rest after which bodies fall asleep; nil: never.
    public var sleepAfter: Double?
    /// The speed below which a body rests, in points per second; nil: the engine judges by gravity.
    public var restSpeed: Double?
    /// The depth to which two shapes may overlap without being pushed apart, in points.
    public var collisionSlop = 0.1
    /// The part of an overlap left after a second, 0 to 1; nil: the engine's own, 0.9^60.
    public var collisionBias: Double?
    /// Steps for which a contact is remembered after it ended.
    public var collisionPersistence = 3
    /// The spatial hash; nil for the tree, which suits nearly everything.
    public var spatialHash: SpatialHash?
    /// The number of points in a meter, for texts with units of meters; nil: there are none. All numbers here
    /// are in points.
    public var pointsPerMeter: Double?

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      gravity: Vector = Vector(0, -1000), rate: Int = 120, iterations: Int = 10, damping: Double = 1,
      sleepAfter: Double? = nil, restSpeed: Double? = nil, collisionSlop: Double = 0.1,
      collisionBias: Double? = nil, collisionPersistence: Int = 3, spatialHash: SpatialHash? = nil,
      pointsPerMeter: Double? = nil
    ) {
      (self.gravity, self.rate, self.iterations, self.damping) = (gravity, rate, iterations, damping)
      (self.sleepAfter, self.restSpeed, self.collisionSlop) = (sleepAfter, restSpeed, collisionSlop)
      (self.collisionBias, self.collisionPersistence) = (collisionBias, collisionPersistence)
      (self.spatialHash, self.pointsPerMeter) = (spatialHash, pointsPerMeter)
    }
  }

  /// A grid in place of the tree: faster where very many shapes have much the same size.
  public struct SpatialHash: Hashable, Sendable {
    /// The side of a cell, in points: about the size of a shape.
    public var cell: Double
    /// The expected number of cells: about ten times the number of shapes.
    public var count: Int

    /// Creates a value by its parts, which are the properties of the same names.
    public init(cell: Double, count: Int) { (self.cell, self.count) = (cell, count) }
  }

  /// One panel of the sample graph.
  public struct Graph: Hashable, Sendable {
    /// The title; empty for none.
    public var title: String
    /// The channels, such as `energy.kinetic` or `crate1.y`; checked to exist.
    public var channels: [String]
    /// The fixed limits; nil: they follow the values.
    public var range: ClosedRange<Double>?
    /// Values that get a dashed line, in the channels' units.
    public var thresholds: [Double]
    /// The touches that are marked in the graph.
    public var hits: Hits

    /// Creates a value by its parts, which are the properties of the same names.
    public init(
      title: String = "", channels: [String], range: ClosedRange<Double>? = nil, thresholds: [Double] = [],
      hits: Hits = .strong
    ) {
      (self.title, self.channels, self.range, self.thresholds) = (title, channels, range, thresholds)
      self.hits = hits
    }

    /// The touches that are marked, by how much they change the speed of the lighter body.
    public enum Hits: Hashable, Sendable {
      /// The change of speed by falling for a quarter of a second; 100 points per second if nothing falls.
      case strong
      /// A threshold in points per second, 0 or more.
      case from(Double)
      /// No touches.
      case off
    }
  }
}

/// The limits of a scene's size; what goes beyond is refused before it costs time or memory.
public struct SceneLimits: Hashable, Sendable {
  /// Bytes of the file.
  public var bytes = 8 << 20
  /// Bytes of all included files together.
  public var includedBytes = 1 << 20
  /// The greatest number of included files.
  public var includes = 64
  /// The greatest number of included files that lead to each other in a row.
  public var includeDepth = 8
  /// Lists and mappings within each other.
  public var nesting = 24
  /// Values, lists, mappings and keys of the file.
  public var nodes = 500_000
  /// Bodies, repeaters unrolled.
  public var bodies = 100_000
  /// Shapes of all bodies together.
  public var shapes = 200_000
  /// Corners of all outlines together.
  public var allCorners = 1_000_000
  /// Pairs of shapes whose bounds meet at the start, pieces of concave outlines counted singly: the engine
  /// keeps each.
  public var pairs = 2_000_000
  /// Joints, and as many rules, animations and graphs.
  public var joints = 100_000
  /// Pictures of scenery, repeaters unrolled.
  public var scenery = 1_000_000
  /// Shapes that rules name, by themselves or by their bodies, each time one does.
  public var ruleShapes = 1_000_000
  /// Pixels of one picture.
  public var pixels = 1 << 24
  /// Pixels of all pictures together, each once: what decoding all of them takes. They are decoded as they
  /// come into sight, and only so many are kept, so this is not what they take of memory.
  public var allPixels = 1 << 29
  /// Errors that are shown; the number of further ones is.
  public var errors = 20

  /// Creates the default limits.
  public init() {}
}

extension Scene {
  /// An object of a scene, by its index in the list that it stands in.
  public enum ObjectPath: Hashable, Sendable {
    case view, camera, world
    case body(Int)
    /// A shape of a body.
    case shape(ShapePlace)
    case joint(Int)
    case rule(Int)
    case field(Int)
    case fluid(Int)
    case emitter(Int)
    case scenery(Int)
    case trigger(Int)
    case input(Int)
    case control(Int)
    case layer(Int)
    case animation(Int)
    case graph(Int)
    case expectation(Int)
  }
}

extension Scene.Body {
  /// The bounds of all its shapes, in its own coordinates; nil without any.
  public var bounds: Rect? { shapes.map(\.form).bounds }

  /// The transform from the body's own coordinates to the world's, at the start.
  public var transform: Transform { Transform(translation: position, rotation: angle) }
}

// A file's references are resolved as it is read; a program may make any.

extension Scene {
  /// Returns the words that there is no such body; nil if there is one.
  func missing(_ body: Int) -> String? {
    bodies.indices.contains(body) ? nil : "body \(body), and the scene has \(bodies.count)"
  }
}

extension Scene.Selector {
  func missing(from scene: Scene) -> String? {
    switch self {
    case .anything: return nil
    case .bodies(let indices): return indices.lazy.compactMap(scene.missing).first
    case .shapes(let places):
      for place in places {
        if let missing = scene.missing(place.body) { return missing }
        let body = scene.bodies[place.body]
        if !body.shapes.indices.contains(place.shape) {
          return "shape \(place.shape) of '\(body.id)', which has \(body.shapes.count)"
        }
      }
      return nil
    }
  }
}

extension Scene {
  /// The templates that a trigger, a rule or an input names: nothing is made of the others.
  package var usedTemplates: [Body] {
    guard !templates.isEmpty else { return [] }
    let writer = SceneWriter()
    let others =
      triggers.map { FormatNode.mapping(writer.trigger($0)) }
      + inputs.map { FormatNode.mapping(writer.input($0, in: self)) }
    return templates.filter { template in
      rules.contains { ($0.firstTemplates + $0.secondTemplates).contains(template.id) }
        || others.contains { $0.names(template.id) }
    }
  }
}

extension FormatNode {
  /// Returns true for a value that is a name, or has one in it.
  fileprivate func names(_ name: String) -> Bool {
    switch self {
    case .plain(let text), .text(let text): text == name || text.hasPrefix(name + ".")
    case .list(let list): list.contains { $0.names(name) }
    case .mapping(let mapping): mapping.contains { $0.1.names(name) }
    }
  }
}

import TumbleAnimation
import TumbleGeometry

/// A scene as checked: plain values, every default filled in, templates and repeaters unrolled.
///
/// Lengths are points, times seconds, masses kilograms, angles radians counter-clockwise; y points up.
public struct Scene: Hashable, Sendable {
  /// The file's name without its ending, such as `crates`.
  public var name: String
  public var title: String
  /// What to watch for.
  public var note: String
  public var view: View
  public var world: World
  /// The names behind the bits of a filter's `categories` and `mask`; the first is bit 0.
  public var categories: [String]
  /// The names behind a filter's `group`; the first is group 1.
  public var groups: [String]
  /// In file order, which is their order in the space.
  public var bodies: [Body]
  /// In file order.
  public var joints: [Joint]
  public var rules: [Rule]
  /// In file order, which is that in which they act.
  public var fields: [Field]
  /// In file order, which is that in which they act.
  public var fluids: [Fluid]
  /// In file order; a later one of the same property counts.
  public var animations: [Animation]
  /// Times of their own that animations play in; one comes after its parent.
  public var layers: [Layer]
  public var graphs: [Graph]
  /// What happens when something happens, in file order.
  public var triggers: [Trigger]
  /// Bodies that triggers make more of, by their ids: where they are and how they move is where and how they begin.
  public var templates: [Body]
  /// Sources of particles, in file order, which is that in which they are drawn.
  public var emitters: [Emitter]
  /// Static pictures, in file order, which is that in which each layer of them is drawn.
  public var scenery: [Scenery]
  /// The textures that actions give to bodies, as they were found.
  public var actionTextures: [Texture]
  /// What a person drives while the scene runs.
  public var inputs: [Input]
  /// What a person sets while the scene runs, and `--set` at its start.
  public var controls: [Control]
  /// What a run must show for `tumble test`, in file order; nothing that runs depends on them.
  public var expectations: [Expectation]

  /// Folders in which pictures that edits name are looked for.
  package var pictureFolders = PictureFolders()

  public init(
    name: String = "", title: String = "", note: String = "", view: View = View(), world: World = World(),
    categories: [String] = [], groups: [String] = [], bodies: [Body] = [], joints: [Joint] = [],
    rules: [Rule] = [], fields: [Field] = [], fluids: [Fluid] = [], emitters: [Emitter] = [],
    scenery: [Scenery] = [], animations: [Animation] = [], layers: [Layer] = [], graphs: [Graph] = [],
    triggers: [Trigger] = [], templates: [Body] = [], actionTextures: [Texture] = [], inputs: [Input] = [],
    controls: [Control] = [], expectations: [Expectation] = []
  ) {
    self.name = name
    self.title = title
    self.note = note
    self.view = view
    self.world = world
    self.categories = categories
    self.groups = groups
    self.bodies = bodies
    self.joints = joints
    self.rules = rules
    self.fields = fields
    self.fluids = fluids
    self.emitters = emitters
    self.scenery = scenery
    self.animations = animations
    self.layers = layers
    self.graphs = graphs
    self.triggers = triggers
    self.templates = templates
    self.actionTextures = actionTextures
    self.inputs = inputs
    self.controls = controls
    self.expectations = expectations
  }
}

extension Scene {
  /// The part of the world that is shown.
  public struct View: Hashable, Sendable {
    /// The lower left corner.
    public var origin = Vector.zero
    public var size = Size(300, 300)
    /// nil: the theme's own.
    public var background: Color?
    /// Whether bodies cast shadows.
    public var hasShadows = true

    public init(
      origin: Vector = .zero, size: Size = Size(300, 300), background: Color? = nil, hasShadows: Bool = true
    ) {
      self.origin = origin
      self.size = size
      self.background = background
      self.hasShadows = hasShadows
    }

    public var rect: Rect { Rect(origin: origin, size: size) }
  }

  /// What holds for the whole space.
  public struct World: Hashable, Sendable {
    /// In points per second squared.
    public var gravity = Vector(0, -1000)
    /// Steps per second, 1 to 10,000.
    public var rate = 120
    /// How often the solver goes over the contacts and joints of a step.
    public var iterations = 10
    /// The part of its velocity that a body keeps over a second: 1 keeps all.
    public var damping = 1.0
    /// Seconds of rest after which bodies fall asleep; nil: never.
    public var sleepAfter: Double?
    /// The speed below which a body rests, in points per second; nil: the engine judges by gravity.
    public var restSpeed: Double?
    /// How deep two shapes may overlap without being pushed apart, in points.
    public var collisionSlop = 0.1
    /// The part of an overlap left after a second, 0 to 1; nil: the engine's own, 0.9^60.
    public var collisionBias: Double?
    /// Steps for which a contact is remembered after it ended.
    public var collisionPersistence = 3
    /// How shapes are found: nil for the tree, which suits nearly everything.
    public var spatialHash: SpatialHash?
    /// How many points make a metre, for texts with units of metres; nil: there are none. All numbers here are in points.
    public var pointsPerMeter: Double?

    public init(
      gravity: Vector = Vector(0, -1000), rate: Int = 120, iterations: Int = 10, damping: Double = 1,
      sleepAfter: Double? = nil, restSpeed: Double? = nil, collisionSlop: Double = 0.1,
      collisionBias: Double? = nil, collisionPersistence: Int = 3, spatialHash: SpatialHash? = nil,
      pointsPerMeter: Double? = nil
    ) {
      self.gravity = gravity
      self.rate = rate
      self.iterations = iterations
      self.damping = damping
      self.sleepAfter = sleepAfter
      self.restSpeed = restSpeed
      self.collisionSlop = collisionSlop
      self.collisionBias = collisionBias
      self.collisionPersistence = collisionPersistence
      self.spatialHash = spatialHash
      self.pointsPerMeter = pointsPerMeter
    }
  }

  /// A grid in place of the tree: faster where very many shapes have much the same size.
  public struct SpatialHash: Hashable, Sendable {
    /// The side of a cell, in points: about the size of a shape.
    public var cell: Double
    /// About ten times the number of shapes.
    public var count: Int

    public init(cell: Double, count: Int) {
      self.cell = cell
      self.count = count
    }
  }

  /// One panel of the sample graph.
  public struct Graph: Hashable, Sendable {
    public var title: String
    /// Such as `energy.kinetic` or `crate1.y`; checked to exist.
    public var channels: [String]
    /// Fixed limits; nil: they follow the values.
    public var range: ClosedRange<Double>?
    /// Values that get a dashed line, in the channels' units.
    public var thresholds: [Double]
    public var hits: Hits

    public init(
      title: String = "", channels: [String], range: ClosedRange<Double>? = nil, thresholds: [Double] = [],
      hits: Hits = .strong
    ) {
      self.title = title
      self.channels = channels
      self.range = range
      self.thresholds = thresholds
      self.hits = hits
    }

    /// Which touches are marked, by how much they change the speed of the lighter body.
    public enum Hits: Hashable, Sendable {
      /// As much as falling for a quarter of a second does; 100 points per second where nothing falls.
      case strong
      /// In points per second, 0 or more.
      case from(Double)
      case off
    }
  }
}

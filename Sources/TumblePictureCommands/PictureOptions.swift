import ArgumentParser
import TumbleDrawing
import TumbleGeometry
import TumbleLooks
import TumbleRendering
import TumbleSimulation

/// The options for what a picture shows of its scene, and how large.
struct PictureOptions: ParsableArguments {
  @Option(
    help:
      "The size of a picture, in pixels, such as 1280x720, up to 8K; default: up to twice the view's points.")
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "The form of a picture, which is filled, in place of --size: 16:9, 1:1, 9:16 or any other.",
      valueName: "w:h"))
  var aspect: PictureAspect?

  @Option(
    help: ArgumentHelp(
      """
      The part of the world that fills a picture, by its lower left corner and its size, in points; default: \
      the scene's own view.
      """, valueName: "x,y,width,height"))
  var view: PictureView?

  @Option(help: "What moves the view: scene, the camera that the scene has, or none.")
  var camera = PictureCamera.scene

  @Flag(
    help: """
      Fill the picture: show more of the world as far as what is at the view's edge goes on, and cut off the \
      rest.
      """)
  var fill = false

  @Option(
    help: """
      The line under the stage: none, title, or full, with time and step; default: full in a snapshot, none \
      in a film.
      """)
  var bar: StatusBar?

  @Option(help: "What the stage is like: light or dark.")
  var theme = InterfaceTheme.Appearance.light

  @Option(help: "What lies behind a scene: paper, or none for transparent pictures without a bar.")
  var background = StageBackground.paper

  func validate() throws {
    if size != nil, aspect != nil { throw ValidationError("--size and --aspect exclude each other.") }
    if view != nil, fill { throw ValidationError("--view and --fill exclude each other.") }
    if background == .none, let bar, bar != .none {
      throw ValidationError("A picture with --background none has no --bar.")
    }
  }

  var pixels: PixelSize? { size?.pixels ?? aspect?.pixels }

  /// The size of what is shown, in points.
  func viewSize(of world: World) -> Size { view?.rect.size ?? world.description.view.size }

  /// Returns the form of a snapshot of a world that has not begun to run.
  func form(of world: World) -> PictureForm {
    let bar = bar ?? (background == .none ? .none : .full)
    let extra = PixelSize(0, bar == .none ? 0 : Layout.stripHeight)
    return PictureForm(
      self, bar: bar, size: pixels ?? Window.comfortableSize(for: viewSize(of: world), extra: extra),
      isFilled: false, of: world)
  }
}

/// The size, the part of the world and the look of pictures, as a value.
struct PictureForm: Sendable {
  /// The size of the stage with its bar, in pixels.
  let size: PixelSize
  let bar: StatusBar
  /// The part of the world that fills the stage; nil: the scene's own view, with what surrounds it.
  let view: Rect?
  let theme: Theme
  let isTransparent: Bool
  /// Is true if the scene's own camera moves the view.
  let usesCamera: Bool
}

extension PictureForm {
  /// - Parameter isFilled: Whether the stage is filled though no option says so.
  init(_ options: PictureOptions, bar: StatusBar, size: PixelSize, isFilled: Bool, of world: World) {
    let stage = Layout(size, hasStrip: bar != .none).stage
    // Sizes that cannot be are refused by the renderer.
    let isFilled = isFilled || options.fill || options.aspect != nil
    var view: Rect?
    if stage.width > 0, stage.height > 0 {
      let aspect = stage.width / stage.height
      if let part = options.view {
        view = part.rect(aspect: aspect)
      } else if isFilled {
        view = FilledView(world.description, start: world.snapshot).rect(aspect: aspect)
      }
    }
    self.init(
      size: size, bar: bar, view: view, theme: Theme(of: world.scene, options.theme),
      isTransparent: options.background == .none, usesCamera: options.camera == .scene && options.view == nil)
  }

  /// The same, small and without a bar.
  var small: PictureForm {
    let stage = Layout(size, hasStrip: bar != .none).stage
    let scale = 96 / max(stage.width, stage.height)
    let size = PixelSize(
      max(Int((stage.width * scale).rounded()), 1), max(Int((stage.height * scale).rounded()), 1))
    return PictureForm(
      size: size, bar: .none, view: view, theme: theme, isTransparent: false, usesCamera: usesCamera)
  }
}

/// Draws stages as the options want them.
final class StagePainter {
  /// One, or where nothing lies behind the scene one on black and one on white.
  private let renderers: [OffscreenRenderer]

  init(_ form: PictureForm, textures: TextureCache) throws {
    let themes = form.isTransparent ? [form.theme.on(.black), form.theme.on(.white)] : [form.theme]
    renderers = try themes.map {
      try OffscreenRenderer(
        size: form.size, textures: textures, theme: $0, bar: form.bar, view: form.view,
        usesCamera: form.usesCamera)
    }
  }

  var omittedParticles: Int { renderers[0].omittedParticles }

  func picture(
    of frame: Frame, description: WorldDescription, status: Status, changes: BodyChanges? = nil
  ) throws -> Bitmap {
    var pictures = try renderers.map {
      try $0.picture(of: frame, description: description, status: status, changes: changes)
    }
    if pictures.count > 1 { pictures[0].makeTransparent(onWhite: pictures[1]) }
    return pictures[0]
  }
}

extension Theme {
  fileprivate func on(_ color: Color) -> Theme {
    var theme = self
    (theme.surround, theme.paperTop, theme.paperBottom) = (color, color, color)
    (theme.grid, theme.gridEvery5th, theme.paperEdge) = (color, color, color)
    theme.vignette = .clear
    return theme
  }
}

extension Bitmap {
  /// Makes a picture on black transparent where the same one on white shows the white.
  mutating func makeTransparent(onWhite other: Bitmap) {
    withMutablePixels { pixels in
      for index in pixels.indices {
        let (black, white) = (pixels[index], other.pixels[index])
        func through(_ shift: UInt32) -> UInt32 {
          let (low, high) = (black >> shift & 255, white >> shift & 255)
          return high > low ? high - low : 0
        }
        // The least that is seen through any component: no color is then above its alpha.
        let alpha = 255 - min(through(0), through(8), through(16))
        pixels[index] = alpha << 24 | black & 0xFF_FFFF
      }
    }
  }
}

/// `WIDTHxHEIGHT`.
struct PictureSize: ExpressibleByArgument {
  let pixels: PixelSize

  init?(argument: String) {
    guard let sides = wholeNumbers(argument, "x", to: .max) else { return nil }
    pixels = PixelSize(sides.0, sides.1)
  }
}

/// `WIDTH:HEIGHT`.
struct PictureAspect: ExpressibleByArgument {
  /// A picture of that form whose shorter side is 1080 pixels, with even sides.
  let pixels: PixelSize

  init?(argument: String) {
    guard let sides = wholeNumbers(argument, ":", to: 100) else { return nil }
    let unit = 540 / Double(min(sides.0, sides.1))
    pixels = PixelSize(
      Int((Double(sides.0) * unit).rounded()) * 2, Int((Double(sides.1) * unit).rounded()) * 2)
  }
}

/// `X,Y,WIDTH,HEIGHT`, in points.
struct PictureView: ExpressibleByArgument {
  let rect: Rect

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 4, numbers.allSatisfy({ Vector.bounded($0) == $0 }), numbers[2] >= 0.001,
      numbers[3] >= 0.001
    else { return nil }
    rect = Rect(origin: Vector(numbers[0], numbers[1]), size: Size(numbers[2], numbers[3]))
  }

  /// Returns the least part about the same middle whose width is `aspect` times its height.
  func rect(aspect: Double) -> Rect {
    let size = Size(max(rect.width, rect.height * aspect), max(rect.height, rect.width / aspect))
    return Rect(center: rect.center, size: size)
  }
}

/// Returns two numbers from 1 on; nil for anything else.
func wholeNumbers(_ text: String, _ separator: Character, to limit: Int) -> (Int, Int)? {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
  guard parts.count == 2, let first = parts[0], let second = parts[1], (1...limit).contains(first),
    (1...limit).contains(second)
  else { return nil }
  return (first, second)
}

extension InterfaceTheme.Appearance: ExpressibleByArgument {}

/// The words for what moves the view.
enum PictureCamera: String, ExpressibleByArgument, CaseIterable { case scene, none }

/// The words for what lies behind a scene.
enum StageBackground: String, ExpressibleByArgument, CaseIterable { case paper, none }

extension StatusBar: ExpressibleByArgument {}

extension Theme {
  /// Creates the theme as a scene wants it.
  package init(of scene: Scene, _ appearance: InterfaceTheme.Appearance = .light) {
    self.init(background: scene.view.background, appearance)
    if !scene.view.hasShadows { shadow = nil }
    if scene.camera != nil { makePaperEndless() }
  }
}

extension Status {
  package init(_ world: World) {
    let description = world.description
    self.init(
      title: description.title.isEmpty ? description.name : description.title, step: world.steps,
      rate: world.rate)
  }
}

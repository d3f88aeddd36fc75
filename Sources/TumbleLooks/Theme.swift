import TumbleGeometry

/// The colors of what a scene does not color itself: a drawing on paper.
package struct Theme: Hashable, Sendable {
  /// The color around the view.
  package var surround = Color(hex: "#d9d3c7") ?? .white
  package var paperTop = Color(hex: "#fbf9f4") ?? .white
  package var paperBottom = Color(hex: "#f1ece1") ?? .white
  package var grid = Color(hex: "#e9e3d6") ?? .white
  package var gridEvery5th = Color(hex: "#ddd5c4") ?? .white
  package var paperEdge = Color(hex: "#b9b09e") ?? .black
  /// The color that the paper darkens to in its corners.
  package var vignette = Color(hex: "#8a7550")?.withAlpha(0.16) ?? .clear
  /// Is true if scenery, and a light background of the scene's own, are as they look at night.
  package private(set) var isNight = false
  /// Is true if the paper goes on beyond the view, for a camera that leaves it.
  package private(set) var isPaperEndless = false
  /// The color of the shadows of bodies; nil: none.
  package var shadow: Color? = Color(hex: "#3d2f16")?.withAlpha(0.38)

  package var staticBody = Color(hex: "#56616f") ?? .black
  package var kinematicBody = Color(hex: "#3f8f88") ?? .black
  /// The colors that dynamic bodies take in turn, by their ids.
  package var dynamicBodies = ["#e07a5f", "#e9b44c", "#6a9bc3", "#81a978", "#a682b4", "#d98ba0"]
    .compactMap { Color(hex: $0) }
  /// The colors that are offered for bodies: they are told apart, and look well, on light and dark paper.
  package static let palette =
    Theme().dynamicBodies
    + ["#c4573f", "#a3a847", "#4fa3a0", "#7480c9", "#a97c5f", "#8d99ae"].compactMap { Color(hex: $0) }
  /// The color that is drawn over what floats in a fluid, translucent.
  package var fluid = Color(hex: "#3f88c5") ?? .black
  /// The color of what has a texture that is still being read.
  package var awaited = Color(hex: "#cfc8b9") ?? .white
  /// The color of what has a texture that cannot be read.
  package var missing = Color(hex: "#ff00c8") ?? .black

  package var rope = Color(hex: "#9a7648") ?? .black
  package var rod = Color(hex: "#4a5563") ?? .black
  package var spring = Color(hex: "#b4c0cc") ?? .black
  /// The color of a groove.
  package var slot = Color(hex: "#3a434e") ?? .black
  package var pivot = Color(hex: "#2f3742") ?? .black

  package var strip = Color(hex: "#2b3139") ?? .black
  package var stripText = Color(hex: "#e8e6e1") ?? .white
  package var stripDim = Color(hex: "#9aa3ad") ?? .white
  package var stripAlert = Color(hex: "#ffc857") ?? .white

  package var fontFamily = "DejaVu Sans"

  /// - Parameters:
  ///   - background: A scene's own, in place of the paper; the grid is then a shade of it, and lines are as
  ///     they suit it. A light one turns to night in the dark.
  ///   - appearance: What the rest of the window is like.
  package init(background: Color? = nil, _ appearance: InterfaceTheme.Appearance = .light) {
    let isBright = background.map { $0.red + $0.green + $0.blue > 1.5 }
    // What is dark by day is night already.
    isNight = appearance == .dark && isBright != false
    let background = isNight ? background?.atNight : background
    let isLight = isNight ? false : isBright ?? (appearance == .light)
    if !isLight { drawOnDark() }
    if appearance == .dark {
      surround = Self.color("#14171b")
      strip = Self.color("#1b1f25")
    } else {
      surround = Self.color("#d9d3c7")
    }
    guard let background else { return }
    let shade = isLight ? -0.06 : 0.06
    func shaded(_ amount: Double) -> Color {
      Color(red: background.red + amount, green: background.green + amount, blue: background.blue + amount)
    }
    paperTop = background.withAlpha(1)
    paperBottom = background.withAlpha(1)
    grid = shaded(shade)
    gridEvery5th = shaded(shade * 2)
    vignette = .clear
  }

  /// The same without night and shadows.
  var byDay: Theme {
    var day = self
    (day.isNight, day.shadow) = (false, nil)
    return day
  }

  /// Lets the paper go on beyond the view.
  package mutating func makePaperEndless() {
    isPaperEndless = true
    (paperEdge, vignette) = (.clear, .clear)
  }

  /// A board in place of the paper: what is drawn on it is lighter than it.
  private mutating func drawOnDark() {
    paperTop = Self.color("#2d333c")
    paperBottom = Self.color("#252a32")
    grid = Self.color("#343b45")
    gridEvery5th = Self.color("#3e4752")
    paperEdge = Self.color("#4d5763")
    vignette = Color.black.withAlpha(0.3)
    shadow = Color.black.withAlpha(0.5)
    staticBody = Self.color("#8491a1")
    kinematicBody = Self.color("#4fb0a7")
    awaited = Self.color("#454e5a")
    rope = Self.color("#c79d63")
    rod = Self.color("#9ba7b5")
    spring = Self.color("#cdd6df")
    slot = Self.color("#56616e")
    pivot = Self.color("#dbe1e8")
  }

  private static func color(_ hex: String) -> Color { Color(hex: hex) ?? .black }
}

extension Theme {
  /// Returns the color of a body that its scene does not color.
  ///
  /// - Parameter number: The body's: dynamic bodies take the colors in turn.
  package func plain(_ kind: BodyKind, _ number: Int) -> Color {
    switch kind {
    case .static: staticBody
    case .kinematic: kinematicBody
    case .dynamic: dynamicBodies.isEmpty ? staticBody : dynamicBodies[number % dynamicBodies.count]
    }
  }

  /// Returns the color that a body has now, or at night in its place; nil where it has none.
  package func color(_ own: Color?, _ style: BodyStyle) -> Color? { isNight ? style.night ?? own : own }

  /// Returns the color of a joint that its scene does not color.
  package func color(of joint: JointKind) -> Color {
    switch joint {
    case .pin, .motor, .gear, .ratchet, .rotaryLimit, .rotarySpring: rod
    case .slide: rope
    case .spring: spring
    case .groove: slot
    case .pivot: pivot
    }
  }

  /// Is true if what shines is added to what is below: on a dark paper.
  package var addsLight: Bool { paperTop.red + paperTop.green + paperTop.blue < 1.5 }

  package func trail(_ trail: Trail, _ kind: BodyKind, _ number: Int) -> Color {
    let color = trail.color ?? plain(kind, number)
    return color.withAlpha(color.alpha * Self.trailOpacity)
  }

  private static let trailOpacity = 0.9

  /// The paper's color between its top (0) and its bottom (1).
  func paper(at part: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return Color(
      red: mix(paperTop.red, paperBottom.red), green: mix(paperTop.green, paperBottom.green),
      blue: mix(paperTop.blue, paperBottom.blue))
  }
}

/// The colors of the interface: the stage's paper by day, its line of status by night.
package struct InterfaceTheme: Hashable, Sendable {
  package enum Appearance: String, Hashable, Sendable, CaseIterable { case light, dark }

  package let appearance: Appearance
  /// The color behind everything of a panel, and of what falls down from it.
  package let panel: Color
  package let popup: Color
  /// The color of what can be typed into or pulled.
  package let field: Color
  package let hovered: Color
  package let border: Color
  package let text: Color
  /// Labels, units, and what counts less.
  package let dim: Color
  /// The color of what is on, chosen or the next thing to do, and of texts on it.
  package let accent: Color
  package let accentHovered: Color
  package let onAccent: Color
  /// The color behind rows that are chosen and texts that are marked.
  package let selection: Color
  package let scrollbar: Color
  package let danger: Color
  package let warning: Color
  package let success: Color

  package init(_ appearance: Appearance) {
    func color(_ light: String, _ dark: String) -> Color {
      Color(hex: appearance == .light ? light : dark) ?? .black
    }
    self.appearance = appearance
    panel = color("#fcfaf5", "#262b32")
    popup = color("#fffefb", "#2d333b")
    field = color("#f1ecdf", "#1c2026")
    hovered = color("#e8e1d1", "#37404a")
    border = color("#d8cfbd", "#414a55")
    text = color("#2b3139", "#e9e7e2")
    dim = color("#5c6570", "#b3bcc6")
    accent = color("#2a756e", "#74c7bd")
    accentHovered = color("#22645e", "#8bd4cb")
    onAccent = color("#ffffff", "#10302d")
    selection = color("#d3e6e1", "#2f4c4b")
    scrollbar = color("#d3cab8", "#4a5560")
    danger = color("#ab3a29", "#f39a88")
    warning = color("#855500", "#ffc857")
    success = color("#33703a", "#93d190")
  }
}

/// The one light of a stage, above it to the left: how shadows fall on the paper behind the bodies.
///
/// Lengths are in points of the world, so that a shadow keeps its proportion to its body while the view
/// zooms.
package struct Light: Hashable, Sendable {
  /// The offset of a shadow from its body.
  package let offset: Vector
  /// The standard deviation of its blur.
  package let blur: Double

  /// Creates the light of a scene by the size of its paper: what is seen of a shadow is then much the
  /// same in small worlds and in large ones.
  package init(paper: Rect) { self.init(unit: min(max(min(paper.width, paper.height), 1), 20_000) / 100) }

  private init(unit: Double) {
    offset = Vector(0.5, -0.9) * unit
    blur = 0.75 * unit
  }

  /// Returns the light for a body with these bounds: what is small lies closer to the paper, and its shadow
  /// takes less to draw.
  package func limited(to bounds: Rect) -> Light {
    let unit = blur / 0.75
    let size = (max(bounds.width, unit) * max(bounds.height, unit)).squareRoot()
    return Light(unit: min(unit, size * 0.1))
  }

  /// The light that a body with these bounds throws about itself where it glows.
  package static func halo(around bounds: Rect) -> Light {
    Light(offset: .zero, blur: 0.25 * (bounds.width * bounds.height).squareRoot())
  }

  private init(offset: Vector, blur: Double) { (self.offset, self.blur) = (offset, blur) }

  /// The distance from a body within which anything of its shadow can be seen.
  package var reach: Double { spread + offset.length }

  /// The largest distance by which a shadow spreads beyond its body's outline.
  private var spread: Double { 3 * blur }

  /// The same in pixels, exactly, of a shadow drawn at some pixels per point: three averages over `radius`
  /// pixels to each side.
  func spread(at resolution: Double) -> Int { 3 * radius(at: resolution) }

  /// Returns true if the shadow is not just a blur that says nothing of the body: that of a grain of sand.
  package func isSeen(around bounds: Rect) -> Bool { max(bounds.width, bounds.height) > blur }

  /// The blur of a shadow drawn at some pixels per point, as ``Bitmap/makeShadow(radius:color:)`` takes it.
  func radius(at resolution: Double) -> Int {
    let pixels = blur * resolution
    // √(r · (r + 1)) is nearly r + ½.
    return Int(max(0, pixels - 0.5).rounded())
  }
}

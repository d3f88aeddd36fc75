import TumbleFrames
import TumbleGeometry
import TumbleInput
import TumbleLooks

/// Makes what the scene format has a word for, by one drag: from corner to corner, from a center outwards, or
/// along a line. What is made of a text or a picture waits for its words once it is placed.
struct MadeDrag: PointerDrag {
  private let tool: Tool
  private var box: BoxDrag
  private var circle: CircleDrag
  private let start: Vector
  private var end: Vector
  /// The module of the gear wheel that was made last.
  private let module: Double?
  /// The number of teeth that was typed, and the module that they had then.
  private var typed: (count: Int, module: Double)?
  /// Is true once the button is up and something is to be typed.
  private var isPlaced = false

  init(_ tool: Tool, at pointer: Pointer, _ snapping: Snapping, _ sizes: Editor.Sizes, in view: EditorView) {
    self.tool = tool
    box = BoxDrag(at: pointer, snapping, sizes, in: view)
    circle = CircleDrag(at: pointer, snapping, sizes, in: view)
    start = tool == .knife ? pointer.point : snapping.point(pointer.point)
    end = start
    module = sizes.module
  }

  private enum Base { case box, circle, line }

  private var base: Base {
    switch tool {
    case .blob, .cog, .magnet, .vortex: .circle
    case .knife, .plane, .wind: .line
    default: .box
    }
  }

  private var isWritten: Bool { [.text, .note, .picture].contains(tool) }
  var asksForPicture: Bool { tool == .picture && isPlaced }

  mutating func move(to pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    guard !isPlaced else { return [] }
    end = pointer.end(from: start)
    if tool != .knife, !pointer.isConstrained { end = editor.snapping(pointer, in: view).point(end) }
    switch base {
    case .box: return box.move(to: pointer, in: view, &editor)
    case .circle: return circle.move(to: pointer, in: view, &editor)
    case .line: return []
    }
  }

  var measure: TypedMeasure? {
    if isWritten { return isPlaced ? .text : nil }
    return switch base {
    case .box: box.measure
    case .circle: tool == .cog ? .teeth : circle.measure
    case .line: nil
    }
  }

  mutating func set(_ values: [Double], in view: EditorView) -> [EditorRequest] {
    if tool == .cog, let count = values.first.flatMap({ Int(exactly: $0) }) {
      let module = values.count > 1 ? values[1] : cog(in: view).module
      typed = (count, module)
      return circle.set([Double(count) * module / 2], in: view)
    }
    return base == .box ? box.set(values, in: view) : circle.set(values, in: view)
  }

  func end(at pointer: Pointer, in view: EditorView, _ editor: inout Editor) -> [EditorRequest] {
    if isWritten {
      var placed = self
      placed.isPlaced = true
      editor.drag = placed
      return []
    }
    if base == .circle { editor.sizes.radius = circle.made }
    if tool == .cog { editor.sizes.module = cog(in: view).module }
    guard tool == .plane || base != .line || start.distance(to: end) > view.units(8) else {
      return editor.refuse(tool == .knife ? "drag across what is to be cut" : "drag the way it is to blow")
    }
    if tool == .knife { return [.begin("cut"), .edit(.slice(from: start, to: end)), .end] }
    let name = view.freeName(tool.stem)
    let (edits, made) = edits(name, in: view)
    return editor.make("add \(name)", edits, selecting: made)
  }

  /// The order for what was typed.
  func outlined(_ text: String, in view: EditorView) -> [EditorRequest] {
    let (rect, name) = (box.bounds(in: view), view.freeName(tool.stem))
    let kind: OutlineOrder.Kind = tool == .picture ? .picture : tool == .note ? .note : .letters
    let order = OutlineOrder(
      kind: kind, text: text, origin: rect.min, height: max(rect.height, view.units(8)), name: name)
    return [.begin("add \(name)"), .outline(order), .end]
  }

  func draw(in view: EditorView, on drawing: inout EditorDrawing) {
    drawing.cursor = .crosshair
    switch base {
    case .box:
      let rect = box.bounds(in: view)
      drawing.shape(.rect(rect, radius: 0), isFilled: true)
      let what = tool == .picture ? "choose a picture, or type its name" : "type the text, then Enter"
      let size = LabelNumber.size(Vector(rect.width, rect.height))
      drawing.label(isPlaced ? what : size, at: end)
    case .circle where tool == .cog:
      let cog = cog(in: view)
      let outline = Outline.polygon(cog.outline, radius: 0)
      drawing.shape(outline, at: cog.center, angle: cog.angle, isFilled: true)
      drawing.label("\(cog.count) teeth, module \(LabelNumber.text(cog.module))", at: end)
    case .circle: circle.draw(in: view, on: &drawing)
    case .line where tool == .knife: drawing.line(start, end, .refusal, isDashed: true)
    case .line where tool == .wind:
      drawing.frame(strip, .preview, isDashed: true)
      drawing.arrow(from: start, to: end, ink: .preview, in: view)
    case .line:
      let reach = planeWay(in: view)
      drawing.line(start - reach, start + reach)
    }
  }
}

// MARK: - What is made

extension MadeDrag {
  /// The edits that make it, and the names of what is to be selected.
  private func edits(_ name: String, in view: EditorView) -> (edits: [Edit], made: [String]) {
    let (rect, center, radius) = (box.bounds(in: view), circle.center, circle.made)
    func add(_ kind: SceneObject.Kind, _ more: FormatNode.Mapping) -> Edit {
      .add(kind, ([("id", .plain(name))] + more).flow)
    }
    let gravity = view.snapshot.gravity.length
    let pull = gravity > 0 ? gravity : 1000
    let region = ("region", FormatNode.mapping([Form.circle(center: center, radius: radius).entry]))
    switch tool {
    case .cloth:
      // So many pieces at most that it stays quick.
      let gap = max(view.units(12), max(rect.width, rect.height) / 20)
      let (columns, rows) = (max(Int(rect.width / gap) + 1, 2), max(Int(rect.height / gap) + 1, 2))
      let spacing = Vector(rect.width / Double(columns - 1), rect.height / Double(rows - 1))
      let cloth: FormatNode.Mapping = [
        ("columns", .plain("\(columns)")), ("rows", .plain("\(rows)")), ("spacing", .vector(spacing)),
        ("pin", .plain("top")),
      ]
      let made = (1...columns * rows).map { "\(name)-\($0)" }
      return ([add(.body, [("at", .vector(rect.min)), color(in: view), soft("cloth", cloth)])], made)
    case .blob:
      let count = Int(min(max((2 * .pi * radius / view.units(14)).rounded(.down), 8), 32))
      let half = sine(.pi / Double(count))
      let disc = radius * half / (1 + half)
      let mass = .pi * disc * disc * 0.001
      // It sinks in by a sixth of its radius under its own weight.
      let stiffness = 6 * Double(count) * mass * pull / radius
      let blob: FormatNode.Mapping = [
        ("radius", .number(radius)), ("count", .plain("\(count)")),
        ("stiffness", .number(stiffness.threeDigits)),
        ("damping", .number((0.65 * (stiffness * mass).squareRoot()).threeDigits)),
      ]
      let made = (1...count + 1).map { "\(name)-\($0)" }
      return ([add(.body, [("at", .vector(center)), color(in: view), soft("blob", blob)])], made)
    case .water:
      let size = FormatNode.vector(rect.width, rect.height)
      return ([add(.fluid, [("at", .vector(rect.center)), ("box", size)])], [name])
    case .wind:
      let strip = FormatNode.mapping([("polygon", .vectors(strip.map(\.hundredths)))])
      return (
        [
          add(
            .field,
            [
              ("type", .plain("wind")), ("velocity", .vector((end - start) * 4)), ("strength", .plain("4")),
              ("region", strip),
            ])
        ], [name]
      )
    case .magnet, .vortex:
      // Half way out it is as strong as what usually makes bodies fall.
      return (
        [
          add(
            .field,
            [
              ("type", .plain(tool == .magnet ? "gravity" : "vortex")), ("at", .vector(center)),
              ("strength", .number((pull * radius / 2).threeDigits)), ("falloff", .plain("1")),
              ("core", .number(radius / 4)), region,
            ])
        ], [name]
      )
    case .plane:
      let reach = planeWay(in: view)
      let radius = PaperGrid.step(pointsPerUnit: view.units(2) / 14) / 2
      let form = Form.segment(from: -reach, to: reach, radius: radius)
      return ([NewBody(name: name, kind: .static, position: start, form: form).edit], [name])
    case .cog: return (cog(in: view).edits(name, in: view), [name])
    default: return ([], [])
    }
  }

  /// The color that the first of its bodies would have by itself: all of them are one thing.
  private func color(in view: EditorView) -> (String, FormatNode) {
    let number = (view.snapshot.bodies.last?.id.number ?? 0) + 1
    return ("color", .text(Theme().plain(.dynamic, number).hex))
  }

  private func soft(_ word: String, _ values: FormatNode.Mapping) -> (String, FormatNode) {
    ("repeat", .mapping([(word, .mapping(values))]))
  }

  /// The corners of the strip that a wind blows in: half as wide as it is long.
  private var strip: [Vector] {
    let side = (end - start).perpendicular * 0.25
    return [start - side, end - side, end + side, start + side]
  }

  /// The way from a plane's middle to what counts as its end: far beyond what a person looks at.
  private func planeWay(in view: EditorView) -> Vector {
    let size = view.description.view
    let way = end - start
    let direction = way.length > view.units(4) ? way.normalized : Vector(1, 0)
    return direction * (20 * max(size.width, size.height).rounded())
  }

  private func cog(in view: EditorView) -> Cog {
    Cog(at: circle.center, radius: circle.made, module: module, typed: typed, in: view)
  }
}

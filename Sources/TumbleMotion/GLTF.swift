import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleFiles
import TumbleLooks

extension MotionDocument {
  /// Meters of a point in a glTF file.
  static let metersPerPoint = 0.01

  /// The motion as a binary glTF 2.0 file: a textured plane a layer, with y up and the view's middle at the
  /// origin. A layer stands a tenth of a point in front of the one behind it.
  ///
  /// Planes move in straight lines from key to key: of cubic splines some programs, such as Blender, read the
  /// values alone.
  ///
  /// - Throws: `DrawingError` if a picture cannot be encoded.
  package func gltf() throws -> [UInt8] {
    var writer = GLTFWriter(self)
    for (index, layer) in layers.enumerated() { try writer.add(layer, depth: Double(index) * 0.1) }
    return writer.bytes()
  }
}

private struct GLTFWriter {
  let document: MotionDocument
  private var binary: [UInt8] = []
  private var views: [JSON] = []
  private var accessors: [JSON] = []
  private var nodes: [JSON] = []
  private var meshes: [JSON] = []
  private var materials: [JSON] = []
  private var images: [JSON] = []
  private var samplers: [JSON] = []
  private var channels: [JSON] = []
  private var meshOf: [Look: Mesh] = [:]

  /// The index of a mesh, and the distance of its farthest corner from the origin; nil: nothing to see.
  private struct Mesh {
    var index: Int?
    var reach = 0.0
  }

  /// The look by which layers share a mesh.
  private struct Look: Hashable {
    var shapes: [MotionShape]
    var color: Color
    var opacity: Double
  }

  init(_ document: MotionDocument) { self.document = document }

  func bytes() -> [UInt8] {
    let (view, meters) = (document.view, MotionDocument.metersPerPoint)
    let root = JSON.object([
      "name": .text(document.title.isEmpty ? document.name : document.title),
      "scale": .numbers([meters, meters, meters]),
      "translation": .numbers([-view.center.x * meters, -view.center.y * meters, 0]),
      "children": nodes.isEmpty ? nil : .list(nodes.indices.map { .whole($0) }),
    ])
    func list(_ values: [JSON]) -> JSON? { values.isEmpty ? nil : .list(values) }
    let animation = JSON.object([
      "name": .text("motion"), "channels": .list(channels), "samplers": .list(samplers),
    ])
    let tree = JSON.object([
      "asset": .object(["version": .text("2.0"), "generator": .text(document.program)]),
      "extensionsUsed": materials.isEmpty ? nil : .texts(["KHR_materials_unlit"]), "scene": .whole(0),
      "scenes": .list([.object(["nodes": .list([.whole(nodes.count)])])]), "nodes": .list(nodes + [root]),
      "meshes": list(meshes), "materials": list(materials),
      "textures": list(images.indices.map { .object(["source": .whole($0), "sampler": .whole(0)]) }),
      // Clamped to their edges: else the opposite edge is seen at each.
      "samplers": images.isEmpty ? nil : .list([.object(["wrapS": .whole(33071), "wrapT": .whole(33071)])]),
      "images": list(images),
      "animations": channels.isEmpty ? nil : .list([animation]), "accessors": list(accessors),
      "bufferViews": list(views),
      "buffers": binary.isEmpty ? nil : .list([.object(["byteLength": .whole(binary.count)])]),
    ])
    var text = [UInt8](tree.written().utf8)
    while text.count % 4 != 0 { text.append(UInt8(ascii: " ")) }
    let chunk = binary.isEmpty ? 0 : 8 + binary.count
    var bytes = [UInt8]("glTF".utf8)
    bytes.append(word: 2)
    bytes.append(word: UInt32(12 + 8 + text.count + chunk))
    bytes.append(word: UInt32(text.count))
    bytes += "JSON".utf8
    bytes += text
    guard !binary.isEmpty else { return bytes }
    bytes.append(word: UInt32(binary.count))
    bytes += [0x42, 0x49, 0x4E, 0]
    return bytes + binary
  }

  // MARK: Parts

  private mutating func addView(_ data: [UInt8]) -> Int {
    views.append(
      .object([
        "buffer": .whole(0), "byteOffset": .whole(binary.count), "byteLength": .whole(data.count),
      ]))
    binary += data
    while binary.count % 4 != 0 { binary.append(0) }
    return views.count - 1
  }

  private mutating func addNumbers(_ numbers: [Double], _ type: String, width: Int) -> Int {
    var data: [UInt8] = []
    data.reserveCapacity(numbers.count * 4)
    for number in numbers { data.append(word: Float(number).bitPattern) }
    func limits(_ pick: (Float, Float) -> Float) -> JSON {
      .numbers(
        (0..<width).map { part in
          let all = stride(from: part, to: numbers.count, by: width).map { Float(numbers[$0]) }
          return Double(all.dropFirst().reduce(all[0], pick))
        })
    }
    accessors.append(
      .object([
        "bufferView": .whole(addView(data)), "componentType": .whole(5126),
        "count": .whole(numbers.count / width), "type": .text(type), "min": limits(min), "max": limits(max),
      ]))
    return accessors.count - 1
  }

  // MARK: Layers

  mutating func add(_ layer: MotionLayer, depth: Double) throws {
    let look = Look(shapes: layer.shapes, color: layer.colors[0].color, opacity: layer[.opacity].values[0])
    // What has no shape is a node all the same, that others can be fixed to.
    let mesh = try meshOf[look] ?? addMesh(look)
    meshOf[look] = mesh
    let node = nodes.count
    let (x, y, angle) = (layer[.x], layer[.y], layer[.angle])
    nodes.append(
      .object([
        "name": .text(layer.name), "mesh": mesh.index.map { .whole($0) },
        "translation": .numbers([x.values[0], y.values[0], depth]),
        "rotation": .numbers(Self.quaternion(angle.values[0])),
        "scale": .numbers([layer[.scaleX].values[0], layer[.scaleY].values[0], 1]),
      ]))
    let samples = layer.samples
    if let x = samples[.x], let y = samples[.y], !layer[.x].isConstant || !layer[.y].isConstant {
      let steps = straightSteps([x, y], within: document.tolerance.places)
      addSampler(node, "translation", layer, steps, steps.flatMap { [x[$0], y[$0], depth] }, width: 3)
    }
    if let angles = samples[.angle], !angle.isConstant {
      // The end of a line that turns is to be right too.
      let reach = layer.body == nil ? mesh.reach * (layer.samples[.scaleX]?.max() ?? 1) : 0
      let tolerance = min(document.tolerance.angles, document.tolerance.places / max(reach, 1e-9))
      let steps = straightSteps([angles], within: tolerance, longest: 0.2)
      addSampler(node, "rotation", layer, steps, steps.flatMap { Self.quaternion(angles[$0]) }, width: 4)
    }
    addScale(layer, node, tolerance: document.tolerance.places / max(mesh.reach, 1))
  }

  /// The steps between which straight lines are within a tolerance of all samples, and of which no two are
  /// further apart than a distance.
  private func straightSteps(_ parts: [[Double]], within tolerance: Double, longest: Double = .infinity)
    -> [Int]
  {
    LayerFit.straightSteps(parts[0].count) { from, to in
      parts.allSatisfy { part in
        let slope = (part[to] - part[from]) / Double(to - from)
        return abs(part[to] - part[from]) <= longest
          && (from + 1..<to).allSatisfy {
            abs(part[from] + slope * Double($0 - from) - part[$0]) <= tolerance * 0.98
          }
      }
    }
  }

  /// Adds sizes that change. A layer that is not there has none: glTF itself hides nothing.
  private mutating func addScale(_ layer: MotionLayer, _ node: Int, tolerance: Double) {
    let count = layer.frames.count
    let x = layer.samples[.scaleX] ?? Array(repeating: 1, count: count)
    let y = layer.samples[.scaleY] ?? Array(repeating: 1, count: count)
    let isWhole = layer.frames.lowerBound == 0 && layer.frames.upperBound == document.frameCount
    let isConstant = layer[.scaleX].isConstant && layer[.scaleY].isConstant
    if isWhole {
      guard !isConstant else { return }
      let steps = straightSteps([x, y], within: tolerance)
      return addSampler(node, "scale", layer, steps, steps.flatMap { [x[$0], y[$0], 1] }, width: 3)
    }
    // A size that changes is then that of each frame.
    var (frames, values): ([Int], [Double]) = ([], [])
    func add(_ frame: Int, _ scale: [Double]) {
      frames.append(frame)
      values += scale
    }
    if layer.frames.lowerBound > 0 { add(-layer.frames.lowerBound, [0, 0, 0]) }
    for step in 0..<(isConstant ? 1 : count) { add(step, [x[step], y[step], 1]) }
    if layer.frames.upperBound < document.frameCount { add(count, [0, 0, 0]) }
    addSampler(node, "scale", layer, frames, values, width: 3, "STEP")
  }

  /// - Parameter steps: The times of the values, from the layer's first frame.
  private mutating func addSampler(
    _ node: Int, _ path: String, _ layer: MotionLayer, _ steps: [Int], _ values: [Double], width: Int,
    _ interpolation: String = "LINEAR"
  ) {
    let times = steps.map { Double(layer.frames.lowerBound + $0) / document.frameRate }
    samplers.append(
      .object([
        "input": .whole(addNumbers(times, "SCALAR", width: 1)),
        "output": .whole(addNumbers(values, "VEC\(width)", width: width)),
        "interpolation": .text(interpolation),
      ]))
    channels.append(
      .object([
        "sampler": .whole(samplers.count - 1),
        "target": .object(["node": .whole(node), "path": .text(path)]),
      ]))
  }

  private static func quaternion(_ angle: Double) -> [Double] { [0, 0, sine(angle / 2), cosine(angle / 2)] }

  // MARK: Looks

  /// Adds a plane with a layer's picture.
  private mutating func addMesh(_ look: Look) throws -> Mesh {
    guard let plane = document.plane(look.shapes, look.color) else { return Mesh() }
    let bounds = plane.over
    let corners = [
      bounds.min, Vector(bounds.max.x, bounds.min.y), bounds.max, Vector(bounds.min.x, bounds.max.y),
    ]
    let positions = addNumbers(corners.flatMap { [$0.x, $0.y, 0] }, "VEC3", width: 3)
    let places = addNumbers([0, 1, 1, 1, 1, 0, 0, 0], "VEC2", width: 2)
    let indices = addView([0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0])
    accessors.append(
      .object([
        "bufferView": .whole(indices), "componentType": .whole(5123), "count": .whole(6),
        "type": .text("SCALAR"),
      ]))
    images.append(
      .object([
        "mimeType": .text("image/png"),
        "bufferView": .whole(addView([UInt8](try PNG.encode(plane.picture)))),
      ]))
    materials.append(
      .object([
        "pbrMetallicRoughness": .object([
          "baseColorTexture": .object(["index": .whole(images.count - 1)]),
          "baseColorFactor": .numbers([1, 1, 1, look.opacity]), "metallicFactor": .whole(0),
        ]),
        "alphaMode": .text("BLEND"), "doubleSided": .flag(true),
        "extensions": .object(["KHR_materials_unlit": .object([:])]),
      ]))
    meshes.append(
      .object([
        "primitives": .list([
          .object([
            "attributes": .object(["POSITION": .whole(positions), "TEXCOORD_0": .whole(places)]),
            "indices": .whole(accessors.count - 1), "material": .whole(materials.count - 1),
          ])
        ])
      ]))
    return Mesh(index: meshes.count - 1, reach: bounds.reach)
  }
}

extension MotionDocument {
  /// Pixels of the longer side of a view that planes are as sharp for, and of the longest side of one.
  private static let (stage, longest) = (1400.0, 1024.0)

  /// Draws shapes on a plane as large as they are.
  fileprivate func plane(_ shapes: [MotionShape], _ layer: Color) -> (picture: Bitmap, over: Rect)? {
    let bounds = shapes.compactMap { shape -> Rect? in
      switch shape.content {
      case .path(let path): path.bounds
      case .line(let path, let width): path.bounds?.insetBy(-width)
      case .picture(_, let over): over
      }
    }
    guard let all = Rect(all: bounds.filter(\.isFinite)), all.width > 0, all.height > 0 else { return nil }
    let scale = min(Self.stage / max(view.width, view.height, 1), Self.longest / max(all.width, all.height))
    let (width, height) = (Int((all.width * scale).rounded(.up)), Int((all.height * scale).rounded(.up)))
    var bitmap = Bitmap(width: max(width, 2), height: max(height, 2))
    let factors = Vector(Double(bitmap.width) / all.width, Double(bitmap.height) / all.height)
    bitmap.draw { canvas in
      canvas.transform(
        Transform(
          a: factors.x, b: 0, c: 0, d: -factors.y, tx: -all.min.x * factors.x, ty: all.max.y * factors.y))
      for shape in shapes {
        switch shape.content {
        case .picture(let place, let over):
          canvas.withState { canvas in
            canvas.transform(Transform(a: 1, b: 0, c: 0, d: -1, tx: over.min.x, ty: over.max.y))
            canvas.draw(pictures[place].bitmap, in: Rect(size: over.size))
          }
        case .path(let path):
          canvas.add(path)
          if case .gradient(let gradient, let bounds) = shape.paint {
            canvas.fill(gradient, over: bounds)
          } else {
            canvas.fill(shape.paint.color(layer) ?? .black)
          }
        case .line(let path, let width):
          canvas.add(path)
          canvas.stroke(shape.paint.color(layer) ?? .black, Stroke(width: width, join: .round))
        }
      }
    }
    return (bitmap, all)
  }
}

extension [UInt8] {
  /// Appends a number as four bytes, the lowest first.
  fileprivate mutating func append(word: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
  }
}

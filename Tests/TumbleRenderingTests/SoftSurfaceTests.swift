import Testing
import TumbleDrawing
import TumbleFrames
import TumbleGeometry
@testable import TumbleLooks
@testable import TumbleRendering

/// Bodies and joints, as a scene's `cloth` and `blob` make them, and where they are.
private struct Net {
  var description = WorldDescription(name: "net", view: Rect(size: Size(300, 300)))
  var snapshot = FrameSnapshot(step: 0, rate: 120)

  mutating func add(_ name: String, at position: Vector, _ kind: BodyKind = .dynamic) {
    var body = BodyDescription(name: name, kind: kind, outlines: [.circle(center: .zero, radius: 4)])
    body.castsShadow = false
    description.bodies.append(body)
    var now = BodySnapshot(id: BodyID(snapshot.bodies.count), position: position, angle: 0)
    now.appearance.color = Color(red: 0.8, green: 0.2, blue: 0.2)
    snapshot.bodies.append(now)
  }

  mutating func join(_ a: Int, _ b: Int, _ kind: JointKind, name: String = "net-link") {
    let joint = JointID(description.joints.count)
    description.joints.append(
      JointDescription(name: "\(name)-\(joint.number + 1)", kind: kind, a: BodyID(a), b: BodyID(b)))
    snapshot.joints.append(
      JointSnapshot(id: joint, a: snapshot.bodies[a].position, b: snapshot.bodies[b].position))
  }

  /// A cloth as scenes make it, without joints between two pieces that stand.
  static func cloth(
    _ columns: Int, _ rows: Int, name: String = "net-link", stands: (_ column: Int, _ row: Int) -> Bool
  ) -> Net {
    var net = Net()
    for row in 0..<rows {
      for column in 0..<columns {
        net.add(
          "net-\(row * columns + column + 1)", at: Vector(60 + 30 * Double(column), 60 + 30 * Double(row)),
          stands(column, row) ? .static : .dynamic)
      }
    }
    for row in 0..<rows {
      for column in 0..<columns {
        let place = row * columns + column
        for (isIn, other, place2) in [
          (column + 1 < columns, place + 1, (column + 1, row)),
          (row + 1 < rows, place + columns, (column, row + 1)),
        ] where isIn && !(stands(column, row) && stands(place2.0, place2.1)) {
          net.join(place, other, .slide, name: name)
        }
      }
    }
    return net
  }

  static func blob(_ count: Int) -> Net {
    var net = Net()
    for piece in 0..<count {
      let angle = 2 * .pi * Double(piece) / Double(count)
      net.add("net-\(piece + 1)", at: Vector(150, 150) + Vector(60, 0).rotated(by: angle))
    }
    net.add("net-\(count + 1)", at: Vector(150, 150))
    for piece in 0..<count {
      net.join(piece, (piece + 1) % count, .pin)
      net.join(piece, (piece + 2) % count, .spring)
      net.join(count, piece, .spring)
    }
    return net
  }

  func picture() throws -> Bitmap {
    let renderer = try OffscreenRenderer(size: PixelSize(300, 326), textures: TextureCache(warn: { _ in }))
    return try renderer.picture(
      of: Frame(snapshot), description: description, status: Status(title: "net", step: 0, rate: 120))
  }
}

// Cloths and blobs.
extension RenderingTests {
  private func color(_ pixel: UInt32) -> (red: UInt32, green: UInt32, blue: UInt32) {
    (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
  }

  @Test(
    "A cloth has a face for each mesh, also between pieces that stand",
    arguments: ["none", "top", "bottom", "left", "right", "corners"],
    [(2, 2), (2, 5), (3, 3), (4, 3), (7, 4)])
  func clothMeshes(pin: String, size: (columns: Int, rows: Int)) throws {
    let net = Net.cloth(size.columns, size.rows) { column, row in
      switch pin {
      case "top": row == size.rows - 1
      case "bottom": row == 0
      case "left": column == 0
      case "right": column == size.columns - 1
      case "corners": row == size.rows - 1 && (column == 0 || column == size.columns - 1)
      default: false
      }
    }
    let surfaces = SoftSurface.all(in: net.description)
    // Two columns or rows of which both stand have no joints at all between them.
    let surface = try #require(surfaces.first)
    #expect(surfaces.count == 1 && surface.middle == nil && surface.radius == 4)
    #expect(surface.faces.count == (size.columns - 1) * (size.rows - 1))
    for face in surface.faces {
      let corners = face.corners.map { net.snapshot.bodies[surface.pieces[$0].number].position }
      for (corner, next) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
        #expect(abs(corner.distance(to: next) - 30) < 1e-9, "the corners go around it")
      }
    }
  }

  @Test("A blob has a face for each rod of its ring, with its middle", arguments: [6, 7, 8, 12, 16, 200])
  func blobRing(count: Int) throws {
    let surface = try #require(SoftSurface.all(in: Net.blob(count).description).first)
    #expect(surface.pieces[try #require(surface.middle)] == BodyID(count))
    #expect(surface.faces.count == count && surface.faces.allSatisfy { $0.corners.count == 3 })
  }

  @Test(
    "What is no cloth is left alone: pieces with a texture, a style or another form, and joints of other names"
  )
  func notCloth() {
    let net = Net.cloth(3, 3) { _, _ in false }
    #expect(SoftSurface.all(in: net.description).count == 1)
    let changes: [(String, (inout BodyDescription) -> Void)] = [
      ("texture", { $0.texture = "ball.png" }), ("border", { $0.style.border = BodyBorder(width: 1) }),
      ("box", { $0.outlines = [.box(Size(8, 8))] }),
      ("aside", { $0.outlines = [.circle(center: Vector(1, 0), radius: 4)] }),
      ("two", { $0.outlines.append($0.outlines[0]) }),
    ]
    for (name, change) in changes {
      var other = net.description
      for body in other.bodies.indices { change(&other.bodies[body]) }
      #expect(SoftSurface.all(in: other).isEmpty, "\(name)")
      // Without the one in the middle no mesh is whole.
      other = net.description
      change(&other.bodies[4])
      #expect(SoftSurface.all(in: other).isEmpty, "\(name) in the middle")
    }
    #expect(SoftSurface.all(in: Net.cloth(3, 3, name: "rod") { _, _ in false }.description).isEmpty)
    var row = Net()
    for piece in 0..<5 { row.add("net-\(piece + 1)", at: Vector(40 * Double(piece), 50)) }
    for piece in 0..<4 { row.join(piece, piece + 1, .slide) }
    #expect(SoftSurface.all(in: row.description).isEmpty)
  }

  @Test("A face needs pieces that lie side by side, also where two stand")
  func standingAside() throws {
    // Two that stand, above and below of a row.
    var net = Net.cloth(3, 3) { _, _ in false }
    net.description.bodies[1].kind = .static
    net.description.bodies[8].kind = .static
    #expect(SoftSurface.all(in: net.description).first?.faces.count == 4)
  }

  @Test(
    "Thousands of joints between discs of such names that are no cloth and no blob are no surface, and no work"
  )
  func notClothButMany() {
    for kinds in [[JointKind.slide], [.pin, .spring]] {
      var (star, all) = (Net(), Net())
      for piece in 1...2_000 { star.add("net-\(piece)", at: .zero) }
      for piece in 1..<2_000 {
        for kind in kinds { star.join(0, piece, kind) }
        if piece > 1, kinds.count > 1 { star.join(piece - 1, piece, .pin) }
      }
      for piece in 1...120 { all.add("net-\(piece)", at: .zero) }
      for a in 0..<60 { for b in 60..<120 { all.join(a, b, kinds[(a + b) % kinds.count]) } }
      #expect(SoftSurface.all(in: all.description).isEmpty)
      #expect(SoftSurface.all(in: star.description).isEmpty)
    }
  }

  @Test("A ring of 2,000 pieces is one blob about its middle, with a face for each")
  func largeBlob() throws {
    let surfaces = SoftSurface.all(in: Net.blob(2_000).description)
    let surface = try #require(surfaces.count == 1 ? surfaces[0] : nil)
    #expect(surface.faces.count == 2_000)
    #expect(surface.middle.map { surface.pieces[$0] } == BodyID(2_000))
  }

  @Test(
    "A cloth that takes the place of one of its name has its own pieces, and a thread that is tied again holds"
  )
  func replacedCloth() throws {
    var net = Net.blob(8)
    let gone = net.description
    net = Net.cloth(3, 3) { _, _ in false }
    var both = gone
    let (bodies, joints) = (gone.bodies.count, gone.joints.count)
    both.bodies += net.description.bodies
    for joint in net.description.joints {
      var joint = joint
      joint.a = BodyID(joint.a.number + bodies)
      joint.b = BodyID(joint.b.number + bodies)
      both.joints.append(joint)
    }
    let surfaces = SoftSurface.all(in: both)
    #expect(surfaces.map(\.faces.count) == [8, 4] && surfaces.map { $0.middle == nil } == [false, true])
    #expect(surfaces[1].edges.compactMap(\.joints.first).map(\.number).min() == joints)
    // Cut, and tied by another joint.
    let whole = try net.picture()
    net.snapshot.joints.removeAll { $0.id == 0 }
    #expect(try net.picture().pixels != whole.pixels)
    net.join(0, 1, .slide)
    #expect(try net.picture().pixels == whole.pixels)
  }

  @Test("Cloths are drawn as one; where a thread is gone, the paper shows between what is left")
  func tornCloth() throws {
    var net = Net.cloth(4, 3) { _, _ in false }
    let paper = try Net().picture()
    let whole = try net.picture()
    // The middle of the first mesh, and of the last, y down.
    let (first, last) = ((75, 300 - 75), (135, 300 - 105))
    for (x, y) in [first, last] {
      let (red, green, _) = color(whole[x, y])
      #expect(red > 180 && green < 80, "\(x), \(y)")
    }
    // A piece in the middle is no disc with a rim.
    #expect(whole[90, 210] == whole[94, 210] && whole[90, 210] == whole[90, 206])
    net.snapshot.joints.removeAll { $0.id == 0 }
    let torn = try net.picture()
    #expect(torn[first.0, first.1] == paper[first.0, first.1])
    #expect(torn[last.0, last.1] == whole[last.0, last.1])
    net.snapshot.bodies.removeLast()
    #expect(try net.picture()[last.0, last.1] == paper[last.0, last.1])
    net.snapshot.joints = []
    let loose = try net.picture()
    #expect(loose[75, 225] == paper[75, 225] && loose[90, 210] != paper[90, 210], "discs are left")
  }

  @Test("Blobs reach exactly as far as their pieces do")
  func blobReach() throws {
    let net = Net.blob(12)
    let (paper, picture) = (try Net().picture(), try net.picture())
    // To the right of the piece at the right: its disc has a radius of 4.
    let y = 150
    #expect(picture[213, y] != paper[213, y] && picture[215, y] == paper[215, y])
    for x in 91..<213 { #expect(picture[x, y] != paper[x, y], "a hole at \(x)") }
  }

  @Test("Cloths are drawn over what is behind them and under what is in front of them")
  func clothOrder() throws {
    var net = Net.cloth(4, 3) { _, _ in false }
    net.add("ball", at: Vector(75, 75))
    net.snapshot.bodies[12].appearance.color = Color(red: 0, green: 0, blue: 1)
    let front = color(try net.picture()[75, 225])
    #expect(front.blue > 180 && front.red < 80)
    net.description.bodies[12].depth = -1
    let behind = color(try net.picture()[75, 225])
    #expect(behind.red > 180 && behind.blue < 80)
  }

  @Test("A piece that stands is not seen through a translucent cloth, and is a disc where it is left alone")
  func standingBehind() throws {
    var nets = [false, true].map { isStanding in
      Net.cloth(4, 3) { _, row in isStanding && row == 2 }
    }
    for net in nets.indices {
      for body in nets[net].snapshot.bodies.indices {
        nets[net].snapshot.bodies[body].appearance.color?.alpha = 0.4
      }
    }
    let (hanging, standing) = (try nets[0].picture(), try nets[1].picture())
    // The piece in the upper row, y down; the disc would be there too.
    for (x, y) in [(90, 181), (90, 183), (93, 182)] {
      #expect(standing[x, y] == hanging[x, y], "\(x), \(y)")
    }
    #expect(standing.pixels == hanging.pixels)
    nets[1].snapshot.joints = []
    let paper = try Net().picture()
    #expect(try nets[1].picture()[90, 180] != paper[90, 180])
  }

  @Test(
    "Cloths and blobs whose pieces are nowhere, or all in one place, are drawn without harm",
    arguments: [Double.nan, .infinity, 1e300, 0])
  func surfaceExtremes(_ place: Double) throws {
    for var net in [Net.cloth(4, 3) { _, _ in false }, Net.blob(8)] {
      for body in net.snapshot.bodies.indices.dropFirst() {
        net.snapshot.bodies[body].position = Vector(place, place)
      }
      _ = try net.picture()
    }
  }
}

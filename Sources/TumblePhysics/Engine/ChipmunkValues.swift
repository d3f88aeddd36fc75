import CTumbleChipmunk
import TumbleGeometry

// Our values as Chipmunk's, and back. The fields of these C structs are their whole interface.

extension Vector {
  init(_ v: cpVect) { self.init(v.x, v.y) }
  var c: cpVect { cpVect(x: x, y: y) }
}

extension Rect {
  init(_ box: cpBB) { self.init(min: Vector(box.l, box.b), max: Vector(box.r, box.t)) }
  var c: cpBB { cpBB(l: min.x, b: min.y, r: max.x, t: max.y) }
}

extension Transform {
  var chipmunk: cpTransform { cpTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}

typealias CSpace = UnsafeMutablePointer<cpSpace>
typealias CBody = UnsafeMutablePointer<cpBody>
typealias CShape = UnsafeMutablePointer<cpShape>
typealias CConstraint = UnsafeMutablePointer<cpConstraint>

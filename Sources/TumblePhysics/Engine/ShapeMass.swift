import CTumbleChipmunk
import TumbleGeometry

// The engine computes a shape's mass data once, as it makes it, and has no call to put them right.

func massInfo(of shape: CShape) -> (moment: Double, centroid: Vector) {
  (shape.pointee.massInfo.i, Vector(shape.pointee.massInfo.cog))
}

func setMassInfo(of shape: CShape, moment: Double, centroid: Vector, area: Double) {
  shape.pointee.massInfo.i = moment
  shape.pointee.massInfo.cog = centroid.c
  shape.pointee.massInfo.area = area
}

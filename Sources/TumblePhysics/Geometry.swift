import TumbleGeometry

// One import is enough for a user of this library: the values of TumbleGeometry under their own names.
public typealias Vector = TumbleGeometry.Vector
public typealias Size = TumbleGeometry.Size
public typealias Rect = TumbleGeometry.Rect
public typealias Transform = TumbleGeometry.Transform
public typealias Polygon = TumbleGeometry.Polygon

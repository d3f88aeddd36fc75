// What the public API names: vectors, sizes, rectangles and colors.
@_exported import TumbleGeometry

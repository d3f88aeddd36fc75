// One import gives every type that this library's public declarations name.
@_exported import struct Foundation.Data
@_exported import TumbleDrawing
@_exported import TumbleGeometry

// One import gives every type that this library's public declarations name; its own files need none of these.
@_exported import struct Foundation.Data
@_exported import struct Foundation.URL
@_exported import TumbleAnimation
@_exported import TumbleFrames
@_exported import TumbleGeometry

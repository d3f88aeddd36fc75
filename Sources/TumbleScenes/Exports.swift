// One import gives every type that this library's public declarations name.
@_exported import TumbleAnimation
@_exported import TumbleGeometry

// One import gives every type that this library's public declarations name, and scenes to build worlds from;
// its own files need none of these.
@_exported import TumbleAnimation
@_exported import TumbleFiles
@_exported import TumbleFrames
@_exported import TumbleGeometry
@_exported import TumbleScenes
@_exported import TumbleTrace

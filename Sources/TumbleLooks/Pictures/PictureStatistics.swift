/// What a window's pictures have cost since it was opened.
package struct PictureStatistics: Hashable, Sendable {
  /// Times that a picture came near and was there already, and times that it had to be decoded.
  package var hits = 0
  package var misses = 0
  /// Files decoded; one may be decoded coarsely first, and again when it was forgotten.
  package var decodes = 0
  /// Pictures given to the renderer, and their bytes.
  package var uploads = 0
  package var uploadedBytes = 0
  /// Sprites given up for others.
  package var evictions = 0
  /// Jobs that were given up because their pictures went out of sight.
  package var cancellations = 0
  /// Frames in which something stood in for a picture in sight.
  package var lateFrames = 0
  /// Times that the frame's thread stood still for decoding: before a scene is first seen, and never after that.
  package var waits = 0
  /// Pictures in sight that something stands in for now.
  package var missing = 0
  /// Bytes of the pictures that are kept and can be given up.
  package var bytes = 0

  package init() {}
}

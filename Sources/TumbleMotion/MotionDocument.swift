import Foundation
import TumbleAnimation
import TumbleDrawing
import TumbleFrames
import TumbleLooks

/// A run as layers with keys: what every form of motion is written from.
package struct MotionDocument: Sendable {
  package private(set) var name: String
  package private(set) var title: String
  /// The program that wrote it, such as `Tumble 0.1.0`.
  package private(set) var program: String
  /// The part of the world that is shown, in points.
  package private(set) var view: Rect
  package private(set) var frameCount: Int
  /// Frames per second.
  package private(set) var frameRate: Double
  /// The layers from back to front.
  package private(set) var layers: [MotionLayer] = []
  package private(set) var pictures: [Picture] = []
  /// The largest errors of places in points, and of angles in radians.
  let tolerance: (places: Double, angles: Double)
  /// The first contact that began before each frame, as the names of two bodies.
  package private(set) var markers: [(frame: Int, name: String)]
  /// The parts of the run that the document does not have, for messages.
  package private(set) var missing: [String] = []
  package private(set) var report = FitReport()
  /// Decimals of a length, so many that rounding takes no more than a twentieth of the tolerance.
  package private(set) var decimals: Int

  /// A picture that layers show.
  package struct Picture: Sendable {
    package var bitmap: Bitmap
    package var png: Data
  }

  /// The time from the first frame to the last, in seconds; that of one frame is the frame's.
  package var duration: Double { Double(max(frameCount - 1, 1)) / frameRate }

  package var moving: [MotionLayer] { layers.filter { $0.body.map { !$0.isStatic } ?? false } }
}

extension MotionDocument {
  /// The choices by which a document is made.
  package struct Options: Sendable {
    /// The largest distance of a sampled place from its keys, in points.
    package var tolerance = MotionFit.places
    /// The largest distance of a sampled angle from its keys, in radians.
    package var angleTolerance = MotionFit.angles
    package var theme = Theme()
    /// The program that writes it, such as `Tumble 0.1.0`.
    package var program = ""

    package init() {}
  }

  /// - Parameters:
  ///   - run: With at least one frame.
  ///   - description: That of the last frame.
  /// - Throws: `AnimationError` for a tolerance that is none, `DrawingError` if a picture cannot be encoded.
  package init(
    _ run: MotionRun, _ description: WorldDescription, _ options: Options, textures: TextureCache
  ) throws {
    precondition(run.frameCount > 0, "a document needs a frame")
    (name, title, view) = (description.name, description.title, description.view)
    program = options.program
    tolerance = (options.tolerance, options.angleTolerance)
    (frameCount, frameRate, markers) = (run.frameCount, run.frameRate, run.markers)
    decimals = Self.decimals(for: options.tolerance)
    var maker = try DocumentMaker(run, description, options, textures)
    try maker.makeLayers()
    (layers, pictures, report, missing) = (maker.layers, maker.pictures, maker.fit.report, maker.missing)
    var identifiers = IdentifierMaker()
    for index in layers.indices { layers[index].identifier = identifiers.identifier(for: layers[index].name) }
  }
}

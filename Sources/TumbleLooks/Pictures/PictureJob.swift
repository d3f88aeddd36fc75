import TumbleDrawing

/// Something to be made of a picture's file: a value, which goes to the thread that decodes, as its result comes back.
package struct PictureJob: Sendable {
  package enum Product: Sendable {
    /// A sprite's picture, and a coarse one of the same where that is wanted too.
    case sprite(SpritePlan, preview: SpritePlan?)
    /// The picture itself, with at least so many pixels in both directions where it has them; nil: as it is.
    case source(covering: PixelSize?)
  }

  /// Never used twice.
  package var ticket: Int
  /// How soon it is needed, in seconds: the least is made first.
  package var rank: Double
  /// The file, or the name of a picture that Tumble draws.
  var path: String
  package var product: Product
  /// Whether the file has changed since it was last decoded.
  var isChanged = false
}

/// What came of a job; each job has one.
package struct PictureResult: Sendable {
  package enum Outcome: Sendable {
    /// Ready for upload. `fills`: whether the picture covers its outlines, so that these have the same shadow.
    case sprite(Bitmap, preview: Bitmap?, fills: Bool)
    case source(Bitmap)
    /// A sentence.
    case failed(String)
    /// It was no longer wanted.
    case cancelled
  }

  package var job: PictureJob
  package var outcome: Outcome
  /// How many files were decoded for it.
  var decodes = 0
}

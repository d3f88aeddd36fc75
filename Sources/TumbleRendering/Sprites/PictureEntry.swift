import TumbleLooks

/// A sprite that shows a file: what there is of it, and what is wanted.
///
/// An object, because bodies that look alike share one and it changes as its file is decoded.
final class PictureEntry {
  let id: Int
  let form: SpriteForm
  let path: String
  private(set) var plan: SpritePlan

  /// As fine as it is shown.
  var sprite: Sprite?
  /// Coarse.
  var preview: Sprite?
  /// Of another size, or of the file before it changed.
  var standIn: Sprite?
  /// Whether the picture covers its outlines; taken for granted until it is decoded.
  var fills = true
  /// Whether its file cannot be read.
  var isMissing = false
  /// Whether decoding it failed: not tried again before the file changes.
  var hasFailed = false
  /// Whether its file has changed since it was drawn.
  var isChanged = false

  /// The jobs that are under way.
  var ticket: Int?
  var previewTicket: Int?
  /// The latest frame in which it was wanted, and how soon: in seconds, 0 where it is in sight.
  var frame = -1
  var rank = Double.infinity
  /// The latest frame in which there was room for it too.
  var keptFrame = -1
  /// Rises when it has come, or is found to be missing or changed: what was made by what was known of it is made again.
  var version = 0

  init(id: Int, form: SpriteForm, path: String, plan: SpritePlan) {
    self.id = id
    self.form = form
    self.path = path
    self.plan = plan
  }

  /// The best there is.
  var shown: Sprite? { sprite ?? standIn ?? preview }

  /// Whether it takes so much memory that it is given up when it is out of sight.
  var isLarge: Bool {
    if case .picture = form { plan.width * plan.height > Self.largeSize } else { false }
  }
  private static let largeSize = 256 * 256

  /// Whether it is there and never given up, so that it need not be wanted.
  var isSettled: Bool { sprite != nil && !isLarge && !isChanged }

  /// It is drawn in another size from now on.
  func replan(_ plan: SpritePlan) {
    self.plan = plan
    standIn = shown
    sprite = nil
    (ticket, previewTicket) = (nil, nil)
  }
}

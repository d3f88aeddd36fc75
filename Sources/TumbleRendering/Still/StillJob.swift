import TumbleDrawing
import TumbleGeometry
import TumbleGraph
import TumbleLooks

/// A tile of what stands still, to be drawn on another thread.
struct StillJob: RedrawJob {
  let slot: Int
  let generation: Int
  let world: StillWorld
  let backdrop: Backdrop
  /// In pixels from the paper's lower left corner, y down.
  let piece: Rect
  /// nil where nothing is to be seen.
  var picture: StillPicture?
  var state = RedrawState.waiting
  var seconds = 0.0

  static func queue() -> RedrawQueue<StillJob> {
    RedrawQueue(inBackground: true, name: "tumble.still") { job, isWanted in
      job.picture = job.world.picture(of: job.piece, job.backdrop, isWanted: isWanted)
    }
  }
}

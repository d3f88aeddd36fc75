/// The layers of a scene, which give animations a time of their own.
package struct AnimationLayersState: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package let name: String
    package var isPaused: Bool
    /// Of its own seconds for each of the world's.
    package var speed: Double
    /// Its own time now, in seconds.
    package var time: Double
    /// Where the line to scrub on ends, in seconds; at least the time now is shown.
    package var duration: Double
    /// The paths that `InterfaceAction.beginEdit` names: made once, since panels are built often.
    package let timePath: String
    package let speedPath: String

    package init(_ name: String, isPaused: Bool = false, speed: Double = 1, time: Double, duration: Double) {
      self.name = name
      self.isPaused = isPaused
      self.speed = speed
      self.time = time
      self.duration = duration
      timePath = "layers.\(name).time"
      speedPath = "layers.\(name).speed"
    }
  }

  package var rows: [Row]

  package init(_ rows: [Row]) { self.rows = rows }
}

import TumbleGeometry

// Which samples are seen, and where.
extension ScrollingGraph {
  /// Gives the graph its place. Sides are taken into 0...32,767 pixels; ones that are not finite count as 0.
  ///
  /// - Parameters:
  ///   - width: in points, the legend and the labels included.
  ///   - height: in points, too.
  ///   - scale: pixels per point, 0.25...8; a tile's width is rounded to whole pixels.
  public func layout(width: Double, height: Double, scale: Double = 1) {
    guard viewport.layOut(width: width, height: height, scale: scale) else { return }
    viewport.setGrid(settings.grid(pixelScale: viewport.pixelScale), around: nil)
    placeChanged()
  }

  public var isFollowing: Bool { viewport.frozenAt == nil }

  /// Stands still from now on, while data keeps coming.
  public func freeze() {
    if isFollowing { viewport.freeze() }
    chrome.header.becomeStale()
  }

  /// Goes back to the newest sample and stays with it.
  public func follow() {
    viewport.follow()
    chrome.header.becomeStale()
  }

  /// The number of samples before the newest one at which the view ends as long as it follows: where a past is shown.
  public var lag: Int {
    get { viewport.lag }
    set {
      guard newValue != viewport.lag else { return }
      viewport.lag = max(newValue, 0)
      chrome.header.becomeStale()
    }
  }

  /// Moves towards older samples, or newer ones where negative; reaching the newest makes the view follow again.
  public func scrollBack(by points: Double) {
    viewport.scrollBack(by: points)
    chrome.header.becomeStale()
  }

  /// Shows more time (negative steps) or less, by doubling; the time at `x` (the right edge if nil) stays there.
  public func zoom(by steps: Int, around x: Double? = nil) {
    guard let points = viewport.pointsPerSample(zoomedBy: steps) else { return }
    var wanted = settings
    wanted.pointsPerSample = points
    viewport.setGrid(wanted.grid(pixelScale: viewport.pixelScale), around: x)
    settings = wanted
  }

  /// What is at the right edge.
  public var rightEdge: SamplePosition { viewport.rightEdge }

  /// The plot's height without the legend, in points.
  public var plotHeight: Double { viewport.plotHeight }

  /// The values at the bottom and the top of the axes; the second is nil where there is one only.
  public var shownLimits: (first: ClosedRange<Double>, second: ClosedRange<Double>?) {
    func limits(_ scale: GraphScale) -> ClosedRange<Double> { scale.lower...scale.upper }
    return (limits(scale.scale), content.axes.hasSecond ? limits(secondScale.scale) : nil)
  }

  /// The samples in view that exist.
  public var visibleIndices: Range<Int> { viewport.visibleIndices }

  /// The sample nearest to a point of the plot; nil where there is none.
  public func sample(at x: Double) -> Int? { viewport.sample(at: x) }

  /// Seconds from the first sample of the run that a sample belongs to.
  public func time(of index: Int) -> Double {
    Double(history.samplesIntoRun(index)) / Double(settings.rate)
  }
}

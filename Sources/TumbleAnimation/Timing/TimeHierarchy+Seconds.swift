// The same for times that were calculated with doubles; see ``MediaTime``.
extension TimeHierarchy {
  public func localTime(of node: Node, at rootTime: Double) -> Double {
    localTime(of: node, at: MediaTime(rootTime)).seconds
  }

  public mutating func setSpeed(_ speed: Double, of node: Node, at rootTime: Double) {
    setSpeed(speed, of: node, at: MediaTime(rootTime))
  }

  public mutating func slide(_ node: Node, to goal: Double, from start: Double, until end: Double) {
    slide(node, to: goal, from: MediaTime(start), until: MediaTime(end))
  }

  public mutating func endSlide(of node: Node, at rootTime: Double) {
    endSlide(of: node, at: MediaTime(rootTime))
  }

  public mutating func seek(_ node: Node, to localTime: Double, at rootTime: Double) {
    seek(node, to: MediaTime(localTime), at: MediaTime(rootTime))
  }
}

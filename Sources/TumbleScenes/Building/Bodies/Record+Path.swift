import TumbleAnimation
import TumbleGeometry

extension Record {
  /// The path that a record of that section gives; nil where it is broken, which has been reported.
  var path: Path? {
    guard !isBroken, let start = vector("from") else { return nil }
    var segments: [Path.Segment] = []
    var end = start
    for step in records("steps") {
      if let to = step.vector("line") {
        segments.append(.line(to: to))
        end = to
      } else if let arc = step.record("arc"), let center = arc.vector("center"), let turn = arc.number("turn")
      {
        segments.append(.arc(center: center, sweep: turn))
        end = center + (end - center).rotated(by: turn)
      } else {
        let points = step.list("curve").compactMap {
          if case .vector(let point) = $0.value { point } else { nil }
        }
        guard points.count >= 2 else { return nil }
        end = points[points.count - 1]
        segments.append(
          points.count == 2
            ? .quadratic(control: points[0], to: end)
            : .cubic(control1: points[0], control2: points[1], to: end))
      }
    }
    if flag("closed") == true && end != start { segments.append(.line(to: start)) }
    return Path(start: start, segments: segments)
  }
}

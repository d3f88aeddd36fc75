import TumbleFrames
import TumbleGeometry

extension Form {
  /// The key and the value that the format has for the form; short where there is nothing more to say.
  package var entry: (String, FormatNode) {
    func entry(_ key: String, _ first: (String, FormatNode), _ more: FormatNode.Mapping) -> (
      String, FormatNode
    ) { (key, more.isEmpty ? first.1 : .mapping([first] + more)) }
    func placed(_ center: Vector) -> FormatNode.Mapping {
      center == .zero ? [] : [("center", .vector(center))]
    }
    let rounding: FormatNode.Mapping = radius == 0 ? [] : [("radius", .number(radius))]
    switch self {
    case .rect(let rect, _):
      return entry("box", ("size", .vector(rect.width, rect.height)), placed(rect.center) + rounding)
    case .circle(let center, let radius):
      return entry("circle", ("radius", .number(radius)), placed(center))
    case .segment(let from, let to, _):
      return ("segment", .mapping([("from", .vector(from)), ("to", .vector(to))] + rounding))
    case .polygon(let corners, _): return entry("polygon", ("corners", .vectors(corners)), rounding)
    }
  }
}

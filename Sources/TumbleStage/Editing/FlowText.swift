import TumbleFiles
import TumbleGeometry

/// The scene format's own text for what the editor makes, in YAML's flow style.
package enum FlowText {
  package static func vector(_ vector: Vector) -> String { "[\(vector.x.shortText), \(vector.y.shortText)]" }

  package static func vectors(_ vectors: [Vector]) -> String {
    "[" + vectors.map(vector).joined(separator: ", ") + "]"
  }

  package static func mapping(_ entries: [(key: String, text: String)]) -> String {
    "{" + entries.map { "\($0.key): \($0.text)" }.joined(separator: ", ") + "}"
  }

  /// A form as the key and the value that the format has for it; short where there is nothing more to say.
  package static func form(_ form: Form) -> (key: String, text: String) {
    func entry(_ inner: String, _ value: String, _ more: [(key: String, text: String)]) -> String {
      more.isEmpty ? value : mapping([(inner, value)] + more)
    }
    let rounding = form.radius == 0 ? [] : [(key: "radius", text: form.radius.shortText)]
    switch form {
    case .rect(let rect, _):
      let size = vector(Vector(rect.width, rect.height))
      let center = rect.center == .zero ? [] : [(key: "center", text: vector(rect.center))]
      return ("box", entry("size", size, center + rounding))
    case .circle(let center, let radius):
      return (
        "circle", entry("radius", radius.shortText, center == .zero ? [] : [("center", vector(center))])
      )
    case .segment(let from, let to, _):
      return ("segment", mapping([("from", vector(from)), ("to", vector(to))] + rounding))
    case .polygon(let corners, _): return ("polygon", entry("corners", vectors(corners), rounding))
    }
  }
}

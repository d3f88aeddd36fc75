import Foundation

/// A measure as a person types it on the stage: a number with one of the scene format's units, or without one.
package enum TypedNumber: Hashable, Sendable {
  /// Plain numbers are degrees, as angles are shown.
  case angle
  /// Plain numbers are points.
  case length
}

extension TypedNumber {
  /// In radians or points.
  ///
  /// - Parameter pointsPerMeter: Without it a length in metres is none.
  /// - Returns: nil for what is no such measure.
  package func value(of text: String, pointsPerMeter: Double? = nil) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces).replacing("−", with: "-")
    guard let length = NumberText.length(text.utf8),
      let number = NumberText.number(String(decoding: text.utf8.prefix(length), as: UTF8.self))
    else { return nil }
    let name = String(decoding: text.utf8.dropFirst(length), as: UTF8.self).trimmingCharacters(
      in: .whitespaces)
    let quantity: Quantity = self == .angle ? .angle : .length
    guard let unit = quantity.unit(name.isEmpty ? (self == .angle ? "deg" : "pt") : name) else { return nil }
    let factor = unit.meters == 0 ? 1 : pointsPerMeter
    guard let factor else { return nil }
    let value = number * unit.scale * factor
    return value.isFinite ? value : nil
  }

  /// Some, as they are written with signs between: `120 x 40`.
  package func values(of text: String, most: Int, pointsPerMeter: Double? = nil) -> [Double]? {
    let parts = text.split(whereSeparator: { "x×*,;".contains($0) }).map { String($0) }
    guard (1...max(most, 1)).contains(parts.count) else { return nil }
    let values = parts.compactMap { value(of: $0, pointsPerMeter: pointsPerMeter) }
    return values.count == parts.count ? values : nil
  }
}

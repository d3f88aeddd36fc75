import Foundation
import TumbleFrames

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

/// A number to compare a channel with, as a command line has it: plain, or with a unit of what the channel measures.
package enum ChannelLimit {
  /// The limit in the channel's own unit.
  ///
  /// - Parameters:
  ///   - unit: The channel's, such as `pt/s`; empty for plain numbers.
  ///   - pointsPerMeter: Points of a metre; nil where the scene has no metres.
  /// - Returns: nil for a text that is no number.
  /// - Throws: `EditRefusal` for what measures something else.
  package static func value(of text: String, unit: String, pointsPerMeter: Double?) throws(EditRefusal)
    -> Double?
  {
    let amount: Amount?
    do {
      amount = try Variables().amount(of: text, pointsPerMeter: pointsPerMeter)
    } catch {
      guard error.isUnit else { return nil }
      throw EditRefusal(error.message, hint: error.hint)
    }
    guard let amount, amount.value.isFinite else { return nil }
    let measured = Dimension(ofUnit: unit) ?? .none
    guard amount.dimension == .none || amount.dimension.agrees(with: measured) else {
      throw EditRefusal("'\(Excerpts.short(text))' is \(amount.dimension.noun), not \(measured.noun)")
    }
    return amount.value
  }
}

/// The units of the scene format.
package enum SceneUnit {
  package static func isKnown(_ name: String) -> Bool { Quantity.allCases.contains { $0.unit(name) != nil } }
}

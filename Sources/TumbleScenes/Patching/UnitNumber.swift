import TumbleFrames

/// A number as it stands in a scene's text, with its unit, for another to be written in the same unit.
struct UnitNumber {
  /// In the plain unit.
  let value: Double
  private let quantity: Quantity
  private let scope: NumberScope
  /// Behind the number: blanks and the unit.
  private let unit: Substring

  /// nil for what is not a number of this quantity.
  init?(_ text: String, of quantity: Quantity, in scope: NumberScope) {
    guard let value = Self.value(text, quantity, scope) else { return nil }
    self.value = value
    self.quantity = quantity
    self.scope = scope
    let rest = Substring(text.utf8.dropFirst(NumberText.length(text.utf8) ?? 0))
    // Arithmetic has no unit that another number could have.
    unit = quantity.unit(rest.drop { $0 == " " }) == nil ? "" : rest
  }

  /// A number of the same unit that reads as exactly this value; nil if none does.
  func text(for value: Double) -> String? {
    guard !unit.isEmpty, self.value.isFinite, let one = Self.value("1" + unit, quantity, scope),
      one != 0
    else { return nil }
    let guess = value / one
    guard guess.isFinite else { return nil }
    // The roundest of its neighbours that is exact; the factor is rounded too, so the quotient itself need not be.
    for candidate in [guess.rounded(), (guess * 1e3).rounded() / 1e3, (guess * 1e6).rounded() / 1e6]
      + [guess, guess.nextUp, guess.nextDown]
    {
      let text = candidate.shortText + unit
      if Self.value(text, quantity, scope)?.bitPattern == value.bitPattern { return text }
    }
    return nil
  }

  private static func value(_ text: String, _ quantity: Quantity, _ scope: NumberScope) -> Double? {
    let reading = Reading(DiagnosticList(file: "", limits: SceneLimits(), excerpts: Excerpts([])))
    reading.scope = scope
    let value = reading.measured(text, isQuoted: false, quantity, SourcePlace(), "")
    return reading.hasErrors ? nil : value
  }
}

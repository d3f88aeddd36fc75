import TumbleGeometry

extension SceneBuilder {
  /// How a body's outlines are filled, edged and labelled; its corner radius is one of the body's fields.
  func style(_ record: Record, into style: inout BodyStyle) {
    if let gradient = record.record("gradient") { style.gradient = self.gradient(gradient) }
    if let written = record.record("border") {
      var border = Format.plainBorder
      Format.borderFields.read(written, into: &border)
      style.border = border
    }
    if let caption = record.record("caption") { style.caption = self.caption(caption) }
  }

  private func gradient(_ record: Record) -> Gradient? {
    var gradient = Format.plainGradient
    Format.gradientFields.read(record, into: &gradient)
    let colors = record.list("colors").compactMap { located -> Color? in
      if case .color(let color) = located.value { color } else { nil }
    }
    guard !colors.isEmpty, !record.isBroken else { return nil }
    for key in Format.gradientKeys(foreignTo: gradient.kind) where record.has(key) {
      let other: Gradient.Kind = gradient.kind == .linear ? .radial : .linear
      reading.error(
        record.place(key), "a \(gradient.kind.rawValue) gradient has no '\(key)'",
        hint: "it belongs to type: \(other.rawValue)")
      return nil
    }
    gradient.stops = Gradient(colors).stops
    guard record.has("locations") else { return gradient }
    let list = record.list("locations")
    let locations = list.compactMap { if case .number(let number) = $0.value { number } else { nil } }
    guard locations.count == colors.count else {
      reading.error(
        record.place("locations"),
        "there are \(colors.count) colors and \(locations.count) locations", hint: "each color has one")
      return nil
    }
    for index in locations.indices {
      if index > 0, locations[index] < locations[index - 1] {
        reading.error(list[index].place, "this location lies before the one of the color before")
        return nil
      }
      gradient.stops[index].location = locations[index]
    }
    return gradient
  }

  private static let longestCaption = 200

  private func caption(_ record: Record) -> Caption? {
    guard let text = record.text("text") else { return nil }
    let count = text.unicodeScalars.count
    guard text.contains(where: { !$0.isWhitespace }), count <= Self.longestCaption else {
      reading.error(
        record.place("text"),
        count > Self.longestCaption
          ? "a caption has at most \(Self.longestCaption) characters, not \(count)" : "the caption is empty",
        hint: count > 0 ? nil : "leave 'caption' out for none")
      return nil
    }
    var caption = Caption(text)
    Format.captionFields.read(record, into: &caption)
    return caption
  }

  /// The caption of a copy, by its number.
  func numbered(_ caption: Caption?, _ number: Int) -> Caption? {
    guard var caption else { return nil }
    caption.text = caption.text.replacing(Self.copyNumber, with: String(number))
    return caption
  }
}

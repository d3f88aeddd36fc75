import TumbleGeometry

/// A straight line with round ends as a file says it.
struct SegmentForm: WrittenForm {
  var from: Vector?
  var to: Vector?
  var radius = 0.0
  var before: Vector?
  var after: Vector?

  static let key = Key("segment", .record(.segment), "A straight line with round ends.")

  static let fields: [Field<SegmentForm>] = [
    Field(
      "from", .vector(.length), "One end.", \.from, of: SegmentForm(), isRequired: true,
      alias: ["a", "start"]),
    Field(
      "to", .vector(.length), "The other end.", \.to, of: SegmentForm(), isRequired: true,
      alias: ["b", "end"]),
    Field(
      "radius", .number(.length, .notNegative), "Half its thickness.", \.radius, of: SegmentForm(),
      alias: ["thickness", "width"]),
    Field(
      "before", .vector(.length),
      "Where the segment before this one starts, so that nothing trips where they meet.", \.before,
      of: SegmentForm()),
    Field(
      "after", .vector(.length), "Where the segment after this one ends.", \.after, of: SegmentForm()),
  ]

  static let section = Section(
    .segment, "a segment", "A straight line with round ends: walls and floors.",
    examples: ["{from: [0, 0], to: [300, 0], radius: 1}"], keys: fields.map(\.key))
}

import TumbleFrames

/// A form of a shape as a file says it. Its keys are bound to its properties once, by its fields: the reader, the writer, the schema
/// and the reference all go by them.
///
/// It is not what a shape has: a turned box becomes a polygon, and a line several segments.
protocol WrittenForm: Sendable {
  /// The key of a body or a shape that gives it: a mapping of its fields, or the value of one of them alone.
  static var key: Key { get }
  static var section: Section { get }
  static var fields: [Field<Self>] { get }
  init()
}

extension WrittenForm {
  init(_ record: Record) {
    self.init()
    Self.fields.read(record, into: &self)
  }

  /// Its key and the shortest that says all of it.
  var written: (String, FormatNode) {
    let mapping = Self.fields.write(self)
    if case .record(_, short: .some(let short)) = Self.key.type, mapping.count == 1, mapping[0].0 == short {
      return (Self.key.name, mapping[0].1)
    }
    return (Self.key.name, .mapping(mapping))
  }
}

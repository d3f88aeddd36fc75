import TumbleFrames

/// A key of the format and the property of a scene's object that it stands for: the reader, the writer, the schema and the
/// reference all go by it. The default is the property's own, so that it stands in one place.
struct Field<Object>: Sendable {
  let key: Key
  /// The property's key path, by which edits of a program look the key up.
  let path: PartialKeyPath<Object> & Sendable
  /// Sets the property to what a record gives, if it gives something.
  let read: @Sendable (Record, inout Object) -> Void
  /// What is to be written of an object; nil where the key is left out.
  let write: @Sendable (Object) -> FormatNode?
  /// What is to be written for a value of the property's type; nil where the key is left out.
  let written: @Sendable (Any) -> FormatNode?

  /// - Parameters:
  ///   - prototype: An object as it is where the file says nothing.
  ///   - shown: What the default stands for, where the property's own is a sign for something else.
  ///   - unit: Shown after the default.
  ///   - isAlwaysWritten: Also where it has its default.
  init<Value: FormatValue>(
    _ name: String, _ type: ValueType, _ help: String, _ path: WritableKeyPath<Object, Value> & Sendable,
    of prototype: Object, shown: Value? = nil, unit: String? = nil, isAlwaysWritten: Bool = false,
    isRequired: Bool = false, only: [String] = [], alias: [String] = []
  ) {
    let defaultValue = prototype[keyPath: path]
    key = Key(
      name, type, help, default: shown ?? (defaultValue.written == nil ? nil : defaultValue), unit: unit,
      required: isRequired, only: only, alias: alias)
    read = { record, object in
      if let value = Value.read(name, of: record) { object[keyPath: path] = value }
    }
    self.path = path
    written = { ($0 as? Value)?.written }
    write = { object in
      let value = object[keyPath: path]
      return value == defaultValue && !isAlwaysWritten ? nil : value.written
    }
  }
}

extension Sequence {
  /// Sets an object's properties to what a record gives.
  func read<Object>(_ record: Record, into object: inout Object) where Element == Field<Object> {
    for field in self { field.read(record, &object) }
  }

  /// The keys of an object that are to be written.
  func write<Object>(_ object: Object) -> FormatNode.Mapping where Element == Field<Object> {
    compactMap { field in field.write(object).map { (field.key.name, $0) } }
  }
}

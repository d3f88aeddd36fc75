extension Scene.Joint {
  /// Those of its numbers that a sweep sets, maxForce and breakAt included.
  var numbers: [String] {
    var names: [String] = []
    var form = form
    form.forEachValue(number: { name, _ in names.append(name) }, vector: { _, _ in })
    return names + ["maxForce", "breakAt"]
  }

  /// False for a property that it has not.
  mutating func setNumber(_ property: String, to value: Double) -> Bool {
    guard numbers.contains(property) else { return false }
    switch property {
    case "maxForce": maxForce = value
    case "breakAt": breakAt = value
    default: form.forEachValue(number: { if $0 == property { $1 = value } }, vector: { _, _ in })
    }
    return true
  }
}

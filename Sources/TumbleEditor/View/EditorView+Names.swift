// Names of what is selected, and names that nothing has yet.
extension EditorView {
  /// What a gesture is called after: the name of one thing, or how many there are.
  func nameOfAll(_ selection: Selection) -> String {
    if selection.count == 1 {
      return selection.bodies.first.map(name) ?? selection.joints.first.map(name)
        ?? selection.emitters.first.map(name(ofEmitter:)) ?? ""
    }
    if selection.bodies.count + selection.joints.count == 0 { return "\(selection.count) emitters" }
    if !selection.emitters.isEmpty { return "\(selection.count) things" }
    if selection.joints.isEmpty { return "\(selection.bodies.count) bodies" }
    if selection.bodies.isEmpty { return "\(selection.joints.count) joints" }
    return "\(selection.count) things"
  }

  /// The first of `box1`, `box2`, … that nothing of the world is called, nor begins with up to a dash.
  func freeName(_ stem: String) -> String {
    let used = usedStems
    var number = 1
    while used.contains(Substring("\(stem)\(number)")) { number += 1 }
    return "\(stem)\(number)"
  }

  /// A new name for each name: what stands before its number with the next number that is free, and what follows a dash kept.
  package func freeNames(for names: [String]) -> [String] {
    let used = usedStems
    // The same for all names that share the part before the dash, so that what belongs together stays so.
    var given: [Substring: String] = [:]
    var taken: Set<Substring> = []
    // Up to the last number that was given all are in use.
    var last: [Substring: Int] = [:]
    return names.map { name in
      let stem = name.prefix { $0 != "-" }
      let rest = name.dropFirst(stem.count)
      if let known = given[stem] { return known + rest }
      var letters = stem
      while let end = letters.last, end.isNumber { letters.removeLast() }
      var number = last[letters, default: 0] + 1
      while used.contains(Substring("\(letters)\(number)"))
        || taken.contains(Substring("\(letters)\(number)"))
      {
        number += 1
      }
      last[letters] = number
      let new = "\(letters)\(number)"
      given[stem] = new
      taken.insert(Substring(new))
      return new + rest
    }
  }

  /// What names begin with, up to a dash; of what is gone too, for a name is not used twice.
  private var usedStems: Set<Substring> {
    var used: Set<Substring> = []
    for body in description.bodies { used.insert(body.name.prefix { $0 != "-" }) }
    for joint in description.joints { used.insert(joint.name.prefix { $0 != "-" }) }
    for emitter in description.emitters { used.insert(emitter.name.prefix { $0 != "-" }) }
    return used
  }
}

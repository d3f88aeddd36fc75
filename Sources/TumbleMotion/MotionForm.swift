import TumbleFiles

/// A form in which motion leaves the program.
package enum MotionForm: String, CaseIterable, Sendable {
  case lottie, svg, css, swift, gltf, keys

  /// The ending of a file's name that means it; of keys as JSON and of Lottie it is the same.
  package var endings: [String] {
    switch self {
    case .lottie: ["json"]
    case .svg: ["svg"]
    case .css: ["css"]
    case .swift: ["swift"]
    case .gltf: ["glb"]
    case .keys: ["csv", "json"]
    }
  }

  /// Returns the form that an ending means; nil for one of another kind of file.
  package init?(ending: String) {
    guard let form = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = form
  }

  /// Is true if it has the paper, looks and joints; else it is the motion of bodies alone.
  package var hasLooks: Bool {
    switch self {
    case .lottie, .svg, .gltf: true
    case .css, .swift, .keys: false
    }
  }
}

extension MotionDocument {
  /// Returns a file's bytes.
  /// - Parameter ending: That of its name: keys are CSV or JSON.
  /// - Throws: `DrawingError` if a picture cannot be encoded.
  package func bytes(as form: MotionForm, ending: String) throws -> [UInt8] {
    switch form {
    case .lottie: [UInt8](lottie.utf8)
    case .svg: [UInt8](svg.utf8)
    case .css: [UInt8](css.utf8)
    case .swift: [UInt8](coreAnimation.utf8)
    case .gltf: try gltf()
    case .keys: [UInt8]((ending == "csv" ? keysCSV : keysJSON).utf8)
    }
  }

  /// Returns what of the run a form does not have, for a message.
  package func missing(in form: MotionForm) -> [String] {
    var missing = form.hasLooks ? self.missing : ["looks", "joints"]
    let layers = form.hasLooks ? self.layers : moving
    func changes(_ channel: MotionChannel) -> Bool { layers.contains { !$0[channel].isConstant } }
    if form == .gltf {
      if changes(.opacity) { missing.append("opacities that change") }
      if layers.contains(where: { $0.colors.count > 1 }) { missing.append("colors that change") }
    }
    if !form.hasLooks, layers.contains(where: { $0.colors.count > 1 }) {
      missing.append("colors that change")
    }
    if form == .keys || form == .css || form == .swift {
      let still = self.layers.filter { $0.body?.isStatic == true }.count
      if still > 0 { missing.append("\(still) static bod\(still == 1 ? "y" : "ies")") }
    }
    return missing
  }
}

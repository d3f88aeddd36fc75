extension SceneReader {
  /// What came of reading a file.
  public struct Outcome: Sendable {
    /// nil if there is an error among the diagnostics.
    public let scene: Scene?
    /// Errors, then warnings, then notes, each in the order of the file.
    public let diagnostics: [SceneDiagnostic]
    /// Where the scene's objects stand in the file; nil if there is no scene.
    public let source: SceneSource?
    /// The file's text; empty if it has none.
    public let text: String
    /// The text with what it includes and the values that its variables were given: for a recording to keep.
    public let content: String
    /// The paths of the files that it includes, there or not: for a watch.
    public let included: [String]
    /// Its variables, those of included files too, in their order.
    package let variables: [Variable]

    /// A variable of a scene.
    package struct Variable: Sendable {
      package let name: String
      /// The unit of its number; nil for a plain one, and for arithmetic.
      package let unit: String?
    }
    /// What the diagnostics are made from.
    package let found: DiagnosticList

    init(
      scene: Scene? = nil, source: SceneSource? = nil, found: DiagnosticList, text: String,
      content: String? = nil, included: [String] = [], variables: [Variable] = []
    ) {
      self.scene = found.hasErrors ? nil : scene
      self.source = found.hasErrors ? nil : source
      self.found = found
      self.text = text
      self.content = content ?? text
      self.included = included
      self.variables = variables
      diagnostics = found.report()
    }

    /// The file, as it stands in the diagnostics: its path if it was read from one.
    public var file: String { found.file }

    /// The scene; throws `SceneError.invalid` if there is none.
    public func get() throws -> Scene {
      guard let scene else { throw SceneError.invalid(diagnostics) }
      return scene
    }

    /// The same with other findings: those that it has, and more.
    package func with(_ found: DiagnosticList) -> Outcome {
      Outcome(
        scene: scene, source: source, found: found, text: text, content: content, included: included,
        variables: variables)
    }
  }
}

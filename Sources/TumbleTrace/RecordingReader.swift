import TumbleFrames

extension Recording {
  /// Reads a recording's bytes; a truncated or mangled one is refused, naming the line.
  ///
  /// What it takes in memory is bounded by the file's size and by `maxStates`.
  public init(bytes: [UInt8]) throws(RecordingError) { try self.init(bytes, needsEnd: true) }

  /// Reads whole lines of a recording that was not ended: it ends with the last step that it notes anything of.
  package init(unfinished bytes: [UInt8]) throws(RecordingError) { try self.init(bytes, needsEnd: false) }

  private init(_ bytes: [UInt8], needsEnd: Bool) throws(RecordingError) {
    guard !bytes.isEmpty else { throw .empty }
    let newline = UInt8(ascii: "\n")
    guard let end = bytes.firstIndex(of: newline) else {
      _ = try Head(line: bytes[...])
      throw .cutOff(lines: 0)
    }
    self.init(head: try Head(line: bytes[..<end]), end: 0)

    var number = 1
    var step = 0
    var states = 0
    var isEnded = false
    // Line by line, without a list of lines: those of a hostile file may take more memory than it.
    var rest = bytes[(end + 1)...]
    while let end = rest.firstIndex(of: newline) {
      number += 1
      guard !isEnded else { throw .line(number, "nothing may follow the end line") }
      let entry = try RecordingLine(rest[..<end], number: number).entry(number: number)
      rest = rest[(end + 1)...]
      guard entry.step >= step else { throw .line(number, "step \(entry.step) comes after step \(step)") }
      step = entry.step
      switch entry {
      case .command(let command): commands.append(command)
      case .check(let check):
        states += check.bodies.count
        guard states <= Self.maxStates else {
          throw .line(number, "the recording has the states of more than \(Self.maxStates) bodies")
        }
        checks.append(check)
      case .end(let step, let count):
        guard count == number else {
          throw .line(number, "the end line says that there are \(count) lines, and this is line \(number)")
        }
        self.end = step
        isEnded = true
      }
    }
    // What follows the last line feed is a line that was cut off.
    guard rest.isEmpty || !isEnded else { throw .line(number + 1, "nothing may follow the end line") }
    guard isEnded || !needsEnd else { throw .cutOff(lines: number) }
    // A command is carried out in the step that it names, a check stands after it.
    if !isEnded { self.end = max((commands.last?.step ?? -1) + 1, checks.last?.step ?? 0) }
  }
}

extension Recording.Head {
  init(line: ArraySlice<UInt8>) throws(RecordingError) {
    guard line.count <= Recording.maxHeadBytes else {
      throw .line(1, "it has more than \(Recording.maxHeadBytes) bytes")
    }
    let fields: JSONLine
    do {
      fields = try JSONLine(line)
    } catch .twice(let key) {
      throw .line(1, "the key \"\(key.prefix(40))\" is there twice")
    } catch {
      throw .notARecording
    }
    func text(_ key: String) -> String? {
      if case .text(let text)? = fields[key] { text } else { nil }
    }
    func integer(_ key: String) -> Int? {
      if case .number(let number)? = fields[key] { Int(exactly: number) } else { nil }
    }
    guard text("tumble") == "recording", let format = integer("format") else { throw .notARecording }
    guard format == Recording.format else { throw .unknownFormat(format) }
    guard let scene = text("scene"), let content = text("content"), let rate = integer("rate"),
      let library = text("library")
    else { throw .line(1, "the head needs scene, content, rate and library") }
    guard (1...10_000).contains(rate) else {
      throw .line(1, "the rate is 1 to 10000 steps per second, not \(rate)")
    }
    guard let revision = fields["revision"] == nil ? 1 : integer("revision"), revision >= 1 else {
      throw .line(1, "the revision is a whole number, at least 1")
    }
    guard !(scene + library).unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw .line(1, "the scene's name has a control character in it")
    }
    // Files are named by it.
    guard !scene.contains("/") else { throw .line(1, "the scene's name has a '/' in it") }
    let path = text("path").flatMap { $0.hasPrefix("/") && !$0.contains("\0") ? $0 : nil }
    self.init(
      scene: scene, content: content, rate: rate, library: library, revision: revision, path: path)
  }
}

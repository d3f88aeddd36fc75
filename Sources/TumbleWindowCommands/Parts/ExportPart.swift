import Foundation
import TumbleGeometry
import TumbleInput
import TumbleLooks
import TumblePanels
import TumblePictureCommands
import TumbleSimulation

/// Files of the run: a recording at once; films, pages, motion and pictures by a card, and then by a
/// thread that runs a copy of the session while the window goes on.
final class ExportPart: TellingPart {
  private let session: Session
  private let notices: Notices
  private let appearance: () -> InterfaceTheme.Appearance
  /// The part of the world that the window shows; nil: the scene's own view.
  private let seen: () -> Rect?
  private var card: ExportCard? {
    didSet { if let card { choices[card.kind] = card.choice } }
  }
  /// The choices on the last card of each kind.
  private var choices: [ExportKind: ExportCard.Choice] = [:]
  /// The file that is written.
  private(set) var work: (job: ExportWork.Job, card: ExportCard)?
  /// The warning about the latest file that could not be written, until another is.
  private var failure: String?
  var events: [WindowEvent] = []

  init(
    _ session: Session, _ notices: Notices, appearance: @escaping () -> InterfaceTheme.Appearance,
    seen: @escaping () -> Rect?
  ) {
    (self.session, self.notices, self.appearance, self.seen) = (session, notices, appearance, seen)
  }
}

extension ExportPart {
  var isAtWork: Bool { work != nil }

  func perform(_ name: WindowAction) -> Bool {
    switch name {
    case .record: record()
    case .stop: stop()
    default:
      guard let kind = ExportKind(name) else { return false }
      card =
        card?.kind == kind
        ? nil
        : ExportCard(
          kind, of: session.world.scene.name, appearance(), seen: seen(), like: choices[kind])
      // The marks are on the time line.
      events.append(.pastIsReady)
    }
    return true
  }

  func obstacle(to name: WindowAction) -> String? {
    guard name == .record else { return nil }
    if let file = session.recordedFile { return "this run is recorded in \(file) already" }
    return session.world.steps == 0 && session.log.isEmpty ? "nothing has been done yet" : nil
  }

  func perform(_ action: PanelAction) -> Bool {
    switch action {
    case .export: begin()
    case .close(.export): card = nil
    case .stopProgress where session.rerun == nil: stop()
    case .timeline(.mark(let step, let isEnd)):
      let moments = moments
      card?.mark(Double(step) / Double(session.world.rate), isEnd: isEnd, moments)
    case .edit(let row, let value) where row.hasPrefix(ExportCard.prefix): card?.edit(row, value)
    case .beginEdit(let row), .endEdit(let row): return row.hasPrefix(ExportCard.prefix)
    default: return false
    }
    return true
  }

  /// The folder that the card's file goes to; nil without a card.
  var folder: String? { card.map { FilePath.folder(of: $0.path) } }

  func choose(folder: String) { card?.choose(folder: folder) }

  private func record() {
    let stem = NumberedFiles.word(session.world.scene.name, or: "scene")
    do {
      let name = try NumberedFiles.write(
        named: stem + "-recording", [("jsonl", Data(session.recording.bytes))])
      notices.tellWritten(name + ".jsonl", at: name)
    } catch {
      notices.tellAndPrint("the recording could not be written: \(error)")
    }
  }

  /// The moments of the card, in seconds.
  private var moments: ClosedRange<Double> {
    let (rate, present) = (Double(session.world.rate), session.world.steps)
    return card?.moments(shown: Double(session.viewStep ?? present) / rate, present: Double(present) / rate)
      ?? 0...0
  }

  private func begin() {
    guard let card, work == nil, card.refusal(moments) == nil else { return }
    guard session.rerun == nil else { return notices.tell("the world is still run again") }
    // The window has a processor to itself.
    let jobs = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1)
    let arguments = card.arguments(moments) + (card.kind == .film ? ["--jobs=\(jobs)"] : [])
    let job = ExportWork.job(card.kind.command, arguments, session.recording, of: session.world.scene)
    (work, self.card) = ((job, card), nil)
    if let failure { notices.withdraw(failure) }
  }

  private func stop() {
    guard let work else { return }
    work.job.cancel()
    notices.tell("stopped: \(FilePath.file(of: work.card.path)) was not written")
  }

  /// Ends what is under way, before the window closes: nothing is left of it.
  func end() {
    work?.job.cancel()
    work?.job.wait()
    work = nil
  }

  func tick(at now: Duration) {
    guard let (job, card) = work, let result = job.take() else { return }
    let path = card.path
    work = nil
    events.append(.changed)
    do {
      let sentences = try result.get()
      let warnings = sentences.filter { $0.hasPrefix("warning: ") }
        .map { "; " + $0.dropFirst(9).replacing(path, with: "it") }
      notices.tellWritten(FilePath.file(of: path), at: path, warnings.joined())
    } catch is SessionInterruption {
      // It was asked for.
    } catch {
      // The card is there again, with what was chosen.
      self.card = self.card ?? card
      let text = "the \(card.kind.rawValue) could not be written: \(error)"
      failure = String(text.prefix { $0 != "\n" })
      notices.warn(firstLineOf: text, label: "warning: ")
    }
  }

  func worldChanged(isOther: Bool) {
    if isOther { card = nil }
  }

  func show(in state: inout InterfaceState, at now: Duration) {
    if let work, state.progress == nil {
      state.progress = ProgressState(
        title: "Export \(work.card.kind.rawValue)", fraction: work.job.progress,
        detail: FilePath.file(of: work.card.path))
    }
    guard let card else { return }
    let (moments, rate) = (moments, Double(session.world.rate))
    state.export = card.state(moments, isReady: work == nil)
    let steps = { (seconds: Double) in Int(min(seconds * rate, 1e9).rounded()) }
    state.timeline?.exported = steps(moments.lowerBound)...steps(moments.upperBound)
  }
}

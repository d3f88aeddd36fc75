import Foundation
import Synchronization
import TumbleFiles

/// SIGTERM, SIGINT and SIGHUP, taken as a wish to end.
///
/// A thread of its own waits for them, so that they are heeded whatever the others do. Loops ask `isRequested` between
/// steps and end in order. A program that does not (the engine is busy with one step forever, or no one reads a
/// pipe) is ended by the signal after half a second; what outputs hold is saved before that.
package final class ExitSignals: Sendable {
  private let requested = Atomic<Int32>(0)
  private let outputs = Mutex<[@Sendable () -> Void]>([])
  /// What is said to the person who asks for the end of a program that finishes its work first; nil for one that does not.
  private let patience = Mutex<String?>(nil)

  /// Between the signal and the end of a program that does not heed it, in milliseconds.
  private static let grace = 500
  private static let numbers = [SIGTERM, SIGINT, SIGHUP]

  package init() {}
}

extension ExitSignals {
  /// Whether the program was asked to end.
  package var isRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// The signal that asked; nil if none did.
  package var signal: Int32? {
    let number = requested.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Takes the signals over. To be called before another thread is started: a thread inherits which signals are blocked.
  package func takeOver() {
    var taken = sigset_t()
    sigemptyset(&taken)
    for number in Self.numbers where !Self.isIgnored(number) { sigaddset(&taken, number) }
    pthread_sigmask(SIG_BLOCK, &taken, nil)
    let signals = taken
    Thread.detachNewThread { self.wait(for: signals) }
  }

  /// Does something with an output of a program that has to be ended in the middle of its work. It runs on another thread than the
  /// one that writes, which may hold a lock forever: it may not wait for one.
  package func beforeBeingEnded(_ save: @escaping @Sendable () -> Void) {
    outputs.withLock { $0.append(save) }
  }

  /// From now on the program ends by itself when a signal asks for it, however long that takes. A second signal ends it at once.
  ///
  /// - Parameter text: What is said then, for a person.
  package func waitForWork(saying text: String) { patience.withLock { $0 = text } }

  /// Ends the program as the signal would have, so that the parent process sees the cause.
  package static func end(by number: Int32) -> Never {
    Foundation.signal(number, SIG_DFL)
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, number)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(number)
    exit(128 + number)
  }

  /// What `nohup` and a shell's `&` let a program ignore stays ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    while sigwait(&signals, &number) != 0 {}
    requested.store(number, ordering: .relaxed)
    // A second signal ends the program at once.
    if let text = patience.withLock({ $0 }) {
      StandardError.say(text)
      while sigwait(&signals, &number) != 0 {}
    } else {
      var grace = timespec(tv_sec: 0, tv_nsec: Self.grace * 1_000_000)
      while sigtimedwait(&signals, nil, &grace) < 0, errno == EINTR {}
    }
    outputs.withLockIfAvailable { for save in $0 { save() } }
    StandardError.sayAtOnce("ended in the middle of its work; what it had written is kept")
    Self.end(by: number)
  }
}

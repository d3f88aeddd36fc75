import CTumbleDBus
import Foundation

/// A bus of its own, and on it the desktop's portal with one setting.
final class FakeDesktop: @unchecked Sendable {
  let address: String
  private let daemon = Process()
  private let lock = NSLock()
  /// The answer to `Read`, behind the lock.
  private var scheme: UInt32
  /// The changes that are still to be told, behind the lock.
  private var changes: [(scheme: UInt32, key: String)] = []
  private var isClosed = false
  private let thread = DispatchSemaphore(value: 0)
  private let isReady = DispatchSemaphore(value: 0)

  struct Failure: Error {}

  /// - Parameters:
  ///   - scheme: The color scheme: 0 for none, 1 for dark, 2 for light.
  ///   - hasPortal: Without it nobody answers on the bus.
  init(scheme: UInt32, hasPortal: Bool = true) throws {
    self.scheme = scheme
    let output = Pipe()
    daemon.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    daemon.arguments = ["--session", "--nofork", "--print-address=1"]
    daemon.standardOutput = output
    daemon.standardError = FileHandle.nullDevice
    try daemon.run()
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        throw Failure()
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    address = line.trimmingCharacters(in: .newlines)
    guard hasPortal else {
      thread.signal()
      return
    }
    Thread { [self] in
      serve()
      thread.signal()
    }.start()
    isReady.wait()
  }

  /// The person sets it; those who listen get a signal.
  ///
  /// - Parameter key: Another is none that counts.
  func set(_ scheme: UInt32, key: String = "color-scheme") {
    lock.withLock { changes.append((scheme, key)) }
  }

  /// The bus goes, as when a session ends.
  func close() {
    lock.withLock { isClosed = true }
    thread.wait()
    thread.signal()
    // A test process may hand down SIGTERM blocked.
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  private func serve() {
    guard let connection = dbus_connection_open_private(address, nil) else {
      isReady.signal()
      return
    }
    defer {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    dbus_bus_register(connection, nil)
    dbus_bus_request_name(connection, "org.freedesktop.portal.Desktop", 0, nil)
    isReady.signal()
    while !lock.withLock({ isClosed }), dbus_connection_read_write(connection, 10) != 0 {
      while let message = dbus_connection_pop_message(connection) {
        if dbus_message_is_method_call(message, "org.freedesktop.portal.Settings", "Read") != 0 {
          answer(message, connection)
        }
        dbus_message_unref(message)
      }
      for change in lock.withLock({
        defer { changes = [] }
        return changes
      }) { tell(change, connection) }
      dbus_connection_flush(connection)
    }
  }

  /// Answers as portals do: with a variant in a variant.
  private func answer(_ message: OpaquePointer, _ connection: OpaquePointer) {
    guard let reply = dbus_message_new_method_return(message) else { return }
    var outer = DBusMessageIter()
    var middle = DBusMessageIter()
    dbus_message_iter_init_append(reply, &outer)
    dbus_message_iter_open_container(&outer, ctumble_dbus_variant, "v", &middle)
    Self.append(lock.withLock { scheme }, to: &middle)
    dbus_message_iter_close_container(&outer, &middle)
    dbus_connection_send(connection, reply, nil)
    dbus_message_unref(reply)
  }

  private func tell(_ change: (scheme: UInt32, key: String), _ connection: OpaquePointer) {
    guard
      let signal = dbus_message_new_signal(
        "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged")
    else { return }
    var values = DBusMessageIter()
    dbus_message_iter_init_append(signal, &values)
    for text in ["org.freedesktop.appearance", change.key] {
      text.withCString { text in
        var text: UnsafePointer<CChar>? = text
        _ = dbus_message_iter_append_basic(&values, ctumble_dbus_string, &text)
      }
    }
    Self.append(change.scheme, to: &values)
    dbus_connection_send(connection, signal, nil)
    dbus_message_unref(signal)
  }

  private static func append(_ number: UInt32, to values: inout DBusMessageIter) {
    var (variant, number) = (DBusMessageIter(), number)
    dbus_message_iter_open_container(&values, ctumble_dbus_variant, "u", &variant)
    dbus_message_iter_append_basic(&variant, ctumble_dbus_uint32, &number)
    dbus_message_iter_close_container(&values, &variant)
  }
}

import CTumbleDBus
import Foundation
import TumbleFiles
import TumbleLooks

/// The desktop's setting of light or dark colors, and its changes: the setting `color-scheme` that desktops
/// answer on the session's bus (the XDG desktop portal, `org.freedesktop.portal.Settings`).
///
/// A thread of its own asks and listens, so that a slow desktop holds up nothing. What both threads touch is
/// behind the lock: hence the unchecked conformance.
final class DesktopAppearance: @unchecked Sendable {
  private let condition = NSCondition()
  private var known: InterfaceTheme.Appearance?
  private var hasAnswered = false
  private var isClosed = false

  /// The time that an answer may take before the desktop counts as one that has no such setting.
  private static let answerMilliseconds: Int32 = 3_000
  /// The time that the thread waits for messages before it looks whether it is still wanted.
  private static let listenMilliseconds: Int32 = 250

  /// Listens to the bus of this person's session; nil where there is none.
  convenience init?(environment: [String: String]) {
    if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
      self.init(address: address)
    } else if let folder = environment["XDG_RUNTIME_DIR"],
      FileManager.default.fileExists(atPath: "\(folder)/bus")
    {
      self.init(address: "unix:path=\(folder)/bus")
    } else {
      return nil
    }
  }

  /// - Parameter address: Of a bus, such as `unix:path=/run/user/1000/bus`.
  init(address: String) {
    let thread = Thread { [self] in
      listen(to: address)
      note(nil)
    }
    thread.name = "tumble.desktop"
    thread.start()
  }

  /// The setting; nil if the desktop has no preference, or has not answered.
  var current: InterfaceTheme.Appearance? { condition.withLock { known } }

  /// Waits for the first answer, but not for longer than this.
  func wait(atMost seconds: Double) { _ = wait(atMost: seconds) { hasAnswered } }

  /// Waits until the desktop has this setting; false if that took longer than the limit.
  func wait(for appearance: InterfaceTheme.Appearance?, atMost seconds: Double) -> Bool {
    wait(atMost: seconds) { known == appearance }
  }

  private func wait(atMost seconds: Double, until isSo: () -> Bool) -> Bool {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: seconds)
      while !isSo(), condition.wait(until: end) {}
      return isSo()
    }
  }

  /// Has the thread end soon.
  func close() { condition.withLock { isClosed = true } }

  private var isListening: Bool { condition.withLock { !isClosed } }

  private func note(_ appearance: InterfaceTheme.Appearance?) {
    condition.withLock {
      (known, hasAnswered) = (appearance, true)
      condition.broadcast()
    }
  }
}

// MARK: On the thread

extension DesktopAppearance {
  private static let namespace = "org.freedesktop.appearance"
  private static let key = "color-scheme"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Reads messages until the connection is lost or `close()` is called.
  private func listen(to address: String) {
    guard let connection = dbus_connection_open_private(address, nil) else { return }
    defer {
      dbus_connection_close(connection)
      dbus_connection_unref(connection)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    guard dbus_bus_register(connection, nil) != 0 else { return }
    // Before asking, so that no change is missed.
    dbus_bus_add_match(connection, "type='signal',interface='\(Self.interface)',member='SettingChanged'", nil)
    note(ask(connection))
    while isListening, dbus_connection_read_write(connection, Self.listenMilliseconds) != 0 {
      while let message = dbus_connection_pop_message(connection) {
        if dbus_message_is_signal(message, Self.interface, "SettingChanged") != 0 { take(message) }
        dbus_message_unref(message)
      }
    }
  }

  private func ask(_ connection: OpaquePointer) -> InterfaceTheme.Appearance? {
    guard
      let question = dbus_message_new_method_call(
        "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", Self.interface, "Read")
    else { return nil }
    defer { dbus_message_unref(question) }
    var arguments = DBusMessageIter()
    dbus_message_iter_init_append(question, &arguments)
    for word in [Self.namespace, Self.key] {
      word.withCString { text in
        var text: UnsafePointer<CChar>? = text
        _ = dbus_message_iter_append_basic(&arguments, ctumble_dbus_string, &text)
      }
    }
    guard
      let answer = dbus_connection_send_with_reply_and_block(
        connection, question, Self.answerMilliseconds, nil)
    else { return nil }
    defer { dbus_message_unref(answer) }
    var values = DBusMessageIter()
    guard dbus_message_iter_init(answer, &values) != 0 else { return nil }
    return Self.appearance(&values)
  }

  /// Takes in a message that a setting has changed: its namespace, its key, its value.
  private func take(_ message: OpaquePointer) {
    var values = DBusMessageIter()
    guard dbus_message_iter_init(message, &values) != 0, Self.text(&values) == Self.namespace,
      dbus_message_iter_next(&values) != 0, Self.text(&values) == Self.key,
      dbus_message_iter_next(&values) != 0
    else { return }
    note(Self.appearance(&values))
  }

  private static func text(_ values: inout DBusMessageIter) -> String? {
    guard dbus_message_iter_get_arg_type(&values) == ctumble_dbus_string else { return nil }
    var text: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&values, &text)
    return text.map { String(cString: $0) }
  }

  /// `Read` answers with a variant in a variant, a signal with one: the number 0 for no preference, 1 for
  /// dark, 2 for light.
  private static func appearance(_ values: inout DBusMessageIter) -> InterfaceTheme.Appearance? {
    var values = values
    for _ in 0..<4 where dbus_message_iter_get_arg_type(&values) == ctumble_dbus_variant {
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&values, &inner)
      values = inner
    }
    guard dbus_message_iter_get_arg_type(&values) == ctumble_dbus_uint32 else { return nil }
    var number: UInt32 = 0
    dbus_message_iter_get_basic(&values, &number)
    return number == 1 ? .dark : number == 2 ? .light : nil
  }
}

/// Light or dark colors: as the desktop is set, until a person wants the others.
struct ChosenAppearance {
  /// The appearance that a person chose; nil: as the desktop.
  private var chosen: InterfaceTheme.Appearance?

  /// - Parameter desktop: Its setting; nil where it has none, which counts as light.
  func shown(desktop: InterfaceTheme.Appearance?) -> InterfaceTheme.Appearance { chosen ?? desktop ?? .light }

  /// Changes to the other colors. Where those are the desktop's, it is followed from then on.
  mutating func toggle(desktop: InterfaceTheme.Appearance?) {
    let wanted: InterfaceTheme.Appearance = shown(desktop: desktop) == .dark ? .light : .dark
    chosen = wanted == desktop ? nil : wanted
  }

  mutating func restore(_ settings: Settings) { chosen = settings.theme.map { $0 == .dark ? .dark : .light } }

  func keep(in settings: inout Settings) { settings.theme = chosen.map { $0 == .dark ? .dark : .light } }
}

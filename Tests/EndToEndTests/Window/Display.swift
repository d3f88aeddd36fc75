import Foundation
import TumbleTestSupport

/// An X server of a test's own, without a screen anyone looks at: Xvfb.
final class Display {
  /// The display's name, such as `:12`.
  let name: String
  private let server: RunningProgram
  private let folder: ScratchFolder
  private var manager: RunningProgram?

  static let isAvailable = ["Xvfb", "xdotool", "python3"].allSatisfy { path(of: $0) != nil }

  static func path(of program: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(program)" }.first(where: FileManager.default.isExecutableFile)
  }

  init() throws {
    folder = try ScratchFolder()
    // The number it found free comes on standard output; its screen lies in a file. Without -noreset it would
    // start over, deaf for a moment, whenever its last client leaves, and xdotool comes and goes.
    server = try RunningProgram(
      path: Self.path(of: "Xvfb") ?? "/usr/bin/Xvfb",
      [
        "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset", "-fbdir",
        folder.url.path,
      ])
    try server.wait("for its display") { [server] in try server.outputText().hasSuffix("\n") }
    name = ":" + (try server.outputText().trimmingCharacters(in: .whitespacesAndNewlines))
  }

  deinit {
    // In order, so that each takes its files away.
    for program in [manager, server] {
      program?.signal(SIGTERM)
      _ = try? program?.end()
    }
  }

  /// Ends it as a crash would.
  func kill() throws {
    server.signal(SIGKILL)
    _ = try server.end()
  }

  /// Moves the mouse, presses keys, finds windows: what `xdotool` does with these words.
  @discardableResult
  func xdotool(_ words: String...) throws -> RunProgram.Result { try xdotool(words) }

  @discardableResult
  func xdotool(_ words: [String]) throws -> RunProgram.Result {
    var program = RunProgram(path: Self.path(of: "xdotool") ?? "/usr/bin/xdotool")
    program.environment = ["DISPLAY": name]
    return try program.run(words)
  }

  /// Starts Openbox, which gives windows frames and says which of them has the keys.
  func startWindowManager() throws {
    var program = RunProgram(path: Self.path(of: "openbox") ?? "/usr/bin/openbox")
    program.environment = ["DISPLAY": name, "HOME": folder.url.path]
    // It runs this when it manages the windows.
    let manager = try program.start(["--startup", "touch \(folder.path("managed"))"])
    try manager.wait("for openbox", in: folder.url) { try folder.names().contains("managed") }
    self.manager = manager
  }

  /// Sends a window what a click on its close button sends.
  func close(window: String) throws {
    let outcome = try python("-c", Self.closeScript, window)
    if outcome.code != 0 { throw RunningProgram.Failure(outcome.errors) }
  }

  /// The bytes of a window's text property; empty where it has none.
  func property(_ name: String, of window: String) throws -> String {
    let outcome = try python("-c", Self.propertyScript, window, name)
    if outcome.code != 0 { throw RunningProgram.Failure(outcome.errors) }
    return outcome.text
  }

  /// The widths of what the window manager has put around a window, if there is one.
  func frame(of window: String) throws -> (left: Int, top: Int) {
    guard manager != nil else { return (0, 0) }
    let widths = try python("-c", Self.frameScript, window).text.split(whereSeparator: \.isWhitespace)
      .compactMap { Int($0) }
    guard widths.count == 2 else { throw RunningProgram.Failure("the window has no frame") }
    return (widths[0], widths[1])
  }

  private var python: RunProgram {
    var python = RunProgram(path: Self.path(of: "python3") ?? "/usr/bin/python3")
    python.environment = ["DISPLAY": name]
    return python
  }

  /// Notes every window that opens and closes from now on, in that order, until it is let go of.
  final class Watch {
    private let watcher: RunningProgram

    fileprivate init(_ display: Display) throws {
      watcher = try display.python.start(["-c", Display.watchScript])
      try watcher.wait("for the watch") { [watcher] in try watcher.outputText().hasPrefix("ready\n") }
    }

    /// The words of whole lines.
    private func lines() throws -> [[String]] {
      try watcher.outputText().split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { $0.split(separator: " ").map(String.init) }
    }

    /// Returns the ids of the windows that have opened, each as often as it did.
    func opened() throws -> [String] { try lines().filter { $0.first == "opened" }.map { $0[1] } }

    /// Waits until a window is gone: nothing that it did comes after that.
    func waitForEnd(of window: String) throws {
      try watcher.wait("for the window to close") { try lines().contains(["closed", window]) }
    }
  }

  func watchWindows() throws -> Watch { try Watch(self) }

  private static let watchScript = """
    import ctypes
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.argtypes, x.XDefaultRootWindow.restype = [ctypes.c_void_p], ctypes.c_ulong
    x.XSelectInput.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_long]
    x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
    class Map(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                    ("display", ctypes.c_void_p), ("event", ctypes.c_ulong), ("window", ctypes.c_ulong),
                    ("rest", ctypes.c_long * 24)]
    x.XNextEvent.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
    display = x.XOpenDisplay(None)
    substructure_notify, destroy_notify, map_notify = 1 << 19, 17, 19
    x.XSelectInput(display, x.XDefaultRootWindow(display), substructure_notify)
    x.XSync(display, 0)
    print("ready", flush=True)
    event = Map()
    while True:
        x.XNextEvent(display, ctypes.byref(event))
        if event.type in (map_notify, destroy_notify):
            print("opened" if event.type == map_notify else "closed", event.window, flush=True)
    """

  private static let frameScript = """
    import ctypes, sys
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    pointer, window = ctypes.c_void_p, ctypes.c_ulong
    x.XGetGeometry.argtypes = [pointer, window] + [pointer] * 7
    root = ctypes.c_ulong()
    left, top, width, height, border, depth = (ctypes.c_int() for _ in range(6))
    there = [ctypes.byref(value) for value in (root, left, top, width, height, border, depth)]
    x.XGetGeometry(x.XOpenDisplay(None), int(sys.argv[1]), *there)
    print(left.value, top.value)
    """

  private static let propertyScript = """
    import ctypes, sys
    x = ctypes.CDLL("libX11.so.6")
    class Property(ctypes.Structure):
        _fields_ = [("value", ctypes.c_char_p), ("encoding", ctypes.c_ulong), ("format", ctypes.c_int),
                    ("count", ctypes.c_ulong)]
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    x.XGetTextProperty.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(Property), ctypes.c_ulong]
    display = x.XOpenDisplay(None)
    value = Property()
    x.XGetTextProperty(display, int(sys.argv[1]), ctypes.byref(value),
                       x.XInternAtom(display, sys.argv[2].encode(), 0))
    sys.stdout.buffer.write(value.value or b"")
    """

  private static let closeScript = """
    import ctypes, sys
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    x.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
    class Message(ctypes.Structure):
        _fields_ = [("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int),
                    ("display", ctypes.c_void_p), ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong),
                    ("format", ctypes.c_int), ("data", ctypes.c_long * 5), ("rest", ctypes.c_long * 24)]
    display = x.XOpenDisplay(None)
    window = int(sys.argv[1])
    message = Message(type=33, window=window, format=32)
    message.message_type = x.XInternAtom(display, b"WM_PROTOCOLS", 0)
    message.data[0] = x.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
    x.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
    x.XSendEvent(display, window, 0, 0, ctypes.byref(message))
    x.XCloseDisplay.argtypes = [ctypes.c_void_p]
    x.XCloseDisplay(display)
    """

  /// Saves the screen of a test that has given up as a file (`.xwd`) in the folder `TUMBLE_TEST_SCREENS`, if
  /// that is set.
  func keepPicture(of name: String) {
    guard let folder = ProcessInfo.processInfo.environment["TUMBLE_TEST_SCREENS"],
      let screen = try? Data(contentsOf: self.folder.url.appendingPathComponent("Xvfb_screen0"))
    else { return }
    try? screen.write(to: URL(fileURLWithPath: "\(folder)/\(name).xwd"))
  }

  /// The whole screen as it is now.
  func screenshot() throws -> Screenshot {
    Screenshot(try Data(contentsOf: folder.url.appendingPathComponent("Xvfb_screen0")))
  }
}

/// A screen in X's window dump format (XWD).
struct Screenshot: Equatable {
  private let data: Data
  private let start: Int
  private let stride: Int

  init(_ data: Data) {
    func field(_ index: Int) -> Int { data[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | Int($1) } }
    self.data = data
    // The head's size, its table of colors, and the bytes of a row.
    start = field(0) + field(19) * 12
    stride = field(12)
  }

  /// The red, green and blue in 0...255.
  subscript(x: Int, y: Int) -> (red: Int, green: Int, blue: Int) {
    let at = start + y * stride + x * 4
    return (Int(data[at + 2]), Int(data[at + 1]), Int(data[at]))
  }
}

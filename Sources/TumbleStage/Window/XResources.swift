import CTumbleSDL2
import Foundation

/// The settings that an X desktop keeps as lines of text on its display, such as `Xft.dpi: 192`.
enum XResources {
  /// Pixels for each of the desktop's points, from the dots of an inch: 96 are one each; nil where nothing is said, or
  /// nothing sensible.
  static func scale(of text: String) -> Double? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == "Xft.dpi",
        let dots = Double(parts[1].trimmingCharacters(in: .whitespaces)), dots >= 48, dots <= 960
      else { continue }
      // Less than a point a pixel makes nothing sharper.
      return max((dots / 96 * 4).rounded() / 4, 1)
    }
    return nil
  }

  /// What the display has; empty where there is none to ask. libX11 is loaded already where SDL draws on X.
  static func ofDisplay() -> String {
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Read = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
    typealias Close = @convention(c) (OpaquePointer?) -> Int32
    guard let library = dlopen("libX11.so.6", RTLD_LAZY) else { return "" }
    defer { dlclose(library) }
    guard let open = dlsym(library, "XOpenDisplay"), let read = dlsym(library, "XResourceManagerString"),
      let close = dlsym(library, "XCloseDisplay"),
      let display = unsafeBitCast(open, to: Open.self)(nil)
    else { return "" }
    defer { _ = unsafeBitCast(close, to: Close.self)(display) }
    // The text belongs to the display.
    return unsafeBitCast(read, to: Read.self)(display).map { String(cString: $0) } ?? ""
  }
}

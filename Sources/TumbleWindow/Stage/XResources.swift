import CTumbleSDL2
import Foundation
import TumblePanels
import TumbleRendering

/// The settings that an X desktop keeps as lines of text on its display, such as `Xft.dpi: 192`.
enum XResources {
  /// Returns the resources of the display; empty if there are none. libX11 is loaded already where SDL draws
  /// on X.
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

extension SDLSession {
  /// The scale of letters that the desktop asks for: X11 tells SDL of no scale, but has a setting of it.
  package var scale: Double {
    guard driver == "x11",
      let dots = InterfaceSurface.dotsPerInch(inResources: XResources.ofDisplay())
    else { return 1 }
    // Less than a point a pixel makes nothing sharper.
    return max(InterfaceSurface.scale(dotsPerInch: dots), 1)
  }
}

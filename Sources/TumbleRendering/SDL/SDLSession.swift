import CTumbleSDL2
import Foundation

/// SDL's video and events, on from `init` to `deinit`.
///
/// SDL turns SIGINT and SIGTERM into quit events while it is on.
package final class SDLSession {
  package enum Display: Sendable {
    /// A screen that a person sees.
    case screen
    /// Memory only; needs no display.
    case offscreen
  }

  /// SDL's name for the driver it chose, such as `x11`, `wayland` or `dummy`.
  package let driver: String

  /// `SDL_VIDEODRIVER` in the environment has the last word on the driver.
  package init(_ display: Display) throws(StageError) {
    SDL_SetMainReady()
    // The X server is given a title in the locale's letters, which for C's own locale are those of ASCII. The other
    // categories stay as they are: numbers are written with a point.
    if setlocale(LC_CTYPE, "") == nil || String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    // A text cursor, a screen saver and dropped frames of a compositor are not for a sandbox.
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
    SDL_SetHint(SDL_HINT_APP_NAME, "Tumble")
    let chosen = SDL_getenv("SDL_VIDEODRIVER") != nil
    if !chosen { Self.chooseDriver(for: display) }
    guard SDL_InitSubSystem(UInt32(SDL_INIT_VIDEO)) == 0 else {
      let reason = lastSDLError()
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      if display == .offscreen { throw .refused(doing: "start SDL", reason: reason) }
      throw .noDisplay(reason: chosen || Self.hasDesktop ? reason : "")
    }
    driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
    // Without a display SDL falls back to a driver without a window: the program would run forever, unseen.
    if display == .screen, !chosen, ["dummy", "offscreen", "evdev"].contains(driver) {
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      throw .noDisplay(reason: "")
    }
  }

  private static var hasDesktop: Bool {
    SDL_getenv("DISPLAY") != nil || SDL_getenv("WAYLAND_DISPLAY") != nil
  }

  private static func chooseDriver(for display: Display) {
    switch display {
    case .offscreen: SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy")
    // The drivers of desktops would only complain, on standard error, about what is missing.
    case .screen where !hasDesktop: SDL_SetHint(SDL_HINT_VIDEODRIVER, "kmsdrm")
    case .screen: SDL_SetHint(SDL_HINT_VIDEODRIVER, nil)
    }
  }

  deinit { SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO)) }
}

/// SDL's words about its latest failure on this thread.
func lastSDLError() -> String {
  SDL_GetError().map { String(cString: $0) } ?? ""
}

import CTumbleSDL2

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
    // A text cursor, a screen saver and dropped frames of a compositor are not for a sandbox.
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0")
    SDL_SetHint(SDL_HINT_APP_NAME, "Tumble")
    let chosen = SDL_getenv("SDL_VIDEODRIVER") != nil
    if display == .offscreen, !chosen { SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy") }
    guard SDL_InitSubSystem(UInt32(SDL_INIT_VIDEO)) == 0 else {
      let reason = lastSDLError()
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      throw display == .screen ? .noDisplay(reason: reason) : .refused(doing: "start SDL", reason: reason)
    }
    driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
    // Without a display SDL falls back, unasked, to a driver nobody can see: the program would run for ever.
    if display == .screen, !chosen, ["dummy", "offscreen", "evdev"].contains(driver) {
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      throw .noDisplay(reason: "")
    }
  }

  deinit { SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO)) }
}

/// SDL's words about its latest failure on this thread.
func lastSDLError() -> String {
  SDL_GetError().map { String(cString: $0) } ?? ""
}

import CTumbleSDL2
import Foundation
import TumbleDrawing
import TumbleGeometry
import TumbleLooks

/// A resizable window on the screen, in its display's own resolution.
package final class Window {
  package let pointer: OpaquePointer
  // The window must close before SDL does.
  private let session: SDLSession
  /// A size below `minimum` that the window was given again after it had asked for more.
  private var forcedSize: PixelSize?

  /// The smallest size in the desktop's points: a smaller window has no room for the help.
  package static let smallest = PixelSize(320, 240)
  /// The same in the window's units.
  private var minimum = Window.smallest

  /// Creates a window, in the desktop's points, which may each be several pixels. It is not seen before
  /// ``show()``: SDL closes a window and opens another as it makes a renderer of OpenGL for it.
  package init(session: SDLSession, title: String, size: PixelSize) throws(StageError) {
    let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | SDL_WINDOW_HIDDEN.rawValue
    // The magic number is SDL_WINDOWPOS_CENTERED, a macro that Swift does not see.
    let centered: Int32 = 0x2FFF_0000
    guard
      let pointer = SDL_CreateWindow(title, centered, centered, Int32(size.width), Int32(size.height), flags)
    else { throw .refused(doing: "open a window", reason: lastSDLError()) }
    self.pointer = pointer
    self.session = session
    setMinimum(scale: 1)
  }

  deinit { SDL_DestroyWindow(pointer) }
}

extension Window {
  func show() { SDL_ShowWindow(pointer) }

  /// - Parameter scale: The window's units for each of the desktop's points.
  package func setMinimum(scale: Double) {
    minimum = PixelSize(Int(Double(Self.smallest.width) * scale), Int(Double(Self.smallest.height) * scale))
    SDL_SetWindowMinimumSize(pointer, Int32(minimum.width), Int32(minimum.height))
  }

  package var title: String { String(cString: SDL_GetWindowTitle(pointer)) }
  package func setTitle(_ title: String) { SDL_SetWindowTitle(pointer, title) }

  /// Shows a picture where the desktop lists windows.
  package func setIcon(_ picture: Bitmap) {
    var picture = picture
    picture.convertToStraightAlpha()
    let (width, height, stride) = (Int32(picture.width), Int32(picture.height), Int32(picture.stride))
    picture.withMutablePixels { pixels in
      let format = UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
      guard
        let surface = SDL_CreateRGBSurfaceWithFormatFrom(
          pixels.baseAddress, width, height, 32, stride, format)
      else { return }
      SDL_SetWindowIcon(pointer, surface)
      SDL_FreeSurface(surface)
    }
  }

  /// The size in the desktop's points, in which mouse positions are counted.
  package var size: PixelSize {
    var (width, height) = (Int32(0), Int32(0))
    SDL_GetWindowSize(pointer, &width, &height)
    return PixelSize(Int(width), Int(height))
  }

  /// Asks for the smallest size where the window was made smaller: a desktop may leave that to the window.
  /// One that insists has its way.
  package func keepMinimum() {
    let size = size
    guard size.width < minimum.width || size.height < minimum.height, size != forcedSize else { return }
    forcedSize = size
    SDL_SetWindowSize(pointer, Int32(max(size.width, minimum.width)), Int32(max(size.height, minimum.height)))
  }

  /// Is true if nothing of the window can be seen, so that there is no need to draw it.
  package var isHidden: Bool {
    SDL_GetWindowFlags(pointer) & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) != 0
  }

  /// Frames per second of the display the window is on; 60 if it does not say.
  package var refreshRate: Int {
    var mode = SDL_DisplayMode()
    let display = max(SDL_GetWindowDisplayIndex(pointer), 0)
    guard SDL_GetCurrentDisplayMode(display, &mode) == 0, mode.refresh_rate > 0 else { return 60 }
    return Int(mode.refresh_rate)
  }

  /// Sends the mouse's moves and its release here even from outside the window, while something is held.
  package func captureMouse(_ isCaptured: Bool) { SDL_CaptureMouse(isCaptured ? SDL_TRUE : SDL_FALSE) }

  package var isFullScreen: Bool {
    let desktop = SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
    return SDL_GetWindowFlags(pointer) & desktop == desktop
  }

  package func toggleFullScreen() {
    SDL_SetWindowFullscreen(pointer, isFullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue)
  }
}

extension Window {
  /// Is true if the desktop has made the window fill the screen, its frame included.
  package var isMaximized: Bool { SDL_GetWindowFlags(pointer) & SDL_WINDOW_MAXIMIZED.rawValue != 0 }
  package func maximize() { SDL_MaximizeWindow(pointer) }

  /// A size that was kept, of which all is seen on this screen, with the frame that a desktop puts around it.
  package static func fitting(_ size: PixelSize, on session: SDLSession) -> PixelSize {
    var bounds = SDL_Rect()
    guard SDL_GetDisplayUsableBounds(0, &bounds) == 0 else { return size }
    return fitting(size, screen: PixelSize(Int(bounds.w), Int(bounds.h)))
  }

  /// The same on a screen of a size.
  package static func fitting(_ size: PixelSize, screen: PixelSize) -> PixelSize {
    // The window lies in the middle: what a frame has above counts on both sides.
    PixelSize(min(size.width, max(screen.width - 16, 1)), min(size.height, max(screen.height - 64, 1)))
  }

  /// A comfortable size for a view: up to twice its points and most of the screen, in the view's proportions,
  /// with room for more beside and below it.
  ///
  /// - Parameters:
  ///   - extra: That room, in the desktop's points.
  ///   - scale: The window's units for each of the desktop's points.
  package static func comfortableSize(
    for view: Size, extra: PixelSize, scale: Double = 1, on session: SDLSession
  ) -> PixelSize {
    var bounds = SDL_Rect(x: 0, y: 0, w: 1280, h: 1024)
    SDL_GetDisplayUsableBounds(0, &bounds)
    return comfortableSize(
      for: view, extra: extra, scale: scale, screen: PixelSize(Int(bounds.w), Int(bounds.h)))
  }

  /// The same for a picture, which has no screen: one of 1600 × 1200 is assumed.
  package static func comfortableSize(
    for view: Size, extra: PixelSize = PixelSize(0, Layout.stripHeight), scale: Double = 1,
    screen: PixelSize = PixelSize(1600, 1200)
  ) -> PixelSize {
    let extraWidth = Int((Double(extra.width) * scale).rounded())
    let extraHeight = Int((Double(extra.height) * scale).rounded())
    let room = Size(
      max(Double(screen.width) * 0.8 - Double(extraWidth), 160),
      max(Double(screen.height) * 0.8 - Double(extraHeight), 120))
    let fitting = min(room.width / view.width, room.height / view.height, 2 * scale)
    return PixelSize(
      max(Int((view.width * fitting).rounded()) + extraWidth, 160),
      max(Int((view.height * fitting).rounded()) + extraHeight, 120))
  }
}

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

  /// Opens a window; `SDL_VIDEODRIVER` in the environment has the last word on the driver.
  package init(_ display: Display) throws(StageError) {
    SDL_SetMainReady()
    // The X server is given a title in the locale's letters, which for C's own locale are those of ASCII. The
    // other categories stay as they are: numbers are written with a point.
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

  private static var hasDesktop: Bool { SDL_getenv("DISPLAY") != nil || SDL_getenv("WAYLAND_DISPLAY") != nil }

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
func lastSDLError() -> String { SDL_GetError().map { String(cString: $0) } ?? "" }

/// An error between a scene and the screen.
package enum StageError: Error, Hashable {
  /// There is no screen to open a window on.
  case noDisplay(reason: String)
  /// SDL refused something: what was being done, and its own words.
  case refused(doing: String, reason: String)
  /// A picture larger than can be held, or without an area.
  case pictureSize(width: Int, height: Int)
}

extension StageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDisplay(let reason):
      "there is no display to open a window on" + (reason.isEmpty ? "" : " (\(reason))")
    case .refused(let doing, let reason): "cannot \(doing)" + (reason.isEmpty ? "" : ": \(reason)")
    case .pictureSize(let width, let height):
      """
      a picture of \(width) × \(height) pixels cannot be made; a side may be 1 to \
      \(RenderTarget.largestSide), and all may be \(RenderTarget.maxPixels)
      """
    }
  }
}

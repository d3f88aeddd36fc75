import CTumbleSDL2
import TumbleLooks
import TumbleRendering

extension Stage {
  /// Gives the window another size, in the desktop's points, as far as it allows that.
  package func resize(to size: PixelSize) {
    SDL_SetWindowSize(window.pointer, Int32(size.width), Int32(size.height))
  }
}

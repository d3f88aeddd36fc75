import CTumbleImGui
import CTumbleSDL2

/// The desktop's clipboard, for what is cut, copied and pasted in text fields.
final class Clipboard {
  /// SDL's copy of the text, until the next is asked for.
  private var text: UnsafeMutablePointer<CChar>?

  deinit { SDL_free(text) }

  /// The context must not outlive this.
  func give(to context: OpaquePointer) {
    tumble_ui_set_clipboard(
      context,
      { owner in
        guard let owner else { return nil }
        return UnsafePointer(Unmanaged<Clipboard>.fromOpaque(owner).takeUnretainedValue().read())
      },
      { _, text in SDL_SetClipboardText(text) },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func read() -> UnsafeMutablePointer<CChar>? {
    SDL_free(text)
    text = SDL_GetClipboardText()
    return text
  }
}

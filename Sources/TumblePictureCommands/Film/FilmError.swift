/// Why a film cannot be made.
package enum FilmError: Error, Hashable {
  /// ffmpeg is not in PATH.
  case noEncoder(path: String)
  /// What ffmpeg said last.
  case encoder(path: String, reason: String)
  case exists(path: String)
  case unwritable(path: String, reason: String)
}

extension FilmError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noEncoder(let path):
      """
      '\(path)' is encoded by ffmpeg, which is not installed. `apt install ffmpeg` installs it; a folder of pictures \
      (-o NAME.png-sequence) and a contact sheet (-o NAME.png) need none.
      """
    case .encoder(let path, let reason): "ffmpeg could not write '\(path)': \(reason)"
    case .exists(let path): "'\(path)' exists already; remove it, or choose another name"
    case .unwritable(let path, let reason): "'\(path)' cannot be written: \(reason)"
    }
  }
}

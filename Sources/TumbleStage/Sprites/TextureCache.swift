import TumbleDrawing

/// The pictures of texture files, read once each.
package final class TextureCache {
  private var pictures: [String: Bitmap?] = [:]
  private let warn: (String) -> Void

  /// - Parameter warn: gets a sentence for a file that cannot be read, once per file.
  package init(warn: @escaping (String) -> Void) { self.warn = warn }

  /// Reads files again from now on.
  func forget() { pictures.removeAll() }

  /// nil where the file cannot be read.
  package func picture(_ path: String) -> Bitmap? {
    if let known = pictures[path] { return known }
    let picture: Bitmap?
    do {
      picture = try PNG.read(path)
    } catch {
      picture = nil
      warn("a texture is missing, a magenta shape stands in for it: \(error)")
    }
    pictures[path] = .some(picture)
    return picture
  }
}

import Foundation
import TumbleFiles

/// Finds the pictures that textures name, and looks whether they are whole.
final class Pictures {
  enum Outcome {
    case found(String)
    case missing
    case broken(String)
  }

  private let folders: [URL]
  private let limits: SceneLimits
  private var known: [String: Outcome] = [:]
  /// The number of pixels of the pictures found so far.
  private var pixels = 0

  init(folders: [URL], limits: SceneLimits) { (self.folders, self.limits) = (folders, limits) }

  func find(_ name: String) -> Outcome {
    if let outcome = known[name] { return outcome }
    let outcome =
      if let (path, folder) = file(named: name) {
        look(at: path, in: folder)
      } else if DrawnPicture(name: name) != nil {
        // It is drawn where it is needed.
        Outcome.found(name)
      } else {
        Outcome.missing
      }
    known[name] = outcome
    return outcome
  }

  /// The first in the folders' order, and there in that of the endings.
  private func file(named name: String) -> (path: String, folder: String)? {
    for folder in folders {
      for ending in PictureHeader.endings {
        let path = folder.relativePath + "/" + name + ending
        if UntrustedFile.exists(path) { return (path, folder.relativePath) }
      }
    }
    return nil
  }

  /// Returns the names of all folders' pictures, sorted.
  func names() -> [String] {
    let files = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0.relativePath)) ?? []
    }
    let names = files.compactMap { file in
      PictureHeader.endings.first { file.hasSuffix($0) }.map { String(file.dropLast($0.count)) }
    }
    return Set(names.filter { $0.utf8.count <= 64 }).sorted()
  }

  /// Returns the reason why there can be no picture of a name, wherever it is looked for.
  static func refusal(ofName name: String) -> EditRefusal? {
    guard !name.isEmpty, name.utf8.count <= 64,
      name.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }),
      name.utf8.first != UInt8(ascii: ".")
    else {
      return EditRefusal(
        "'\(Excerpts.short(name))' is not the name of a picture",
        hint: "a name such as crate, for crate.png or crate.jpg beside the scene; no folders")
    }
    return nil
  }

  /// Returns the reason why a name does not stand for a picture that can be drawn; nil if it does.
  ///
  /// - Parameter likely: The hint with the name that was likely meant, of those that there are; nil where
  ///   none is near.
  func refusal(of name: String, likely: (String, [String]) -> String?) -> EditRefusal? {
    if let refusal = Self.refusal(ofName: name) { return refusal }
    switch find(name) {
    case .found: return nil
    case .broken(let reason): return EditRefusal("the picture '\(name)' cannot be used: \(reason)")
    case .missing where name.hasPrefix("@"):
      return EditRefusal(
        "there is no picture named '\(name)'",
        hint: "pictures that Tumble draws itself: \(DrawnPicture.names)")
    case .missing:
      let ending = PictureHeader.endings.first(where: name.hasSuffix) ?? ""
      let names = names()
      return EditRefusal(
        "there is no picture named '\(name)'",
        hint: likely(String(name.dropLast(ending.count)), names)
          ?? "pictures: " + names.joined(separator: ", "))
    }
  }

  private func look(at path: String, in folder: String) -> Outcome {
    do {
      let header = try PictureHeader(ofFile: path, within: folder)
      if let error = Self.validationError(header, limits: limits) { return .broken(error) }
      pixels += header.width * header.height
      guard pixels <= limits.allPixels else {
        return .broken(
          "with it the scene's pictures have \(pixels) pixels together, and \(limits.allPixels) are the most")
      }
      // Eight bytes a pixel that cannot be compressed, and some more for what else a file may hold.
      let bytes = try UntrustedFile.read(path, limit: 8 * limits.pixels + 1 << 20, within: folder)
      return header.problem(in: [UInt8](bytes)).map(Outcome.broken) ?? .found(path)
    } catch UntrustedFile.Failure.reason(let reason) {
      return .broken(reason)
    } catch let failure as PictureHeader.Failure {
      return .broken(Self.phrase(failure, path))
    } catch {
      return .broken("it cannot be read")
    }
  }

  private static func phrase(_ failure: PictureHeader.Failure, _ path: String) -> String {
    switch failure {
    case .reason(let reason): reason
    case .endsEarly: "its header is cut off or broken"
    case .unknownKind: path.hasSuffix(".png") ? "it is no PNG" : "it is no JPEG"
    }
  }

  /// Returns a fault of a picture's size; nil if there is none.
  private static func validationError(_ header: PictureHeader, limits: SceneLimits) -> String? {
    let (width, height) = (header.width, header.height)
    guard width <= limits.pixels, height <= limits.pixels, width * height <= limits.pixels else {
      return "it is \(width) × \(height) pixels, and \(limits.pixels) are the most"
    }
    return nil
  }
}

/// Folders in which a scene's pictures are looked for. They are no part of what the scene is: scenes are not
/// compared by them.
package struct PictureFolders: Hashable, Sendable {
  /// The folders, in the order in which they are searched; nil: pictures are not looked for.
  var folders: [URL]?

  package static func == (a: PictureFolders, b: PictureFolders) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension Scene {
  /// Returns the reason why a picture that an edit names cannot be shown; nil if it can, and if pictures are
  /// not looked for.
  package func refusal(ofPicture name: String) -> EditRefusal? {
    guard let folders = pictureFolders.folders else { return nil }
    return Pictures(folders: folders, limits: SceneLimits()).refusal(of: name) { name, names in
      Nearest.word(to: name, in: names).map { "did you mean '\(Excerpts.short($0))'?" }
    }
  }

  /// The names of the pictures that there are, in order.
  package var pictureNames: [String] {
    pictureFolders.folders.map { Pictures(folders: $0, limits: SceneLimits()).names() } ?? []
  }

  /// The path of the picture of a name; nil for none.
  package func path(ofPicture name: String) -> String? {
    guard let folders = pictureFolders.folders,
      case .found(let path) = Pictures(folders: folders, limits: SceneLimits()).find(name)
    else { return nil }
    return path
  }

  /// The paths of the pictures that the scene names and that were found, in order, each once.
  package var picturePaths: [String] {
    let named =
      (bodies + templates).compactMap(\.texture) + scenery.compactMap(\.texture)
      + emitters.flatMap(\.textures) + actionTextures
    return Set(named.compactMap(\.path)).sorted()
  }

  /// Copies the pictures that lie beside the scene's file, and that it names, into another folder.
  ///
  /// - Parameter path: The path of the scene's file.
  /// - Throws: `OutputError`, also where another file of such a name is there; what cannot be read is left
  ///   out.
  package func copyPictures(besides path: String, to folder: String) throws(OutputError) {
    let old = FilePath.folder(of: path)
    for file in picturePaths
    where FilePath.isSameFile(FilePath.folder(of: file), old) && !FilePath.isSameFile(old, folder) {
      guard let data = try? UntrustedFile.read(file, limit: SceneLimits().bytes) else { continue }
      let copy = folder + "/" + FilePath.file(of: file)
      guard UntrustedFile.exists(copy) else {
        try OutputFile.write(data, to: copy)
        continue
      }
      guard (try? UntrustedFile.read(copy, limit: data.count)) == data else {
        throw .failed(path: copy, reason: "there is another picture of that name")
      }
    }
  }
}

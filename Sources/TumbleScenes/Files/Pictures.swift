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
  /// Of the pictures found so far.
  private var pixels = 0

  init(folders: [URL], limits: SceneLimits) {
    self.folders = folders
    self.limits = limits
  }

  func find(_ name: String) -> Outcome {
    if let outcome = known[name] { return outcome }
    var outcome = Outcome.missing
    for folder in folders {
      let path = folder.relativePath + "/" + name + ".png"
      guard UntrustedFile.exists(path) else { continue }
      outcome = look(at: path, in: folder.relativePath)
      break
    }
    known[name] = outcome
    return outcome
  }

  /// Of all folders, sorted.
  func names() -> [String] {
    let files = folders.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: $0.relativePath)) ?? []
    }
    return Set(files.filter { $0.hasSuffix(".png") && $0.utf8.count <= 68 }.map { String($0.dropLast(4)) })
      .sorted()
  }

  private func look(at path: String, in folder: String) -> Outcome {
    do {
      let header = try UntrustedFile.head(path, count: 33, within: folder)
      if let error = Self.validationError(header, limits: limits) { return .broken(error) }
      let size = Self.size(header)
      pixels += size.width * size.height
      guard pixels <= limits.allPixels else {
        return .broken(
          "with it the scene's pictures have \(pixels) pixels together, and \(limits.allPixels) are the most")
      }
      // Eight bytes a pixel that cannot be compressed, and some more for what else a file may hold.
      let bytes = try UntrustedFile.read(path, limit: 8 * limits.pixels + 1 << 20, within: folder)
      return PNGStructure.problem(in: [UInt8](bytes)).map(Outcome.broken) ?? .found(path)
    } catch UntrustedFile.Failure.reason(let reason) {
      return .broken(reason)
    } catch {
      return .broken("it cannot be read")
    }
  }

  /// In pixels; of a whole header.
  private static func size(_ header: [UInt8]) -> (width: Int, height: Int) {
    func number(_ at: Int) -> Int { header[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(16), number(20))
  }

  /// What is wrong with the first bytes of a PNG; nil if nothing is.
  static func validationError(_ header: [UInt8], limits: SceneLimits) -> String? {
    guard header.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return "it is no PNG" }
    guard header.count >= 33, Array(header[8..<16]) == [0, 0, 0, 13] + Array("IHDR".utf8) else {
      return "its header is cut off or broken"
    }
    let (width, height) = size(header)
    guard width > 0, height > 0 else { return "it is \(width) × \(height) pixels" }
    guard width <= limits.pixels, height <= limits.pixels, width * height <= limits.pixels else {
      return "it is \(width) × \(height) pixels, and \(limits.pixels) are the most"
    }
    return nil
  }
}

import Foundation

/// Compares with a file kept beside the tests. A missing file is written, and the comparison fails all the
/// same: the first run never passes by itself.
public struct Golden: Sendable {
  /// The folder of the golden files.
  public let folder: URL

  /// Any folder, for files that are made of the code and belong to the repository.
  public init(folder: URL) { self.folder = folder }

  /// `Golden/` of the target that asks.
  /// - Parameter file: `Target/File.swift`, as the compiler names a source file.
  public init(of file: String = #fileID) {
    let target = file.prefix { $0 != "/" }
    folder = ProjectFolder.tests.appendingPathComponent("\(target)/Golden")
  }

  /// Returns nil if the file holds just this; else a sentence that says what differs, and where.
  ///
  /// With `TUMBLE_GOLDEN=write` in the environment a differing file is written again, whole, and still
  /// reported.
  public func mismatch(_ actual: String, name: String) -> String? {
    mismatch(Data(actual.utf8), name: name)
  }

  public func mismatch(_ actual: Data, name: String) -> String? {
    let url = folder.appendingPathComponent(name)
    guard let expected = try? Data(contentsOf: url) else {
      return write(actual, to: url)
        ?? "\(name) was missing; it is written now: read it, then run again"
    }
    if expected == actual { return nil }
    var report = "\(name) differs" + Self.difference(expected, actual)
    if ProcessInfo.processInfo.environment["TUMBLE_GOLDEN"] == "write" {
      report +=
        write(actual, to: url) ?? "\nwritten again, as TUMBLE_GOLDEN=write asks: read it, then run again"
    }
    return report
  }

  private func write(_ data: Data, to url: URL) -> String? {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url)
      return nil
    } catch {
      return "cannot write \(url.path): \(error)"
    }
  }

  private static func difference(_ expected: Data, _ actual: Data) -> String {
    guard let old = String(data: expected, encoding: .utf8),
      let new = String(data: actual, encoding: .utf8)
    else { return " (\(expected.count) bytes expected, \(actual.count) found)" }
    let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
    let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
    for i in 0..<max(oldLines.count, newLines.count) {
      let a = i < oldLines.count ? oldLines[i] : "(the end)"
      let b = i < newLines.count ? newLines[i] : "(the end)"
      if a != b { return " in line \(i + 1):\n  expected: \(a)\n  found:    \(b)" }
    }
    return " only in line ends"
  }
}

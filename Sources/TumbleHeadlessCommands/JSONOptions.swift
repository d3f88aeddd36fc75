import ArgumentParser
import Foundation
import TumbleFiles

/// The option of every command whose report has parts to print it for programs.
package struct JSONOptions: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print JSON, for programs.")
  package var isJSON = false

  package init() {}

  /// Writes a report to standard output.
  package static func print(_ report: some Encodable) throws {
    let output = try OutputFile(path: "-")
    try output.write(text(report))
    try output.finish()
  }

  static func text(_ report: some Encodable, isOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no such numbers.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }
}

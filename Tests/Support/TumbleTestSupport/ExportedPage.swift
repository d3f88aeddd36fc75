import CTumbleZlib
import Foundation

/// A page of `tumble export`, as its script reads it.
public enum ExportedPage {
  public struct Failure: Error {}

  /// Reads the description of the run, with its lists; its data as bytes.
  public static func run(of page: some Sequence<UInt8>) throws -> (tree: [String: Any], data: [UInt8]) {
    let text = String(decoding: Data(page), as: UTF8.self)
    guard let begin = text.range(of: #"<script type="application/json" id="run">"#),
      let end = text.range(of: "</script>", range: begin.upperBound..<text.endIndex),
      let tree = try object(Data(text[begin.upperBound..<end.lowerBound].utf8))
    else { throw Failure() }
    guard let lists = try object(Data(unpacked(tree["lists"]))) else { throw Failure() }
    return (tree.merging(lists) { $1 }, try unpacked(tree["data"]))
  }

  private static func object(_ json: Data) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: json) as? [String: Any]
  }

  private static func unpacked(_ text: Any?) throws -> [UInt8] {
    guard let text = text as? String, let packed = Data(base64Encoded: text) else { throw Failure() }
    var bytes = [UInt8](repeating: 0, count: 1 << 24)
    var count = uLong(bytes.count)
    guard uncompress(&bytes, &count, [UInt8](packed), uLong(packed.count)) == Z_OK else { throw Failure() }
    return [UInt8](bytes.prefix(Int(count)))
  }
}

import CTumbleCairo
import Foundation

/// What Cairo reads a file from.
final class ByteSource {
  fileprivate var rest: ArraySlice<UInt8>
  /// Whether more was asked for than there is.
  fileprivate(set) var ranOut = false

  init(_ bytes: [UInt8]) { rest = bytes[...] }
}

/// What Cairo writes a file to.
final class ByteSink {
  fileprivate(set) var data = Data()
}

// Cairo's `closure` is a source or a sink, unretained: the caller keeps it alive for as long as Cairo has it.

func readBytes(
  closure: UnsafeMutableRawPointer?, target: UnsafeMutablePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let closure, let target else { return CAIRO_STATUS_READ_ERROR }
  let source = Unmanaged<ByteSource>.fromOpaque(closure).takeUnretainedValue()
  guard source.rest.count >= Int(count) else {
    source.ranOut = true
    return CAIRO_STATUS_READ_ERROR
  }
  source.rest.withUnsafeBufferPointer { bytes in
    if let start = bytes.baseAddress { target.update(from: start, count: Int(count)) }
  }
  source.rest.removeFirst(Int(count))
  return CAIRO_STATUS_SUCCESS
}

func appendBytes(
  closure: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: UInt32
) -> cairo_status_t {
  guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
  Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().data.append(bytes, count: Int(count))
  return CAIRO_STATUS_SUCCESS
}

/// What a picture's file says of itself before any of its pixels: enough to refuse what is too large, and to plan its decoding.
package struct PictureHeader: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case png, jpeg }

  package var kind: Kind
  /// In pixels, as the picture is seen: a photograph that was taken on its side has them exchanged.
  package var width: Int
  package var height: Int
  /// How the pixels are to be turned (Exif 2.3, section 4.6.4, tag 274): 1 as they are, to 8.
  package var orientation = 1

  package init(kind: Kind, width: Int, height: Int, orientation: Int = 1) {
    self.kind = kind
    self.width = width
    self.height = height
    self.orientation = orientation
  }

  /// Bytes at the beginning of a file that hold the header of nearly all: a JPEG's may come behind a small picture in it.
  package static let length = 1 << 17

  /// The endings of the names of pictures' files, in the order in which a name is looked for.
  package static let endings = [".png", ".jpg", ".jpeg"]

  package enum Failure: Error, Hashable {
    /// A phrase about "it".
    case reason(String)
    /// The bytes end before the picture's size.
    case endsEarly
    /// It is neither PNG nor JPEG.
    case unknownKind
  }

  /// - Parameter bytes: The file, or its beginning.
  /// - Throws: `Failure`.
  package init(of bytes: [UInt8]) throws(Failure) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      try self.init(png: bytes)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      self = try JPEGStructure.header(in: bytes)
    } else {
      throw .unknownKind
    }
    guard width > 0, height > 0 else { throw .reason("it is \(width) × \(height) pixels") }
  }

  /// The header of a file, of which no more is read than it takes.
  ///
  /// - Throws: `Failure`, `UntrustedFile.Failure`.
  package init(ofFile path: String, within folder: String? = nil) throws {
    do {
      try self.init(of: UntrustedFile.head(path, count: 1 << 12, within: folder))
    } catch Failure.endsEarly {
      do {
        try self.init(of: UntrustedFile.head(path, count: Self.length, within: folder))
      } catch Failure.endsEarly {
        try self.init(of: UntrustedFile.head(path, count: 1 << 23, within: folder))
      }
    }
  }

  private init(png bytes: [UInt8]) throws(Failure) {
    guard bytes.count >= 33 else { throw .endsEarly }
    guard Array(bytes[8..<16]) == [0, 0, 0, 13] + Array("IHDR".utf8) else {
      throw .reason("its header is cut off or broken")
    }
    func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    self.init(kind: .png, width: number(16), height: number(20))
  }

  /// What is wrong with the bytes of a whole file, as a phrase about "it"; nil if nothing is. What they compress is not
  /// unpacked.
  package func problem(in bytes: [UInt8]) -> String? {
    switch kind {
    case .png: PNGStructure.problem(in: bytes)
    case .jpeg: JPEGStructure.problem(in: bytes)
    }
  }
}
